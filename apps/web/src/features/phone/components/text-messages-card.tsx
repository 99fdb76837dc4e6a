import type { Profile } from '@dayloom/contracts';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { usePhoneVerification } from '../hooks/use-phone.ts';
import { PhoneSteps } from './phone-steps.tsx';
import './text-messages-card.css';

/** A summary of the number that texts go to, next to the other notification settings. */
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
              ? 'The number for reminders by SMS'
              : 'Reminders by SMS need a verified phone number'
          }
        />
        <CardBody>
          <PhoneSteps phone={phone} isCompact />
        </CardBody>
      </Card>
    </div>
  );
}
