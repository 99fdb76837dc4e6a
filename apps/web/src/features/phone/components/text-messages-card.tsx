import type { Profile } from '@dayloom/contracts';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { usePhoneVerification } from '../hooks/use-phone.ts';
import { PhoneSteps } from './phone-steps.tsx';
import { ReminderSwitch } from './reminder-switch.tsx';
import './text-messages-card.css';

/** The number that texts go to and whether they do, next to the other notification settings. */
export function TextMessagesCard({ profile }: { profile: Profile }) {
  const phone = usePhoneVerification(profile);
  return (
    <div className="text-messages-card">
      <Card aria-labelledby="text-messages">
        <CardHeader
          id="text-messages"
          title="Text messages"
          subtitle={
            phone.step === 'verified'
              ? 'This number can get reminders by SMS'
              : 'Reminders by SMS need a verified phone number'
          }
        />
        <CardBody>
          <PhoneSteps phone={phone} isCompact />
        </CardBody>
        {phone.step === 'verified' && <ReminderSwitch settings={profile.settings} />}
      </Card>
    </div>
  );
}
