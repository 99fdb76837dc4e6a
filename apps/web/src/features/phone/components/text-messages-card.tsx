import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { usePhoneVerification } from '../hooks/use-phone.ts';
import { PhoneSteps } from './phone-steps.tsx';

/** Beside the other ways of being notified: the number that texts go to, in short. */
export function TextMessagesCard({ profile }: { profile: Profile }) {
  const phone = usePhoneVerification(profile);
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Card aria-labelledby="text-messages">
        <CardHeader
          id="text-messages"
          title="Text messages"
          subtitle={
            phone.step === 'verified'
              ? 'Reminders by SMS go to this number'
              : 'Reminders by SMS need a verified phone number'
          }
        />
        <CardBody>
          <PhoneSteps phone={phone} isCompact />
        </CardBody>
      </Card>
    </Box>
  );
}
