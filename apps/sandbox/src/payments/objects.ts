import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Ids of the sandbox begin with `demo_`: live code rejects them, and the sandbox rejects all others. */
export function demoId(kind: string): string {
  return `demo_${kind}_${randomBytes(12).toString('hex')}`;
}

/** The simulated fields of each object: those of the official types that the product reads. */
export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'name' | 'metadata' | 'livemode'
> & { deleted?: boolean; demo_card: string | null };

export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'unit_amount' | 'type' | 'livemode' | 'metadata'
> & { product: string; recurring: { interval: 'week'; interval_count: 1 } };

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'canceled_at'
  | 'ended_at'
  | 'trial_start'
  | 'trial_end'
  | 'start_date'
  | 'metadata'
  | 'livemode'
  | 'currency'
> & {
  customer: string;
  latest_invoice: string | null;
  items: {
    object: 'list';
    has_more: false;
    url: string;
    data: {
      id: string;
      object: 'subscription_item';
      price: Price;
      quantity: 1;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
};

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'amount_due'
  | 'amount_paid'
  | 'currency'
  | 'attempt_count'
  | 'livemode'
  | 'number'
  | 'billing_reason'
> & { customer: string; demo_subscription: string; next_payment_attempt: number | null };

export type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'created' | 'mode' | 'status' | 'url' | 'success_url' | 'cancel_url' | 'livemode'
> & {
  customer: string;
  client_reference_id: string | null;
  subscription: string | null;
  demo_price: string;
  demo_trial_days: number;
  demo_card_required: boolean;
  demo_metadata: Record<string, string>;
};

export type PortalSession = Pick<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'return_url' | 'url' | 'livemode'
> & { customer: string };

export type PaymentsEvent = Pick<
  Stripe.Event,
  'id' | 'object' | 'created' | 'livemode' | 'pending_webhooks'
> & {
  api_version: string | null;
  type: string;
  data: { object: unknown };
};

export interface PaymentsState {
  customers: Record<string, Customer>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  checkouts: Record<string, CheckoutSession>;
  portals: Record<string, PortalSession>;
  events: PaymentsEvent[];
  /** Responses by Idempotency-Key: a repeated request gets the same response. */
  answers: Record<string, { request: string; status: number; body: unknown; at: number }>;
}

export function emptyState(): PaymentsState {
  return {
    customers: {},
    subscriptions: {},
    invoices: {},
    checkouts: {},
    portals: {},
    events: [],
    answers: {},
  };
}

/** The only product: Premium, by the week. */
export const PREMIUM_PRICE: Price = {
  id: 'demo_price_premium_weekly',
  object: 'price',
  active: true,
  currency: 'usd',
  unit_amount: 800,
  type: 'recurring',
  livemode: false,
  metadata: {},
  product: 'demo_prod_premium',
  recurring: { interval: 'week', interval_count: 1 },
};
