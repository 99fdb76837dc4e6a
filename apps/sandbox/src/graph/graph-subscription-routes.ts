import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '#lengths-of-time.ts';
import type { GraphCalendars } from './graph-calendars.ts';
import { GraphError } from './graph-error.ts';
import { reader } from './graph-gate.ts';
import { read } from './graph-queries.ts';
import type { GraphSubscriptions } from './graph-subscriptions.ts';

/** Subscriptions to Outlook last less than seven days. */
const MAX_SUBSCRIPTION_MS = 10_080 * MINUTE_MS;
const VALIDATION_MS = 10_000;

const SubscriptionBody = z.object({
  changeType: z.string().min(1),
  notificationUrl: z.url(),
  lifecycleNotificationUrl: z.url().optional(),
  resource: z.string().min(1),
  expirationDateTime: z.iso.datetime({ offset: true }),
  clientState: z.string().max(128).optional(),
});

export interface SubscriptionRoutesOptions {
  readonly calendars: GraphCalendars;
  readonly subscriptions: GraphSubscriptions;
  readonly validate: ((address: string) => Promise<{ status: number; text: string }>) | undefined;
}

const idIn = (request: FastifyRequest) => (request.params as { id: string }).id;

/** Push notifications: an address receives changes once it has returned the validation token. */
export function subscriptionRoutes(app: FastifyInstance, options: SubscriptionRoutesOptions): void {
  const { calendars, subscriptions, validate = askByHttp } = options;
  app.post('/subscriptions', async (request, reply) => {
    const { account } = reader(request);
    const input = read(SubscriptionBody, request.body);
    requireLifetime(calendars, input.expirationDateTime);
    for (const address of [input.notificationUrl, input.lifecycleNotificationUrl ?? null]) {
      if (address === null) continue;
      const word = `Validation: ${randomUUID()}`;
      const answer = await validate(
        `${address}${address.includes('?') ? '&' : '?'}validationToken=${encodeURIComponent(word)}`,
      );
      if (answer.status !== 200 || answer.text !== word)
        throw new GraphError(400, 'ValidationError', 'Subscription validation request failed.');
    }
    const subscription = subscriptions.save({
      id: randomUUID(),
      accountId: account.id,
      resource: input.resource,
      changeType: input.changeType,
      notificationUrl: input.notificationUrl,
      lifecycleNotificationUrl: input.lifecycleNotificationUrl ?? null,
      clientState: input.clientState ?? null,
      expirationDateTime: input.expirationDateTime,
    });
    const { accountId: _, clientState: __, ...shown } = subscription;
    return reply.code(201).send(shown);
  });
  app.get('/subscriptions', async (request) => ({
    value: subscriptions
      .list(reader(request).account)
      .map((each) => ({ ...each, accountId: undefined, clientState: undefined })),
  }));
  app.patch('/subscriptions/:id', async (request) => {
    const subscription = subscriptions.get(reader(request).account, idIn(request));
    const { expirationDateTime } = read(
      z.object({ expirationDateTime: z.iso.datetime({ offset: true }) }),
      request.body,
    );
    requireLifetime(calendars, expirationDateTime);
    const {
      accountId: _,
      clientState: __,
      ...shown
    } = subscriptions.save({ ...subscription, expirationDateTime });
    return shown;
  });
  app.delete('/subscriptions/:id', async (request, reply) => {
    subscriptions.remove(reader(request).account, idIn(request));
    return reply.code(204).send();
  });
}

function requireLifetime(calendars: GraphCalendars, expirationDateTime: string): void {
  const left = Date.parse(expirationDateTime) - calendars.now().getTime();
  if (left <= 0 || left > MAX_SUBSCRIPTION_MS)
    throw new GraphError(
      400,
      'ExtensionError',
      'Subscription expiration can only be 10080 minutes in the future.',
    );
}

async function askByHttp(address: string): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(VALIDATION_MS) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
