import type { calendar_v3 } from '@googleapis/calendar';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { OauthProvider, TokenHolder } from '../oauth/oauth-provider.ts';
import type { Calendar, ListOptions, WriteOptions } from './calendar.ts';
import type { GoogleEvent } from './event-times.ts';
import type { GoogleCalendars } from './google-calendars.ts';
import type { GoogleChannels } from './google-channels.ts';
import { GoogleError, gone, invalid } from './google-error.ts';
import { googleGate, requireScope } from './google-gate.ts';

const DEFAULT_PAGE = 250;
const MAX_PAGE = 2_500;
const WEEK_SECONDS = 604_800;
const SCOPE = 'https://www.googleapis.com/auth/calendar';

export interface GoogleApiOptions {
  readonly calendars: GoogleCalendars;
  readonly channels: GoogleChannels;
  readonly oauth: OauthProvider;
  readonly faults: Faults;
  /** Calls per user; Google's limit by default. */
  readonly callsPerMinute?: number | undefined;
}

/** The part of the Calendar API (v3) that the product uses through the official client. */
export function googleApi(
  app: FastifyInstance,
  { calendars, channels, oauth, faults, callsPerMinute }: GoogleApiOptions,
): void {
  googleGate(app, { oauth, faults, callsPerMinute });

  const reader = (request: FastifyRequest) =>
    requireScope(request, [SCOPE, `${SCOPE}.readonly`, `${SCOPE}.events`]);
  const writer = (request: FastifyRequest) => requireScope(request, [SCOPE, `${SCOPE}.events`]);
  const lister = (request: FastifyRequest) =>
    requireScope(request, [SCOPE, `${SCOPE}.readonly`, `${SCOPE}.calendarlist.readonly`]);
  const calendarIn = (request: FastifyRequest, holder: TokenHolder) =>
    calendars.getCalendar(holder.account, params(request).calendarId ?? '');

  app.get('/users/me/calendarList', async (request) => ({
    kind: 'calendar#calendarList',
    etag: `"${calendars.lastChange}"`,
    items: calendars.listCalendars(lister(request).account).map(toListEntry),
  }));
  app.get('/users/me/calendarList/:calendarId', async (request) =>
    toListEntry(calendarIn(request, lister(request))),
  );
  app.get('/users/me/settings/:setting', async (request) => {
    const [primary] = calendars.listCalendars(reader(request).account);
    const id = params(request).setting ?? '';
    if (id !== 'timezone') throw new GoogleError(404, 'notFound', 'Not Found');
    return { kind: 'calendar#setting', id, value: primary?.timeZone };
  });
  app.get('/calendars/:calendarId', async (request) => about(calendarIn(request, reader(request))));
  app.post('/calendars', async (request) => {
    const { summary, timeZone } = read(
      z.object({ summary: z.string().min(1), timeZone: z.string().default('UTC') }),
      request.body,
    );
    return about(calendars.addCalendar(requireScope(request, [SCOPE]).account, summary, timeZone));
  });
  app.delete('/calendars/:calendarId', async (request, reply) => {
    calendars.removeCalendar(requireScope(request, [SCOPE]).account, params(request).calendarId ?? '');
    return reply.code(204).send();
  });

  app.get('/calendars/:calendarId/events', async (request) =>
    listEvents(calendars, calendarIn(request, reader(request)), request),
  );
  app.get('/calendars/:calendarId/events/:eventId', async (request) =>
    calendars.get(calendarIn(request, reader(request)), params(request).eventId ?? ''),
  );
  app.get('/calendars/:calendarId/events/:eventId/instances', async (request) => {
    const calendar = calendarIn(request, reader(request));
    const query = read(Query, request.query);
    const items = calendars.instances(calendar, params(request).eventId ?? '', {
      from: query.timeMin ?? null,
      to: query.timeMax ?? null,
      showsDeleted: query.showDeleted,
    });
    return { ...pageHead(calendar, calendars), items: items.slice(0, query.maxResults) };
  });
  app.post('/calendars/:calendarId/events', async (request) =>
    calendars.insert(calendarIn(request, writer(request)), parseEvent(request), {
      ...optionsIn(request),
      isConferencePending: faults.take('google', 'pending-conference'),
    }),
  );
  app.post('/calendars/:calendarId/events/import', async (request) =>
    calendars.import(calendarIn(request, writer(request)), parseEvent(request), optionsIn(request)),
  );
  for (const [method, isWhole] of [
    ['PATCH', false],
    ['PUT', true],
  ] as const) {
    app.route({
      method,
      url: '/calendars/:calendarId/events/:eventId',
      handler: async (request) =>
        calendars.change(
          calendarIn(request, writer(request)),
          params(request).eventId ?? '',
          parseEvent(request),
          isWhole,
          request.headers['if-match'],
          optionsIn(request),
        ),
    });
  }
  app.delete('/calendars/:calendarId/events/:eventId', async (request, reply) => {
    calendars.remove(
      calendarIn(request, writer(request)),
      params(request).eventId ?? '',
      request.headers['if-match'],
      optionsIn(request),
    );
    return reply.code(204).send();
  });
  app.post('/calendars/:calendarId/events/:eventId/move', async (request) => {
    const holder = writer(request);
    const { destination } = read(z.object({ destination: z.string() }), request.query);
    return calendars.move(
      calendarIn(request, holder),
      calendars.getCalendar(holder.account, destination),
      params(request).eventId ?? '',
    );
  });
  app.post('/calendars/:calendarId/events/watch', async (request) => {
    const input = read(WatchBody, request.body);
    const channel = channels.watch(calendarIn(request, reader(request)).id, {
      id: input.id,
      address: input.address,
      token: input.token ?? null,
      ttlSeconds: input.params?.ttl ?? WEEK_SECONDS,
      expiration: input.expiration ?? null,
    });
    return {
      kind: 'api#channel',
      id: channel.id,
      resourceId: channel.resourceId,
      ...(channel.token !== null && { token: channel.token }),
      expiration: String(channel.expiration),
    };
  });
  app.post('/channels/stop', async (request, reply) => {
    reader(request);
    const { id, resourceId } = read(z.object({ id: z.string(), resourceId: z.string() }), request.body);
    channels.stop(id, resourceId);
    return reply.code(204).send();
  });
  app.post('/freeBusy', async (request) => {
    const holder = requireScope(request, [SCOPE, `${SCOPE}.readonly`, `${SCOPE}.freebusy`]);
    const { timeMin, timeMax, items } = read(FreeBusyBody, request.body);
    return {
      kind: 'calendar#freeBusy',
      timeMin: new Date(timeMin).toISOString(),
      timeMax: new Date(timeMax).toISOString(),
      calendars: Object.fromEntries(
        items.map(({ id }) => {
          try {
            const calendar = calendars.getCalendar(holder.account, id);
            return [id, { busy: calendars.busy(calendar, { from: timeMin, to: timeMax }) }];
          } catch {
            return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }];
          }
        }),
      ),
    } satisfies calendar_v3.Schema$FreeBusyResponse;
  });
}

