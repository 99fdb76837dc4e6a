import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Field } from '#ui/field.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useChangeUsername, useUsernameState } from '../hooks/use-username.ts';

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
        <Box component="form" id={formId} onSubmit={submit} noValidate sx={{ pt: 0.5 }}>
          <Field
            label="Username"
            value={typed}
            inputRef={chosenAtOnce}
            autoComplete="off"
            onChange={(event) => {
              change.reset();
              setTyped(event.target.value);
            }}
            hint={hints[state.kind]}
            problem={refusal ?? failure}
            inputProps={{ spellCheck: false, autoCapitalize: 'none', maxLength: 40 }}
          />
        </Box>
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
