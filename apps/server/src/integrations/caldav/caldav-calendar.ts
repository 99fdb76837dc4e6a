import type { DAVResponse } from 'tsdav';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import {
  type CalendarSession,
  type ChangePage,
  type RemoteCalendar,
  type RemoteChange,
  SyncCursorExpired,
} from '#features/calendar-sync/model/calendar-session.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { type CaldavAccess, readCaldavGrant, readPrincipal } from './caldav-account.ts';
import { type Collection, type CollectionOwner, openCollection } from './caldav-collection.ts';
import { readCursor, writeCursor } from './caldav-cursor.ts';
import { type CaldavPlace, readObject, removeObject, writeObject } from './caldav-write.ts';
import { type DavCalls, davCalls, multistatus, namesIn, toText } from './dav-calls.ts';

/** iCloud and any other CalDAV server. CalDAV sends no notifications, so it must be polled. */
export function caldavCalendarProvider(access: CaldavAccess): CalendarProvider {
  return {
    domain: 'apple',
    isBounded: false,
    hasUnnamedParts: false,
    canWithholdNotices: false,
    watchHours: null,
    open: (grant) => openSession(access, grant),
  };
}

interface OpenAccount {
  readonly calls: DavCalls;
  readonly home: URL;
  readonly owner: CollectionOwner;
  /** Whether the server delivers what the user writes to the guests of their events. */
  readonly canSchedule: boolean;
}

function openSession({ fetch, clock }: CaldavAccess, keeper: GrantKeeper): CalendarSession {
  let opening: Promise<OpenAccount> | undefined;
  const start = async (): Promise<OpenAccount> => {
    const grant = readCaldavGrant(await keeper.current());
    const calls = davCalls(fetch, grant, clock);
    const principal = grant.principalUrl === null ? null : await readPrincipal(calls, grant.principalUrl);
    const atServer = principal?.addresses ?? [];
    const known = [...new Set([...atServer, ...grant.addresses])];
    const addresses = known.length > 0 ? known : [await keeper.ownAddress()];
    const login = grant.username.toLowerCase();
    const organizer = addresses.includes(login) ? login : (addresses[0] ?? '');
    return {
      calls,
      home: new URL(principal?.homeUrl ?? grant.homeUrl),
      owner: { userId: keeper.userId, addresses, organizer },
      // A server invites only for an organizer whose address it knows.
      canSchedule: principal !== null && principal.hasOutbox && atServer.includes(organizer),
    };
  };
  /** Finds the calendar home once per session, because iCloud moves accounts between its hosts. */
  const open = (): Promise<OpenAccount> => {
    const begun = opening ?? start();
    opening = begun;
    begun.catch(() => {
      opening = undefined;
    });
    return begun;
  };
  const getPlace = async (calendarId: string): Promise<CaldavPlace> => {
    const { calls, home, owner } = await open();
    return { calls, collection: openCollection(calls, new URL(calendarId, home), owner), owner, clock };
  };

  return {
    async listCalendars() {
      const { calls, home, canSchedule } = await open();
      const isScheduling = canSchedule && (await schedulesItself(calls, home));
      const { propfind } = await calls.client();
      const responses = await propfind({
        url: home.href,
        props: {
          'd:displayname': {},
          'd:resourcetype': {},
          'ca:calendar-color': {},
          'c:supported-calendar-component-set': {},
          'd:current-user-privilege-set': {},
        },
        depth: '1',
        fetch: calls.fetch(),
      });
      const calendars = multistatus(responses).flatMap((response) => toRemoteCalendar(response, home) ?? []);
      const first = calendars.find(({ isWritable }) => isWritable);
      return calendars.map((calendar) => ({
        ...calendar,
        isPrimary: calendar === first,
        ...(!isScheduling && { invitesGuests: false as const }),
      }));
    },
    async *listChanges(calendarId, cursor) {
      const { collection } = await getPlace(calendarId);
      yield* streamChanges(collection, cursor);
    },
    read: async (calendarId, uid, known) => readObject(await getPlace(calendarId), uid, known),
    write: async (calendarId, input) => writeObject(await getPlace(calendarId), input),
    remove: async (calendarId, { known }) => removeObject(await getPlace(calendarId), known),
    watch: async () => {
      throw new ProviderFailure('rejected', 'A CalDAV server sends no notifications of changes.');
    },
    unwatch: async () => {},
  };
}

