import { CornerDownRight } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInStart, TrialNote } from './sign-in-start.tsx';
import './login-page.css';

const pageNames: Record<string, string> = {
  '/dashboard': 'Dashboard',
  '/settings': 'Settings',
  '/chat': 'Chat',
  '/tasks': 'Tasks',
  '/bookings': 'Bookings',
  '/calendar-flow': 'Calendar',
};

/** A readable name for the page behind a path; null for pages without one. */
export function findPageName(path: string | null): string | null {
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
  const page = findPageName(destination);
  return (
    <SignInFrame title={isNewcomer ? 'Welcome' : 'Welcome back'} lead="Log in to see what today holds.">
      {page && !error && (
        <div className="login-page-destination">
          <CornerDownRight size={18} strokeWidth={1.75} />
          <span>
            You will go back to <strong style={{ fontWeight: 550, color: 'inherit' }}>{page}</strong>.
          </span>
        </div>
      )}
      <SignInStart
        label="Log in"
        busyLabel="Opening sign-in..."
        failureText="The identity provider cannot be reached, so sign-in could not start. Please try again."
        problem={
          error && (
            <>
              {error.sentence}
              {error.reason && <div className="login-page-reason">{error.reason}</div>}
            </>
          )
        }
        onStart={onLogIn}
      />
      {isNewcomer ? (
        <Button to="/signup" size="large" fullWidth className="login-page-create">
          Create an account
        </Button>
      ) : (
        <div className="login-page-newcomer">
          New here?{' '}
          <Link to="/signup" underline="hover">
            Create an account
          </Link>
        </div>
      )}
      <TrialNote />
    </SignInFrame>
  );
}
