import { type CalendarTime, formatLocal } from '../calendar-time.ts';
import { fromLocalMs, toLocalMs } from '../civil-date.ts';
import type { CalendarEvent, CalendarUser } from './events.ts';
import { escapeText } from './properties.ts';
import { zoneLines } from './write-zone.ts';

export interface WriteOptions {
  /** DTSTAMP, which the RFC requires: the time of writing in epoch milliseconds. */
  stampedAt: number;
  /** PRODID; default Dayloom's. */
  productId?: string;
  /** METHOD (RFC 5546): PUBLISH, REQUEST, CANCEL, REPLY. */
  method?: string;
  /** X-WR-CALNAME. */
  name?: string;
}

/** The written fields of an event: those of `readCalendar` without its text, problems and line. */
export type WritableEvent = Omit<
  CalendarEvent,
  'raw' | 'problems' | 'line' | 'startsAt' | 'endsAt' | 'allDay'
>;

const MAX_OCTETS = 75;

/**
 * The text of a calendar (RFC 5545): CRLF, folded at 75 octets, with a VTIMEZONE for every zone. Reading the
 * text gives the same events. Times are written in whole seconds.
 */
export function writeCalendar(events: readonly WritableEvent[], options: WriteOptions): string {
  const writer = createCalendarWriter(options);
  for (const event of events) writer.announce(event);
  return [writer.head(), ...events.map((event) => writer.event(event)), writer.foot()].join('');
}

export interface CalendarWriter {
  /** Registers an event that will be written, because the head contains its zones. */
  announce(event: WritableEvent): void;
  head(): string;
  event(event: WritableEvent): string;
  foot(): string;
}

/**
 * `writeCalendar` piece by piece, for calendars too large for memory: announce all events, then write them.
 */
