import { premiumPrice } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useBilling, useCheckout } from '../hooks/use-billing.ts';
import { PremiumFeatures } from './premium-features.tsx';

const dollars = premiumPrice.amountCents / 100;

/** Our own price table, used where the payment provider's cannot be shown; the checkout is the same. */
export function PriceTable() {
  const { data: billing } = useBilling();
  const checkout = useCheckout();
  const canTry = billing?.canTry ?? true;
  return (
    <Box sx={{ p: '4px 20px 20px', display: 'grid', gap: 2.5 }}>
      <Box>
        <Box component="h3" sx={{ m: 0, typography: 'h3' }}>
          Premium
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, my: 1, lineHeight: 1.2 }}>
          <Box
            className="n"
            component="span"
            sx={{ fontSize: 36, fontWeight: 650, letterSpacing: '-0.02em' }}
          >
            ${dollars}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            per week
          </Box>
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          {canTry
            ? `Free for ${premiumPrice.trialDays} days, no credit card needed. Cancel whenever you like.`
            : 'Billed every week. Cancel whenever you like.'}
        </Box>
      </Box>
      <PremiumFeatures />
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={checkout.isLeaving}
        onClick={checkout.open}
        sx={{ justifySelf: { sm: 'start' } }}
      >
        {checkout.isLeaving ? 'Opening the checkout...' : canTry ? 'Start free trial' : 'Subscribe'}
      </Button>
    </Box>
  );
}
