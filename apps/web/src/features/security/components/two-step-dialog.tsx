import { CODE_LENGTH } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { turnOnTwoStep } from '../api.ts';
import { FormDialog } from './form-dialog.tsx';
import './two-step-dialog.css';

export interface TwoStepOffer {
  readonly secret: string;
  readonly uri: string;
  readonly qrCode: string;
}

interface TwoStepDialogProps {
  offer: TwoStepOffer;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** The new secret as a QR code and as text, and a first code that proves it was stored. */
export function TwoStepDialog({ offer, onDone, onClose }: TwoStepDialogProps) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    if (code.trim() === '') return setProblem('Enter the code that your app shows.');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const codes = await turnOnTwoStep(code);
      void client.invalidateQueries({ queryKey: queryKeys.security });
      onDone(codes);
    } catch (error) {
      setIsBusy(false);
      setProblem(getMessage(error, 'That did not work. Try again.'));
    }
  };
  return (
    <FormDialog
      title="Set up two-step sign-in"
      submitLabel="Turn on"
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="two-step-dialog-lead">
        Scan this with your authenticator app, then enter the code that it shows.
      </div>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(offer.qrCode)}`}
        alt="QR code for your authenticator app"
        className="two-step-dialog-code"
      />
      <div className="two-step-dialog-key text-caption">
        No camera? Enter this key instead:
        <code className="two-step-dialog-secret">{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <Field
        label="Verification code"
        autoComplete="one-time-code"
        ref={focusOnMount}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        problem={problem}
        inputMode="numeric"
        maxLength={CODE_LENGTH + 2}
      />
    </FormDialog>
  );
}
