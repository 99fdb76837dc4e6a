import Box from '@mui/material/Box';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Message } from '../hooks/use-phone.ts';

/** The result of the last action, next to where it was taken. */
export function PhoneMessage({ message }: { message: Message | null }) {
  if (!message) return null;
  const isError = message.kind === 'error';
  const Icon = isError ? TriangleAlert : CircleCheck;
  return (
    <Box
      role={isError ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        p: '7px 12px',
        borderRadius: '8px',
        typography: 'body2',
        color: isError ? 'error.main' : 'success.main',
        bgcolor: isError ? 'error.tint' : 'success.tint',
        '& svg': { flex: 'none', mt: '2px' },
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {message.text}
    </Box>
  );
}
