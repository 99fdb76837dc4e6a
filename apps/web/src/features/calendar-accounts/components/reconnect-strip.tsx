import type { CalendarAccount } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';

/** Strip above the calendar: names the accounts that are out of sync, with a link to reconnect them. */
export function ReconnectStrip({ accounts }: { accounts: readonly CalendarAccount[] }) {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(accounts.map(({ email }) => email));
  const [ask, it] = accounts.length === 1 ? ['asks', 'it'] : ['ask', 'them'];
  return (
    <Box
      role="note"
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1.5,
        px: { xs: 1.5, sm: 2 },
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: 'warning.main', display: 'flex', flex: 'none' }}>
        <ShieldAlert size={16} aria-hidden />
      </Box>
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {names} {ask} you to sign in again. What you see of {it} may be out of date. Your changes are kept and
        will be sent.
      </Box>
      <Button component={Link} to="/settings?tab=accounts" size="small">
        Reconnect
      </Button>
    </Box>
  );
}
