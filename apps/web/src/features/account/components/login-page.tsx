import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { SignInFrame } from './sign-in-frame.tsx';

const pageNames: Record<string, string> = {
  '/dashboard': 'Dashboard',
  '/settings': 'Settings',
  '/chat': 'Chat',
  '/tasks': 'Tasks',
  '/calendar-flow': 'Calendar',
};

/** A readable name for the page behind a path; null for pages without one. */
export function getPageName(path: string | null): string | null {
  return path ? (pageNames[path.replace(/[?#].*/s, '')] ?? null) : null;
}

interface LoginPageProps {
  destination: string | null;
  error: { sentence: string; reason: string | null } | null;
  /** Creating an account is the primary action for visitors from a sign-up invitation. */
  isNewcomer: boolean;
  onLogIn: () => Promise<void>;
}

export function LoginPage({ destination, error, isNewcomer, onLogIn }: LoginPageProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const page = getPageName(destination);
  const logIn = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await onLogIn();
    } catch (problem) {
      console.error('Sign-in could not be started', problem);
      setFailure('The identity provider cannot be reached, so sign-in could not start. Please try again.');
      setIsBusy(false);
    }
  };
  return (
    <SignInFrame>
      <Box
        component="h1"
        sx={{ m: 0, fontSize: 32, lineHeight: '40px', fontWeight: 640, letterSpacing: '-0.026em' }}
      >
        {isNewcomer ? 'Welcome' : 'Welcome back'}
      </Box>
      <Box sx={{ mt: 1, fontSize: 15, lineHeight: '24px', color: 'text.secondary' }}>
        Log in to see what today holds.
      </Box>
      {page && !error && (
        <Box
          sx={{
            mt: 3,
            p: '12px 14px',
            display: 'flex',
            gap: 1.5,
            alignItems: 'center',
            borderRadius: '10px',
            bgcolor: 'secondary.tint',
            color: '#CFE5FF',
          }}
        >
          <CornerDownRight size={18} strokeWidth={1.75} />
          <span>
            You will go back to <strong style={{ fontWeight: 550, color: '#fff' }}>{page}</strong>.
          </span>
        </Box>
      )}
      {(error || failure) && (
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
          action={
            <Button
              size="small"
              color="inherit"
              variant="text"
              onClick={() => void logIn()}
              disabled={isBusy}
            >
              Try again
            </Button>
          }
        >
          {failure ?? error?.sentence}
          {!failure && error?.reason && <Box sx={{ mt: 0.5, color: 'text.secondary' }}>{error.reason}</Box>}
        </Alert>
      )}
      <Button
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        onClick={() => void logIn()}
        disabled={isBusy}
        sx={{ mt: 2.5, height: 48 }}
      >
        {isBusy ? 'Opening sign-in...' : 'Log in'}
      </Button>
      {isNewcomer ? (
        <Button component={RouterLink} to="/signup" size="large" fullWidth sx={{ mt: 1.5, height: 48 }}>
          Create an account
        </Button>
      ) : (
        <Box sx={{ mt: 3.5, color: 'text.secondary' }}>
          New here?{' '}
          <Link component={RouterLink} to="/signup" underline="hover">
            Create an account
          </Link>
        </Box>
      )}
      <Box sx={{ mt: isNewcomer ? 2.5 : 0.75, typography: 'body2', color: 'text.tertiary' }}>
        Free trial, no credit card. Then $8 per week.
      </Box>
    </SignInFrame>
  );
}
