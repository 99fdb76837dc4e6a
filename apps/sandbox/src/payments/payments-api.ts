import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { type CheckoutSession, demoId, PREMIUM_PRICE } from './objects.ts';
import { isRunning, type Payments } from './payments.ts';

const SLOW_MS = 2_000;
const SECRET_BYTES = 24;
const HOUR_SECONDS = 3_600;

/** An error in the provider's format, which its client throws as an exception. */
class StripeError extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  constructor(status: number, code: string, message: string, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

const Metadata = z.record(z.string(), z.string()).default({});
const Text = z.string().min(1);
const CustomerFields = z.strictObject({
  email: Text.optional(),
  name: Text.optional(),
  metadata: Metadata.optional(),
});
const SessionFields = z.object({ customer: Text });
const CheckoutFields = z.object({
  mode: z.literal('subscription'),
  customer: Text,
  client_reference_id: Text.optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  payment_method_collection: z.enum(['always', 'if_required']).default('always'),
  line_items: z.array(z.object({ price: Text, quantity: z.coerce.number().int().min(1) })).length(1),
  subscription_data: z
    .object({ trial_period_days: z.coerce.number().int().min(1).max(730).optional(), metadata: Metadata })
    .partial()
    .default({}),
});
const PortalFields = z.object({ customer: Text, return_url: z.url().optional() });
const UpdateFields = z.object({
  cancel_at_period_end: z.stringbool().optional(),
  metadata: Metadata.optional(),
});

interface ApiOptions {
  readonly payments: Payments;
  readonly faults: Faults;
  readonly secretKey: string;
  /** The public address of the pages, `http://localhost:3000/sandbox/payments`. */
  readonly pagesUrl: string;
}

/** The part of Stripe's REST API that the product uses through the official client. */
export function paymentsApi(
  app: FastifyInstance,
  { payments, faults, secretKey, pagesUrl }: ApiOptions,
): void {
  const getCustomer = (id: string) => {
    const customer = payments.state.customers[id];
    if (!customer || customer.deleted) throw missing('customer', id);
    return customer;
  };
  const getCheckout = (id: string) => {
    const session = payments.state.checkouts[id];
    if (!session) throw missing('checkout.session', id);
    return session;
  };
  const getSubscription = (id: string) => {
    const subscription = payments.state.subscriptions[id];
    if (!subscription) throw missing('subscription', id);
    return subscription;
  };

  app.setErrorHandler((error: Error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new StripeError(404, 'unrecognized_url', `The sandbox does not know ${request.method} ${request.url}.`),
    ),
  );
  app.addHook('onRequest', async (request) => {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key !== secretKey) throw new StripeError(401, 'invalid_api_key', 'Invalid API Key provided.');
    payments.tick();
    if (faults.take('stripe', 'slow')) await sleep(SLOW_MS);
    if (faults.take('stripe', 'rate-limit'))
      throw new StripeError(429, 'rate_limit', 'Too many requests.', 'rate_limit_error');
    if (faults.take('stripe', 'error'))
      throw new StripeError(500, 'api_error', 'A fault was asked for.', 'api_error');
  });
  // A repeated key with the same body gets the stored response; with another body it is an error.
  app.addHook('preHandler', async (request, reply) => {
    const key = idempotencyKey(request);
    const known = key === null ? undefined : payments.state.answers[key];
    if (!known) return;
    if (known.request !== fingerprint(request))
      throw new StripeError(
        400,
        'idempotency_key_in_use',
        'This key was used with other parameters.',
        'idempotency_error',
      );
    return reply.code(known.status).header('idempotent-replayed', 'true').send(known.body);
  });
  app.addHook('preSerialization', async (request, reply, body) => {
    const key = idempotencyKey(request);
    if (key !== null && reply.statusCode < 500) {
      payments.state.answers[key] ??= {
        request: fingerprint(request),
        status: reply.statusCode,
        body: structuredClone(body),
        at: payments.now(),
      };
    }
    return body;
  });

  app.post('/v1/customers', async ({ body }) => payments.createCustomer(read(CustomerFields, body) as never));
  app.get('/v1/customers/:id', async ({ params }) => getCustomer(parseId(params)));
  app.post('/v1/customers/:id', async ({ params, body }) => {
    const customer = getCustomer(parseId(params));
    const { email, name, metadata } = read(CustomerFields, body);
    Object.assign(customer, email && { email }, name && { name }, metadata && { metadata });
    return customer;
  });
  app.delete('/v1/customers/:id', async ({ params }) => {
    const { id } = getCustomer(parseId(params));
    payments.deleteCustomer(id);
    return { id, object: 'customer', deleted: true };
  });
  app.post('/v1/customer_sessions', async ({ body }) => {
    const { customer } = read(SessionFields, body);
    return {
      object: 'customer_session',
      customer: getCustomer(customer).id,
      client_secret: `demo_cuss_secret_${randomBytes(SECRET_BYTES).toString('base64url')}`,
      created: payments.now(),
      expires_at: payments.now() + HOUR_SECONDS / 2,
      livemode: false,
      components: { pricing_table: { enabled: true } },
    };
  });
  app.post('/v1/checkout/sessions', async ({ body }) => {
    const fields = read(CheckoutFields, body);
    if (fields.line_items[0]?.price !== PREMIUM_PRICE.id)
      throw missing('price', fields.line_items[0]?.price ?? '');
    const id = demoId('cs');
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      created: payments.now(),
      mode: 'subscription',
      status: 'open',
      url: `${pagesUrl}/checkout/${id}`,
      success_url: fields.success_url,
      cancel_url: fields.cancel_url ?? null,
      livemode: false,
      customer: getCustomer(fields.customer).id,
      client_reference_id: fields.client_reference_id ?? null,
      subscription: null,
      demo_price: PREMIUM_PRICE.id,
      demo_trial_days: fields.subscription_data.trial_period_days ?? 0,
      demo_card_required: fields.payment_method_collection === 'always',
      demo_metadata: fields.subscription_data.metadata ?? {},
    };
    payments.state.checkouts[id] = session;
    return session;
  });
  app.get('/v1/checkout/sessions', async ({ query }) => {
    const { customer, status, limit } = query as Record<string, string | undefined>;
    const wanted = Object.values(payments.state.checkouts).filter(
      (one) => (!customer || one.customer === customer) && (!status || one.status === status),
    );
    return list('/v1/checkout/sessions', wanted, limit);
  });
  app.get('/v1/checkout/sessions/:id', async ({ params }) => getCheckout(parseId(params)));
  app.post('/v1/checkout/sessions/:id/expire', async ({ params }) => {
    const session = getCheckout(parseId(params));
    if (session.status !== 'open')
      throw new StripeError(400, 'invalid_request', 'Only open checkout sessions can be expired.');
    session.status = 'expired';
    return session;
  });
  app.post('/v1/billing_portal/sessions', async ({ body }) => {
    const fields = read(PortalFields, body);
    const id = demoId('bps');
    const session = {
      id,
      object: 'billing_portal.session' as const,
      created: payments.now(),
      customer: getCustomer(fields.customer).id,
      return_url: fields.return_url ?? null,
      url: `${pagesUrl}/portal/${id}`,
      livemode: false,
    };
    payments.state.portals[id] = session;
    return session;
  });
  app.get('/v1/subscriptions', async ({ query }) => {
    const { customer, status, limit } = query as Record<string, string | undefined>;
    const all = customer
      ? payments.listSubscriptions(getCustomer(customer).id)
      : Object.values(payments.state.subscriptions);
    const wanted = all.filter((one) => status === 'all' || (status ? one.status === status : isRunning(one)));
    return list('/v1/subscriptions', wanted, limit);
  });
  app.get('/v1/subscriptions/:id', async ({ params }) => getSubscription(parseId(params)));
  app.post('/v1/subscriptions/:id', async ({ params, body }) => {
    const subscription = getSubscription(parseId(params));
    const { cancel_at_period_end: isOn, metadata = {} } = read(UpdateFields, body);
    // An empty value removes its key.
    const merged = Object.entries({ ...subscription.metadata, ...metadata });
    subscription.metadata = Object.fromEntries(merged.filter(([, value]) => value !== ''));
    if (isOn !== undefined) payments.cancelAtPeriodEnd(subscription, isOn);
    return subscription;
  });
  app.delete('/v1/subscriptions/:id', async ({ params }) => {
    const subscription = getSubscription(parseId(params));
    if (!isRunning(subscription)) throw missing('subscription', subscription.id);
    payments.end(subscription);
    return subscription;
  });
  app.get('/v1/prices/:id', async ({ params }) => {
    if (parseId(params) !== PREMIUM_PRICE.id) throw missing('price', parseId(params));
    return PREMIUM_PRICE;
  });
  app.get('/v1/invoices', async ({ query }) => {
    const { customer = '', limit } = query as Record<string, string | undefined>;
    return list('/v1/invoices', payments.listInvoices(getCustomer(customer).id), limit);
  });
  app.get('/v1/events', async ({ query }) =>
    list('/v1/events', payments.state.events, (query as Record<string, string>)['limit']),
  );
  app.get('/v1/events/:id', async ({ params }) => {
    const event = payments.state.events.find(({ id }) => id === parseId(params));
    if (!event) throw missing('event', parseId(params));
    return event;
  });
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

function list(url: string, all: readonly unknown[], limit: string | undefined) {
  const count = Math.min(Math.max(Number(limit ?? DEFAULT_LIMIT) || DEFAULT_LIMIT, 1), MAX_LIMIT);
  return { object: 'list', url, has_more: all.length > count, data: all.slice(0, count) };
}

function parseId(params: unknown): string {
  return (params as { id: string }).id;
}

function missing(what: string, id: string): StripeError {
  return new StripeError(404, 'resource_missing', `No such ${what}: '${id}'`);
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StripeError(400, 'parameter_invalid', `${issue?.path.join('.')}: ${issue?.message}`);
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof key === 'string' ? key : null;
}

function fingerprint(request: FastifyRequest): string {
  return `${request.url} ${JSON.stringify(request.body ?? null)}`;
}

function sendError(reply: FastifyReply, error: Error): FastifyReply {
  const known =
    error instanceof StripeError ? error : new StripeError(500, 'api_error', error.message, 'api_error');
  if (known.status === 429) reply.header('retry-after', '1');
  return reply
    .code(known.status)
    .send({ error: { type: known.type, code: known.code, message: known.message } });
}
