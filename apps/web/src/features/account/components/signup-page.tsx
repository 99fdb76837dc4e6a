import { useEffect, useRef, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Link } from '#ui/link.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInStart, TrialNote } from './sign-in-start.tsx';
import './signup-page.css';

/** Opens the identity provider's form at once. The page is seen only if the provider cannot be reached. */
export function SignupPage({ onSignUp }: { onSignUp: () => Promise<void> }) {
  const { productName } = useClientConfig();
  const [hasFailed, setHasFailed] = useState(false);
  const isStarted = useRef(false);
  useEffect(() => {
    // In development, React runs effects twice, and two requests would use each other's state.
    if (isStarted.current) return;
    isStarted.current = true;
    onSignUp().catch((cause: unknown) => {
      console.error('The identity provider could not be opened', cause);
      setHasFailed(true);
    });
  }, [onSignUp]);
  if (!hasFailed) return <LoadingScreen title="Opening sign-up..." />;
  const failure = 'The identity provider cannot be reached, so sign-up could not start. Please try again.';
  return (
    <SignInFrame title={`Meet ${productName}`} lead="Say what you have to do. It finds the hours.">
      <SignInStart
        label="Create account"
        busyLabel="Opening sign-up..."
        failureText={failure}
        problem={failure}
        onStart={onSignUp}
      />
      <div className="signup-page-known">
        Have an account?{' '}
        <Link to="/login" underline="hover">
          Log in
        </Link>
      </div>
      <TrialNote />
    </SignInFrame>
  );
}
