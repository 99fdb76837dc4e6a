import { type ReactNode, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import './sign-in-start.css';

interface SignInStartProps {
  /** The button, and its text while the identity provider opens. */
  label: string;
  busyLabel: string;
  /** Shown when the identity provider cannot be reached. */
  failureText: string;
  /** What went wrong before this page. */
  problem?: ReactNode;
  onStart: () => Promise<void>;
}

/** The button that leads to the identity provider, below what went wrong before. */
export function SignInStart({ label, busyLabel, failureText, problem = null, onStart }: SignInStartProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const start = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await onStart();
    } catch (cause) {
      console.error('The identity provider could not be opened', cause);
      setHasFailed(true);
      setIsBusy(false);
    }
  };
  return (
    <>
      {(hasFailed || problem !== null) && (
        <Alert
          severity="error"
          className="sign-in-start-problem"
          action={
            <Button
              size="small"
              color="inherit"
              variant="text"
              onClick={() => void start()}
              disabled={isBusy}
            >
              Try again
            </Button>
          }
        >
          {hasFailed ? failureText : problem}
        </Alert>
      )}
      <Button
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        onClick={() => void start()}
        disabled={isBusy}
        className="sign-in-start-button"
      >
        {isBusy ? busyLabel : label}
      </Button>
    </>
  );
}

export function TrialNote() {
  return <div className="sign-in-start-trial text-small">Free trial, no credit card. Then $8 per week.</div>;
}
