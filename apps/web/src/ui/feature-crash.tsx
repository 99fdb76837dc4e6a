import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Mark } from './brand.tsx';
import { Card } from './card.tsx';

/** Stands where a page or a part of it failed, while the shell around it goes on. */
export function FeatureCrash({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => console.error('A feature failed', error), [error]);
  return (
    <Box sx={{ p: { xs: 2, md: 4 } }}>
      <Card
        role="alert"
        sx={{
          maxWidth: 520,
          mx: 'auto',
          mt: 6,
          p: 4,
          textAlign: 'center',
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
        }}
      >
        <Mark size={36} />
        <Box component="h2" sx={{ m: '8px 0 0', typography: 'h2' }}>
          Oops! Something went wrong
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          We couldn't load the features. This might be a temporary issue.
        </Box>
        <Button variant="contained" color="primary" onClick={onRetry} sx={{ mt: 1.5 }}>
          Try Again
        </Button>
      </Card>
    </Box>
  );
}
