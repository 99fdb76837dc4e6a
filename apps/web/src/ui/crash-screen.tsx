import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Mark } from './brand.tsx';
import { describeCrash } from './crash-details.ts';

/** What is left when the app itself fails. It depends on nothing but the theme. */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [details] = useState(() =>
    describeCrash(error, new Date(), window.location.href, navigator.userAgent),
  );
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => console.error(`Error id ${details.id}`, error), [details.id, error]);
  const report = async () => {
    try {
      await navigator.clipboard.writeText(details.text);
      setIsCopied(true);
    } catch (copyError) {
      console.error('Failed to copy error details', copyError, details.text);
      window.alert(`Failed to copy the error details. Please note the error id: ${details.id}`);
    }
  };
  return (
    <Box
      component="main"
      role="alert"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 3, textAlign: 'center' }}
    >
      <Box sx={{ maxWidth: 520, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 2 }}>
        <Mark size={40} />
        <Box component="h1" sx={{ m: 0, typography: 'h1' }}>
          Oops! Something went wrong
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          We encountered an unexpected error. This has been logged and our team has been notified. Please try
          refreshing the page or contact support if the problem persists.
        </Box>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center', mt: 1 }}>
          <Button variant="contained" color="primary" onClick={onRetry}>
            Try Again
          </Button>
          <Button onClick={() => window.location.reload()}>Reload Page</Button>
          <Button href="/">Go Home</Button>
        </Box>
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}
        >
          <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            Error ID: {details.id}
          </Box>
          <Button size="small" variant="text" onClick={() => void report()}>
            {isCopied ? 'Error details copied' : 'Report this error'}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
