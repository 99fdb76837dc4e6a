import type { calendar_v3 } from '@googleapis/calendar';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import {
  type CalendarSession,
  type RemoteChange,
  SyncCursorExpired,
} from '#features/calendar-sync/model/calendar-session.ts';
import { PageTrail, readPage } from '../calendars/checked-responses.ts';
import { limitedFetch } from '../http/limited-fetch.ts';
import { type RenewGrant, withAccessToken } from '../oauth/grant.ts';
import { calendarShape } from './event-shape.ts';
import { MEET, toResource } from './google-event.ts';
import { findProblem, toFailure } from './google-failure.ts';
import { type GoogleCalls, readObject } from './google-read.ts';
import { removeObject, writeObject } from './google-write.ts';

const TIMEOUT_MS = 30_000;
/** Google returns up to 2,500 at once, which needs half as much memory again and saves no work. */
const PAGE = 1_000;
const WATCH_HOURS = 168;
const MAX_ZONES = 10_000;
/** Google's tokens have at most 1,024 characters. */
const MAX_ID = 1_024;
const GOOGLE = 'Google Calendar';

interface GoogleAccess {
  /** Origin of the API if it is not Google's, found on first use. */
  readonly apiUrl?: () => Promise<string>;
  /** `renew` of the account's consent. */
  readonly renew: RenewGrant;
  readonly pageSize?: number;
}

/** Google Calendar through its API (v3). The client is loaded with the first call. */
export function googleCalendarProvider({ apiUrl, renew, pageSize = PAGE }: GoogleAccess): CalendarProvider {
  const open = async (accessToken: string): Promise<calendar_v3.Calendar> => {
    const { calendar } = await import('@googleapis/calendar');
    const origin = await apiUrl?.();
    return calendar({
      version: 'v3',
      ...(origin !== undefined && { rootUrl: `${origin}/` }),
      headers: { authorization: `Bearer ${accessToken}` },
      timeout: TIMEOUT_MS,
      fetchImplementation: limitedFetch,
      // Jobs decide on retries by the kind of failure. A retry here too would wait twice.
      retry: false,
    });
  };
  const zones = new CalendarZones();
  return {
    domain: 'google',
    isBounded: false,
    hasUnnamedParts: false,
    canWithholdNotices: true,
    watchHours: WATCH_HOURS,
    open: (grant) => openSession(grant, renew, pageSize, zones, open),
  };
}

/**
 * The zones of calendars, which apply to events without a zone. Cached, so that a write needs no extra
 * request.
 */
class CalendarZones {
  readonly #zones = new Map<string, string>();

  find(calendarId: string): string | undefined {
    return this.#zones.get(calendarId);
  }

