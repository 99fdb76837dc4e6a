import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiSnackbar from '@mui/material/Snackbar';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { createStore, useStore } from '../lib/store.ts';
import { colors, floatingShadow } from './tokens.ts';

const HIDE_AFTER_MS = 6_000;

type Severity = 'success' | 'info' | 'error';
interface Message {
  id: number;
  text: string;
  severity: Severity;
  isOpen: boolean;
}

const current = createStore<Message>({ id: 0, text: '', severity: 'info', isOpen: false });

/** Shows the result of saving a form. A new message replaces the old one. */
export function showSnackbar(text: string, severity: Severity): void {
  current.set({ id: current.get().id + 1, text, severity, isOpen: true });
}

const icons = {
  success: <CircleCheck size={18} strokeWidth={1.75} color={colors.ok} />,
  info: <Info size={18} strokeWidth={1.75} color={colors.secondaryText} />,
  error: <TriangleAlert size={18} strokeWidth={1.75} color={colors.hard} />,
};

export function Snackbar() {
  const message = useStore(current);
  const close = () => current.set({ ...message, isOpen: false });
  return (
    <MuiSnackbar
      key={message.id}
      open={message.isOpen}
      autoHideDuration={HIDE_AFTER_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      onClose={(_, reason) => reason !== 'clickaway' && close()}
    >
      <Box
        role={message.severity === 'error' ? 'alert' : 'status'}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minWidth: { sm: 340 },
          maxWidth: 520,
          p: '6px 8px 6px 14px',
          bgcolor: 'background.overlay',
          border: 1,
          borderColor: 'lineStrong',
          borderRadius: '10px',
          boxShadow: floatingShadow,
        }}
      >
        {icons[message.severity]}
        <Box sx={{ flex: 1 }}>{message.text}</Box>
        <IconButton size="small" aria-label="Dismiss" onClick={close}>
          <X size={16} />
        </IconButton>
      </Box>
    </MuiSnackbar>
  );
}
