import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { OauthProvider, TokenHolder } from '../oauth/oauth-provider.ts';
import { AtOnce, Quota } from '../quota.ts';
import { type Calendar, type Event, etagOf, type GraphCalendars } from './graph-calendars.ts';
import { badRequest, GraphError, syncStateGone } from './graph-error.ts';
import type { GraphSubscriptions } from './graph-subscriptions.ts';
import { instantOf, momentOf } from './graph-times.ts';

const SLOW_MS = 2_000;
const DEFAULT_PAGE = 10;
const MAX_PAGE = 1_000;
/** Subscriptions to Outlook last less than seven days. */
const MAX_SUBSCRIPTION_MS = 10_080 * 60_000;
const VALIDATION_MS = 10_000;
/** Of one app in one mailbox. */
const CALLS = { most: 10_000, inMs: 10 * 60_000, atOnce: 4 };

declare module 'fastify' {
  interface FastifyRequest {
    graph?: TokenHolder;
    /** Whose place among those at once it takes. */
    graphPlace?: string;
  }
}

export interface GraphApiOptions {
  readonly calendars: GraphCalendars;
  readonly subscriptions: GraphSubscriptions;
  readonly oauth: OauthProvider;
  readonly faults: Faults;
  /** Where clients reach the API, for the links of its answers. */
  readonly apiUrl: () => string;
  /** Asks a notification address to say a word back; tests hand in their own. */
  readonly validate?: (address: string) => Promise<{ status: number; text: string }>;
}

