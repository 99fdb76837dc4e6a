import { zoneOf } from '@dayloom/time';
import {
  type CalendarTime,
  createCalendarWriter,
  findCalendarTime,
  findZoneOf,
  type WritableEvent,
} from '@dayloom/time/icalendar';
import type { EarlierState, EventTime, RemoteEvent } from '../../features/calendar-accounts/ports.ts';
import { ProviderFailure } from '../../platform/provider-failure.ts';
import {
  ALL_FIELDS,
  changedFields,
  type EventField,
  type FamilyParts,
  instanceKey,
  partsOf,
  timeOfKey,
} from '../calendars/family-parts.ts';
import { instantOfTime } from '../calendars/told-times.ts';
import {
  cancelledComponent,
  changedComponent,
  withRecurrenceId,
  withUid,
  zonesNamedBy,
} from './component-change.ts';
import {
  contentLine,
  propertyLines,
  propertyName,
  splitLines,
  unfolded,
  withProperties,
  zoneComponents,
} from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';
import {
  type CalendarObject,
  type KnownComponent,
  MASTER,
  readEarlier,
  readObject,
  UNKNOWN_ZONE,
  zonesOfObject,
} from './object-parts.ts';

const RECURRENCE_ID = new Set(['RECURRENCE-ID']);
const OF_SERIES = new Set(['RRULE', 'EXRULE', 'RDATE', 'EXDATE']);

/** A calendar object of events that are new. */
export function newCalendarText(records: readonly RemoteEvent[], now: Date): string {
  const parts = partsOf(records, FLOATING_ZONE);
  const writer = createCalendarWriter({ stampedAt: now.getTime() });
  const events = [...(parts.master ? [parts.master] : []), ...parts.overrides.values()].map((record) => ({
    record,
    writable: toWritable(record, parts),
  }));
  for (const { writable } of events) writer.announce(writable);
  return [
    writer.head(),
    ...events.flatMap(({ record, writable }) => marked(splitLines(writer.event(writable)), record)),
    writer.foot(),
  ].join('');
}

export interface ObjectChange {
  /** The text that is there. */
  readonly raw: string;
  /** What both sides agreed that it says. */
  readonly known: readonly RemoteEvent[];
  /** What it is to say. */
  readonly wished: readonly RemoteEvent[];
  readonly earlier: readonly EarlierState[];
  readonly now: Date;
}

/**
 * The text of a calendar object after a change: what differs between `known` and `wished`. All other lines stay as
 * they are: guests, alarms, what only the other side understands, and components that are not shown here.
 */
export function changedCalendarText({ raw, known, wished, earlier, now }: ObjectChange): string {
  const rewrite = new ObjectRewrite(readObject(raw, known), known, wished, readEarlier(earlier), now);
  return rewrite.text();
}

/**
 * A new calendar object made of an earlier state: the same events brought back, or, under another UID, the second part
 * of a series that was split. Null where no earlier state can be read. `isAlone`: without what else was in the object.
 */
export function restoredCalendarText(
  wished: readonly RemoteEvent[],
  earlier: readonly EarlierState[],
  now: Date,
  { isAlone }: { isAlone: boolean } = { isAlone: false },
): string | null {
  const states = earlier.flatMap((state) => {
    const [object] = readEarlier([state]);
    const records = state[0]?.records ?? [];
    return object ? [{ object, records }] : [];
  });
  const [latest] = states;
  if (!latest) return null;
  const uid = wished[0]?.uid ?? '';
  const isSame = ({ records }: { records: readonly RemoteEvent[] }) => isSameEvents(records, wished);
  const { object, records } = states.find(isSame) ?? latest;
  const isCopy = records[0]?.uid !== uid;
  const rewrite = new ObjectRewrite(
    object,
    records,
    wished,
    states.map((state) => state.object),
    now,
  );
  return rewrite.text(isCopy || isAlone ? { uid } : null);
}

