import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { CornerDownRight } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInStart, TrialNote } from './sign-in-start.tsx';

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
  const page = getPageName(destination);
  return (
    <SignInFrame title={isNewcomer ? 'Welcome' : 'Welcome back'} lead="Log in to see what today holds.">
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
      <SignInStart
        label="Log in"
        busyLabel="Opening sign-in..."
        failureText="The identity provider cannot be reached, so sign-in could not start. Please try again."
        problem={
          error && (
            <>
              {error.sentence}
              {error.reason && <Box sx={{ mt: 0.5, color: 'text.secondary' }}>{error.reason}</Box>}
            </>
          )
        }
        onStart={onLogIn}
      />
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
      <TrialNote />
    </SignInFrame>
  );
}
