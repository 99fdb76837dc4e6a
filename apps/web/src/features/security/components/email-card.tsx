import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { sendVerification } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import './email-card.css';

interface EmailCardProps {
  address: string;
  isVerified: boolean;
  /** Whether this server sends the verification mail. */
  canSend: boolean;
}

export function EmailCard({ address, isVerified, canSend }: EmailCardProps) {
  const { mail } = useClientConfig();
  const { change, isBusy } = useChange();
  const send = () => void change(sendVerification, `A link is on its way to ${address}.`);
  return (
    <Card aria-labelledby="email">
      <CardHeader
        id="email"
        title={
          <span className="email-card-title">
            Email <Chip tone={isVerified ? 'ok' : 'soft'}>{isVerified ? 'Verified' : 'Not verified'}</Chip>
          </span>
        }
        subtitle={
          isVerified || !canSend || mail.mode !== 'off'
            ? address
            : `${address}. This server sends no mail, so it cannot be verified.`
        }
        action={
          !isVerified &&
          canSend &&
          mail.mode !== 'off' && (
            <Button onClick={send} disabled={isBusy}>
              Send the link again
            </Button>
          )
        }
      />
    </Card>
  );
}
