import { type ReactNode, useCallback, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { askConfirmOptions, confirmByPasskey, confirmByPassword } from '../api.ts';
import { ConfirmationProvider, NotConfirmed } from '../hooks/use-confirmation.ts';
import { askPasskey, findProblem, hasPasskeySupport, wasCancelled } from '../model/webauthn.ts';
import { FormDialog } from './form-dialog.tsx';
import './confirmation.css';

interface Waiting {
  resolve: () => void;
  reject: (reason: Error) => void;
}

/** Asks for a confirmation when a change in its children needs one. */
export function Confirmation({ hasPasskeys, children }: { hasPasskeys: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<Waiting>(undefined);
  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        waiting.current = { resolve, reject };
        setIsOpen(true);
      }),
    [],
  );
  const close = (isConfirmed: boolean) => {
    setIsOpen(false);
    if (isConfirmed) waiting.current?.resolve();
    else waiting.current?.reject(new NotConfirmed());
  };
  return (
    <ConfirmationProvider value={ask}>
      {children}
      {isOpen && <ConfirmationDialog hasPasskeys={hasPasskeys && hasPasskeySupport()} onClose={close} />}
    </ConfirmationProvider>
  );
}

function ConfirmationDialog(props: { hasPasskeys: boolean; onClose: (isConfirmed: boolean) => void }) {
  const { hasPasskeys, onClose } = props;
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
      onClose(true);
    } catch (error) {
      setIsBusy(false);
      if (!wasCancelled(error))
        setProblem(findProblem(error) ?? getMessage(error, 'That did not work. Try again.'));
    }
  };
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel="Confirm"
      isBusy={isBusy}
      onClose={() => onClose(false)}
      onSubmit={() =>
        password ? void confirm(() => confirmByPassword(password)) : setProblem('Enter your password.')
      }
      other={
        hasPasskeys && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void confirm(async () => confirmByPasskey(await askPasskey(await askConfirmOptions())))
            }
          >
            Use a passkey
          </Button>
        )
      }
    >
      <div className="confirmation-text">
        This changes how your account is protected. Your confirmation is valid for ten minutes.
      </div>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        ref={focusOnMount}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        problem={problem}
      />
    </FormDialog>
  );
}