  set(calendarId: string, zone: string): string {
    if (this.#zones.size >= MAX_ZONES) this.#zones.clear();
    this.#zones.set(calendarId, zone);
    return zone;
  }
}

function openSession(
  grant: GrantKeeper,
  renew: RenewGrant,
  maxResults: number,
  zones: CalendarZones,
  open: (accessToken: string) => Promise<calendar_v3.Calendar>,
): CalendarSession {
  /** Throws the client's own errors, for callers that interpret the status themselves. */
  const ask: GoogleCalls['ask'] = (call) =>
    withAccessToken(
      grant,
      renew,
      (error) => findProblem(error)?.status === 401,
      async (token) => call(await open(token)),
    );
  const or = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      throw toFailure(error);
    }
  };
  const calls = (calendarId: string): GoogleCalls => ({
    userId: grant.userId,
    calendarId,
    ask,
    zone: async () => {
      const known = zones.find(calendarId);
      if (known !== undefined) return known;
      const { data } = await ask((api) => api.events.list({ calendarId, maxResults: 1 }));
      return zones.set(calendarId, readPage(GOOGLE, data, 'items').text('timeZone') ?? 'UTC');
    },
  });

  return {
    listCalendars: () =>
      or(async () => {
        const entries: calendar_v3.Schema$CalendarListEntry[] = [];
        let pageToken: string | undefined;
        const trail = new PageTrail(GOOGLE);
        do {
          const { data } = await ask((api) =>
            api.calendarList.list({ maxResults: 250, ...(pageToken && { pageToken }) }),
          );
          const page = readPage(GOOGLE, data, 'items');
          entries.push(...page.items.filter((entry) => calendarShape.safeParse(entry).success));
          pageToken = trail.follow(page.text('nextPageToken'));
        } while (pageToken !== undefined);
        return entries.flatMap((entry) =>
          entry.id && !entry.deleted
            ? [
                {
                  id: entry.id,
                  name: entry.summaryOverride ?? entry.summary ?? entry.id,
                  color: /^#[\da-f]{6}$/i.test(entry.backgroundColor ?? '')
                    ? (entry.backgroundColor as string).toUpperCase()
                    : null,
                  isPrimary: entry.primary === true,
                  isWritable: entry.accessRole === 'owner' || entry.accessRole === 'writer',
                  ...(entry.conferenceProperties?.allowedConferenceSolutionTypes?.includes(MEET) && {
                    conference: 'google_meet' as const,
                  }),
                },
              ]
            : [],
        );
      }),

    async *listChanges(calendarId, cursor) {
      let pageToken: string | undefined;
      const trail = new PageTrail(GOOGLE);
      do {
        let data: calendar_v3.Schema$Events;
        try {
          ({ data } = await ask((api) =>
            // Must be equal in every sync run: Google compares the parameters with those of the first
            // request.
            api.events.list({
              calendarId,
              maxResults,
              singleEvents: false,
              showDeleted: true,
              ...(cursor !== null && { syncToken: cursor }),
              ...(pageToken && { pageToken }),
            }),
          ));
        } catch (error) {
          throw isExpired(error, cursor !== null || pageToken !== undefined)
            ? new SyncCursorExpired('Google no longer accepts the sync token.')
            : toFailure(error);
        }
        const page = readPage(GOOGLE, data, 'items');
        const zone = page.text('timeZone') ?? 'UTC';
        zones.set(calendarId, zone);
        pageToken = trail.follow(page.text('nextPageToken'));
        yield {
          changes: page.items.flatMap((event: calendar_v3.Schema$Event) => toChanges(event, zone)),
          cursor: pageToken === undefined ? (page.text('nextSyncToken') ?? null) : null,
        };
      } while (pageToken !== undefined);
    },

    read: (calendarId, uid, known) => or(() => readObject(calls(calendarId), uid, known)),
    write: (calendarId, input) => or(() => writeObject(calls(calendarId), input)),
    remove: (calendarId, removal) => or(() => removeObject(calls(calendarId), removal)),

    watch: (calendarId, { id, token, address, expiresAt }) =>
      or(async () => {
        const { data } = await ask((api) =>
          api.events.watch({
            calendarId,
            requestBody: { id, type: 'web_hook', address, token, expiration: String(expiresAt.getTime()) },
          }),
        );
        const received = Number(data.expiration);
        return {
          resourceId: data.resourceId ?? '',
          expiresAt: received > 0 ? new Date(received) : expiresAt,
          // Google cannot list channels.
          others: [],
        };
      }),
    unwatch: ({ id, resourceId }) =>
      or(async () => {
        try {
          await ask((api) => api.channels.stop({ requestBody: { id, resourceId } }));
        } catch (error) {
          if (findProblem(error)?.status !== 404) throw error;
        }
      }),
  };
}

function toChanges(event: calendar_v3.Schema$Event, calendarZone: string): RemoteChange[] {
  if (typeof event.id !== 'string' || event.id === '' || event.id.length > MAX_ID) return [];
  if (event.status === 'cancelled' && !event.recurringEventId) return [{ kind: 'gone', id: event.id }];
  const resource = toResource(event, calendarZone);
  return resource ? [{ kind: 'put', resource }] : [];
}

function isExpired(error: unknown, hasToken: boolean): boolean {
  const problem = findProblem(error);
  if (problem?.status === 410) return true;
  return hasToken && problem?.status === 400 && /(?:sync|page) ?token/i.test(problem.message);
}
