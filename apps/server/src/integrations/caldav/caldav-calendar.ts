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
import { type CaldavAccess, type CaldavGrant, readCaldavGrant, readPrincipal } from './caldav-account.ts';
import { type Collection, openCollection } from './caldav-collection.ts';
import { readCursor, writeCursor } from './caldav-cursor.ts';
import { type CaldavPlace, readObject, removeObject, writeObject } from './caldav-write.ts';
import { type DavCalls, davCalls, multistatus, namesIn, toText } from './dav-calls.ts';

/** iCloud and any other CalDAV server. CalDAV sends no notifications, so it must be polled. */
export function caldavCalendarProvider(access: CaldavAccess): CalendarProvider {
  return {
    domain: 'apple',
    isBounded: false,
    hasUnnamedParts: false,
    invitesGuests: false,
    canWithholdNotices: false,
    watchHours: null,
    open: (grant) => openSession(access, grant),
  };
}

interface OpenAccount {
  readonly calls: DavCalls;
  readonly home: URL;
  readonly grant: CaldavGrant;
}

function openSession({ fetch, clock }: CaldavAccess, keeper: GrantKeeper): CalendarSession {
  let opening: Promise<OpenAccount> | undefined;
  const start = async (): Promise<OpenAccount> => {
    const grant = readCaldavGrant(await keeper.current());
    const calls = davCalls(fetch, grant, clock);
    const homeUrl =
      grant.principalUrl === null ? grant.homeUrl : (await readPrincipal(calls, grant.principalUrl)).homeUrl;
    return { calls, grant, home: new URL(homeUrl) };
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
    const { calls, home, grant } = await open();
    const owner = { userId: keeper.userId, addresses: grant.addresses };
    return { calls, collection: openCollection(calls, new URL(calendarId, home), owner), owner, clock };
  };

  return {
    async listCalendars() {
      const { calls, home } = await open();
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
      return calendars.map((calendar) => ({ ...calendar, isPrimary: calendar === first }));
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
    const news = await collection.news(cursor.token);
    if (!news) throw new SyncCursorExpired('The server no longer accepts the sync token.');
    yield* streamPages(collection, [...news.present.keys()], news.gone, {
      token: news.token ?? cursor.token,
    });
    return;
  }
  const state = await collection.state();
  const news = cursor === null && state.hasSync ? await collection.news(null) : null;
  if (news?.token) {
    yield* streamPages(collection, [...news.present.keys()], null, { token: news.token });
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
