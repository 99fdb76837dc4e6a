import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';

const COPIED_MS = 2_000;

/** Shown only once. Only its button closes it: a click outside would lose the codes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Keep your recovery codes</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', mb: 2 }}>
          Each code signs you in once when your phone is not at hand. Keep them where you keep passwords; we
          cannot show them again.
        </Box>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{
            m: 0,
            p: 2,
            listStyle: 'none',
            display: 'grid',
            gap: 1,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            bgcolor: 'background.raised',
            borderRadius: '8px',
            typography: 'body2',
            fontFamily: 'monospace',
            textAlign: 'center',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
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
