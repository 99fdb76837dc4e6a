import { PortalPage } from '#features/billing/components/portal-page.tsx';

export function BillingPortalRoute() {
  return <PortalPage />;
}
