import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Mark } from '../../ui/brand.tsx';

export function RedirectFailed() {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 3, textAlign: 'center' }}
    >
      <Box sx={{ maxWidth: 440, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1.5 }}>
        <Mark size={40} />
        <Box component="h1" sx={{ m: 0, typography: 'h1' }}>
          Unable to Process Redirect
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          The link is damaged or leads outside this site, so we did not follow it.
        </Box>
        <Button href="/" variant="contained" color="primary" sx={{ mt: 1 }}>
          Return to Home
        </Button>
      </Box>
    </Box>
  );
}