function isSameEvents(left: readonly RemoteEvent[], right: readonly RemoteEvent[]): boolean {
  const [one, other] = [partsOf(left, FLOATING_ZONE), partsOf(right, FLOATING_ZONE)];
  const isSame = (a: RemoteEvent | null | undefined, b: RemoteEvent | null | undefined) =>
    a && b ? changedFields(a, b).size === 0 : !a && !b;
  return (
    isSame(one.master, other.master) &&
    one.overrides.size === other.overrides.size &&
    [...other.overrides].every(([key, record]) => isSame(one.overrides.get(key), record)) &&
    one.cancelled.size === other.cancelled.size &&
    [...other.cancelled].every((key) => one.cancelled.has(key))
  );
}

/**
 * The text of a calendar object without the events that are shown of it; null where nothing else is in it, so that the
 * object can go. A single instance whose series cannot be read is not taken out but cancelled: the unreadable rule would
 * bring it back.
 */
export function remainingCalendarText(raw: string, known: readonly RemoteEvent[], now: Date): string | null {
  const object = readObject(raw, known);
  const shownUid = uidOf(object);
  const hasMaster = object.components.has(MASTER);
  const others = object.document.events.filter(
    ({ event }, position) =>
      ![...object.positions.values()].flat().includes(position) && !(hasMaster && event.uid === shownUid),
  );
  const isAlone =
    others.length === 0 &&
    ![...object.document.head, ...object.document.between.flat()].some((line) =>
      /^BEGIN:(?:VTODO|VJOURNAL)/i.test(line),
    );
  if (isAlone) return null;
  return new ObjectRewrite(object, known, [], [], now).text();
}

function uidOf({ document, positions }: CalendarObject): string | undefined {
  const [[position] = []] = positions.values();
  return position === undefined ? undefined : document.events[position]?.event.uid;
}

/** Whether the UID that is shown has components that are not. */
function hasUnreadParts(object: CalendarObject): boolean {
  const uid = uidOf(object);
  const shown = new Set([...object.positions.values()].flat());
  return object.document.events.some(({ event }, position) => event.uid === uid && !shown.has(position));
}

/** One change of a calendar object, component by component. */
class ObjectRewrite {
  readonly #object: CalendarObject;
  readonly #before: FamilyParts;
  readonly #after: FamilyParts;
  readonly #donors: readonly CalendarObject[];
  readonly #writer: ReturnType<typeof createCalendarWriter>;
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #stamp: string;

