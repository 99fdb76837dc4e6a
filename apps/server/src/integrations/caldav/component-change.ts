import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { changedFields, type EventField } from '../calendars/object-parts.ts';
import { changedGuestLines } from './guest-lines.ts';
import {
  contentLine,
  propertyLines,
  propertyName,
  splitProperty,
  unfolded,
  withProperties,
} from './ics-document.ts';
import type { KnownComponent } from './object-parts.ts';

/** The properties that express a field, and those that would contradict it if they stayed. */
const PROPERTIES: Readonly<Record<Exclude<EventField, 'rules' | 'guests' | 'answer'>, readonly string[]>> = {
  title: ['SUMMARY'],
  description: ['DESCRIPTION', 'X-ALT-DESC'],
  location: ['LOCATION', 'GEO', 'X-APPLE-STRUCTURED-LOCATION'],
  status: ['STATUS'],
  availability: ['TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'X-MICROSOFT-CDO-INTENDEDSTATUS'],
  time: ['DTSTART', 'DTEND', 'DURATION'],
};
const RULES = { rules: 'RRULE', exceptionRules: 'EXRULE', rdates: 'RDATE' } as const;
/** Guests must be notified of these changes, so they increase SEQUENCE (RFC 5545 §3.8.7.4). */
const COUNTED: readonly EventField[] = ['time', 'rules', 'status'];

export interface ComponentChange {
  readonly base: Pick<KnownComponent, 'lines' | 'sequence' | 'exdates'>;
  /** The record read from `base`; null when everything is new. */
  readonly before: RemoteEvent | null;
  readonly after: RemoteEvent;
  readonly fields: ReadonlySet<EventField>;
  /** The instances that EXDATE excludes, by `instanceKey`; null leaves EXDATE unchanged. */
  readonly exdates: readonly string[] | null;
  /**
   * `after` as our writer produces it, unfolded. `exdates` returns the EXDATE lines of the given instances.
   */
  readonly written: {
    readonly lines: readonly string[];
    exdates(keys: readonly string[]): readonly string[];
  };
  /** The same component in earlier states, the latest first. */
  readonly donors: readonly KnownComponent[];
}

/**
 * Returns the lines of a component after a change. When an earlier state had the same value for a field, the
 * field gets the lines of that state. The lines of all other fields stay.
 */
export function changedComponent(change: ComponentChange): string[] {
  const { base, after, fields, exdates, written, donors } = change;
  const names = new Set<string>();
  const instead: string[] = [];
  const replace = (properties: readonly string[], lines: readonly string[]) => {
    for (const property of properties) names.add(property);
    instead.push(...lines);
  };
  for (const field of fields) {
    if (field === 'guests' || field === 'answer') continue;
    const donor = donors.find(({ record }) => !changedFields(record, after).has(field));
    const properties = field === 'rules' ? changedRules(change) : PROPERTIES[field];
    if (donor) replace(properties, propertyLines(donor.lines, new Set(properties)));
    else if (field === 'time') replace(...timeLines(change));
    else replace(properties, newLines(written.lines, properties));
  }
  const people = changedGuestLines(change);
  if (people) replace(['ORGANIZER', 'ATTENDEE'], people);
  if (exdates) {
    const donor = donors.find(
      ({ record, exdates: earlier }) =>
        isSameSet(earlier, exdates) && !changedFields(record, after).has('time'),
    );
    const lines = donor
      ? propertyLines(donor.lines, new Set(['EXDATE']))
      : exdateLines(change, exdates, hasStartMoved(change));
    replace(['EXDATE'], lines);
  }
  if (names.size === 0) return [...base.lines];
  const stamp = written.lines.find((line) => line.startsWith('DTSTAMP:')) ?? '';
  replace(['DTSTAMP'], [contentLine(stamp)]);
  replace(['LAST-MODIFIED'], [contentLine(stamp.replace('DTSTAMP', 'LAST-MODIFIED'))]);
  if (exdates || COUNTED.some((field) => fields.has(field)))
    replace(['SEQUENCE'], [contentLine(`SEQUENCE:${base.sequence + 1}`)]);
  return withProperties(base.lines, names, instead);
}

function newLines(written: readonly string[], properties: readonly string[]): string[] {
  return written.filter((line) => properties.includes(propertyName(line))).map(contentLine);
}

/** The properties among RRULE, EXRULE and RDATE that change. */
function changedRules({ before, after }: ComponentChange): readonly string[] {
  const [was, is] = [before?.recurrence, after.recurrence];
  return (['rules', 'exceptionRules', 'rdates'] as const)
    .filter((part) => JSON.stringify(was?.[part] ?? []) !== JSON.stringify(is?.[part] ?? []))
    .map((part) => RULES[part]);
}

/** Keeps a start or end that is unchanged, and DURATION, or a missing end, while the length stays the same. */
function timeLines({
  base,
  before,
  after,
  written,
}: ComponentChange): [readonly string[], readonly string[]] {
  const hasEnd = propertyLines(base.lines, new Set(['DTEND'])).length > 0;
  const isKept = before !== null && !hasEnd && getLength(before) === getLength(after);
  const isSame = (time: 'start' | 'end') =>
    before !== null &&
    before.isAllDay === after.isAllDay &&
    // An end without a zone is in the zone of the start.
    before.start.timeZone === after.start.timeZone &&
    JSON.stringify(before[time]) === JSON.stringify(after[time]);
  const properties = [
    ...(isSame('start') ? [] : ['DTSTART']),
    ...(isKept || (hasEnd && isSame('end')) ? [] : ['DTEND', 'DURATION']),
  ];
  return [properties, newLines(written.lines, properties)];
}

/** The length on the wall clock. Times in two zones have no such length, so they are compared by zone. */
function getLength({ isAllDay, start, end }: RemoteEvent): string | number {
  if (start.timeZone !== end.timeZone) return `${start.timeZone} ${end.timeZone}`;
  const wall = ({ at }: { at: string }) =>
    Date.parse(
      `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}T${at.slice(9, 11) || '00'}:${at.slice(11, 13) || '00'}:${at.slice(13, 15) || '00'}Z`,
    );
  return `${isAllDay} ${wall(end) - wall(start)}`;
}

/** Instances are named by their start, so a longer event renames none of them. */
function hasStartMoved({ before, after }: ComponentChange): boolean {
  return before === null || JSON.stringify(before.start) !== JSON.stringify(after.start);
}

/** Keeps EXDATE lines whose instances remain excluded, and adds lines for newly excluded instances. */
function exdateLines(
  { base, written }: ComponentChange,
  wanted: readonly string[],
  hasMoved: boolean,
): readonly string[] {
  const lines = propertyLines(base.lines, new Set(['EXDATE']));
  const values = lines.map((line) =>
    splitProperty(line)
      .value.split(',')
      .filter((value) => value.trim() !== ''),
  );
  // An unreadable value has no instance, so values and instances cannot be matched.
  if (hasMoved || values.flat().length !== base.exdates.length)
    return written.exdates(wanted).map(contentLine);
  const kept: string[] = [];
  let position = 0;
  for (const [index, line] of lines.entries()) {
    const all = values[index] ?? [];
    const keys = base.exdates.slice(position, position + all.length);
    position += all.length;
    const left = all.filter((_, at) => wanted.includes(keys[at] ?? ''));
    if (left.length === all.length) kept.push(line);
    else if (left.length > 0) kept.push(contentLine(`${splitProperty(line).name}${left.join(',')}`));
  }
  const missing = wanted.filter((key) => !base.exdates.includes(key));
  return [...kept, ...(missing.length > 0 ? written.exdates(missing).map(contentLine) : [])];
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.every((key) => right.includes(key)) && right.every((key) => left.includes(key));
}

/** Replaces or removes the RECURRENCE-ID of a component. */
export function withRecurrenceId(lines: readonly string[], written: readonly string[]): string[] {
  return withProperties(lines, new Set(['RECURRENCE-ID']), newLines(written, ['RECURRENCE-ID']));
}

/** Gives the events among `lines` another UID and leaves all other lines unchanged. */
export function componentsWithUid(lines: readonly string[], uid: string): string[] {
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

function withUid(lines: readonly string[], written: readonly string[]): string[] {
  return withProperties(lines, new Set(['UID']), newLines(written, ['UID']));
}

/** The lines of a cancelled instance. */
export function cancelledComponent(
  { lines, sequence }: Pick<KnownComponent, 'lines' | 'sequence'>,
  stamp: string,
): string[] {
  const names = new Set(['STATUS', 'SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED']);
  return withProperties(
    lines,
    names,
    ['STATUS:CANCELLED', `SEQUENCE:${sequence + 1}`, `DTSTAMP:${stamp}`, `LAST-MODIFIED:${stamp}`].map(
      contentLine,
    ),
  );
}

/** The names of the zones that the lines refer to. */
export function listReferencedZones(lines: readonly string[]): Set<string> {
  const names = lines.flatMap((line) => {
    const [, name] = /;TZID=("[^"]*"|[^;:]*)/i.exec(unfolded(line)) ?? [];
    return name === undefined ? [] : name.replaceAll('"', '');
  });
  return new Set(names);
}
