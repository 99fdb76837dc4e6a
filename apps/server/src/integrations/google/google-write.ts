import type { calendar_v3 } from '@googleapis/calendar';
import type {
  EventRemoval,
  EventWish,
  KnownResource,
  RemoteEvent,
  RemoteResource,
  WriteOutcome,
} from '../../features/calendar-accounts/ports.ts';
import {
  changedFields,
  changedSince,
  type EventField,
  type FamilyParts,
  isInstance,
  partsOf,
  recordKey,
  regularInstance,
} from '../calendars/family-parts.ts';
import { bodyOf, idOfUid, insertedBody, resourceOf } from './google-event.ts';
import { problemOf } from './google-failure.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** The API for one calendar. `ask` rejects with the client's own errors. */
export interface GoogleCalls {
  readonly calendarId: string;
  readonly ask: <Result>(call: (api: calendar_v3.Calendar) => Promise<Result>) => Promise<Result>;
  /** The calendar's zone, in which it means what names none. */
  readonly zone: () => Promise<string>;
}

/** Thrown inside of a write when a version is not the known one any more. */
class ChangedMeanwhile extends Error {}

const ALL_FIELDS: ReadonlySet<EventField> = new Set([
  'title',
  'description',
  'location',
  'status',
  'availability',
  'time',
  'rules',
]);
const INSTANCE_FIELDS: ReadonlySet<EventField> = new Set(
  [...ALL_FIELDS].filter((field) => field !== 'rules'),
);
const GONE = [404, 410];

export async function readFamily(
  calls: GoogleCalls,
  uid: string,
  known: readonly KnownResource[],
): Promise<RemoteResource[]> {
  const zone = await calls.zone();
  const masterId = masterOf(known)?.id ?? idOfUid(uid);
  const master =
    (await findEvent(calls, masterId)) ?? (known.length === 0 ? await findByUid(calls, uid) : null);
  const found = new Map<string, GoogleEvent>();
  if (master?.id && master.status !== 'cancelled') {
    found.set(master.id, master);
    if (master.recurrence?.length)
      for (const event of await listExceptions(calls, master)) found.set(event.id ?? '', event);
  }
  // An instance of a series that the user was not invited to stands alone; and a list may leave out cancelled ones.
  for (const { id } of known) {
    if (found.has(id) || id === masterId) continue;
    const event = await findEvent(calls, id);
    const isOurs = event?.status !== 'cancelled' || found.has(event.recurringEventId ?? '');
    if (event && isOurs) found.set(id, event);
  }
  return [...found.values()].flatMap((event) => resourceOf(event, zone) ?? []);
}

async function findEvent({ ask, calendarId }: GoogleCalls, eventId: string): Promise<GoogleEvent | null> {
  try {
    return (await ask((api) => api.events.get({ calendarId, eventId }))).data;
  } catch (error) {
    if (GONE.includes(problemOf(error)?.status ?? 0)) return null;
    throw error;
  }
}

async function findByUid({ ask, calendarId }: GoogleCalls, iCalUID: string): Promise<GoogleEvent | null> {
  const { data } = await ask((api) => api.events.list({ calendarId, iCalUID }));
  return data.items?.find((event) => event.iCalUID === iCalUID && !event.recurringEventId) ?? null;
}

async function listExceptions({ ask, calendarId }: GoogleCalls, master: GoogleEvent): Promise<GoogleEvent[]> {
  if (!master.iCalUID) return [];
  const found: GoogleEvent[] = [];
  let pageToken: string | undefined;
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
    found.push(...(data.items ?? []).filter(({ recurringEventId }) => recurringEventId === master.id));
    pageToken = data.nextPageToken ?? undefined;
  } while (pageToken !== undefined);
  return found;
}

function masterOf(resources: readonly KnownResource[]): KnownResource | null {
  return resources.find(({ records }) => records.some(({ recurrenceId }) => recurrenceId === null)) ?? null;
}

