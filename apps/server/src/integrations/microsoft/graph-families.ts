import { findZoneName } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type {
  EventTime,
  EventWish,
  KnownResource,
  RemoteEvent,
  RemoteResource,
  WriteOutcome,
} from '../../features/calendar-accounts/ports.ts';
import { ProviderFailure } from '../../platform/provider-failure.ts';
import {
  ALL_FIELDS,
  changedFields,
  changedSince,
  type FamilyParts,
  instanceKey,
  partsOf,
  regularInstance,
  timeOfKey,
} from '../calendars/family-parts.ts';
import { findInstances } from '../calendars/series-instances.ts';
import { instanceOfState, regularOfState } from '../calendars/series-state.ts';
import { instantOfTime } from '../calendars/told-times.ts';
import { putAttachments, readAttachments } from './attachments.ts';
import {
  copyOf,
  difference,
  type HeldEvent,
  listNotRestored,
  propertiesOf,
  readSeriesState,
  type SeriesState,
  type WholeEvent,
} from './event-properties.ts';
import type { GraphCall } from './graph-calls.ts';
import {
  type GraphEvent,
  hasDigestedUid,
  insertedBody,
  masterTagOf,
  resourceOf,
  tagOf,
  UID_PROPERTY,
} from './graph-event.ts';
import { problemOf } from './graph-failure.ts';
import { isHalfWritten, isSame, isSameRule } from './graph-sameness.ts';

const ZONE = 'UTC';
const DAY_MS = 86_400_000;
const MOST_ATTEMPTS = 3;
/** Which of an event is asked for where its parts are: two of them come only when they are named. */
const FIELDS = [
  'id',
  'changeKey',
  'iCalUId',
  'transactionId',
  'type',
  'seriesMasterId',
  'subject',
  'body',
  'location',
  'start',
  'end',
  'isAllDay',
  'isCancelled',
  'showAs',
  'responseStatus',
  'originalStart',
  'originalStartTimeZone',
  'originalEndTimeZone',
  'recurrence',
  'attendees',
  'organizer',
  'categories',
  'onlineMeeting',
  'isOrganizer',
  'locations',
  'sensitivity',
  'importance',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'hasAttachments',
  'hideAttendees',
  'allowNewTimeProposals',
  'responseRequested',
  'isOnlineMeeting',
  'onlineMeetingProvider',
  'cancelledOccurrences',
  'exceptionOccurrences',
].join(',');
const WITH_UID = `singleValueExtendedProperties($filter=${encodeURIComponent(`id eq '${UID_PROPERTY}'`)})`;

/** Thrown inside of a write when a version is not the known one any more. */
class ChangedMeanwhile extends Error {}

/** Single events and series of a mailbox, each read and written as a whole. */
export class GraphFamilies {
  readonly #call: GraphCall;
  readonly #userId: string;

  constructor(call: GraphCall, userId: string) {
    this.#call = call;
    this.#userId = userId;
  }

  /** An event, or a series with everything that was changed in it; null when there is none any more. */
  async find(id: string): Promise<RemoteResource | null> {
    const path = `/me/events/${encodeURIComponent(id)}?$select=${FIELDS}&$expand=exceptionOccurrences,${WITH_UID}`;
    try {
      const event = await this.#call<GraphEvent>({ method: 'get', path });
      // Asked for by one of its instances.
      if (event.seriesMasterId) return this.find(event.seriesMasterId);
      return resourceOf(event, event.exceptionOccurrences ?? []);
    } catch (error) {
      if (problemOf(error)?.status === 404) return null;
      throw error;
    }
  }

  /** One that a list told of; read again only where a list does not tell all. */
  async complete(event: GraphEvent): Promise<RemoteResource | null> {
    return hasDigestedUid(event) && event.id ? this.find(event.id) : resourceOf(event);
  }

