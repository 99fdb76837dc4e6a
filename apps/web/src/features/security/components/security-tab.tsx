import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingRow } from '#ui/loading-row.tsx';
import { useSecurity } from '../api.ts';
import { ActivityCard } from './activity-card.tsx';
import { Confirmation } from './confirmation.tsx';
import { EmailCard } from './email-card.tsx';
import { ManagedElsewhereCard } from './managed-elsewhere-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInMethodsCard } from './sign-in-methods-card.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import './security-tab.css';

export function SecurityTab() {
  const { data: security, isPending, refetch } = useSecurity();
  if (isPending) return <LoadingRow>Loading settings...</LoadingRow>;
  if (!security)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        Your security settings could not be loaded.
      </Alert>
    );
  const { own, managedBy, email, signInMethods } = security;
  return (
    <Confirmation hasPasskeys={(own?.passkeys.length ?? 0) > 0}>
      <div className="security-tab">
        <div className="security-tab-column">
          {own ? (
            <>
              <PasswordCard changedAt={own.passwordChangedAt} email={email.address} />
              <PasskeysCard passkeys={own.passkeys} />
              <TwoStepCard twoStep={own.twoStep} />
            </>
          ) : (
            managedBy && <ManagedElsewhereCard {...managedBy} />
          )}
          <EmailCard {...email} canSend={own !== null} />
          <SignInMethodsCard methods={signInMethods} />
        </div>
        <div className="security-tab-column">
          {own && <SessionsCard />}
          <ActivityCard />
        </div>
      </div>
    </Confirmation>
  );
}
