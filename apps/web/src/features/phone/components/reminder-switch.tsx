import { entitlementsFor, reminderConsent, type Settings } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useClientConfig } from '#lib/client-config.ts';
import { CardRow } from '#ui/card.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useReminders } from '../hooks/use-phone.ts';

/**
 * Reminders to the verified number. Switching them on is the consent, so its wording is next to the switch.
 */
export function ReminderSwitch({ settings }: { settings: Settings }) {
  const { productName } = useClientConfig();
  const reminders = useReminders(settings.sendReminders);
  if (!entitlementsFor(settings.accountStatus).smsReminders) {
    return (
      <CardRow sx={{ py: 2 }}>
        <Box>
          <Box component="h3" sx={{ m: 0, typography: 'h3' }}>
            SMS reminders
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            SMS reminders are part of Premium.{' '}
            <Link component={RouterLink} to="/settings?tab=billing">
              See what it costs
            </Link>
          </Box>
        </Box>
      </CardRow>
    );
  }
  return (
    <SwitchRow
      title="SMS reminders"
      description={reminderConsent(productName)}
      isOn={reminders.isOn}
      onChange={reminders.set}
    />
  );
}
