import { billingApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

export const fetchBilling = (signal?: AbortSignal) => call(billingApi.getBilling, {}, { signal });

/** A secret for the provider's pricing table. It is valid for half an hour and not stored. */
export async function createCustomerSecret(): Promise<string> {
  return (await call(billingApi.generateCustomerSecret)).customerClientSecret;
}

export async function createCheckout(): Promise<string> {
  return (await call(billingApi.startCheckout)).url;
}

export async function createPortal(): Promise<string> {
  return (await call(billingApi.openBillingPortal)).url;
}

export async function refreshBilling(): Promise<'FREE' | 'ACTIVE'> {
  return (await call(billingApi.refreshBilling)).accountStatus;
}
