import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { entitlements } from './entitlements.ts';
import { Instant, succeeded } from './values.ts';

/** The price of Premium in US cents a week, and the length of the trial without a card. */
export const premiumPrice = { amountCents: 800, currency: 'usd', interval: 'week', trialDays: 7 } as const;

/** The six features of Premium, in the order in which they are always shown. */
export const premiumFeatures = [
  'Schedule your todo list',
  'Create events and invite others',
  'Productivity dashboard',
  'SMS reminders',
  'AI chat assistant',
  'GPT integration',
] as const;

/** The payment provider's states of a subscription (Stripe, `Subscription.status`). */
export const subscriptionStates = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;

/** The details behind `accountStatus`, which the rest of the product uses. */
export const Subscription = z
  .object({
    status: z.enum(subscriptionStates),
    trialEndsAt: Instant.nullable(),
    currentPeriodEndsAt: Instant.nullable(),
    cancelsAtPeriodEnd: z.boolean(),
    /** After a failed payment: the end of the time in which everything still works. */
    graceEndsAt: Instant.nullable(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof Subscription>;

const Cap = z.int().nullable();
const Entitlements = z.object({
  dailyMessages: Cap,
  monthlyMessages: Cap,
  planningCalendarAccounts: Cap,
  smsReminders: z.boolean(),
  hostedLanguageModel: z.boolean(),
} satisfies Record<keyof (typeof entitlements)['FREE'], z.ZodType>);

const Url = z.object({ ...succeeded, url: z.string(), message: z.string() });

export const billingApi = {
  getBilling: endpoint({
    method: 'GET',
    path: '/user/billing',
    summary: 'The plan, its subscription and its entitlements',
    access: 'user',
    response: z.object({
      ...succeeded,
      accountStatus: z.enum(['FREE', 'ACTIVE']),
      subscription: Subscription.nullable(),
      entitlements: Entitlements,
      /** Whether the trial is still available. */
      canTry: z.boolean(),
    }),
  }),
  generateCustomerSecret: endpoint({
    method: 'POST',
    path: '/user/generate-customer-secret',
    summary: 'A short-lived secret for the embedded pricing table; for free users only',
    access: 'user',
    response: z.object({ ...succeeded, customerClientSecret: z.string(), message: z.string() }),
  }),
  startCheckout: endpoint({
    method: 'POST',
    path: '/user/checkout',
    summary: "The address of the provider's checkout page; for free users only",
    access: 'user',
    response: Url,
  }),
  openBillingPortal: endpoint({
    method: 'POST',
    path: '/user/billing-portal',
    summary: 'A short-lived address of the page to manage the subscription',
    access: 'user',
    response: Url,
  }),
  refreshBilling: endpoint({
    method: 'POST',
    path: '/user/billing/refresh',
    summary: 'Refresh the subscription from the payment provider',
    access: 'user',
    response: z.object({ ...succeeded, accountStatus: z.enum(['FREE', 'ACTIVE']), message: z.string() }),
  }),
  stripeWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/stripe',
    summary: 'Webhook of the payment provider; the signature over the raw body is verified',
    access: 'public',
    media: 'application/json',
    response: z.object({ ...succeeded }),
  }),
};
