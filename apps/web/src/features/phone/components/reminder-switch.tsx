import { entitlementsFor, premiumPrice, reminderConsent, type Settings } from '@dayloom/contracts';
import { useClientConfig } from '#lib/client-config.ts';
import { CardRow } from '#ui/card.tsx';
import { Link } from '#ui/link.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useReminders } from '../hooks/use-phone.ts';
import './reminder-switch.css';

/**
 * Reminders to the verified number. Switching them on is the consent, so its wording is next to the switch.
 */
export function ReminderSwitch({ settings }: { settings: Settings }) {
  const { productName } = useClientConfig();
  const reminders = useReminders(settings.sendReminders);
  if (!entitlementsFor(settings.accountStatus).smsReminders) {
    return (
      <CardRow className="reminder-switch-premium">
        <div>
          <h3 className="reminder-switch-title text-h3">SMS reminders</h3>
          <div className="reminder-switch-text text-small">
            SMS reminders are part of Premium.
            {!settings.subscription && ` The first ${premiumPrice.trialDays} days are free, without a card.`}{' '}
            <Link to="/settings?tab=billing">See what it costs</Link>
          </div>
        </div>
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
