import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { deleteAccount, fetchClosing } from '../api.ts';
import './delete-account-dialog.css';

/** Proofs of ownership other than our own password. */
export interface OwnerProofs {
  /** Null without a passkey; false when the user cancelled the browser's dialog. */
  readonly passkey: (() => Promise<boolean>) | null;
  /** Signs in again at an external provider, which confirms the time of the sign-in. */
  readonly idToken: () => Promise<string | undefined>;
  readonly signInAgain: () => void;
}

interface DeleteAccountDialogProps {
  email: string;
  proofs: OwnerProofs;
  onClose: () => void;
}

/** Closing an account needs its typed address and a proof that the owner asks. */
export function DeleteAccountDialog({ email, proofs, onClose }: DeleteAccountDialogProps) {
  const titleId = useId();
  const client = useQueryClient();
  const { mail } = useClientConfig();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const how = useQuery({ queryKey: ['account-closing'], queryFn: ({ signal }) => fetchClosing(signal) });
  const needsPassword = how.data?.confirmBy === 'password';
  const closing = useMutation({
    networkMode: 'always',
    mutationFn: async (by: 'form' | 'passkey') => {
      if (by === 'passkey' && !(await proofs.passkey?.())) return null;
      const idToken = needsPassword ? undefined : await proofs.idToken();
      return deleteAccount({
        email: typed.trim(),
        ...(needsPassword && by === 'form' && { password }),
        ...(idToken && { idToken }),
      });
    },
    onSuccess: async (answer) => {
      // From now on the profile request is refused, and the app shows why.
      if (answer?.state === 'closed') await client.resetQueries({ queryKey: queryKeys.profile, exact: true });
    },
  });
  const fields = closing.error instanceof ApiError ? closing.error.fields : {};
  const isMeant = typed.trim().toLowerCase() === email.toLowerCase();
  const isReady = isMeant && (!needsPassword || password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !closing.isPending) closing.mutate('form');
  };
  const isMailed = closing.data?.state === 'mail_sent';
  return (
    <Dialog
      open
      onClose={() => !closing.isPending && onClose()}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>Delete account</DialogTitle>
      {isMailed ? (
        <>
          <DialogContent>
            <output>We have sent a link to {email}. Open it within an hour to close your account.</output>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Done</Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="delete-account-dialog-form">
          <DialogContent className="delete-account-dialog">
            <div className="delete-account-dialog-note">
              Your account is closed at once. After seven days everything in it is deleted for good.
            </div>
            <Field
              label="Your email address"
              type="email"
              autoComplete="off"
              ref={focusOnMount}
              hint={`Type ${email} to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              problem={fields['email']}
            />
            {needsPassword && (
              <Field
                label="Your password"
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                problem={fields['password'] ? 'Wrong password' : undefined}
              />
            )}
            {how.data && !needsPassword && (
              <div className="delete-account-dialog-note">
                {mail.mode === 'off'
                  ? 'You must have signed in within the last ten minutes.'
                  : 'We mail you a link to confirm it, unless you have signed in within the last ten minutes.'}
              </div>
            )}
            {closing.isError && Object.keys(fields).length === 0 && (
              <div role="alert" className="delete-account-dialog-failure text-small">
                {getMessage(closing.error, 'The account could not be closed.')}
              </div>
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="text" onClick={onClose} disabled={closing.isPending}>
              Cancel
            </Button>
            {needsPassword && proofs.passkey && (
              <Button disabled={!isMeant || closing.isPending} onClick={() => closing.mutate('passkey')}>
                Use a passkey
              </Button>
            )}
            {how.data && !needsPassword && <Button onClick={proofs.signInAgain}>Sign in again</Button>}
            <Button
              type="submit"
              variant="outlined"
              color="error"
              disabled={!isReady || how.isPending || closing.isPending}
            >
              {closing.isPending ? 'Closing...' : 'Delete my account'}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
