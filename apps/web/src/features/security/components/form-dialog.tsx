import { type ReactNode, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import './form-dialog.css';

interface FormDialogProps {
  title: string;
  children: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  /** Shown next to the submit button. */
  other?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

/** A few fields in a dialog. Mount it only while it is open, so that its fields start empty. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, submitLabel, isBusy, other, onSubmit, onClose } = props;
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent className="form-dialog-content">{children}</DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          {other}
          <Button type="submit" variant="contained" color="primary" disabled={isBusy}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