  async read(calendarId: string, uid: string, known: readonly KnownResource[]): Promise<RemoteResource[]> {
    const [before] = known;
    const id = before?.id ?? (await this.#findId(calendarId, uid));
    const found = id === null ? null : await this.find(id);
    return found ? [found] : [];
  }

  async #findId(calendarId: string, uid: string): Promise<string | null> {
    const quoted = `'${uid.replaceAll("'", "''")}'`;
    const filters = [
      `singleValueExtendedProperties/Any(ep: ep/id eq '${UID_PROPERTY}' and ep/value eq ${quoted})`,
      `iCalUId eq ${quoted}`,
    ];
    for (const filter of filters) {
      const { value } = await this.#call<{ value: GraphEvent[] }>({
        method: 'get',
        path: `/me/calendars/${encodeURIComponent(calendarId)}/events?$filter=${encodeURIComponent(filter)}`,
      });
      const [event] = value;
      if (event?.id) return event.id;
    }
    return null;
  }

  async remove(known: readonly KnownResource[]): Promise<WriteOutcome> {
    for (const { id, version } of known) {
      const held = await this.find(id);
      if (!held) continue;
      if (held.version !== version) return { outcome: 'changed_meanwhile' };
      try {
        await this.#call({ method: 'delete', path: pathOf(id), ifMatch: masterTagOf(version) });
      } catch (error) {
        if (isStale(error)) return { outcome: 'changed_meanwhile' };
        if (problemOf(error)?.status !== 404) throw error;
      }
    }
    return { outcome: 'written', resources: [] };
  }

  /** Outlook restores no event: what a list leaves out of it is read before it is deleted. */
  async readWhole(known: readonly KnownResource[]): Promise<KnownResource[]> {
    return Promise.all(
      known.map(async (resource) => {
        const held = await this.find(resource.id);
        if (!held?.raw || held.version !== resource.version) return resource;
        const event = JSON.parse(held.raw) as WholeEvent;
        if (event.hasAttachments !== true) return { ...resource, raw: held.raw };
        const keptAttachments = await readAttachments(this.#call, pathOf(resource.id));
        return { ...resource, raw: JSON.stringify({ ...event, keptAttachments }) };
      }),
    );
  }

  async write(calendarId: string, wish: EventWish): Promise<WriteOutcome> {
    const wished = partsOf(await this.#anchored(wish.records), ZONE);
    const { master } = wished;
    if (!master)
      throw new ProviderFailure(
        'rejected',
        'Outlook keeps a changed occurrence only together with its series. Make it an event of its own.',
      );
    try {
      const [known] = wish.known;
      const states = [wish.known, ...wish.earlier].map(readSeriesState);
      const { made, notRestored } = known
        ? { made: await this.#change(known, master, wished, states), notRestored: undefined }
        : await this.#make(calendarId, { ...master, uid: wish.uid }, states);
      const id = made.id ?? known?.id ?? '';
      if (master.recurrence) await this.#putInstances(id, master, wished, states);
      // Its own answer is what was written; what is read later may be somebody else's already.
      const held = master.recurrence ? await this.find(id) : await this.complete(made);
      if (!held) throw new ChangedMeanwhile();
      return {
        outcome: 'written',
        resources: [held],
        ...(notRestored !== undefined && { notRestored }),
      };
    } catch (error) {
      if (error instanceof ChangedMeanwhile || isStale(error)) return { outcome: 'changed_meanwhile' };
      throw error;
    }
  }

  /** Times that hang in no zone are meant in the mailbox's: Outlook has none without. */
  async #anchored(records: readonly RemoteEvent[]): Promise<readonly RemoteEvent[]> {
    const isFloating = ({ at, timeZone }: EventTime) => at.includes('T') && timeZone === null;
    if (!records.some(({ start, end }) => isFloating(start) || isFloating(end))) return records;
    const { timeZone: told } = await this.#call<Graph.MailboxSettings>({
      method: 'get',
      path: '/me/mailboxSettings?$select=timeZone',
    });
    const timeZone = findZoneName(told ?? '');
    if (timeZone === null)
      throw new ProviderFailure(
        'rejected',
        'Outlook does not say in which time zone its calendar is. Choose a time zone for the event.',
      );
    const anchored = <Time extends EventTime>(time: Time): Time =>
      isFloating(time) ? { ...time, timeZone } : time;
    return records.map((record) => ({
      ...record,
      recurrenceId: record.recurrenceId && anchored(record.recurrenceId),
      start: anchored(record.start),
      end: anchored(record.end),
      recurrence: record.recurrence && {
        ...record.recurrence,
        rdates: record.recurrence.rdates.map(anchored),
        exdates: record.recurrence.exdates.map(anchored),
      },
    }));
  }

  /** A new event, made of an earlier state of it, or of the series that it was split from, if there is one. */
  async #make(
    calendarId: string,
    master: RemoteEvent,
    states: readonly SeriesState[],
  ): Promise<{ made: GraphEvent; notRestored: string | undefined }> {
    const donors = mastersOf(states);
    const original = donors.find(({ record }) => record.uid === master.uid);
    const donor = original ?? donors[0];
    const fields = propertiesOf(master, ALL_FIELDS, donors, donor?.event.body);
    const inserted = await this.#insert(calendarId, master, donor ? copyOf(donor, fields, master) : fields);
    if (!donor) return { made: inserted, notRestored: undefined };
    const { id = '', keptAttachments, hasAttachments } = donor.event;
    // The first part of a split series still has them.
    const there = original || !hasAttachments ? keptAttachments : await this.#attachmentsOf(id);
    if (!there?.length || inserted.hasAttachments)
      return { made: inserted, notRestored: original && listNotRestored(original, inserted, []) };
    const path = pathOf(inserted.id ?? '');
    const lost = await putAttachments(this.#call, path, there);
    const made = await this.#call<GraphEvent>({ method: 'get', path });
    return { made, notRestored: original && listNotRestored(original, made, lost) };
  }

  async #attachmentsOf(id: string): Promise<Graph.FileAttachment[]> {
    try {
      return await readAttachments(this.#call, pathOf(id));
    } catch (error) {
      if (problemOf(error)?.status === 404) return [];
      throw error;
    }
  }

  async #insert(calendarId: string, master: RemoteEvent, body: Graph.Event): Promise<GraphEvent> {
    const path = `/me/calendars/${encodeURIComponent(calendarId)}/events`;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const made = await this.#call<GraphEvent>({
          method: 'post',
          path,
          body: insertedBody(body, master, attempt),
        });
        requireSame(made, master);
        return made;
      } catch (error) {
        const problem = problemOf(error);
        if (problem?.status !== 409 || attempt >= MOST_ATTEMPTS) throw error;
      }
      // The key is used up: by a try whose answer was lost, or by one that was deleted since.
      const id = await this.#findId(calendarId, master.uid);
      if (id === null) continue;
      const made = await this.#call<GraphEvent>({ method: 'get', path: pathOf(id) });
      requireSame(made, master);
      return made;
    }
  }

  async #change(
    known: KnownResource,
    master: RemoteEvent,
    wished: FamilyParts,
    states: readonly SeriesState[],
  ): Promise<GraphEvent> {
    const before = partsOf(known.records, ZONE);
    if (!before.master) throw new ChangedMeanwhile();
    const isSeries = Boolean(before.master.recurrence ?? master.recurrence);
    if (isSeries) {
      const held = await this.find(known.id);
      if (held?.version !== known.version) {
        if (!held || !isHalfWritten(held, before, wished)) throw new ChangedMeanwhile();
        return this.#call<GraphEvent>({ method: 'get', path: pathOf(known.id) });
      }
    }
    const fields = new Set(changedFields(before.master, master));
    if (fields.has('rules') && isSameRule(before.master, master)) fields.delete('rules');
    // What was taken out comes back only when the series is laid out anew.
    const back = [...before.cancelled].filter((key) => !wished.cancelled.has(key));
    if ((await this.#findInstances(master, back)).size > 0) fields.add('rules');
    if (before.master.isAllDay && !master.isAllDay) fields.add('availability');
    const path = pathOf(known.id);
    try {
      if (fields.size > 0) {
        const donors = mastersOf(states);
        const ifMatch = masterTagOf(known.version);
        const now = known.raw === null && fields.has('description') ? await this.find(known.id) : known;
        const held = now?.raw ? (JSON.parse(now.raw) as GraphEvent) : null;
        const body = propertiesOf(master, fields, donors, held?.body);
        return await this.#call<GraphEvent>({ method: 'patch', path, body, ifMatch });
      }
      const held = await this.#call<GraphEvent>({ method: 'get', path });
      if (tagOf(held) !== masterTagOf(known.version)) throw new ChangedMeanwhile();
      return held;
    } catch (error) {
      if (problemOf(error)?.status === 404) throw new ChangedMeanwhile();
      throw error;
    }
  }

  async #putInstances(
    id: string,
    master: RemoteEvent,
    wished: FamilyParts,
    states: readonly SeriesState[],
  ): Promise<void> {
    const held = await this.#heldInstances(id);
    const idOf = async (key: string) => held.byKey.get(key) ?? (await this.#instanceAt(id, master, key));
    const regularDonors = (key: string) => states.flatMap((state) => regularOfState(state, key, ZONE) ?? []);
    for (const [key, override] of wished.overrides) {
      const before = held.parts.overrides.get(key) ?? regularInstance(master, key, ZONE);
      const own = states.flatMap((state) => instanceOfState(state, key, [...wished.overrides.keys()]) ?? []);
      const now = held.byKey.get(key)?.event ?? held.series;
      const donors = [...own, ...regularDonors(key)];
      const changed = propertiesOf(override, changedSince(before, override), donors, now.body);
      // One that Outlook forgot with its series has to be told all.
      const lost = !held.byKey.has(key) && own[0] ? difference(now, own[0].event) : {};
      const body = { ...lost, ...changed };
      if (Object.keys(body).length === 0) continue;
      const there = await idOf(key);
      if (!there) throw unable(held.parts.cancelled.has(key));
      await this.#call({ method: 'patch', path: pathOf(there.id), body, ifMatch: there.tag });
    }
    for (const key of wished.cancelled) {
      if (held.parts.cancelled.has(key)) continue;
      const there = await idOf(key);
      // No instance of the series.
      if (there) await this.#call({ method: 'delete', path: pathOf(there.id), ifMatch: there.tag });
    }
    const isUnchanged = (key: string) => !wished.overrides.has(key) && !wished.cancelled.has(key);
    const unchanged = [...held.byKey.keys(), ...held.parts.cancelled].filter(isUnchanged);
    const instances = await this.#findInstances(master, unchanged);
    for (const [key, there] of held.byKey) {
      const before = held.parts.overrides.get(key);
      if (!before || !isUnchanged(key) || !instances.has(key)) continue;
      const regular = regularInstance(master, key, ZONE);
      const fields = changedSince(before, regular);
      if (fields.size === 0) continue;
      const body = propertiesOf(regular, fields, regularDonors(key), there.event.body);
      await this.#call({ method: 'patch', path: pathOf(there.id), body, ifMatch: there.tag });
    }
    const isLeftOut = [...held.parts.cancelled].some((key) => isUnchanged(key) && instances.has(key));
    if (isLeftOut) throw unable(true);
  }

  #findInstances(master: RemoteEvent, keys: readonly string[]): Promise<ReadonlySet<string>> {
    return findInstances(this.#userId, { master, keys, floatingZone: ZONE });
  }

  async #heldInstances(
    id: string,
  ): Promise<{ parts: FamilyParts; byKey: Map<string, HeldPlace>; series: GraphEvent }> {
    const path = `${pathOf(id)}?$select=${FIELDS}&$expand=exceptionOccurrences`;
    const event = await this.#call<GraphEvent>({ method: 'get', path });
    const exceptions = event.exceptionOccurrences ?? [];
    const parts = partsOf(resourceOf(event, exceptions)?.records ?? [], ZONE);
    const byKey = new Map<string, HeldPlace>();
    for (const exception of exceptions) {
      const [, record] = resourceOf(event, [exception])?.records ?? [];
      if (record?.recurrenceId && exception.id)
        byKey.set(instanceKey(record.recurrenceId, parts.master ?? record, ZONE), {
          id: exception.id,
          tag: tagOf(exception),
          event: exception,
        });
    }
    return { parts, byKey, series: event };
  }

  /** The occurrence that begins when the rule says; Outlook gives it an id only when it is asked for a range. */
  async #instanceAt(seriesId: string, master: RemoteEvent, key: string): Promise<Place | null> {
    const at = instantOfTime(timeOfKey(key), master, ZONE);
    const range = `startDateTime=${new Date(at - DAY_MS).toISOString()}&endDateTime=${new Date(at + 2 * DAY_MS).toISOString()}`;
    const { value } = await this.#call<{ value: GraphEvent[] }>({
      method: 'get',
      path: `${pathOf(seriesId)}/instances?${range}`,
      pageSize: 100,
    });
    for (const event of value) {
      const start = event.originalStart ?? `${event.start?.dateTime?.replace(/(?:\.\d+)?Z?$/, '')}Z`;
      const isIt = master.isAllDay
        ? start.slice(0, 10).replaceAll('-', '') === key
        : Date.parse(start) === at;
      if (isIt && event.id) return { id: event.id, tag: tagOf(event) };
    }
    return null;
  }
}

interface Place {
  readonly id: string;
  readonly tag: string;
}

interface HeldPlace extends Place {
  readonly event: GraphEvent;
}

function mastersOf(states: readonly SeriesState[]): HeldEvent[] {
  return states.flatMap(({ master }) => master ?? []);
}

function pathOf(id: string): string {
  return `/me/events/${encodeURIComponent(id)}`;
}

/** Changed by somebody else since we looked. */
function isStale(error: unknown): boolean {
  const problem = problemOf(error);
  return problem?.status === 412 || (problem?.status === 409 && /Conflict/i.test(problem.code));
}

function unable(isOut: boolean): ProviderFailure {
  return new ProviderFailure(
    'rejected',
    isOut
      ? 'Outlook cannot put back an occurrence that was taken out of a series. Make it an event of its own.'
      : 'Outlook does not have the occurrence that was changed here. Make it an event of its own.',
  );
}

/** An answer to an insert may be an event that was there already, and was changed since. */
function requireSame(made: GraphEvent, master: RemoteEvent): void {
  const [record] = resourceOf(made)?.records ?? [];
  if (!record || !isSame(record, master)) throw new ChangedMeanwhile();
}
