import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
// @ts-expect-error It comes without types; they are in adapter-types.ts.
import untypedAdapter from 'caldav-adapter';
import Koa, { type Context } from 'koa';
import type { Faults } from '../faults.ts';
import type { CaldavAdapter, CaldavPath, Data } from './adapter-types.ts';
import { type CaldavCalendar, type CaldavCalendars, type CaldavFile, findUid } from './caldav-calendars.ts';
import { caldavAccount, caldavHosts } from './demo-caldav.ts';

const caldavAdapter = untypedAdapter as CaldavAdapter;
const SLOW_MS = 2_000;
const HOME = `https://${caldavHosts.home}`;
const CHANGES = new Set(['PUT', 'DELETE', 'PROPPATCH', 'MKCALENDAR']);

/** A WebDAV error response with the failed precondition (RFC 4918 §16). */
class DavError extends Error {
  readonly status: number;
  readonly condition: string | null;

  constructor(status: number, condition: string | null = null) {
    super(condition ?? `Status ${status}`);
    this.status = status;
    this.condition = condition;
  }
}

/** Whether a request is for the CalDAV server, by its Host header. */
export function isCaldavHost(request: IncomingMessage): boolean {
  return (Object.values(caldavHosts) as string[]).includes(getHost(request));
}

function getHost({ headers }: IncomingMessage): string {
  return (headers.host ?? '').replace(/:\d+$/, '');
}

/**
 * A CalDAV server with two hosts, like iCloud: users enter the first, which knows their principal; the second
 * has their calendars. Both return an error for anything unknown.
 */
export function caldavServer(
  calendars: CaldavCalendars,
  faults: Faults,
): (request: IncomingMessage, response: ServerResponse) => void {
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof DavError)) throw error;
      ctx.status = error.status;
      ctx.set('content-type', 'application/xml; charset=utf-8');
      ctx.body = `<?xml version="1.0" encoding="utf-8"?><error xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${
        error.condition === null ? '' : `<${error.condition}/>`
      }</error>`;
    }
  });
  app.use(async (ctx, next) => {
    if (faults.take('caldav', 'slow')) await delay(SLOW_MS);
    if (faults.take('caldav', 'error')) throw new DavError(500);
    for (const [kind, status] of [
      ['rate-limit', 429],
      ['too-many', 503],
    ] as const) {
      if (!faults.take('caldav', kind)) continue;
      ctx.set('retry-after', '1');
      throw new DavError(status);
    }
    const isHome = getHost(ctx.req) === caldavHosts.home;
    const isKnown = isHome
      ? /^\/(?:cal\/|p\/)/.test(ctx.path)
      : ctx.path === '/' || /^\/(?:p\/|\.well-known\/caldav$)/.test(ctx.path);
    if (!isKnown) throw new DavError(404, 'resource-must-be-here');
    await next();
    // The first host returns the address of the calendars with the second host.
    if (typeof ctx.body === 'string') {
      ctx.body = ctx.body.replace(/(<CAL:calendar-home-set>\s*<D:href>)(?=\/)/g, (begin) => begin + HOME);
    }
    if (!calendars.schedules) withoutScheduling(ctx);
  });
  app.use(
    caldavAdapter<CaldavCalendar, CaldavFile>({
      caldavRoot: '/',
      calendarRoot: 'cal',
      principalRoot: 'p',
      authRealm: 'Demo account',
      async authenticate(_ctx, { username, password, principalId }) {
        const isRefused = faults.take('caldav', 'expire-token');
        if (isRefused || username !== caldavAccount.email || !calendars.isPassword(password)) return null;
        if (principalId && principalId !== caldavAccount.principalId) throw new DavError(403);
        return {
          principalId: caldavAccount.principalId,
          principalName: caldavAccount.name,
          email: caldavAccount.email,
        };
      },
      data: toDavData(calendars),
    }),
  );
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