export async function removeFamily(
  { ask, calendarId }: GoogleCalls,
  { known }: EventRemoval,
): Promise<WriteOutcome> {
  const master = masterOf(known);
  // With a master go its instances.
  const resources = master ? [master] : known;
  for (const { id, version, records } of resources) {
    if (records.every(({ status, recurrenceId }) => status === 'cancelled' && recurrenceId !== null))
      continue;
    try {
      await ask((api) =>
        api.events.delete({ calendarId, eventId: id, sendUpdates: 'none' }, ifMatch(version)),
      );
    } catch (error) {
      const status = problemOf(error)?.status;
      if (status === 412) return { outcome: 'changed_meanwhile' };
      if (!GONE.includes(status ?? 0)) throw error;
    }
  }
  return { outcome: 'written', resources: [] };
}

export async function writeFamily(calls: GoogleCalls, wish: EventWish): Promise<WriteOutcome> {
  try {
    const writer = new FamilyWriter(calls, await calls.zone());
    return { outcome: 'written', resources: await writer.write(wish) };
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { outcome: 'changed_meanwhile' };
    throw error;
  }
}

class FamilyWriter {
  readonly #calls: GoogleCalls;
  readonly #zone: string;
  readonly #held = new Map<string, RemoteResource>();

  constructor(calls: GoogleCalls, zone: string) {
    this.#calls = calls;
    this.#zone = zone;
  }

