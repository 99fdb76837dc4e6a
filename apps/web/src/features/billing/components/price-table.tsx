import { premiumPrice } from '@dayloom/contracts';
import { Button } from '#ui/button.tsx';
import { useBilling, useCheckout } from '../hooks/use-billing.ts';
import { PremiumFeatures } from './premium-features.tsx';
import './price-table.css';

const dollars = premiumPrice.amountCents / 100;

/** Our own price table, used where the payment provider's cannot be shown; the checkout is the same. */
export function PriceTable() {
  const { data: billing } = useBilling();
  const checkout = useCheckout();
  const canTry = billing?.canTry ?? true;
  return (
    <div className="price-table">
      <div>
        <h3 className="price-table-name text-h3">Premium</h3>
        <div className="price-table-price">
          <span className="price-table-amount n">${dollars}</span>
          <span className="price-table-period">per week</span>
        </div>
        <div className="price-table-terms">
          {canTry
            ? `Free for ${premiumPrice.trialDays} days, no credit card needed. Cancel whenever you like.`
            : 'Billed every week. Cancel whenever you like.'}
        </div>
      </div>
      <PremiumFeatures />
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={checkout.isLeaving}
        onClick={checkout.open}
        className="price-table-start"
      >
        {checkout.isLeaving ? 'Opening the checkout...' : canTry ? 'Start free trial' : 'Subscribe'}
      </Button>
    </div>
  );
}
