import { entitlements } from '@dayloom/contracts';
import { z } from 'zod';
import { address, count } from './kinds.ts';

/** The payment provider and the limits of the plans. */
export const planSettings = {
  BILLING: z
    .enum(['off', 'on'])
    .default('on')
    .describe(
      '`off` gives every account everything and shows no prices. `on` takes payments: with the keys below, else in the sandbox; in production without keys it is `off`.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret or restricted key (sk_... or rk_...)')
    .optional()
    .describe('Secret key of the payment provider (Stripe). Unset: the sandbox.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', 'must begin with whsec_')
    .optional()
    .describe('Signing secret of the webhook endpoint `PUBLIC_URL/api/webhooks/stripe`.'),
  STRIPE_PRICE_ID: z
    .string()
    .startsWith('price_', 'must begin with price_')
    .optional()
    .describe('The recurring price of Premium ($8 a week).'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_', 'must begin with pk_')
    .optional()
    .describe('Publishable key, for the embedded pricing table.'),
  STRIPE_PRICING_TABLE_ID: z
    .string()
    .startsWith('prctbl_', 'must begin with prctbl_')
    .optional()
    .describe('The embedded pricing table. Unset: our own table, with the same checkout behind it.'),
  STRIPE_API_BASE: address
    .optional()
    .describe('Another address of the payment API than `https://api.stripe.com`.'),
  FREE_DAILY_MESSAGES: count(entitlements.FREE.dailyMessages, 1_000_000).describe(
    'Assistant messages a day on the free plan.',
  ),
  FREE_MONTHLY_MESSAGES: count(entitlements.FREE.monthlyMessages, 1_000_000).describe(
    'Assistant messages a month on the free plan.',
  ),
  PREMIUM_DAILY_MESSAGES: count(entitlements.ACTIVE.dailyMessages, 1_000_000).describe(
    'Assistant messages a day on the premium plan.',
  ),
  PREMIUM_MONTHLY_MESSAGES: count(entitlements.ACTIVE.monthlyMessages, 1_000_000).describe(
    'Assistant messages a month on the premium plan.',
  ),
};