  async write({ uid, records, known }: EventWish): Promise<RemoteResource[]> {
    const wished = partsOf(records, this.#zone);
    const before = masterOf(known);
    for (const resource of known) this.#hold({ ...resource, holds: 'record', masterId: before?.id ?? null });
    if (before) this.#hold({ ...before, holds: 'record', masterId: null });
    let masterId = before?.id ?? null;
    if (wished.master && !before) masterId = await this.#insert(uid, wished.master, wished);
    else if (wished.master && before) await this.#changeMaster(uid, before, wished.master, wished);
    await this.#putInstances(masterId, wished);
    return [...this.#held.values()];
  }

  #hold(resource: RemoteResource): void {
    this.#held.set(resource.id, resource);
  }

  #heldParts(): { parts: FamilyParts; byKey: Map<string, RemoteResource> } {
    const resources = [...this.#held.values()];
    const parts = partsOf(
      resources.flatMap(({ records }) => records),
      this.#zone,
    );
    const byKey = new Map<string, RemoteResource>();
    for (const resource of resources) {
      const [record] = resource.records;
      if (!record?.recurrenceId) continue;
      byKey.set(recordKey(record.recurrenceId, parts.master ?? record, this.#zone), resource);
    }
    return { parts, byKey };
  }

  async #insert(uid: string, master: RemoteEvent, wished: FamilyParts): Promise<string> {
    const id = idOfUid(uid);
    const body = {
      ...insertedBody(bodyOf(master, ALL_FIELDS, this.#zone, [...wished.cancelled]), { ...master, uid }),
      id,
    };
    const { ask, calendarId } = this.#calls;
    try {
      const { data } = await ask((api) =>
        api.events.insert({ calendarId, requestBody: body, sendUpdates: 'none' }),
      );
      this.#holdEvent(data);
      return data.id ?? id;
    } catch (error) {
      if (problemOf(error)?.status !== 409) throw error;
    }
    // It was inserted before: either by a try whose answer was lost, or it was deleted since.
    const there = await findEvent(this.#calls, id);
    if (there && there.status !== 'cancelled') {
      const resource = resourceOf(there, this.#zone);
      const [record] = resource?.records ?? [];
      if (!resource || !record || changedSince(record, master).size > 0) throw new ChangedMeanwhile();
      this.#hold(resource);
    } else {
      const { data } = await ask((api) =>
        api.events.update({
          calendarId,
          eventId: id,
          requestBody: { ...body, status: master.status },
          sendUpdates: 'none',
        }),
      );
      this.#holdEvent(data);
      // Its instances may still be cancelled from when it was deleted.
      if (data.recurrence?.length)
        for (const event of await listExceptions(this.#calls, data)) this.#holdEvent(event);
    }
    return id;
  }

  async #changeMaster(
    uid: string,
    before: KnownResource,
    master: RemoteEvent,
    wished: FamilyParts,
  ): Promise<void> {
    const [record] = before.records.filter(({ recurrenceId }) => recurrenceId === null);
    if (!record) return;
    const fields = new Set(changedFields(record, master));
    const { parts, byKey } = this.#heldParts();
    // Taken out by the lines of the series itself, and to take place again.
    const own = [...parts.cancelled].filter((key) => !byKey.has(key));
    if (own.some((key) => !wished.cancelled.has(key))) fields.add('rules');
    if (fields.size === 0) return;
    // Those with an entry of their own stay out by that.
    const exdates = [...wished.cancelled].filter((key) => !byKey.has(key));
    const body = bodyOf(master, fields, this.#zone, exdates);
    if (fields.has('time') && !fields.has('availability') && record.isAllDay && !master.isAllDay)
      body.transparency = master.isBusy ? 'opaque' : 'transparent';
    await this.#patch(before.id, before.version, body);
    if ((fields.has('time') || fields.has('rules')) && master.recurrence) {
      // A series that moved may have dropped its exceptions.
      const now = await readFamily(this.#calls, uid, [before]);
      this.#held.clear();
      for (const resource of now) this.#hold(resource);
    }
  }

  async #putInstances(masterId: string | null, wished: FamilyParts): Promise<void> {
    const { parts, byKey } = this.#heldParts();
    const master = wished.master;
    const idOf = (key: string) => byKey.get(key)?.id ?? (masterId === null ? null : `${masterId}_${key}`);
    for (const [key, override] of wished.overrides) {
      const id = idOf(key);
      if (id === null) continue;
      const held = parts.overrides.get(key);
      // One that was as the rule has it is told only what is other now: what it says in Google's own way stays.
      const isRegular = master !== null && !parts.cancelled.has(key) && isInstance(master, key, this.#zone);
      const before = held ?? (isRegular ? regularInstance(master, key, this.#zone) : null);
      const fields = new Set(before ? changedFields(before, override) : INSTANCE_FIELDS);
      if (!held && (override.isAllDay || override.isBusy === master?.isBusy)) fields.delete('availability');
      if (fields.size > 0)
        await this.#patch(id, byKey.get(key)?.version, bodyOf(override, fields, this.#zone, []));
    }
    for (const key of wished.cancelled) {
      const id = idOf(key);
      if (id !== null && !parts.cancelled.has(key)) await this.#cancel(id, byKey.get(key)?.version);
    }
    if (!master) return;
    for (const [key, resource] of byKey) {
      if (wished.overrides.has(key) || wished.cancelled.has(key)) continue;
      const isOut = parts.cancelled.has(key);
      if (isInstance(master, key, this.#zone)) {
        const regular = regularInstance(master, key, this.#zone);
        const held = parts.overrides.get(key);
        const fields = isOut || !held ? INSTANCE_FIELDS : changedFields(held, regular);
        if (fields.size > 0)
          await this.#patch(resource.id, resource.version, bodyOf(regular, fields, this.#zone, []));
      } else if (!isOut) await this.#cancel(resource.id, resource.version);
    }
  }

  async #patch(eventId: string, version: string | undefined, requestBody: GoogleEvent): Promise<void> {
    const { ask, calendarId } = this.#calls;
    try {
      const { data } = await ask((api) =>
        api.events.patch({ calendarId, eventId, requestBody, sendUpdates: 'none' }, ifMatch(version)),
      );
      this.#holdEvent(data);
    } catch (error) {
      if ([404, 410, 412].includes(problemOf(error)?.status ?? 0)) throw new ChangedMeanwhile();
      throw error;
    }
  }

  async #cancel(eventId: string, version: string | undefined): Promise<void> {
    const { ask, calendarId } = this.#calls;
    try {
      await ask((api) => api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, ifMatch(version)));
    } catch (error) {
      const status = problemOf(error)?.status;
      if (status === 412) throw new ChangedMeanwhile();
      // No instance of the series, or out already.
      if (!GONE.includes(status ?? 0)) throw error;
    }
    const left = await findEvent(this.#calls, eventId);
    if (left) this.#holdEvent(left);
    else this.#held.delete(eventId);
  }

  #holdEvent(event: GoogleEvent): void {
    const resource = resourceOf(event, this.#zone);
    if (resource) this.#hold(resource);
  }
}

function ifMatch(version: string | undefined): { headers?: Record<string, string> } {
  return version ? { headers: { 'If-Match': version } } : {};
}
