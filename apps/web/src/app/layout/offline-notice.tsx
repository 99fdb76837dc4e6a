import Box from '@mui/material/Box';
import { WifiOff } from 'lucide-react';
import { useIsOnline, useUnsavedCount } from '#lib/online.ts';

/** Says that there is no network, and what waits for it. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  const count = useUnsavedCount();
  return (
    // Always rendered, so that screen readers announce its content when it changes.
    <Box component="output" sx={{ display: 'block' }}>
      {!isOnline && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: { xs: 2, sm: 3 },
            py: 0.5,
            borderBottom: 1,
            borderColor: 'divider',
            bgcolor: 'warning.tint',
            typography: 'body2',
          }}
        >
          <WifiOff size={14} style={{ flex: 'none' }} aria-hidden />
          <span>
            You are offline. {count === 0 ? 'You see what was loaded before.' : waitsInWords(count)}
          </span>
        </Box>
      )}
    </Box>
  );
}

const waitsInWords = (count: number): string =>
  count === 1
    ? '1 change is not saved yet: keep this page open.'
    : `${count} changes are not saved yet: keep this page open.`;
