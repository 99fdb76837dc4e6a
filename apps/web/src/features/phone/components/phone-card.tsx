import type { Profile } from '@dayloom/contracts';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { usePhoneVerification } from '../hooks/use-phone.ts';
import { PhoneSteps } from './phone-steps.tsx';
import { ReminderSwitch } from './reminder-switch.tsx';

const TITLES = { phone: 'Verify your phone', code: 'Verify your phone', verified: 'Phone' } as const;

/** The phone in the profile: verify it, see it verified, and switch reminders on. */
export function PhoneCard({ profile }: { profile: Profile }) {
  const phone = usePhoneVerification(profile);
  return (
    <Card aria-labelledby="phone">
      <CardHeader id="phone" title={TITLES[phone.step]} />
      <CardBody>
        <PhoneSteps phone={phone} isCompact={false} />
      </CardBody>
      {phone.step === 'verified' && <ReminderSwitch settings={profile.settings} />}
    </Card>
  );
}
