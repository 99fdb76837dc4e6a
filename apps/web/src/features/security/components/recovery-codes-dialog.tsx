import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import './recovery-codes-dialog.css';

const COPIED_MS = 2_000;

/** Shown only once. Only its button closes it: a click outside would lose the codes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Keep your recovery codes</DialogTitle>
      <DialogContent>
        <div className="recovery-codes-dialog-text">
          Each code signs you in once when your phone is not at hand. Keep them where you keep passwords; we
          cannot show them again.
        </div>
        <ul aria-label="Recovery codes" className="recovery-codes-dialog-codes text-small">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <CopyButton
          text={codes.join('\n')}
          holdMs={COPIED_MS}
          onFailed={() => showSnackbar('Copying failed. Select the codes and copy them by hand.', 'error')}
        />
        <Button variant="contained" color="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