/** The part of Microsoft Graph (v1.0) that the product calls, for its official client. */
export function graphApi(app: FastifyInstance, options: GraphApiOptions): void {
  const { calendars, subscriptions, oauth, faults, apiUrl } = options;
  const validate = options.validate ?? askByHttp;
  const quota = new Quota(CALLS.most, CALLS.inMs);
  const atOnce = new AtOnce(CALLS.atOnce);
  const leave = (request: FastifyRequest) => {
    if (request.graphPlace !== undefined) atOnce.leave(request.graphPlace);
    delete request.graphPlace;
  };
  app.setErrorHandler((error: Error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new GraphError(404, 'ResourceNotFound', `The sandbox does not know ${request.method} ${request.url}.`),
    ),
  );
  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const holder = token ? await oauth.findHolder(token) : null;
    if (!holder || faults.take('microsoft', 'expire-token'))
      throw new GraphError(
        401,
        'InvalidAuthenticationToken',
        'Lifetime validation failed, the token is expired.',
      );
    const wait = quota.take(holder.connection);
    if (wait > 0) throw new GraphError(429, 'ApplicationThrottled', 'Too many requests.', wait);
    if (!atOnce.enter(holder.connection))
      throw new GraphError(
        429,
        'ApplicationThrottled',
        'Application is over its MailboxConcurrency limit.',
        1,
      );
    request.graphPlace = holder.connection;
    // Also that of a client that gave up waiting.
    reply.raw.once('close', () => leave(request));
    if (faults.take('microsoft', 'slow')) await sleep(SLOW_MS);
    if (faults.take('microsoft', 'rate-limit') || faults.take('microsoft', 'too-many'))
      throw new GraphError(429, 'ApplicationThrottled', 'Too many requests.', 1);
    if (faults.take('microsoft', 'error'))
      throw new GraphError(503, 'ServiceUnavailable', 'A fault was asked for.');
    request.graph = holder;
  });
  // Before the answer is out: its reader may call again before this end knows that it has arrived.
  app.addHook('onSend', async (request) => leave(request));

  const reader = (request: FastifyRequest) => holderWith(request, ['Calendars.ReadWrite', 'Calendars.Read']);
  const writer = (request: FastifyRequest) => holderWith(request, ['Calendars.ReadWrite']);
  const calendarIn = (request: FastifyRequest, { account }: TokenHolder) =>
    calendars.calendarOf(
      calendars.mailboxOf(account),
      (request.params as { calendarId?: string }).calendarId ?? null,
    );
  const idIn = (request: FastifyRequest) => (request.params as { id: string }).id;

  app.get('/me', async (request) => {
    const { account } = holderWith(request, ['User.Read', 'Calendars.ReadWrite']);
    return {
      id: account.id,
      displayName: account.name,
      mail: account.email,
      userPrincipalName: account.email,
    } satisfies Graph.User;
  });
  app.get('/me/mailboxSettings', async (request) => {
    const { account } = holderWith(request, ['MailboxSettings.Read', 'Calendars.ReadWrite']);
    return { timeZone: calendars.mailboxOf(account).timeZone } satisfies Graph.MailboxSettings;
  });
  app.get('/me/calendars', async (request) => {
    const { account } = reader(request);
    return {
      value: Object.values(calendars.mailboxOf(account).calendars).map((calendar) =>
        about(calendar, account.email),
      ),
    };
  });
  app.post('/me/calendars', async (request, reply) => {
    const { account } = writer(request);
    const { name } = read(z.object({ name: z.string().min(1) }), request.body);
    return reply.code(201).send(about(calendars.addCalendar(account, name), account.email));
  });
  for (const path of ['/me/calendar', '/me/calendars/:calendarId']) {
    app.get(path, async (request) => {
      const holder = reader(request);
      return about(calendarIn(request, holder), holder.account.email);
    });
  }
  app.delete('/me/calendars/:calendarId', async (request, reply) => {
    calendars.removeCalendar(writer(request).account, (request.params as { calendarId: string }).calendarId);
    return reply.code(204).send();
  });

  for (const root of ['/me', '/me/calendar', '/me/calendars/:calendarId']) {
    app.get(`${root}/events`, async (request) => {
      const holder = reader(request);
      const all = calendars.list(holder.account, calendarIn(request, holder)).filter(filterIn(request));
      return pageOf(
        request,
        all.map((event) => shown(event, request)),
        apiUrl(),
      );
    });
    app.post(`${root}/events`, async (request, reply) => {
      const holder = writer(request);
      const event = calendars.insert(holder.account, calendarIn(request, holder), bodyOf(request));
      return reply.code(201).send(shown(event, request));
    });
    app.get(`${root}/calendarView`, async (request) => {
      const holder = reader(request);
      const { from, to } = rangeIn(request);
      const all = calendars.view(holder.account, calendarIn(request, holder), from, to);
      return pageOf(
        request,
        all.map((event) => shown(event, request)),
        apiUrl(),
      );
    });
    app.get(`${root}/calendarView/delta`, async (request) => {
      const holder = reader(request);
      const isBare = () => faults.take('microsoft', 'bare-removal');
      return delta(calendars, holder, calendarIn(request, holder), request, apiUrl(), isBare);
    });
  }
  app.get('/me/events/:id', async (request) => {
    const { account } = reader(request);
    const event = calendars.get(account, idIn(request));
    return {
      ...shown(event, request),
      ...expanded(event, request, () =>
        calendars.exceptions(account, event.id).map((exception) => shown(exception, request)),
      ),
    };
  });
  app.patch('/me/events/:id', async (request) =>
    shown(
      calendars.change(writer(request).account, idIn(request), bodyOf(request), request.headers['if-match']),
      request,
    ),
  );
  app.delete('/me/events/:id', async (request, reply) => {
    calendars.remove(writer(request).account, idIn(request), request.headers['if-match']);
    return reply.code(204).send();
  });
  app.get('/me/events/:id/instances', async (request) => {
    const { from, to } = rangeIn(request);
    const all = calendars.instances(reader(request).account, idIn(request), from, to);
    return pageOf(
      request,
      all.map((event) => shown(event, request)),
      apiUrl(),
    );
  });
  app.post('/me/calendar/getSchedule', async (request) => {
    const { account } = reader(request);
    const { schedules, startTime, endTime } = read(ScheduleBody, request.body);
    const [from, to] = [instantOf(startTime), instantOf(endTime)];
    return {
      value: schedules.map((email): Graph.ScheduleInformation => {
        if (email !== account.email)
          return {
            scheduleId: email,
            error: { message: 'Unknown mailbox', responseCode: 'ErrorMailRecipientNotFound' },
          };
        const events = calendars.view(
          account,
          calendars.calendarOf(calendars.mailboxOf(account), null),
          from,
          to,
        );
        return {
          scheduleId: email,
          scheduleItems: events
            .filter(({ showAs }) => showAs !== 'free')
            .map(({ showAs, start, end }) => ({
              status: showAs ?? 'busy',
              start: start ?? null,
              end: end ?? null,
            })),
        };
      }),
    };
  });

  app.post('/subscriptions', async (request, reply) => {
    const { account } = reader(request);
    const wish = read(SubscriptionBody, request.body);
    requireLifetime(calendars, wish.expirationDateTime);
    for (const address of [wish.notificationUrl, wish.lifecycleNotificationUrl ?? null]) {
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
      resource: wish.resource,
      changeType: wish.changeType,
      notificationUrl: wish.notificationUrl,
      lifecycleNotificationUrl: wish.lifecycleNotificationUrl ?? null,
      clientState: wish.clientState ?? null,
      expirationDateTime: wish.expirationDateTime,
    });
    const { accountId: _, clientState: __, ...told } = subscription;
    return reply.code(201).send(told);
  });
  app.patch('/subscriptions/:id', async (request) => {
    const subscription = subscriptions.find(reader(request).account, idIn(request));
    const { expirationDateTime } = read(
      z.object({ expirationDateTime: z.iso.datetime({ offset: true }) }),
      request.body,
    );
    requireLifetime(calendars, expirationDateTime);
    const {
      accountId: _,
      clientState: __,
      ...told
    } = subscriptions.save({ ...subscription, expirationDateTime });
    return told;
  });
  app.delete('/subscriptions/:id', async (request, reply) => {
    subscriptions.remove(reader(request).account, idIn(request));
    return reply.code(204).send();
  });
}

