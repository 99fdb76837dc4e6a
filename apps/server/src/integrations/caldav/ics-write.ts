import { zoneOf } from '@dayloom/time';
import {
  type CalendarTime,
  createCalendarWriter,
  findCalendarTime,
  findZoneOf,
  type WritableEvent,
} from '@dayloom/time/icalendar';
import type { EventTime, RemoteEvent } from '../../features/calendar-accounts/ports.ts';
import { ProviderFailure } from '../../platform/provider-failure.ts';
import {
  changedFields,
  type EventField,
  type FamilyParts,
  instanceKey,
  partsOf,
  timeOfKey,
} from '../calendars/family-parts.ts';
import { instantOfTime } from '../calendars/told-times.ts';
import { propertyName, readDocument, textOfLines, unfold, withProperties } from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';

/** What says a field, and what would contradict it if it stayed. */
const PROPERTIES: Readonly<Record<EventField, readonly string[]>> = {
  title: ['SUMMARY'],
  description: ['DESCRIPTION', 'X-ALT-DESC'],
  location: ['LOCATION', 'GEO', 'X-APPLE-STRUCTURED-LOCATION'],
  status: ['STATUS'],
  availability: ['TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'X-MICROSOFT-CDO-INTENDEDSTATUS'],
  time: ['DTSTART', 'DTEND', 'DURATION'],
  rules: ['RRULE', 'EXRULE', 'RDATE'],
};
const ALL_FIELDS = new Set(Object.keys(PROPERTIES) as EventField[]);
/** What guests have to be told of is another version of the event (RFC 5545 §3.8.7.4). */
const COUNTED: readonly EventField[] = ['time', 'rules', 'status'];
const OF_SERIES = new Set(['RRULE', 'EXRULE', 'RDATE', 'EXDATE']);

/** A calendar object of events that are new. */
export function newCalendarText(records: readonly RemoteEvent[], now: Date): string {
  const parts = partsOf(records, FLOATING_ZONE);
  const writer = createCalendarWriter({ stampedAt: now.getTime() });
  const events = [...(parts.master ? [parts.master] : []), ...parts.overrides.values()].map((record) => ({
    record,
    writable: writableOf(record, parts),
  }));
  for (const { writable } of events) writer.announce(writable);
  return [
    writer.head(),
    ...events.map(({ record, writable }) => textOfLines(marked(unfolded(writer.event(writable)), record))),
    writer.foot(),
  ].join('');
}

/**
 * The text `raw` changed by what differs between `known`, which it was read as, and `wished`: lines of anything else
 * stay what they are, guests and alarms and what only the other side understands.
 */
export function rewrittenCalendarText(
  raw: string,
  known: readonly RemoteEvent[],
  wished: readonly RemoteEvent[],
  now: Date,
): string {
  const document = readDocument(raw);
  const there = document.events.flatMap(({ lines, record, sequence }) =>
    record ? [{ lines, record, sequence }] : [],
  );
  const master = there.find(({ record }) => record.recurrenceId === null) ?? null;
  const instances = new Map(
    there.flatMap((component) => {
      const { recurrenceId } = component.record;
      if (recurrenceId === null) return [];
      const key = instanceKey(recurrenceId, master?.record ?? component.record, FLOATING_ZONE);
      return [[key, component] as const];
    }),
  );
  const before = partsOf(known, FLOATING_ZONE);
  const after = partsOf(wished, FLOATING_ZONE);
  const isCancelled = (key: string) => instances.get(key)?.record.status === 'cancelled';
  const writer = createCalendarWriter({ stampedAt: now.getTime() });
  const change: Change = (component, fields, record, exdates) => {
    const writable = writableOf(record, after, exdates ?? []);
    writer.announce(writable);
    return changed(component, fields, unfolded(writer.event(writable)), exdates !== null);
  };

  const written: string[][] = [];
  if (after.master) {
    // What a cancelled instance says is said; the rest are taken out of the rule.
    const exdates = [...after.cancelled].filter((key) => !isCancelled(key));
    const held = (master?.record.recurrence?.exdates ?? []).map((time) =>
      instanceKey(time, master?.record as RemoteEvent, FLOATING_ZONE),
    );
    const fields = master && before.master ? changedFields(before.master, after.master) : new Set(ALL_FIELDS);
    const isOther = fields.has('time') || JSON.stringify([...exdates].sort()) !== JSON.stringify(held.sort());
    const base = master ?? blank(after.master, writer);
    const lines = change(base, fields, after.master, isOther ? exdates : null);
    written.push(marked(lines, after.master));
  }
  // Where a series moved, its exceptions have other names: each takes what the one in its place had.
  const left = [...instances.keys()].filter((key) => !after.overrides.has(key) && !isCancelled(key)).sort();
  const fresh = [...after.overrides.keys()].filter((key) => !instances.has(key)).sort();
  const hasMoved = left.length === fresh.length;
  for (const [key, record] of after.overrides) {
    const was = instances.has(key) ? key : hasMoved ? (left[fresh.indexOf(key)] ?? null) : null;
    const component = was === null ? null : instances.get(was);
    const known = was === null ? undefined : before.overrides.get(was);
    if (component && known) {
      const fields = changedFields(known, record);
      const lines = change(component, fields, record, null);
      written.push(was === key ? lines : renamed(lines, record, after, writer));
    } else {
      const base = component ?? (master && single(master)) ?? blank(record, writer);
      const like = component || !master ? null : before.master;
      const fields = new Set<EventField>([...(like ? changedFields(like, record) : ALL_FIELDS), 'time']);
      fields.delete('rules');
      written.push(renamed(change(base, fields, record, null), record, after, writer));
    }
  }
  for (const key of after.cancelled)
    if (isCancelled(key)) written.push([...(instances.get(key)?.lines ?? [])]);

  const zones = missingZones(document.rest, unfolded(writer.head()));
  const [begin = 'BEGIN:VCALENDAR', ...rest] = document.rest;
  return textOfLines([begin, ...rest, ...zones, ...written.flat(), 'END:VCALENDAR']);
}

interface Changeable {
  readonly lines: readonly string[];
  readonly sequence: number;
}
type Change = (
  component: Changeable,
  fields: ReadonlySet<EventField>,
  record: RemoteEvent,
  /** Keys of what is taken out of the rule; null where that stays. */
  exdates: readonly string[] | null,
) => string[];

function changed(
  { lines, sequence }: Changeable,
  fields: ReadonlySet<EventField>,
  written: readonly string[],
  hasOtherExdates: boolean,
): string[] {
  const names = new Set([...fields].flatMap((field) => PROPERTIES[field]));
  if (hasOtherExdates) names.add('EXDATE');
  if (names.size === 0) return [...lines];
  names.add('DTSTAMP').add('LAST-MODIFIED');
  const isCounted = hasOtherExdates || COUNTED.some((field) => fields.has(field));
  if (isCounted) names.add('SEQUENCE');
  const stamp = written.find((line) => line.startsWith('DTSTAMP:')) ?? '';
  return withProperties(lines, names, [
    ...written.filter((line) => names.has(propertyName(line)) && propertyName(line) !== 'SEQUENCE'),
    stamp.replace('DTSTAMP', 'LAST-MODIFIED'),
    ...(isCounted ? [`SEQUENCE:${sequence + 1}`] : []),
  ]);
}

/** With the name of the instance that it stands for. */
function renamed(
  lines: readonly string[],
  record: RemoteEvent,
  parts: FamilyParts,
  writer: ReturnType<typeof createCalendarWriter>,
): string[] {
  const written = unfolded(writer.event(writableOf(record, parts)));
  const name = new Set(['RECURRENCE-ID']);
  return withProperties(
    lines,
    name,
    written.filter((line) => name.has(propertyName(line))),
  );
}

/** A series' component as the beginning of one of its instances. */
function single({ lines, sequence }: Changeable): Changeable {
  return { lines: withProperties(lines, OF_SERIES, []), sequence };
}

function blank(record: RemoteEvent, writer: ReturnType<typeof createCalendarWriter>): Changeable {
  const own = partsOf([record], FLOATING_ZONE);
  const writable = { ...writableOf(record, own), rrules: [], exrules: [], rdates: [], exdates: [] };
  writer.announce(writable);
  return { lines: unfolded(writer.event(writable)), sequence: 0 };
}

function marked(lines: readonly string[], { madeBy }: RemoteEvent): string[] {
  return madeBy === null
    ? [...lines]
    : withProperties(lines, new Set(['X-DAYLOOM-MADE-BY']), [`X-DAYLOOM-MADE-BY:${madeBy}`]);
}

function unfolded(text: string): string[] {
  return unfold(text).filter((line) => line !== '');
}

/** The VTIMEZONEs of `lines` that are not among those of a document. */
function missingZones(document: readonly string[], lines: readonly string[]): string[] {
  const has = new Set(document.filter((line) => propertyName(line) === 'TZID'));
  const missing: string[] = [];
  let zone: string[] | null = null;
  for (const line of lines) {
    if (line === 'BEGIN:VTIMEZONE') zone = [];
    zone?.push(line);
    if (line !== 'END:VTIMEZONE') continue;
    const name = zone?.find((each) => propertyName(each) === 'TZID') ?? '';
    if (!has.has(name)) missing.push(...(zone ?? []));
    zone = null;
  }
  return missing;
}

/** Guests are not written: whoever is told of them by us would be invited twice. */
function writableOf(
  record: RemoteEvent,
  parts: FamilyParts,
  exdates: readonly string[] = record.recurrenceId === null ? [...parts.cancelled].sort() : [],
): WritableEvent {
  const master = parts.master ?? record;
  const { rules = [], exceptionRules = [], rdates = [] } = record.recurrence ?? {};
  return {
    uid: record.uid,
    recurrenceId:
      record.recurrenceId && timeInMaster(instanceKey(record.recurrenceId, master, FLOATING_ZONE), master),
    isThisAndFuture: false,
    sequence: 0,
    summary: record.title,
    description: record.description,
    location: record.location,
    url: record.details.url ?? null,
    status: record.status.toUpperCase(),
    start: calendarTimeOf(record.start),
    end: calendarTimeOf(record.end),
    rrules: [...rules],
    exrules: [...exceptionRules],
    rdates: rdates.map(({ end, ...time }) => ({
      ...calendarTimeOf(time),
      ...(end && { end: calendarTimeOf(end) }),
    })),
    exdates: record.recurrence ? exdates.map((key) => timeInMaster(key, master)) : [],
    organizer: null,
    attendees: [],
    categories: [...(record.details.categories ?? [])],
    lastModified: null,
    transparency: record.isBusy ? 'opaque' : 'transparent',
    zoneDefinition: record.zoneDefinition,
  };
}

/** The start by rule of an instance, told where its series hangs: many programs compare the text. */
function timeInMaster(key: string, master: RemoteEvent): CalendarTime {
  const time = timeOfKey(key);
  const { timeZone } = calendarTimeOf(master.start);
  if (!key.endsWith('Z') || timeZone === 'UTC') return calendarTimeOf(time);
  const zones = master.zoneDefinition === null ? zoneOf : findZoneOf(master);
  const local = zones(timeZone ?? FLOATING_ZONE).toLocal(instantOfTime(time, master, FLOATING_ZONE));
  return { local, timeZone, isDate: false };
}

function calendarTimeOf({ at, timeZone }: EventTime): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new ProviderFailure('rejected', `'${at}' is no time of the calendar.`);
  // iCalendar has no name for an offset.
  if (time.isDate || !/^[+-]/.test(time.timeZone ?? '')) return time;
  const instant = zoneOf(time.timeZone as string).localToInstant(time.local);
  return { local: zoneOf('UTC').toLocal(instant), timeZone: 'UTC', isDate: false };
}