/** The adapter announces RFC 6638 in every answer. */
function withoutScheduling(ctx: Context): void {
  const features = ctx.response.get('dav');
  if (features) ctx.set('dav', features.replace(/, calendar-(?:auto-)?schedule\b/g, ''));
  if (typeof ctx.body === 'string')
    ctx.body = ctx.body.replace(/(<CAL:schedule-(?:in|out)box-URL>\s*<D:href>)[^<]*/g, '$1');
}

function toDavData(calendars: CaldavCalendars): Data<CaldavCalendar, CaldavFile> {
  const getCalendar = ({ calendarId }: CaldavPath): CaldavCalendar => {
    const calendar = calendars.find(calendarId ?? '');
    if (!calendar) throw new DavError(404);
    return calendar;
  };
  const write = (ctx: Context, place: CaldavPath): CaldavFile => {
    const calendar = getCalendar(place);
    const ical = readBody(ctx);
    const uid = findUid(ical);
    if (!/^BEGIN:VCALENDAR\r?\n/.test(ical) || uid === null) throw new DavError(403, 'c:valid-calendar-data');
    if (/^METHOD:/m.test(ical)) throw new DavError(403, 'c:valid-calendar-object-resource');
    const taken = calendars
      .files(calendar)
      .find((file) => file.uid === uid && file.eventId !== place.eventId?.replace(/\.ics$/, ''));
    if (taken) throw new DavError(403, 'c:no-uid-conflict');
    return calendars.write(calendar, place.eventId ?? '', ical);
  };
  return {
    async createCalendar(_ctx, input) {
      const { calendarId, name, color } = input as Record<string, string | undefined>;
      const id = calendarId ?? '';
      if (calendars.find(id)) throw new DavError(405);
      return calendars.addCalendar(id, name ?? id, color ?? '#8E8E93FF');
    },
    updateCalendar: async () => {
      throw new DavError(405);
    },
    deleteCalendar: async (_ctx, place) => {
      refuseReaders(getCalendar(place));
      calendars.removeCalendar(place.calendarId ?? '');
    },
    async getCalendar(ctx, place) {
      const calendar = calendars.find(place.calendarId ?? '');
      // Otherwise the adapter would answer that the calendar does not exist.
      if (calendar && CHANGES.has(ctx.method)) refuseReaders(calendar);
      return calendar;
    },
    getCalendarsForPrincipal: async () => calendars.list(),
    async getEventsForCalendar(_ctx, query) {
      const calendar = getCalendar(query);
      if (!query.syncToken) return calendars.files(calendar);
      const changed = calendars.since(calendar, query.syncToken);
      if (!changed) throw new DavError(403, 'valid-sync-token');
      return changed;
    },
    // Ignores the time range: servers may return more, and the product does not filter by time.
    getEventsByDate: async (_ctx, query) => calendars.files(getCalendar(query)),
    getEvent: async (_ctx, place) => calendars.file(getCalendar(place), place.eventId ?? ''),
    async createEvent(ctx, place) {
      if (ctx.get('if-match') !== '') throw new DavError(412);
      return write(ctx, place);
    },
    updateEvent: async (ctx, place) => write(ctx, place),
    async deleteEvent(ctx, place) {
      const calendar = getCalendar(place);
      const file = calendars.file(calendar, place.eventId ?? '');
      if (!file) throw new DavError(404);
      const known = ctx.get('if-match');
      if (known !== '' && known !== '*' && known !== file.etag) throw new DavError(412);
      calendars.remove(calendar, file.eventId);
    },
    async buildICS(_ctx, event, _calendar) {
      return Array.isArray(event)
        ? (event as CaldavFile[]).map(({ ical }) => ical).join('')
        : (event as CaldavFile).ical;
    },
    getCalendarId: (_ctx, calendar) => calendar.id,
    getETag: (_ctx, of) => ('etag' in of ? of.etag : `"${of.id}-${of.change}"`),
  };
}

function refuseReaders(calendar: CaldavCalendar): void {
  if (calendar.readonly) throw new DavError(403, 'need-privileges');
}

function readBody(ctx: Context): string {
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}