const Moment = z.object({ dateTime: z.string(), timeZone: z.string().default('UTC') });
const ScheduleBody = z.object({ schedules: z.array(z.string()).min(1), startTime: Moment, endTime: Moment });
const SubscriptionBody = z.object({
  changeType: z.string().min(1),
  notificationUrl: z.url(),
  lifecycleNotificationUrl: z.url().optional(),
  resource: z.string().min(1),
  expirationDateTime: z.iso.datetime({ offset: true }),
  clientState: z.string().max(128).optional(),
});

interface DeltaToken {
  readonly from: number;
  readonly to: number;
  /** Null in the first round. */
  readonly since: number | null;
  readonly change: number;
  readonly offset: number;
}

/** A round of changes: pages by nextLink, and at its end a deltaLink for the next round. */
function delta(
  calendars: GraphCalendars,
  { account }: TokenHolder,
  calendar: Calendar,
  request: FastifyRequest,
  apiUrl: string,
  isBare: () => boolean,
) {
  const query = request.query as Record<string, string | undefined>;
  const refused = ['$select', '$filter', '$orderby', '$expand', '$search'].find(
    (name) => query[name] !== undefined,
  );
  if (refused) throw badRequest(`${refused} cannot be used with delta.`);
  const given = query['$deltatoken'] ?? query['$skiptoken'];
  const token: DeltaToken =
    given === undefined
      ? { ...rangeIn(request), since: null, change: calendars.lastChange, offset: 0 }
      : decode(given);
  const isNewRound = query['$deltatoken'] !== undefined;
  const round = isNewRound
    ? { ...token, since: token.change, change: calendars.lastChange, offset: 0 }
    : token;
  const { removed, changed } =
    round.since === null
      ? { removed: [], changed: calendars.view(account, calendar, round.from, round.to) }
      : calendars.changesSince(account, calendar, round.since, round.from, round.to);
  const seriesOfRemoved = new Set(removed.flatMap(({ id }) => (id.includes('.') ? [id.split('.')[0]] : [])));
  const isSilent = seriesOfRemoved.size > 0 && isBare();
  const isTold = ({ id, seriesMasterId }: Event) =>
    !isSilent || !seriesOfRemoved.has(seriesMasterId ?? id ?? undefined);
  const all = [
    ...changed.filter(isTold).map((event) => shown(event, request)),
    ...removed.map(({ id, reason }) => ({ id, '@removed': { reason } })),
  ];
  const size = pageSize(request);
  const value = all.slice(round.offset, round.offset + size);
  const offset = round.offset + value.length;
  const base = `${apiUrl}${request.url.replace(/\?.*/s, '').replace(/^.*?\/v1\.0/, '')}`;
  return offset < all.length
    ? { value, '@odata.nextLink': `${base}?$skiptoken=${encode({ ...round, offset })}` }
    : { value, '@odata.deltaLink': `${base}?$deltatoken=${encode({ ...round, offset: 0 })}` };
}

function encode(token: DeltaToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function decode(text: string): DeltaToken {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw syncStateGone();
  }
}

function rangeIn(request: FastifyRequest): { from: number; to: number } {
  const { startDateTime = '', endDateTime = '' } = request.query as Record<string, string | undefined>;
  const read = (text: string) => Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  const [from, to] = [read(startDateTime), read(endDateTime)];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from)
    throw badRequest('startDateTime and endDateTime are needed, in this order.');
  return { from, to };
}

function preferences(request: FastifyRequest): string {
  return [request.headers['prefer'] ?? ''].flat().join(', ');
}

