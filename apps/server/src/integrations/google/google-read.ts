import type { calendar_v3 } from '@googleapis/calendar';
import type { KnownResource, RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { PageTrail, readPage, requireReadable, unreadableResponse } from '../calendars/checked-responses.ts';
import { recordKey } from '../calendars/object-parts.ts';
import { listInstances } from '../calendars/series-instances.ts';
import { eventShape } from './event-shape.ts';
import { toGoogleId, toResource } from './google-event.ts';
import { findProblem } from './google-failure.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** The API for one calendar. `ask` rejects with the client's own errors. */
export interface GoogleCalls {
  readonly userId: string;
  readonly calendarId: string;
  readonly ask: <Result>(call: (api: calendar_v3.Calendar) => Promise<Result>) => Promise<Result>;
  /** The zone of the calendar, which applies to events without a zone. */
  readonly zone: () => Promise<string>;
}

const GOOGLE = 'Google Calendar';

/** Google's statuses for a missing or deleted event. */
export const GONE = [404, 410];

export async function readObject(
  calls: GoogleCalls,
  uid: string,
  known: readonly KnownResource[],
): Promise<RemoteResource[]> {
  const zone = await calls.zone();
  const masterId = findMaster(known)?.id ?? toGoogleId(uid);
  const master =
    (await findEvent(calls, masterId)) ?? (known.length === 0 ? await findByUid(calls, uid) : null);
  const found = new Map<string, GoogleEvent>();
  if (master?.id && master.status !== 'cancelled') {
    found.set(master.id, master);
    if (master.recurrence?.length)
      for (const event of await listExceptions(calls, master)) found.set(event.id ?? '', event);
  }
  // A user invited to one instance of a series has that instance without the series. A list may also omit
  // cancelled instances.
  for (const { id } of known) {
    if (found.has(id) || id === masterId) continue;
    const event = await findEvent(calls, id);
    const isOurs = event?.status !== 'cancelled' || found.has(event.recurringEventId ?? '');
    if (event && isOurs) found.set(id, event);
  }
  const resources = [...found.values()].flatMap((event) => toResource(event, zone) ?? []);
  return dropOrphanedInstances(calls, requireReadable(GOOGLE, resources), zone);
}

/**
 * Google keeps a cancelled instance when its series ends before it or moves away from it. The instance then
 * has no effect, but takes effect again when the series returns. Its resource stays known, without a record.
 */
export async function dropOrphanedInstances(
  { userId }: GoogleCalls,
  resources: readonly RemoteResource[],
  zone: string,
): Promise<RemoteResource[]> {
  const [master] = findMaster(resources)?.records ?? [];
  if (!master) return [...resources];
  const toKey = ({ records: [record] }: RemoteResource) =>
    record?.status === 'cancelled' && record.recurrenceId !== null
      ? recordKey(record.recurrenceId, master, zone)
      : null;
  const keys = resources.flatMap((resource) => toKey(resource) ?? []);
  const instances = await listInstances(userId, { master, keys, floatingZone: zone });
  return resources.map((resource) => {
    const key = toKey(resource);
    return key !== null && !instances.has(key) ? { ...resource, records: [] } : resource;
  });
}

export async function findEvent(
  { ask, calendarId }: GoogleCalls,
  eventId: string,
): Promise<GoogleEvent | null> {
  try {
    const { data } = await ask((api) => api.events.get({ calendarId, eventId }));
    if (!eventShape.safeParse(data).success) throw unreadableResponse(GOOGLE);
    return data;
  } catch (error) {
    if (GONE.includes(findProblem(error)?.status ?? 0)) return null;
    throw error;
  }
}

async function findByUid({ ask, calendarId }: GoogleCalls, iCalUID: string): Promise<GoogleEvent | null> {
  const { data } = await ask((api) => api.events.list({ calendarId, iCalUID }));
  return (
    readPage(GOOGLE, data, 'items').items.find(
      (event: GoogleEvent) => event.iCalUID === iCalUID && !event.recurringEventId,
    ) ?? null
  );
}

export async function listExceptions(
  { ask, calendarId }: GoogleCalls,
  master: GoogleEvent,
): Promise<GoogleEvent[]> {
  if (!master.iCalUID) return [];
  const found: GoogleEvent[] = [];
  let pageToken: string | undefined;
  const trail = new PageTrail(GOOGLE);
  do {
    const { data } = await ask((api) =>
      api.events.list({
        calendarId,
        iCalUID: master.iCalUID as string,
        showDeleted: true,
        maxResults: 2_500,
        ...(pageToken && { pageToken }),
      }),
    );
    const page = readPage(GOOGLE, data, 'items');
    found.push(...page.items.filter(({ recurringEventId }: GoogleEvent) => recurringEventId === master.id));
    pageToken = trail.follow(page.text('nextPageToken'));
  } while (pageToken !== undefined);
  return found;
}

export function findMaster(resources: readonly KnownResource[]): KnownResource | null {
  return resources.find(({ records }) => records.some(({ recurrenceId }) => recurrenceId === null)) ?? null;
}
