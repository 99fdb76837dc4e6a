import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { EmptyState } from '../ui/empty-state.tsx';

/** The server did not say how to sign in; without that there is nothing to show. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        title="The server cannot be reached"
        action={
          <Button variant="contained" color="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Check the connection. Nothing that you did is lost.
      </EmptyState>
    </Box>
  );
}
