import { type ReactNode, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import './link-account-page.css';

interface LinkAction {
  label: string;
  run: () => Promise<void>;
  /** Message on success, if the page stays open. */
  done?: string;
}

interface LinkAccountPageProps {
  title: string;
  children: ReactNode;
  choices: readonly LinkAction[];
  cancel: { label: string; run: () => void };
}

/** A question about two sign-in methods, with its choices as buttons; the first one is primary. */
export function LinkAccountPage({ title, children, choices, cancel }: LinkAccountPageProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<{ severity: 'success' | 'error'; text: string } | null>(null);
  const choose = async ({ run, done }: LinkAction) => {
    setIsBusy(true);
    setResult(null);
    try {
      await run();
      if (done) setResult({ severity: 'success', text: done });
    } catch (error) {
      console.warn('The accounts could not be linked', error);
      setResult({ severity: 'error', text: getMessage(error, 'That did not work. Try again.') });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <SignInFrame title={title} lead={children}>
      {result && (
        <Alert severity={result.severity} className="link-account-page-result">
          {result.text}
        </Alert>
      )}
      <div className="link-account-page-choices">
        {choices.map((choice, index) => (
          <Button
            key={choice.label}
            variant={index === 0 ? 'contained' : 'outlined'}
            {...(index === 0 && { color: 'primary' as const })}
            size="large"
            fullWidth
            disabled={isBusy}
            onClick={() => void choose(choice)}
          >
            {choice.label}
          </Button>
        ))}
        <Button
          variant={choices.length === 0 ? 'contained' : 'text'}
          {...(choices.length === 0 && { color: 'primary' as const, size: 'large' as const })}
          fullWidth
          onClick={cancel.run}
        >
          {cancel.label}
        </Button>
      </div>
    </SignInFrame>
  );
}