function pageSize(request: FastifyRequest): number {
  const top = (request.query as Record<string, string | undefined>)['$top'];
  const asked = Number(/odata\.maxpagesize=(\d+)/.exec(preferences(request))?.[1] ?? top ?? DEFAULT_PAGE);
  return Math.min(Math.max(asked || DEFAULT_PAGE, 1), MAX_PAGE);
}

function pageOf(request: FastifyRequest, all: readonly unknown[], apiUrl: string) {
  const url = new URL(request.url.replace(/^.*?\/v1\.0/, ''), 'http://graph');
  const skip = Number(url.searchParams.get('$skip') ?? 0);
  const size = pageSize(request);
  const value = all.slice(skip, skip + size);
  if (skip + value.length >= all.length) return { value };
  url.searchParams.set('$skip', String(skip + value.length));
  return { value, '@odata.nextLink': `${apiUrl}${url.pathname}${url.search}` };
}

/** An event in the zone that was asked for; ids stay the same when `IdType="ImmutableId"` is preferred. */
function shown(event: Event, request: FastifyRequest) {
  const zone = /outlook\.timezone="([^"]+)"/.exec(preferences(request))?.[1] ?? 'UTC';
  const { calendarId: _, cancelledOccurrences: __, singleValueExtendedProperties: ___, ...told } = event;
  const inZone = (moment: Graph.NullableOption<Graph.DateTimeTimeZone> | undefined) =>
    // Days of all-day events are the same in every zone.
    momentOf(instantOf(moment), event.isAllDay ? 'UTC' : zone);
  return { '@odata.etag': etagOf(event), ...told, start: inZone(event.start), end: inZone(event.end) };
}

/** What comes only of one event, and only when it is asked for by name. */
function expanded(event: Event, request: FastifyRequest, exceptions: () => unknown[]) {
  const { $select = '', $expand = '' } = request.query as Record<string, string | undefined>;
  const isMaster = event.type === 'seriesMaster';
  const property = /singleValueExtendedProperties\(\$filter=id eq '([^']+)'\)/.exec($expand)?.[1];
  const properties = event.singleValueExtendedProperties?.filter(({ id }) => id === property) ?? [];
  return {
    ...(isMaster &&
      $select.includes('cancelledOccurrences') && {
        cancelledOccurrences: event.cancelledOccurrences ?? [],
      }),
    ...(isMaster &&
      $select.includes('exceptionOccurrences') &&
      $expand.includes('exceptionOccurrences') && { exceptionOccurrences: exceptions() }),
    ...(properties.length > 0 && { singleValueExtendedProperties: properties }),
  };
}

/** The filters that the product asks with; others are refused, as they would be if they were wrong. */
function filterIn(request: FastifyRequest): (event: Event) => boolean {
  const filter = (request.query as Record<string, string | undefined>)['$filter'];
  if (filter === undefined) return () => true;
  const value = (quoted: string) => quoted.replaceAll("''", "'");
  const [, iCalUId] = /^iCalUId eq '((?:[^']|'')*)'$/.exec(filter) ?? [];
  if (iCalUId !== undefined) return (event) => event.iCalUId === value(iCalUId);
  const [, id, held] =
    /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '((?:[^']|'')*)'\)$/.exec(
      filter,
    ) ?? [];
  if (id === undefined || held === undefined) throw badRequest(`Invalid filter clause: ${filter}`);
  return ({ singleValueExtendedProperties = [] }) =>
    singleValueExtendedProperties?.some((property) => property.id === id && property.value === value(held)) ??
    false;
}

function about({ id, name, isDefault, canEdit, color }: Calendar, email: string): Graph.Calendar {
  return { id, name, isDefaultCalendar: isDefault, canEdit, color, owner: { address: email } };
}

function holderWith(request: FastifyRequest, scopes: readonly string[]): TokenHolder {
  const holder = request.graph;
  if (!holder || !scopes.some((scope) => holder.scopes.has(scope)))
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
  return holder;
}

function bodyOf(request: FastifyRequest): Graph.Event {
  const { body } = request;
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw badRequest('Unable to read JSON request payload.');
  return body;
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

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join('.')}: ${issue?.message}`);
}

async function askByHttp(address: string): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(VALIDATION_MS) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function sendError(reply: FastifyReply, error: Error): FastifyReply {
  const known =
    error instanceof GraphError ? error : new GraphError(500, 'InternalServerError', error.message);
  if (known.retryAfterSeconds !== null) reply.header('retry-after', String(known.retryAfterSeconds));
  return reply.code(known.status).send(known.body);
}