export function createCalendarWriter(options: WriteOptions): CalendarWriter {
  const zones = createZoneCollector();
  return {
    announce: (event) => zones.add(event),
    head: () => toText([...headLines(options), ...zones.lines()]),
    event: (event) => toText(eventLines(event, options)),
    foot: () => toText(['END:VCALENDAR']),
  };
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function headLines(options: WriteOptions): string[] {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escapeText(options.productId ?? '-//Dayloom//Dayloom//EN')}`,
  ];
  if (options.method) lines.push(`METHOD:${options.method}`);
  if (options.name) lines.push(`X-WR-CALNAME:${escapeText(options.name)}`);
  return lines;
}

function eventLines(event: WritableEvent, { stampedAt, method }: WriteOptions): string[] {
  const lines = ['BEGIN:VEVENT', `UID:${escapeText(event.uid)}`, `DTSTAMP:${utc(stampedAt)}`];
  if (event.start) lines.push(timeLine('DTSTART', event.start));
  if (event.start && event.end) lines.push(timeLine('DTEND', event.end));
  if (event.recurrenceId) {
    lines.push(
      timeLine(`RECURRENCE-ID${event.isThisAndFuture ? ';RANGE=THISANDFUTURE' : ''}`, event.recurrenceId),
    );
  }
  lines.push(
    ...event.rrules.map((rule) => `RRULE:${rule}`),
    ...event.exrules.map((rule) => `EXRULE:${rule}`),
  );
  for (const date of event.rdates) {
    lines.push(
      date.end
        ? `${withZone('RDATE;VALUE=PERIOD', date)}:${timeText(date)}/${timeText(date.end)}`
        : timeLine('RDATE', date),
    );
  }
  lines.push(...event.exdates.map((date) => timeLine('EXDATE', date)));
  const texts = { SUMMARY: event.summary, DESCRIPTION: event.description, LOCATION: event.location };
  for (const [name, text] of Object.entries(texts))
    if (text !== '') lines.push(`${name}:${escapeText(text)}`);
  if (event.sequence > 0) lines.push(`SEQUENCE:${event.sequence}`);
  if (event.url) lines.push(`URL:${oneLine(event.url)}`);
  if (event.status) lines.push(`STATUS:${oneLine(event.status)}`);
  lines.push(`TRANSP:${event.transparency.toUpperCase()}`);
  if (event.organizer) lines.push(`ORGANIZER${personText(event.organizer)}`);
  for (const attendee of event.attendees) {
    // Programs offer buttons for an answer only with RSVP (RFC 5545 §3.2.17).
    const asks = method === 'REQUEST' && attendee.status === 'NEEDS-ACTION' ? ';RSVP=TRUE' : '';
    lines.push(`ATTENDEE;PARTSTAT=${oneLine(attendee.status)}${asks}${personText(attendee)}`);
  }
  if (event.categories.length > 0) lines.push(`CATEGORIES:${event.categories.map(escapeText).join(',')}`);
  if (event.lastModified !== null) lines.push(`LAST-MODIFIED:${utc(event.lastModified)}`);
  return [...lines, 'END:VEVENT'];
}

function timeLine(name: string, time: CalendarTime): string {
  return `${time.isDate ? `${name};VALUE=DATE` : withZone(name, time)}:${timeText(time)}`;
}

function withZone(name: string, time: CalendarTime): string {
  if (time.isDate || time.timeZone === null || time.timeZone === 'UTC') return name;
  return `${name};TZID=${/[:;,]/.test(time.timeZone) ? quoted(time.timeZone) : time.timeZone}`;
}

function timeText(time: CalendarTime): string {
  return `${formatLocal(time.local, time.isDate)}${time.timeZone === 'UTC' ? 'Z' : ''}`;
}

function utc(instant: number): string {
  return `${formatLocal(fromLocalMs(instant), false)}Z`;
}

function personText(person: CalendarUser): string {
  const name = person.name === null ? '' : `;CN=${quoted(person.name)}`;
  // RFC 5545 requires an address; Exchange writes this one if there is none.
  return `${name}:${person.email === null ? 'invalid:nomail' : `mailto:${oneLine(person.email)}`}`;
}

/** A quoted parameter value, with RFC 6868 for characters that it may not contain. */
function quoted(value: string): string {
  return `"${value
    .replaceAll('^', '^^')
    .replace(/\r\n?|\n/g, '^n')
    .replaceAll('"', "^'")}"`;
}

/** Values other than TEXT cannot contain a line break, and a raw one would start a new line. */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ');
}

function createZoneCollector(): { add(event: WritableEvent): void; lines(): string[] } {
  const spans = new Map<string, { first: number; last: number }>();
  const definitions = new Set<string>();
  const add = (event: WritableEvent) => {
    if (event.zoneDefinition) definitions.add(event.zoneDefinition);
    const rdates = event.rdates.flatMap((date) => (date.end ? [date, date.end] : [date]));
    for (const time of [event.start, event.end, event.recurrenceId, ...rdates, ...event.exdates]) {
      if (!time || time.timeZone === null || time.timeZone === 'UTC') continue;
      const at = toLocalMs(time.local);
      const span = spans.get(time.timeZone) ?? { first: at, last: at };
      spans.set(time.timeZone, { first: Math.min(span.first, at), last: Math.max(span.last, at) });
    }
  };
  const lines = () => {
    const own = [...definitions].flatMap((text) => text.split('\r\n'));
    const named = new Set(own.filter((line) => line.startsWith('TZID:')).map((line) => line.slice(5)));
    const unnamed = [...spans].filter(
      ([timeZone]) => !named.has(timeZone) && !named.has(escapeText(timeZone)),
    );
    return [...own, ...unnamed.flatMap(([timeZone, span]) => zoneLines(timeZone, span.first, span.last))];
  };
  return { add, lines };
}

/** Folds a content line at 75 octets of UTF-8, never inside a character (RFC 5545 §3.1). */
export function foldLine(line: string): string {
  if (line.length * 3 <= MAX_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const char of line) {
    const point = char.codePointAt(0) as number;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += char;
    octets += size;
  }
  return folded;
}
