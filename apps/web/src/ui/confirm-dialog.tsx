import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from './dialog.tsx';
import './confirm-dialog.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red, for actions that cannot be undone. */
  isDestructive?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A confirmation for actions without Undo. Everywhere else, act and offer Undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDestructive,
    isBusy,
    onConfirm,
    onClose,
  } = props;
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      aria-describedby={children ? textId : undefined}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId} className="confirm-dialog-title">
        {title}
      </DialogTitle>
      {children && (
        <DialogContent id={textId} className="confirm-dialog-text">
          {children}
        </DialogContent>
      )}
      <DialogActions className="confirm-dialog-actions">
        <Button variant="text" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          variant={isDestructive ? 'outlined' : 'contained'}
          color={isDestructive ? 'error' : 'primary'}
          // While the dialog fades out, a second click could still reach it.
          onClick={() => isOpen && onConfirm()}
          disabled={isBusy ?? false}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