const Time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is no time')
  .transform((text) => Date.parse(text));
const Flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const Query = z.object({
  timeMin: Time.optional(),
  timeMax: Time.optional(),
  updatedMin: Time.optional(),
  singleEvents: Flag,
  showDeleted: Flag,
  orderBy: z.enum(['startTime', 'updated']).optional(),
  q: z.string().optional(),
  iCalUID: z.string().optional(),
  privateExtendedProperty: z.union([z.string(), z.array(z.string())]).optional(),
  syncToken: z.string().optional(),
  pageToken: z.string().optional(),
  maxResults: z.coerce.number().int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE),
});
const WatchBody = z.object({
  id: z.string().min(1),
  type: z.enum(['web_hook', 'webhook']),
  address: z.url(),
  token: z.string().optional(),
  /** Milliseconds since 1970, as text. */
  expiration: z.coerce.number().int().optional(),
  params: z.object({ ttl: z.coerce.number().int().min(1) }).optional(),
});
const FreeBusyBody = z.object({ timeMin: Time, timeMax: Time, items: z.array(z.object({ id: z.string() })) });
/** Parameters that may not be combined with a sync token. */
const NOT_WITH_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'timeMin',
  'timeMax',
  'updatedMin',
] as const;

interface Page {
  /**
   * The list that a page belongs to. Items are ordered by id, so that none moves between pages.
   */
  readonly since: number | null;
  readonly offset: number;
  readonly change: number;
  readonly isExpanded: boolean;
}

