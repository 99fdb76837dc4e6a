import { createHmac } from 'node:crypto';
import type { Faults } from '../faults.ts';
import { KeptState } from '../kept-state.ts';
import type { Webhooks } from '../webhooks.ts';
import {
  type CheckoutSession,
  type Customer,
  demoId,
  emptyState,
  type Invoice,
  type PaymentsEvent,
  type PaymentsState,
  PREMIUM_PRICE,
  type Subscription,
} from './objects.ts';

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;
const RETRY_EVERY_SECONDS = 3 * DAY_SECONDS;
/** Failed attempts after which the subscription ends (the provider's default). */
const MAX_ATTEMPTS = 4;
const KEPT_EVENTS = 500;

/** The card that is always declined; all others are accepted (the provider's test number). */
export const DECLINED_CARD = '4000000000000002';

export interface PaymentsOptions {
  readonly now: () => Date;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly changed: () => void;
}

/**
 * The payment provider: customers, checkouts, subscriptions that renew, fail and end, and a signed webhook
 * event for each change.
 */
export class Payments extends KeptState<PaymentsState> {
  readonly #options: PaymentsOptions;

  constructor(options: PaymentsOptions) {
    super('payments', emptyState);
    this.#options = options;
  }

  /** Seconds since 1970, as in the provider's API. */
  now(): number {
    return Math.floor(this.#options.now().getTime() / 1000);
  }

  createCustomer(fields: { email?: string; name?: string; metadata?: Record<string, string> }): Customer {
    const customer: Customer = {
      id: demoId('cus'),
      object: 'customer',
      created: this.now(),
      email: fields.email ?? null,
      name: fields.name ?? null,
      metadata: fields.metadata ?? {},
      livemode: false,
      demo_card: null,
    };
    this.state.customers[customer.id] = customer;
    this.#options.changed();
    return customer;
  }

  deleteCustomer(id: string): void {
    for (const subscription of this.listSubscriptions(id)) {
      if (isRunning(subscription)) this.end(subscription);
    }
    const customer = this.state.customers[id];
    if (customer) customer.deleted = true;
    this.#options.changed();
  }

  listSubscriptions(customerId: string): Subscription[] {
    return Object.values(this.state.subscriptions)
      .filter(({ customer }) => customer === customerId)
      .sort((a, b) => b.created - a.created);
  }

  listInvoices(customerId: string): Invoice[] {
    return Object.values(this.state.invoices)
      .filter(({ customer }) => customer === customerId)
      .sort((a, b) => b.created - a.created);
  }

  /** Completes a checkout. With a trial, no card is needed; without one, the first week is paid at once. */
  complete(session: CheckoutSession, card: string | null): 'completed' | 'card_needed' | 'declined' {
    const customer = this.state.customers[session.customer];
    if (!customer || session.status !== 'open') return 'completed';
    const hasTrial = session.demo_trial_days > 0;
    if (card === null && (session.demo_card_required || !hasTrial)) return 'card_needed';
    if (card === DECLINED_CARD && !hasTrial) return 'declined';
    if (card !== null) customer.demo_card = card;
    const now = this.now();
    const trialEnd = hasTrial ? now + session.demo_trial_days * DAY_SECONDS : null;
    const subscription: Subscription = {
      id: demoId('sub'),
      object: 'subscription',
      created: now,
      status: hasTrial ? 'trialing' : 'active',
      customer: customer.id,
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      ended_at: null,
      trial_start: hasTrial ? now : null,
      trial_end: trialEnd,
      start_date: now,
      metadata: session.demo_metadata,
      livemode: false,
      currency: 'usd',
      latest_invoice: null,
      items: {
        object: 'list',
        has_more: false,
        url: '/v1/subscription_items',
        data: [
          {
            id: demoId('si'),
            object: 'subscription_item',
            price: PREMIUM_PRICE,
            quantity: 1,
            current_period_start: now,
            current_period_end: trialEnd ?? now + WEEK_SECONDS,
          },
        ],
      },
    };
    this.state.subscriptions[subscription.id] = subscription;
    session.status = 'complete';
    session.subscription = subscription.id;
    const invoice = this.#bill(
      subscription,
      hasTrial ? 0 : (PREMIUM_PRICE.unit_amount ?? 0),
      'subscription_create',
    );
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    this.#emit('customer.subscription.created', subscription);
    this.#emit('invoice.paid', invoice);
    this.#emit('checkout.session.completed', session);
    return 'completed';
  }

  cancelAtPeriodEnd(subscription: Subscription, isOn: boolean): void {
    subscription.cancel_at_period_end = isOn;
    subscription.cancel_at = isOn ? (item(subscription)?.current_period_end ?? null) : null;
    subscription.canceled_at = isOn ? this.now() : null;
    this.#emit('customer.subscription.updated', subscription);
  }

  /** Ends the subscription now. */
  end(subscription: Subscription): void {
    const now = this.now();
    subscription.status = 'canceled';
    subscription.canceled_at ??= now;
    subscription.ended_at = now;
    this.#emit('customer.subscription.deleted', subscription);
  }

