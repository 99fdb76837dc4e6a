import { createElement, useEffect, useState } from 'react';
import { BillingProblem } from './billing-problem.tsx';

const SCRIPT = 'https://js.stripe.com/v3/pricing-table.js';

interface ProviderTableProps {
  id: string;
  publishableKey: string;
  customerSecret: string;
}

/** The payment provider's table: a custom element that its script defines. */
export function ProviderTable({ id, publishableKey, customerSecret }: ProviderTableProps) {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('error', () => {
      script.remove();
      setFailed(true);
    });
    document.head.append(script);
  }, []);
  if (hasFailed) {
    return (
      <BillingProblem
        title="An error occurred while loading pricing information"
        advice="Please refresh the page or contact support"
      />
    );
  }
  return createElement('stripe-pricing-table', {
    'pricing-table-id': id,
    'publishable-key': publishableKey,
    'customer-session-client-secret': customerSecret,
  });
}
