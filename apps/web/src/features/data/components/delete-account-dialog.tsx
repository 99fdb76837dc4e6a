import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-client.ts';
import { Field } from '../../../ui/field.tsx';
import { deleteAccount, fetchClosing } from '../api.ts';

/** Closing an account takes its address, typed, and a proof that it is its owner who asks. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const titleId = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const how = useQuery({ queryKey: ['account-closing'], queryFn: ({ signal }) => fetchClosing(signal) });
  const needsPassword = how.data?.confirmBy === 'password';
  const closing = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async ({ state }) => {
      // The profile is refused from now on, and the app shows why.
      if (state === 'closed') await client.resetQueries({ queryKey: queryKeys.profile, exact: true });
    },
  });
  const fields = closing.error instanceof ApiError ? closing.error.fields : {};
  const isReady = typed.trim().toLowerCase() === email.toLowerCase() && (!needsPassword || password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !closing.isPending)
      closing.mutate({ email: typed.trim(), ...(needsPassword && { password }) });
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
        <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <Box sx={{ color: 'text.secondary' }}>
              Your account is closed at once. After seven days everything in it is deleted, and nobody can
              bring it back then.
            </Box>
            <Field
              label="Your e-mail address"
              type="email"
              autoComplete="off"
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
                problem={fields['password'] ? 'The password is not right' : undefined}
              />
            )}
            {closing.isError && Object.keys(fields).length === 0 && (
              <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
                {messageOf(closing.error, 'The account could not be closed.')}
              </Box>
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="text" onClick={onClose} disabled={closing.isPending}>
              Cancel
            </Button>
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