/** Whether the server invites guests by itself (RFC 6638 §2). */
async function schedulesItself(calls: DavCalls, home: URL): Promise<boolean> {
  const response = await calls.fetch(400, 403, 404, 405, 501)(home.href, { method: 'OPTIONS' });
  await response.body?.cancel();
  const features = (response.headers.get('dav') ?? '')
    .split(',')
    .map((feature) => feature.trim().toLowerCase());
  return response.ok && features.includes('calendar-auto-schedule');
}

const MAY_WRITE = ['all', 'write', 'writeContent', 'bind'];

function toRemoteCalendar({ href, props }: DAVResponse, home: URL): RemoteCalendar | null {
  const url = URL.parse(toText(href), home.href);
  if (!url || !namesIn(props?.['resourcetype']).includes('calendar')) return null;
  const components = [props?.['supportedCalendarComponentSet']?.comp]
    .flat()
    .map((component) => component?._attributes?.name?.toUpperCase())
    .filter(Boolean);
  // Reminders have separate calendars, which hold no events.
  if (components.length > 0 && !components.includes('VEVENT')) return null;
  const privileges = props?.['currentUserPrivilegeSet']?.privilege;
  const [, color] = /^(#[\da-f]{6})(?:[\da-f]{2})?$/i.exec(toText(props?.['calendarColor'])) ?? [];
  return {
    id: url.origin === home.origin ? url.pathname : url.href,
    name: toText(props?.['displayname']) || lastSegment(url),
    color: color?.toUpperCase() ?? null,
    isPrimary: false,
    isWritable: privileges === undefined || namesIn(privileges).some((name) => MAY_WRITE.includes(name)),
  };
}

function lastSegment({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? hostname;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function* streamChanges(collection: Collection, text: string | null): AsyncIterable<ChangePage> {
  const cursor = readCursor(text);
  if (cursor && 'token' in cursor) {
    const changes = await collection.listChanges(cursor.token);
    if (!changes) throw new SyncCursorExpired('The server no longer accepts the sync token.');
    yield* streamPages(collection, [...changes.present.keys()], changes.gone, {
      token: changes.token ?? cursor.token,
    });
    return;
  }
  const state = await collection.state();
  const changes = cursor === null && state.hasSync ? await collection.listChanges(null) : null;
  if (changes?.token) {
    yield* streamPages(collection, [...changes.present.keys()], null, { token: changes.token });
    return;
  }
  if (cursor && state.ctag !== null && state.ctag === cursor.ctag) {
    yield { changes: [], cursor: text };
    return;
  }
  if (cursor?.etags === null) throw new SyncCursorExpired('The earlier states of the events are unknown.');
  const before = cursor?.etags ?? {};
  const members = await collection.list();
  const changed = [...members].filter(([id, version]) => version === '' || before[id] !== version);
  const gone = Object.keys(before).filter((id) => !members.has(id));
  yield* streamPages(
    collection,
    changed.map(([id]) => id),
    cursor && gone,
    { ctag: state.ctag, etags: Object.fromEntries(members) },
  );
}

async function* streamPages(
  collection: Collection,
  ids: readonly string[],
  /** Null in a first sync, which reports no deletions. */
  gone: readonly string[] | null,
  end: Parameters<typeof writeCursor>[0],
): AsyncIterable<ChangePage> {
  let changes: RemoteChange[] = (gone ?? []).map((id) => ({ kind: 'gone', id }));
  let isFirst = true;
  const left = new Set(ids);
  for await (const batch of collection.batches(ids)) {
    if (!isFirst) {
      yield { changes, cursor: null };
      changes = [];
    }
    isFirst = false;
    for (const resource of batch.values()) if (resource) changes.push({ kind: 'put', resource });
    for (const id of batch.keys()) left.delete(id);
  }
  // Deleted since the listing, cancelled, or no longer an event.
  if (gone) for (const id of left) changes.push({ kind: 'gone', id });
  yield { changes, cursor: writeCursor(end) };
}
