import type { Subscription } from '@dayloom/contracts';
import { ExternalLink } from 'lucide-react';
import { ApiError } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { CircularProgress } from '#ui/progress.tsx';
import { useCustomerSecret } from '../hooks/use-billing.ts';
import { isOwing } from '../model/subscription.ts';
import { BillingProblem } from './billing-problem.tsx';
import { PriceTable } from './price-table.tsx';
import { ProviderTable } from './provider-table.tsx';
import './upgrade-card.css';

interface UpgradeCardProps {
  subscription: Subscription | null;
  portalUrl: string | null;
}

/** Shown to free users: the prices, or how to pay for a subscription that is still running. */
export function UpgradeCard({ subscription, portalUrl }: UpgradeCardProps) {
  return (
    <Card aria-labelledby="upgrade">
      <CardHeader
        id="upgrade"
        title="Choose your plan"
        action={
          <Chip tone="planned" isPill>
            Upgrade for Premium
          </Chip>
        }
      />
      {isOwing(subscription) && portalUrl ? (
        <CardBody>
          <div className="upgrade-card-owing">
            Your last payment did not go through, so Premium is paused. Choose another card to continue.
          </div>
          <Button
            variant="contained"
            color="primary"
            href={portalUrl}
            target="_blank"
            rel="noopener"
            endIcon={<ExternalLink size={16} />}
          >
            Choose another card
          </Button>
        </CardBody>
      ) : (
        <Pricing />
      )}
    </Card>
  );
}

function Pricing() {
  const { payments } = useClientConfig();
  const secret = useCustomerSecret();
  if (secret.isWaiting) {
    return (
      <output aria-label="Loading prices" className="upgrade-card-loading">
        <CircularProgress size={28} />
      </output>
    );
  }
  if (secret.isError) {
    // The messages for a refusal and for no response differ (spec, Billing tab).
    const isAnswer = secret.error instanceof ApiError && secret.error.code !== 'network';
    return isAnswer ? (
      <BillingProblem
        title="Failed to initialize pricing table"
        advice="Please refresh the page or contact support"
      />
    ) : (
      <BillingProblem
        title="An error occurred while loading pricing information"
        advice="Please refresh the page or contact support"
      />
    );
  }
  return payments.pricingTable ? (
    <ProviderTable {...payments.pricingTable} customerSecret={secret.data ?? ''} />
  ) : (
    <PriceTable />
  );
}
