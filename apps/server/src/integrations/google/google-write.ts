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
  ALL_FIELDS,
  changedFields,
  changedSince,
  type EventField,
  type FamilyParts,
  instanceKey,
  isInstance,
  partsOf,
  recordKey,
  regularInstance,
} from '../calendars/family-parts.ts';
import { instanceOfState } from '../calendars/series-state.ts';
import {
  cleared,
  difference,
  type HeldEvent,
  isInvitation,
  listMissing,
  propertiesOf,
  readSeriesState,
  regularState,
  type SeriesState,
  unshownOf,
  unshownOfCopy,
  unshownOfInstance,
} from './event-properties.ts';
import { idOfUid, insertedBody, resourceOf } from './google-event.ts';
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
  return withoutStrays(
    [...found.values()].flatMap((event) => resourceOf(event, zone) ?? []),
    zone,
  );
}

/**
 * Google keeps a cancelled instance when its series ends before it or moves away from it. It says nothing of the series
 * then, but takes effect again when the series comes back: it stays known, without a record.
 */
function withoutStrays(resources: readonly RemoteResource[], zone: string): RemoteResource[] {
  const [master] = masterOf(resources)?.records ?? [];
  if (!master) return [...resources];
  return resources.map((resource) => {
    const [record] = resource.records;
    const isStray =
      record?.status === 'cancelled' &&
      record.recurrenceId !== null &&
      !isInstance(master, recordKey(record.recurrenceId, master, zone), zone);
    return isStray ? { ...resource, records: [] } : resource;
  });
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

/** Google takes conference data and attachments only of those who say that they know them. */
const KNOWS_ALL = { conferenceDataVersion: 1, supportsAttachments: true } as const;

/** Whether Google tells the guests, if there are any. */
function sendUpdates(
  resources: readonly Pick<KnownResource, 'records'>[],
  { notifiesGuests }: Pick<EventWish, 'notifiesGuests'>,
): 'all' | 'none' {
  const hasGuests = resources.some(({ records }) =>
    records.some(({ details }) => (details.attendees?.length ?? 0) > 0),
  );
  return notifiesGuests && hasGuests ? 'all' : 'none';
}

export async function removeFamily(
  { ask, calendarId }: GoogleCalls,
  { known, notifiesGuests }: EventRemoval,
): Promise<WriteOutcome> {
  const master = masterOf(known);
  const notices = sendUpdates(known, { notifiesGuests });
  // With a master go its instances.
  const resources = master ? [master] : known;
  for (const { id, version, records } of resources) {
    if (records.every(({ status, recurrenceId }) => status === 'cancelled' && recurrenceId !== null))
      continue;
    try {
      await ask((api) =>
        api.events.delete({ calendarId, eventId: id, sendUpdates: notices }, ifMatch(version)),
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
    return await new FamilyWriter(calls, await calls.zone(), wish).write();
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { outcome: 'changed_meanwhile' };
    throw error;
  }
}

class FamilyWriter {
  readonly #calls: GoogleCalls;
  readonly #zone: string;
  readonly #wish: EventWish;
  readonly #wished: FamilyParts;
  /** What there is, and what there was before, the latest first. */
  readonly #states: readonly SeriesState[];
  readonly #sendUpdates: 'all' | 'none';
  readonly #held = new Map<string, RemoteResource>();
  #notRestored: string | undefined;

  constructor(calls: GoogleCalls, zone: string, wish: EventWish) {
    this.#calls = calls;
    this.#zone = zone;
    this.#wish = wish;
    this.#wished = partsOf(wish.records, zone);
    this.#states = [wish.known, ...wish.earlier].map((resources) => readSeriesState(resources, zone));
    const donor = wish.known.length > 0 ? wish.known : (wish.earlier[0] ?? []);
    this.#sendUpdates = sendUpdates([wish, ...donor], wish);
  }

  async write(): Promise<WriteOutcome> {
    const { known } = this.#wish;
    const { master } = this.#wished;
    const before = masterOf(known);
    for (const resource of known) this.#hold({ ...resource, holds: 'record', masterId: before?.id ?? null });
    if (before) this.#hold({ ...before, holds: 'record', masterId: null });
    let masterId = before?.id ?? null;
    if (master && !before) masterId = await this.#make(master);
    else if (master && before) await this.#changeMaster(before, master);
    await this.#putInstances(masterId);
    return {
      outcome: 'written',
      resources: withoutStrays([...this.#held.values()], this.#zone),
      ...(this.#notRestored !== undefined && { notRestored: this.#notRestored }),
    };
  }

  #hold(resource: RemoteResource): void {
    const { id, raw, records } = resource;
    const isStray = records.length === 0 && raw !== null;
    this.#held.set(id, (isStray && resourceOf(JSON.parse(raw) as GoogleEvent, this.#zone)) || resource);
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

  /** The original again, where Google still has it; otherwise a new event, made of an earlier state if there is one. */
  async #make(master: RemoteEvent): Promise<string> {
    const donors = this.#masters();
    const original = donors.find(({ record }) => record.uid === this.#wish.uid);
    const id = original && (await this.#restore(master, original));
    return id ?? (await this.#insert(master, original ?? donors[0] ?? null, original !== undefined));
  }

  #masters(): HeldEvent[] {
    return this.#states.flatMap(({ master }) => master ?? []);
  }

  /** Confirms a deleted event. Null where Google has it no more, or does not give it back. */
  async #restore(master: RemoteEvent, original: HeldEvent): Promise<string | null> {
    const held = original.event.id ? await findEvent(this.#calls, original.event.id) : null;
    if (!held?.id) return null;
    if (held.status !== 'cancelled') {
      await this.#holdWhatIsThere(held, master);
      return held.id;
    }
    const exdates = this.#exdatesOf(original.record);
    const wanted = propertiesOf(master, ALL_FIELDS, this.#masters(), { zone: this.#zone, exdates });
    const lost = difference(held, unshownOf(original.event));
    const absent = Object.fromEntries(
      Object.entries(lost).filter(([name]) => held[name as keyof GoogleEvent] === undefined),
    );
    const body = { ...difference(held, wanted), ...absent, status: master.status };
    let data: GoogleEvent;
    try {
      data = await this.#send(held.id, held.etag ?? undefined, body);
    } catch (error) {
      if ([400, 403, ...GONE].includes(problemOf(error)?.status ?? 0)) return null;
      throw error;
    }
    this.#sayMissing(data, original.event, []);
    if (data.recurrence?.length)
      for (const event of await listExceptions(this.#calls, data)) this.#holdEvent(event);
    return held.id;
  }

  /** The instances that the lines of a series take out. Others are cancelled on their own. */
  #exdatesOf(series: RemoteEvent): string[] {
    const own = new Set(series.recurrence?.exdates.map((time) => instanceKey(time, series, this.#zone)));
    return [...this.#wished.cancelled].filter((key) => own.has(key));
  }

  /** It is there: either by a try whose answer was lost, or it is somebody else's by now. */
  async #holdWhatIsThere(event: GoogleEvent, master: RemoteEvent): Promise<void> {
    const resource = resourceOf(event, this.#zone);
    const [record] = resource?.records ?? [];
    if (!resource || !record || changedSince(record, master).size > 0) throw new ChangedMeanwhile();
    this.#hold(resource);
    if (event.recurrence?.length)
      for (const exception of await listExceptions(this.#calls, event)) this.#holdEvent(exception);
  }

  async #insert(master: RemoteEvent, donor: HeldEvent | null, isRestored: boolean): Promise<string> {
    const { uid } = this.#wish;
    const id = idOfUid(uid);
    const exdates = this.#exdatesOf(master);
    const fields = propertiesOf(master, ALL_FIELDS, this.#masters(), { zone: this.#zone, exdates });
    const copied = donor ? unshownOfCopy(donor.event) : {};
    const requestBody = { ...insertedBody({ ...copied, ...fields }, { ...master, uid }), id };
    const { ask, calendarId } = this.#calls;
    try {
      const { data } = await ask((api) =>
        api.events.insert({ calendarId, requestBody, sendUpdates: this.#sendUpdates, ...KNOWS_ALL }),
      );
      this.#holdEvent(data);
      if (donor && isRestored) {
        const invited = (data.attendees?.length ?? 0) > 0;
        const ways = ['Google no longer has the deleted event, so it is a copy.'];
        if (invited) ways.push('Its guests are invited anew.');
        if (isInvitation(donor.event)) ways.push('Ask its organizer for a new invitation.');
        this.#sayMissing(data, donor.event, ways);
      } else if (donor) this.#sayMissing(data, donor.event, []);
      return data.id ?? id;
    } catch (error) {
      if (problemOf(error)?.status !== 409) throw error;
    }
    // It was inserted before: either by a try whose answer was lost, or it was deleted since.
    const there = await findEvent(this.#calls, id);
    if (there && there.status !== 'cancelled') {
      await this.#holdWhatIsThere(there, master);
    } else {
      const { data } = await ask((api) =>
        api.events.update({
          calendarId,
          eventId: id,
          requestBody: { ...requestBody, status: master.status },
          sendUpdates: this.#sendUpdates,
          ...KNOWS_ALL,
        }),
      );
      this.#holdEvent(data);
      // Its instances may still be cancelled from when it was deleted.
      if (data.recurrence?.length)
        for (const event of await listExceptions(this.#calls, data)) this.#holdEvent(event);
    }
    return id;
  }

  #sayMissing(event: GoogleEvent, state: GoogleEvent, ways: readonly string[]): void {
    const missing = [...new Set(listMissing(event, state))];
    const sentences = [
      ...ways,
      ...(missing.length > 0 ? [`Google did not take back: ${missing.join(', ')}.`] : []),
    ];
    if (sentences.length > 0) this.#notRestored = `'${event.summary ?? ''}': ${sentences.join(' ')}`;
  }

  async #changeMaster(before: KnownResource, master: RemoteEvent): Promise<void> {
    const [record] = before.records.filter(({ recurrenceId }) => recurrenceId === null);
    if (!record) return;
    const fields = new Set(changedFields(record, master));
    const { parts, byKey } = this.#heldParts();
    const wished = this.#wished;
    // Taken out by the lines of the series itself, and to take place again.
    const own = [...parts.cancelled].filter((key) => !byKey.has(key));
    if (own.some((key) => !wished.cancelled.has(key))) fields.add('rules');
    if (fields.size === 0) return;
    if (fields.has('time') && record.isAllDay && !master.isAllDay) fields.add('availability');
    // Those with an entry of their own stay out by that.
    const exdates = [...wished.cancelled].filter((key) => !byKey.has(key));
    const place = { zone: this.#zone, exdates };
    await this.#patch(before.id, before.version, propertiesOf(master, fields, this.#masters(), place));
    if ((fields.has('time') || fields.has('rules')) && master.recurrence) {
      // A series that moved may have dropped its exceptions.
      const now = await readFamily(this.#calls, this.#wish.uid, [before]);
      this.#held.clear();
      for (const resource of now) this.#hold(resource);
    }
  }

  async #putInstances(masterId: string | null): Promise<void> {
    const { parts, byKey } = this.#heldParts();
    const wished = this.#wished;
    const { master } = wished;
    const idOf = (key: string) => byKey.get(key)?.id ?? (masterId === null ? null : `${masterId}_${key}`);
    const seriesRaw = (masterId !== null && this.#held.get(masterId)?.raw) || null;
    const series = seriesRaw === null ? {} : (JSON.parse(seriesRaw) as GoogleEvent);
    for (const [key, override] of wished.overrides) {
      const id = idOf(key);
      if (id === null) continue;
      const held = parts.overrides.get(key);
      const isRegular = master !== null && !parts.cancelled.has(key) && isInstance(master, key, this.#zone);
      const body = this.#instanceBody(key, override, { held, isRegular, series });
      if (Object.keys(body).length > 0) await this.#patch(id, byKey.get(key)?.version, body);
    }
    for (const key of wished.cancelled) {
      const id = idOf(key);
      if (id !== null && !parts.cancelled.has(key)) await this.#cancel(id, byKey.get(key)?.version);
    }
    for (const [key, resource] of byKey) {
      if (wished.overrides.has(key) || wished.cancelled.has(key)) continue;
      const isOut = parts.cancelled.has(key);
      if (master && isInstance(master, key, this.#zone)) {
        const regular = regularInstance(master, key, this.#zone);
        const held = parts.overrides.get(key);
        const fields = isOut || !held ? INSTANCE_FIELDS : changedFields(held, regular);
        const body = propertiesOf(regular, fields, this.#regularDonors(key), this.#place());
        const whole = isOut ? { ...unshownOfInstance(series), ...body } : body;
        if (fields.size > 0) await this.#patch(resource.id, resource.version, whole);
      } else if (!isOut) await this.#cancel(resource.id, resource.version);
    }
  }

  #place() {
    return { zone: this.#zone, exdates: [] };
  }

  #regularDonors(key: string): HeldEvent[] {
    return this.#states.flatMap((state) => regularState(state, key, this.#zone) ?? []);
  }

  /**
   * What a changed instance has to be told. One that is as the rule has it is told only what is other now: what it says
   * in Google's own way stays. A cancelled one is told all, as Google may have kept nothing of it.
   */
  #instanceBody(
    key: string,
    override: RemoteEvent,
    now: { held: RemoteEvent | undefined; isRegular: boolean; series: GoogleEvent },
  ): GoogleEvent {
    const { held, isRegular, series } = now;
    const keys = this.#wished.overrides.keys();
    const own = this.#states.flatMap((state) => instanceOfState(state, key, [...keys]) ?? []);
    const donors = [...own, ...this.#regularDonors(key)];
    if (held) return propertiesOf(override, changedFields(held, override), donors, this.#place());
    const [earlier] = own;
    const { master } = this.#wished;
    if (!isRegular || !master) {
      const unshown = unshownOfInstance(earlier ? earlier.event : series);
      return { ...unshown, ...propertiesOf(override, INSTANCE_FIELDS, donors, this.#place()) };
    }
    const fields = new Set(changedFields(regularInstance(master, key, this.#zone), override));
    if (override.isAllDay || override.isBusy === master.isBusy) fields.delete('availability');
    const body = propertiesOf(override, fields, donors, this.#place());
    if (!earlier) return body;
    const [is, wanted] = [unshownOfInstance(series), unshownOfInstance(earlier.event)];
    return { ...cleared(is, wanted), ...difference(is, wanted), ...body };
  }

  async #patch(eventId: string, version: string | undefined, requestBody: GoogleEvent): Promise<void> {
    try {
      await this.#send(eventId, version, requestBody);
    } catch (error) {
      if ([404, 410, 412].includes(problemOf(error)?.status ?? 0)) throw new ChangedMeanwhile();
      throw error;
    }
  }

  async #send(eventId: string, version: string | undefined, requestBody: GoogleEvent): Promise<GoogleEvent> {
    const { ask, calendarId } = this.#calls;
    const { data } = await ask((api) =>
      api.events.patch(
        { calendarId, eventId, requestBody, sendUpdates: this.#sendUpdates, ...KNOWS_ALL },
        ifMatch(version),
      ),
    );
    this.#holdEvent(data);
    return data;
  }

  async #cancel(eventId: string, version: string | undefined): Promise<void> {
    const { ask, calendarId } = this.#calls;
    try {
      await ask((api) =>
        api.events.delete({ calendarId, eventId, sendUpdates: this.#sendUpdates }, ifMatch(version)),
      );
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