  constructor(
    object: CalendarObject,
    known: readonly RemoteEvent[],
    wished: readonly RemoteEvent[],
    donors: readonly CalendarObject[],
    now: Date,
  ) {
    this.#object = object;
    this.#before = partsOf(known, FLOATING_ZONE);
    this.#after = partsOf(wished, FLOATING_ZONE);
    this.#donors = donors;
    this.#writer = createCalendarWriter({ stampedAt: now.getTime() });
    this.#spellings = object.zoneSpellings;
    this.#stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  }

  /** `copy`: everything goes under another UID, and components that are not shown stay behind. */
  text(copy: { uid: string } | null = null): string {
    const { document, positions } = this.#object;
    const changed = this.#components();
    const keys = new Map(
      [...positions].flatMap(([key, at]) => at.map((position) => [position, key] as const)),
    );
    const shownUid = uidOf(this.#object);
    const hasSeriesLeft = this.#before.master !== null && this.#after.master === null;
    const out: string[] = [];
    const events: string[] = [];
    const inPlace = new Set<string>();
    for (const [position, { lines, event }] of document.events.entries()) {
      const key = keys.get(position);
      if (key === undefined) {
        const goes = copy !== null || (hasSeriesLeft && event.uid === shownUid);
        if (!goes) events.push(...lines);
      } else if (positions.get(key)?.[0] === position) {
        inPlace.add(key);
        events.push(...(changed.get(key)?.lines ?? []));
      } else if (changed.has(key) && copy === null) events.push(...lines);
      const isLast = position === document.events.length - 1;
      const after = document.between[position] ?? [];
      if (isLast)
        for (const [fresh, component] of changed)
          if (!inPlace.has(fresh)) events.push(...component.older.flat(), ...component.lines);
      events.push(...after);
    }
    const written = copy ? this.#withUid(events, copy.uid) : events;
    out.push(...document.head, ...this.#missingZones(written), ...written);
    return out.join('');
  }

  /** The lines of all components that are to be there, by key; those that are not shown are not among them. */
  #components(): Map<string, WrittenComponent> {
    const { components } = this.#object;
    const [before, after] = [this.#before, this.#after];
    const written = new Map<string, WrittenComponent>();
    const isCancelled = (key: string) => components.get(key)?.record.status === 'cancelled';
    const master = components.get(MASTER) ?? null;
    const cancelledBefore = new Map(
      [...after.cancelled].flatMap((key) => {
        const donor = components.has(key) ? null : this.#cancelledDonor(key);
        return donor ? [[key, donor] as const] : [];
      }),
    );
    for (const [key, donor] of cancelledBefore) written.set(key, donor);
    if (after.master) {
      const isOut = (key: string) => isCancelled(key) || cancelledBefore.has(key);
      written.set(MASTER, alone(this.#master(after.master, master, isOut)));
    }
    // Where a series moved, its exceptions have other names: each takes what the one in its place had.
    const left = [...components.keys()]
      .filter((key) => key !== MASTER && !after.overrides.has(key) && !isCancelled(key))
      .sort();
    const fresh = [...after.overrides.keys()].filter((key) => !components.has(key)).sort();
    const hasMoved = left.length === fresh.length;
    for (const [key, record] of after.overrides) {
      const was = components.has(key) ? key : hasMoved ? (left[fresh.indexOf(key)] ?? null) : null;
      const older = components.has(key) ? [] : (this.#donorsOf(key)[0]?.older ?? []);
      written.set(key, { lines: this.#override(key, record, was, master), older });
    }
    const isPartOfUnread = before.master === null && hasUnreadParts(this.#object);
    for (const [key, component] of components) {
      if (key === MASTER || written.has(key)) continue;
      if (isCancelled(key) && (after.cancelled.has(key) || isPartOfUnread))
        written.set(key, alone(component.lines));
      // The rule of a series that cannot be read would bring it back.
      else if (isPartOfUnread) written.set(key, alone(cancelledComponent(component, this.#stamp)));
    }
    return written;
  }

  #master(
    record: RemoteEvent,
    component: KnownComponent | null,
    isCancelled: (key: string) => boolean,
  ): string[] {
    // One that was taken out, while instances of its UID stayed, comes back as it was.
    const source = component ?? this.#donorsOf(MASTER)[0] ?? null;
    const before = source ? source.record : null;
    const fields = before ? changedFields(before, record) : ALL_FIELDS;
    // What a cancelled instance says is said; the rest are taken out of the rule.
    const exdates = record.recurrence
      ? [...this.#after.cancelled].filter((key) => !isCancelled(key)).sort()
      : [];
    const hasMoved = before === null || JSON.stringify(before.start) !== JSON.stringify(record.start);
    const hasOther = hasMoved || exdates.join() !== [...(source?.exdates ?? [])].sort().join();
    const base = source ?? this.#blank(record);
    const lines = changedComponent({
      base,
      before,
      after: record,
      fields,
      exdates: hasOther ? exdates : null,
      written: this.#written(record),
      donors: this.#donorsOf(MASTER),
    });
    return marked(lines, record);
  }

  #override(key: string, record: RemoteEvent, was: string | null, master: KnownComponent | null): string[] {
    const written = this.#written(record);
    const component = was === null ? undefined : this.#object.components.get(was);
    const [donor] = this.#donorsOf(key);
    const source = component ?? donor;
    if (source) {
      const sequence = Math.max(source.sequence, component ? 0 : (master?.sequence ?? 0));
      const lines = changedComponent({
        base: { ...source, sequence },
        before: source.record,
        after: record,
        fields: without(changedFields(source.record, record), 'rules'),
        exdates: null,
        written,
        donors: this.#donorsOf(key),
      });
      const isNamedAlike =
        (was === key || !component) &&
        (source.record.details.isThisAndFuture ?? false) === (record.details.isThisAndFuture ?? false);
      if (isNamedAlike) return lines;
      // An earlier state may have named it in another way: by a date, or in UTC.
      const named = donor ? propertyLines(donor.lines, RECURRENCE_ID) : [];
      return named.length > 0
        ? withProperties(lines, RECURRENCE_ID, named)
        : withRecurrenceId(lines, written.lines);
    }
    const like = this.#before.master;
    const base = master ? single(master) : this.#blank(record);
    const fields = new Set<EventField>([
      ...(master && like ? changedFields(like, record) : ALL_FIELDS),
      'time',
    ]);
    const lines = changedComponent({
      base,
      before: master ? like : null,
      after: record,
      fields: without(fields, 'rules'),
      exdates: null,
      written,
      donors: [],
    });
    return withRecurrenceId(lines, written.lines);
  }

  /** The cancelled instance that an earlier state had, unless a later one took it out of the rule. */
  #cancelledDonor(key: string): KnownComponent | null {
    for (const { components } of this.#donors) {
      const component = components.get(key);
      if (component) return component.record.status === 'cancelled' ? component : null;
      if (components.get(MASTER)?.exdates.includes(key)) return null;
    }
    return null;
  }

  #donorsOf(key: string): KnownComponent[] {
    return this.#donors.flatMap(({ components }) => components.get(key) ?? []);
  }

  #blank(record: RemoteEvent): Pick<KnownComponent, 'lines' | 'sequence' | 'exdates'> {
    const own = partsOf([record], FLOATING_ZONE);
    const writable = { ...this.#toWritable(record, own), rrules: [], exrules: [], rdates: [], exdates: [] };
    return { lines: splitLines(this.#writer.event(writable)), sequence: 0, exdates: [] };
  }

  /** An event as we write it, its zones spelled as the object spells them. */
  #written(record: RemoteEvent): { lines: string[]; exdates(keys: readonly string[]): string[] } {
    const spelled = (text: string) => splitLines(text).map((line) => this.#spelled(unfolded(line)));
    const writable = this.#toWritable(record, this.#after);
    this.#writer.announce(writable);
    return {
      lines: spelled(this.#writer.event(writable)),
      exdates: (keys) => {
        if (keys.length === 0) return [];
        const one = this.#toWritable(record, this.#after, keys);
        return spelled(this.#writer.event(one)).filter((line) => propertyName(line) === 'EXDATE');
      },
    };
  }

  #toWritable(record: RemoteEvent, parts: FamilyParts, exdates?: readonly string[]): WritableEvent {
    return toWritable(record, parts, exdates, this.#spellings);
  }

  #spelled(line: string): string {
    const unknown = this.#spellings.get(UNKNOWN_ZONE);
    if (unknown !== undefined && /^(?:DTSTART|DTEND|EXDATE|RECURRENCE-ID):[\dT,]+$/.test(line))
      return line.replace(':', `;TZID=${unknown}:`);
    return line.replace(
      /^([A-Z-]+(?:;VALUE=[A-Z-]+)?;TZID=)("[^"]*"|[^;:]*)/,
      (whole, start: string, name: string) => {
        const spelling = this.#spellings.get(name.replaceAll('"', ''));
        return spelling === undefined ? whole : `${start}${spelling}`;
      },
    );
  }

  /** The VTIMEZONEs that the lines refer to and the object does not have. */
  #missingZones(lines: readonly string[]): string[] {
    const there = new Set([
      ...zonesOfObject(this.#object).keys(),
      // What the object names without defining it everybody knows.
      ...zonesNamedBy(this.#object.document.events.flatMap((event) => event.lines)),
    ]);
    const known = [...this.#donors.map(zonesOfObject), zoneComponents(splitLines(this.#writer.head()))];
    return [...zonesNamedBy(lines)].flatMap((name) => {
      if (there.has(name)) return [];
      return known.find((zones) => zones.has(name))?.get(name) ?? [];
    });
  }

  #withUid(lines: readonly string[], uid: string): string[] {
    const uidLines = [`UID:${uid.replace(/[\\;,]/g, '\\$&')}`];
    const out: string[] = [];
    let event: string[] | null = null;
    for (const line of lines) {
      const text = unfolded(line).trimEnd().toUpperCase();
      if (text === 'BEGIN:VEVENT') event = [];
      if (!event) out.push(line);
      else event.push(line);
      if (event && text === 'END:VEVENT') {
        out.push(...withUid(event, uidLines));
        event = null;
      }
    }
    return out;
  }
}

interface WrittenComponent {
  readonly lines: readonly string[];
  /** Older versions that come back with it. */
  readonly older: readonly (readonly string[])[];
}

function alone(lines: readonly string[]): WrittenComponent {
  return { lines, older: [] };
}

function without(fields: ReadonlySet<EventField>, field: EventField): ReadonlySet<EventField> {
  return new Set([...fields].filter((each) => each !== field));
}

/** A series' component as the beginning of one of its instances. */
function single({ lines, sequence }: KnownComponent): Pick<KnownComponent, 'lines' | 'sequence' | 'exdates'> {
  return { lines: withProperties(lines, OF_SERIES, []), sequence, exdates: [] };
}

function marked(lines: readonly string[], { madeBy }: RemoteEvent): string[] {
  return madeBy === null
    ? [...lines]
    : withProperties(lines, new Set(['X-DAYLOOM-MADE-BY']), [contentLine(`X-DAYLOOM-MADE-BY:${madeBy}`)]);
}

/** Guests are not written: they belong to the lines that stay, and new ones would be invited. */
function toWritable(
  record: RemoteEvent,
  parts: FamilyParts,
  exdates: readonly string[] = record.recurrenceId === null ? [...parts.cancelled].sort() : [],
  spellings: ReadonlyMap<string, string> = new Map(),
): WritableEvent {
  const master = parts.master ?? record;
  const { rules = [], exceptionRules = [], rdates = [] } = record.recurrence ?? {};
  return {
    uid: record.uid,
    recurrenceId:
      record.recurrenceId &&
      timeInMaster(instanceKey(record.recurrenceId, master, FLOATING_ZONE), master, spellings),
    isThisAndFuture: record.details.isThisAndFuture ?? false,
    sequence: 0,
    summary: record.title,
    description: record.description,
    location: record.location,
    url: record.details.url ?? null,
    status: record.status.toUpperCase(),
    start: toCalendarTime(record.start, spellings),
    end: toCalendarTime(record.end, spellings),
    rrules: [...rules],
    exrules: [...exceptionRules],
    rdates: rdates.map(({ end, ...time }) => ({
      ...toCalendarTime(time, spellings),
      ...(end && { end: toCalendarTime(end, spellings) }),
    })),
    exdates: record.recurrence ? exdates.map((key) => timeInMaster(key, master, spellings)) : [],
    organizer: null,
    attendees: [],
    categories: [...(record.details.categories ?? [])],
    lastModified: null,
    transparency: record.isBusy ? 'opaque' : 'transparent',
    zoneDefinition: record.zoneDefinition,
  };
}

/** The start by rule of an instance, told where its series hangs: many programs compare the text. */
function timeInMaster(
  key: string,
  master: RemoteEvent,
  spellings: ReadonlyMap<string, string>,
): CalendarTime {
  const time = timeOfKey(key);
  const { timeZone } = toCalendarTime(master.start, spellings);
  if (!key.endsWith('Z') || timeZone === 'UTC') return toCalendarTime(time, spellings);
  const zones = master.zoneDefinition === null ? zoneOf : findZoneOf(master);
  const local = zones(timeZone ?? FLOATING_ZONE).toLocal(instantOfTime(time, master, FLOATING_ZONE));
  return { local, timeZone, isDate: false };
}

function toCalendarTime({ at, timeZone }: EventTime, spellings: ReadonlyMap<string, string>): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new ProviderFailure('rejected', `'${at}' is no time of the calendar.`);
  // iCalendar has no name for an offset, unless the object itself gives it one.
  const isOffset = /^[+-]/.test(time.timeZone ?? '');
  if (time.isDate || !isOffset || spellings.has(time.timeZone ?? '')) return time;
  const instant = zoneOf(time.timeZone as string).localToInstant(time.local);
  return { local: zoneOf('UTC').toLocal(instant), timeZone: 'UTC', isDate: false };
}
