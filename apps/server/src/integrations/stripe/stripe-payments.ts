import { createHash } from 'node:crypto';
import { subscriptionStates } from '@dayloom/contracts';
import type Stripe from 'stripe';
import type { ProviderSubscription } from '#features/billing/model.ts';
import type { PaymentProvider } from '#features/billing/ports.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** Prefix of every id in the sandbox, which no real id has. */
const DEMO_PREFIX = 'demo_';
const TIMEOUT_MS = 15_000;
/** Older signatures are refused, so that a copied delivery cannot be used later. */
const TOLERANCE_SECONDS = 300;
/**
 * Metadata key of a subscription that ends because its account closes, and not because its owner cancelled
 * it.
 */
const ENDS_WITH_ACCOUNT = 'endsWithAccount';
/** States in which a subscription grants its plan, the one to keep first. */
const RUNNING: readonly string[] = ['active', 'trialing', 'past_due'];

export interface StripeAccess {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Null for the provider's own address. May have a path, under which the API is served. */
  readonly apiBase: string | null;
}

/** Payments by Stripe. The first call loads the library and asks for the access. */
export function stripePayments(isSandbox: boolean, access: () => Promise<StripeAccess>): PaymentProvider {
  let opened: { apiBase: string | null; client: Stripe } | undefined;

  const open = async () => {
    const settings = await access();
    // The sandbox's address may change after a restart.
    if (opened?.apiBase !== settings.apiBase || !opened) {
      const { default: StripeClient } = await import('stripe');
      opened = {
        apiBase: settings.apiBase,
        client: new StripeClient(settings.secretKey, {
          timeout: TIMEOUT_MS,
          maxNetworkRetries: 2,
          telemetry: false,
          ...(settings.apiBase !== null && clientAddress(StripeClient, settings.apiBase)),
        }),
      };
    }
    return { ...settings, stripe: opened.client };
  };
  const call = async <Result>(act: (context: Awaited<ReturnType<typeof open>>) => Promise<Result>) => {
    try {
      return await act(await open());
    } catch (error) {
      throw toFailure(error);
    }
  };

  return {
    isOwnId: (id) => id.startsWith(DEMO_PREFIX) === isSandbox,
    createCustomer: ({ id, email, name }) =>
      call(async ({ stripe }) => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { userId: id } },
          // The key is sent as a header, and names may have letters of any script, so it contains their
          // digest.
          { idempotencyKey: `customer-${id}-${digest(`${email} ${name}`)}` },
        );
        return customer.id;
      }),
    createCustomerSecret: (customer) =>
      call(async ({ stripe }) => {
        const session = await stripe.customerSessions.create({
          customer,
          components: { pricing_table: { enabled: true } },
        });
        return session.client_secret;
      }),
    createCheckout: ({ customerId, userId, trialDays, successUrl, cancelUrl }) =>
      call(async ({ stripe, priceId }) => {
        // After a double click or in two tabs, only the latest checkout may sell.
        const { data: open } = await stripe.checkout.sessions.list({ customer: customerId, status: 'open' });
        for (const { id } of open) await ignoreIfEnded(stripe.checkout.sessions.expire(id));
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          success_url: successUrl,
          cancel_url: cancelUrl,
          line_items: [{ price: priceId, quantity: 1 }],
          payment_method_collection: 'if_required',
          subscription_data: {
            metadata: { userId },
            ...(trialDays > 0 && {
              trial_period_days: trialDays,
              trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
            }),
          },
        });
        if (!session.url) throw new ProviderFailure('rejected', 'The checkout has no address.');
        return session.url;
      }),
    createPortal: (customer, returnUrl) =>
      call(async ({ stripe }) => {
        const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return session.url;
      }),
    findSubscription: (customer) =>
      call(async ({ stripe }) => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 20 });
        const running = data
          .filter(({ status }) => RUNNING.includes(status))
          .sort((a, b) => RUNNING.indexOf(a.status) - RUNNING.indexOf(b.status) || a.created - b.created);
        const [latest] = [...data].sort((a, b) => b.created - a.created);
        const found = running[0] ?? latest;
        return found ? { ...describe(found), doubles: running.slice(1).map(({ id }) => id) } : null;
      }),
    endSubscription: (id) =>
      call(async ({ stripe }) => {
        await ignoreIfEnded(stripe.subscriptions.cancel(id));
      }),
    setRenewal: (customer, renews) =>
      call(async ({ stripe }) => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 20 });
        for (const { id, status, cancel_at_period_end: isEnding, metadata } of data) {
          if (!RUNNING.includes(status)) continue;
          const isOurs = metadata[ENDS_WITH_ACCOUNT] !== undefined;
          if (!renews && !isEnding)
            await stripe.subscriptions.update(id, {
              cancel_at_period_end: true,
              metadata: { [ENDS_WITH_ACCOUNT]: 'yes' },
            });
          if (renews && isOurs)
            await stripe.subscriptions.update(id, {
              cancel_at_period_end: false,
              metadata: { [ENDS_WITH_ACCOUNT]: '' },
            });
        }
      }),
    deleteCustomer: (customer) =>
      call(async ({ stripe }) => {
        try {
          await stripe.customers.del(customer);
        } catch (error) {
          if ((error as { code?: string }).code !== 'resource_missing') throw error;
        }
      }),
    async readEvent(rawBody, signature) {
      const { stripe, webhookSecret } = await call(async (context) => context);
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(
          rawBody,
          signature,
          webhookSecret,
          TOLERANCE_SECONDS,
        );
      } catch {
        return null;
      }
      const object = event.data.object as { object?: string; id?: string; customer?: unknown };
      const customer = object.object === 'customer' ? object.id : object.customer;
      return { id: event.id, type: event.type, customerId: typeof customer === 'string' ? customer : null };
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Ignores the error when the object has already ended or was completed. */
async function ignoreIfEnded(ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    const { statusCode } = error as Partial<StripeFailure>;
    if (statusCode !== 400 && statusCode !== 404) throw error;
  }
}

