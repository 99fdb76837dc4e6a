import { type FormEvent, useId, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useChangeUsername, useUsernameState } from '../hooks/use-username.ts';
import './username-dialog.css';

/** Users open the dialog to type another name. */
const chosenAtOnce = (input: HTMLInputElement | null): void => {
  input?.focus();
  input?.select();
};

interface UsernameDialogProps {
  username: string;
  onClose: () => void;
}

export function UsernameDialog({ username, onClose }: UsernameDialogProps) {
  const titleId = useId();
  const formId = useId();
  const [typed, setTyped] = useState(username);
  const request = typed.trim().toLowerCase();
  const state = useUsernameState(request, username);
  const change = useChangeUsername();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Prevents submitting the form of the page behind the dialog.
    event.stopPropagation();
    if (state.kind === 'own') return onClose();
    if (state.kind === 'refused') return;
    change.mutate(request, {
      onSuccess: () => {
        showSnackbar('Username changed', 'success');
        onClose();
      },
    });
  };
  const refusal = state.kind === 'refused' ? state.reason : undefined;
  const failure = change.error ? getMessage(change.error, 'The username could not be changed.') : undefined;
  const hints = {
    own: 'Your old address will redirect to the new one.',
    checking: 'Checking whether it is free...',
    free: `${window.location.host}/${request} is free. Your old address will redirect to it.`,
    refused: undefined,
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Change username</DialogTitle>
      <DialogContent>
        <form id={formId} onSubmit={submit} noValidate className="username-dialog-form">
          <Field
            label="Username"
            value={typed}
            ref={chosenAtOnce}
            autoComplete="off"
            onChange={(event) => {
              change.reset();
              setTyped(event.target.value);
            }}
            hint={hints[state.kind]}
            problem={refusal ?? failure}
            spellCheck={false}
            autoCapitalize="none"
            maxLength={40}
          />
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          variant="contained"
          color="primary"
          disabled={change.isPending || state.kind === 'refused'}
        >
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