  setCard(customer: Customer, card: string): void {
    customer.demo_card = card;
    this.#emit('payment_method.attached', { object: 'payment_method', customer: customer.id });
    // A new card is used at once for open invoices.
    for (const subscription of this.listSubscriptions(customer.id)) {
      const open = this.#openInvoice(subscription);
      if (open) this.#charge(subscription, open, this.now());
    }
  }

  /** Runs everything that is due: trials end, weeks are billed, failed payments are retried. */
  tick(): void {
    for (const subscription of Object.values(this.state.subscriptions)) {
      // One step at a time, so that a month of advance gives four weekly bills and not one.
      for (let step = 0; step < 1_000 && this.#step(subscription); step++);
    }
  }

  #step(subscription: Subscription): boolean {
    const period = item(subscription);
    if (!period || !isRunning(subscription)) return false;
    const now = this.now();
    const open = this.#openInvoice(subscription);
    if (subscription.status === 'past_due' && open) {
      if (open.next_payment_attempt === null || open.next_payment_attempt > now) return false;
      this.#charge(subscription, open, open.next_payment_attempt);
      return true;
    }
    if (period.current_period_end > now) return false;
    const isTrialOver = subscription.status === 'trialing';
    const customer = this.state.customers[subscription.customer];
    if (subscription.cancel_at_period_end || (isTrialOver && !customer?.demo_card)) {
      this.end(subscription);
      return true;
    }
    const dueAt = period.current_period_end;
    period.current_period_start = dueAt;
    period.current_period_end += WEEK_SECONDS;
    const invoice = this.#bill(subscription, PREMIUM_PRICE.unit_amount ?? 0, 'subscription_cycle');
    this.#charge(subscription, invoice, dueAt);
    return true;
  }

  #openInvoice(subscription: Subscription): Invoice | undefined {
    return this.listInvoices(subscription.customer).find(
      (invoice) => invoice.demo_subscription === subscription.id && invoice.status === 'open',
    );
  }

  #bill(subscription: Subscription, amount: number, reason: Invoice['billing_reason']): Invoice {
    const count = Object.keys(this.state.invoices).length + 1;
    const invoice: Invoice = {
      id: demoId('in'),
      object: 'invoice',
      created: this.now(),
      status: 'open',
      amount_due: amount,
      amount_paid: 0,
      currency: 'usd',
      attempt_count: 0,
      livemode: false,
      number: `DEMO-${String(count).padStart(4, '0')}`,
      billing_reason: reason,
      customer: subscription.customer,
      demo_subscription: subscription.id,
      next_payment_attempt: null,
    };
    this.state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  /** `dueAt` is when the attempt was due: after a jump of the clock, the next ones are counted from there. */
  #charge(subscription: Subscription, invoice: Invoice, dueAt: number): void {
    const card = this.state.customers[subscription.customer]?.demo_card ?? null;
    const isRefused =
      card === null || card === DECLINED_CARD || this.#options.faults.take('stripe', 'decline');
    invoice.attempt_count += 1;
    if (!isRefused) {
      invoice.status = 'paid';
      invoice.amount_paid = invoice.amount_due;
      invoice.next_payment_attempt = null;
      subscription.status = 'active';
      this.#emit('invoice.paid', invoice);
      this.#emit('customer.subscription.updated', subscription);
      return;
    }
    if (invoice.attempt_count >= MAX_ATTEMPTS) {
      invoice.status = 'uncollectible';
      invoice.next_payment_attempt = null;
      this.#emit('invoice.payment_failed', invoice);
      this.end(subscription);
      return;
    }
    invoice.next_payment_attempt = dueAt + RETRY_EVERY_SECONDS;
    subscription.status = 'past_due';
    this.#emit('invoice.payment_failed', invoice);
    this.#emit('customer.subscription.updated', subscription);
  }

  #emit(type: string, object: unknown): void {
    const event: PaymentsEvent = {
      id: demoId('evt'),
      object: 'event',
      api_version: null,
      created: this.now(),
      livemode: false,
      pending_webhooks: 1,
      type,
      // A copy: later changes belong to later events.
      data: { object: structuredClone(object) },
    };
    this.state.events.unshift(event);
    this.state.events.length = Math.min(this.state.events.length, KEPT_EVENTS);
    this.send(event);
    this.#options.changed();
  }

  /** Sends an event, also repeatedly. */
  send(event: PaymentsEvent): void {
    const body = JSON.stringify(event, null, 2);
    this.#options.webhooks.post('stripe', {
      url: this.#options.webhookUrl,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(this.#options.webhookSecret, body),
      },
      body,
    });
  }
}

/** The provider's signature. `t` is the real time, not the sandbox's, or the receiver rejects it. */
function signature(secret: string, body: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${mac}`;
}

export function isRunning({ status }: Subscription): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/** The only item of a subscription. */
export function item(subscription: Subscription) {
  return subscription.items.data[0];
}