function describe(subscription: Stripe.Subscription): Omit<ProviderSubscription, 'doubles'> {
  const periodEnd = subscription.items.data[0]?.current_period_end;
  return {
    id: subscription.id,
    // A state unknown to this code grants nothing.
    status: subscriptionStates.find((known) => known === subscription.status) ?? 'incomplete',
    trialEndsAt: instant(subscription.trial_end),
    currentPeriodEndsAt: instant(periodEnd),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  };
}

function instant(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}

/** The client's options for another address than the provider's own. */
function clientAddress(client: typeof Stripe, base: string): Stripe.StripeConfig {
  const { hostname, port, protocol, pathname } = new URL(base);
  const below = pathname.replace(/(?<!\/)\/+$/, '');
  return {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    // The client supports other hosts but no paths, so the path is added when the request is sent.
    httpClient: client.createFetchHttpClient((url, init) =>
      fetch((url as string).replace('/v1/', `${below}/v1/`), init),
    ),
  };
}

interface StripeFailure {
  readonly type: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly headers?: Record<string, string>;
}

function toFailure(error: unknown): unknown {
  if (error instanceof ProviderFailure || !(error instanceof Error)) return error;
  const { type, code, statusCode, headers } = error as Error & Partial<StripeFailure>;
  const options = { cause: error, ...(code && { providerCode: code }) };
  if (statusCode === 429) {
    const retryAfterSeconds = Number(headers?.['retry-after']) || 1;
    return new ProviderFailure('rate_limited', 'The payment provider asks us to wait.', {
      ...options,
      retryAfterSeconds,
    });
  }
  if (statusCode === 401 || statusCode === 403)
    return new ProviderFailure('reconnect_needed', 'The payment provider rejects our key.', options);
  if (statusCode !== undefined && statusCode < 500)
    return new ProviderFailure(
      'rejected',
      `The payment provider rejected this: ${code ?? type ?? statusCode}`,
      options,
    );
  return new ProviderFailure('unavailable', 'The payment provider does not respond.', options);
}
