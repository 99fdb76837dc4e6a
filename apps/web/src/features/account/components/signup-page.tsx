import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useClientConfig } from '#lib/client-config.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const promises = [
  'Your tasks are placed around your real meetings',
  'Every block says why it sits where it does',
  'Nothing moves before you have seen the change',
];

export function SignupPage({ onSignUp }: { onSignUp: () => Promise<void> }) {
  const { productName } = useClientConfig();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const start = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await onSignUp();
    } catch (problem) {
      console.error('Sign-up could not be started', problem);
      setHasFailed(true);
      setIsBusy(false);
    }
  };
  return (
    <SignInFrame>
      <Box
        component="h1"
        sx={{ m: 0, fontSize: 32, lineHeight: '40px', fontWeight: 640, letterSpacing: '-0.026em' }}
      >
        Meet {productName}
      </Box>
      <Box sx={{ mt: 1, fontSize: 15, lineHeight: '24px', color: 'text.secondary' }}>
        Say what you have to do. It finds the hours.
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: '24px 0 0', display: 'grid', gap: 1.25 }}>
        {promises.map((promise) => (
          <Box component="li" key={promise} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <Box component="span" sx={{ color: 'primary.text', display: 'flex' }}>
              <Check size={18} strokeWidth={1.75} />
            </Box>
            {promise}
          </Box>
        ))}
      </Box>
      {hasFailed && (
        <Alert
          severity="error"
          variant="outlined"
          sx={{
            mt: 3,
            borderRadius: '10px',
            color: 'text.primary',
            bgcolor: 'error.tint',
            borderColor: 'transparent',
          }}
        >
          The identity provider cannot be reached, so sign-up could not start. Please try again.
        </Alert>
      )}
      <Button
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={isBusy}
        onClick={() => void start()}
        sx={{ mt: 3, height: 48 }}
      >
        {isBusy ? 'Opening sign-up...' : 'Create account'}
      </Button>
      <Box sx={{ mt: 3.5, color: 'text.secondary' }}>
        Have an account?{' '}
        <Link component={RouterLink} to="/login" underline="hover">
          Log in
        </Link>
      </Box>
      <Box sx={{ mt: 0.75, typography: 'body2', color: 'text.tertiary' }}>
        Free trial, no credit card. Then $8 per week.
      </Box>
    </SignInFrame>
  );
}
