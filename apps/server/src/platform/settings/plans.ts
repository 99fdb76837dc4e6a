import { entitlements } from '@dayloom/contracts';
import { z } from 'zod';
import { address, count } from './kinds.ts';

/** The payment provider and the limits of the plans. */
export const planSettings = {
  BILLING: z
    .enum(['off', 'on'])
    .default('on')
    .describe(
      '`off` gives every account all features and shows no prices. `on` accepts payments with the keys below, or in the sandbox without keys. In production without keys it means `off`.',
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
    .describe('ID of the recurring price of Premium ($8 a week).'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_', 'must begin with pk_')
    .optional()
    .describe('Publishable key for the embedded pricing table.'),
  STRIPE_PRICING_TABLE_ID: z
    .string()
    .startsWith('prctbl_', 'must begin with prctbl_')
    .optional()
    .describe('ID of the embedded pricing table. Unset: Dayloom shows its own table with the same checkout.'),
  STRIPE_API_BASE: address
    .optional()
    .describe('Address of the payment API. Unset: `https://api.stripe.com`.'),
  FREE_DAILY_MESSAGES: count(entitlements.FREE.dailyMessages, 1_000_000).describe(
    'Assistant messages per day on the free plan.',
  ),
  FREE_MONTHLY_MESSAGES: count(entitlements.FREE.monthlyMessages, 1_000_000).describe(
    'Assistant messages per month on the free plan.',
  ),
  PREMIUM_DAILY_MESSAGES: count(entitlements.ACTIVE.dailyMessages, 1_000_000).describe(
    'Assistant messages per day on the premium plan.',
  ),
  PREMIUM_MONTHLY_MESSAGES: count(entitlements.ACTIVE.monthlyMessages, 1_000_000).describe(
    'Assistant messages per month on the premium plan.',
  ),
};
