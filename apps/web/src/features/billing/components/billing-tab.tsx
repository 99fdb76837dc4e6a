import type { Settings } from '@dayloom/contracts';
import { ExternalLink, LogOut } from 'lucide-react';
import { useClientConfig } from '#lib/client-config.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { useReturnFromCheckout } from '../hooks/use-billing.ts';
import { describeNext } from '../model/subscription.ts';
import { PremiumFeatures } from './premium-features.tsx';
import { UpgradeCard } from './upgrade-card.tsx';
import './billing-tab.css';

interface BillingTabProps {
  settings: Settings;
  onLogout: () => void;
}

export function BillingTab({ settings, onLogout }: BillingTabProps) {
  const { productName } = useClientConfig();
  const { timeZone } = useViewer();
  const { accountStatus, subscription, stripe } = settings;
  const portalUrl = stripe.customerPortalUrl;
  const isPremium = accountStatus !== 'FREE';
  useReturnFromCheckout();
  return (
    <div className="billing-tab">
      <Card aria-labelledby="billing">
        <CardHeader
          id="billing"
          title="Billing & Subscription"
          subtitle="Manage your subscription and billing preferences"
          action={
            <Button onClick={onLogout} startIcon={<LogOut size={16} />}>
              Logout
            </Button>
          }
        />
        {isPremium && (
          <CardRow className="billing-tab-plan">
            <div className="billing-tab-facts">
              <h3 className="billing-tab-name text-h3">
                Premium
                <Chip tone="ok">Active</Chip>
                {subscription?.graceEndsAt && <Chip tone="soft">Payment failed</Chip>}
              </h3>
              <div className="billing-tab-next">
                {subscription
                  ? describeNext(subscription, timeZone)
                  : `Everything is included on this server. ${productName} does not accept payments here.`}
              </div>
            </div>
            {portalUrl && (
              <Button
                variant="contained"
                color="primary"
                onClick={() => window.open(portalUrl, '_blank', 'noopener')}
                endIcon={<ExternalLink size={16} />}
              >
                Manage Subscription
              </Button>
            )}
          </CardRow>
        )}
      </Card>
      {isPremium ? (
        <Card aria-labelledby="premium">
          <CardHeader id="premium" title="What Premium includes" />
          <CardBody>
            <PremiumFeatures />
          </CardBody>
        </Card>
      ) : (
        <UpgradeCard subscription={subscription} portalUrl={portalUrl} />
      )}
    </div>
  );
}