function listEvents(
  calendars: GoogleCalendars,
  calendar: Calendar,
  request: FastifyRequest,
): calendar_v3.Schema$Events {
  const query = read(Query, request.query);
  const given = request.query as Record<string, unknown>;
  const page = query.pageToken === undefined ? null : (decode(query.pageToken) as Page);
  let since = page?.since ?? null;
  if (query.syncToken !== undefined) {
    const wrong = NOT_WITH_TOKEN.find((name) => given[name] !== undefined);
    if (wrong) throw invalid(`The parameter ${wrong} cannot be used with a sync token.`);
    if (given['showDeleted'] === 'false') throw invalid('showDeleted cannot be false with a sync token.');
    const token = decode(query.syncToken) as { calendar: string; change: number; isExpanded: boolean };
    if (token.calendar !== calendar.id) throw gone();
    if (token.isExpanded !== query.singleEvents)
      throw invalid('Sync token cannot be used with other parameters than those of the first request.');
    since ??= token.change;
  }
  if (query.orderBy === 'startTime' && !query.singleEvents)
    throw invalid('The requested ordering is not available for the particular query.');
  const change = page?.change ?? calendars.lastChange;
  const options: ListOptions = {
    timeMin: query.timeMin ?? null,
    timeMax: query.timeMax ?? null,
    isExpanded: query.singleEvents,
    showsDeleted: query.showDeleted,
    query: query.q ?? null,
    updatedMin: query.updatedMin ?? null,
    iCalUID: query.iCalUID ?? null,
    privateProperties: [query.privateExtendedProperty ?? []].flat(),
    orderBy: query.orderBy ?? null,
  };
  calendars.finishConferences(calendar);
  const all = since === null ? calendars.list(calendar, options) : calendars.changesSince(calendar, since);
  const offset = page?.offset ?? 0;
  const items = all.slice(offset, offset + query.maxResults);
  const isLast = offset + items.length >= all.length;
  return {
    ...pageHead(calendar, calendars),
    items,
    ...(isLast
      ? { nextSyncToken: encode({ calendar: calendar.id, change, isExpanded: query.singleEvents }) }
      : {
          nextPageToken: encode({
            since,
            offset: offset + items.length,
            change,
            isExpanded: query.singleEvents,
          } satisfies Page),
        }),
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw gone();
  }
}

function params(request: FastifyRequest): Record<string, string | undefined> {
  return request.params as Record<string, string>;
}

function parseEvent(request: FastifyRequest): GoogleEvent {
  const body = request.body;
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw invalid('Parse Error');
  return body;
}

const WriteQuery = z.object({
  sendUpdates: z.enum(['all', 'externalOnly', 'none']).default('none'),
  conferenceDataVersion: z.coerce.number().int().min(0).max(1).default(0),
  supportsAttachments: Flag,
});

function optionsIn(request: FastifyRequest): WriteOptions {
  return read(WriteQuery, request.query);
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`Invalid value for ${issue?.path.join('.')}: ${issue?.message}`);
}

function pageHead(calendar: Calendar, { lastChange }: GoogleCalendars): calendar_v3.Schema$Events {
  return {
    kind: 'calendar#events',
    etag: `"${lastChange}"`,
    summary: calendar.summary,
    timeZone: calendar.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: [],
  };
}

function about({ id, summary, timeZone }: Calendar): calendar_v3.Schema$Calendar {
  return { kind: 'calendar#calendar', id, summary, timeZone };
}

function toListEntry(calendar: Calendar): calendar_v3.Schema$CalendarListEntry {
  return {
    ...about(calendar),
    kind: 'calendar#calendarListEntry',
    accessRole: calendar.accessRole,
    backgroundColor: calendar.backgroundColor,
    foregroundColor: '#000000',
    selected: true,
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    ...(calendar.isPrimary && { primary: true }),
  };
}
