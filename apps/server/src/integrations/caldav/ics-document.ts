import { type CalendarEvent, foldLine, readCalendar } from '@dayloom/time/icalendar';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** One VEVENT of a calendar object: its content lines from BEGIN to END, and the parsed event. */
export interface EventComponent {
  readonly lines: readonly string[];
  readonly event: CalendarEvent;
}

/**
 * A calendar object in pieces. Each line keeps its folds and its line break, so that the joined pieces have
 * the original bytes.
 */
export interface CalendarDocument {
  /** Everything before the first event: properties, VTIMEZONEs and unknown components. */
  readonly head: readonly string[];
  readonly events: readonly EventComponent[];
  /** The lines after each event; END:VCALENDAR is in the last entry. As long as `events`. */
  readonly between: readonly (readonly string[])[];
}

/** Throws a `ProviderFailure` when the events cannot be separated, because a rewrite would lose some. */
export function readDocument(text: string): CalendarDocument {
  const head: string[] = [];
  const components: string[][] = [];
  const between: string[][] = [];
  let open: string[] | null = null;
  for (const line of splitLines(text)) {
    const isBegin = isLine(line, 'BEGIN:VEVENT');
    if (open === null && isBegin) {
      open = [line];
      components.push(open);
      between.push([]);
    } else if (open) {
      open.push(line);
      if (isLine(line, 'END:VEVENT')) open = null;
    } else (between.at(-1) ?? head).push(line);
  }
  const { eventList } = readCalendar(text);
  if (components.length !== eventList.length || open)
    throw new ProviderFailure(
      'rejected',
      'The file of this event is damaged at the server. Open it there and save it again; nothing was changed.',
    );
  return {
    head,
    between,
    events: eventList.map((event, index) => ({ event, lines: components[index] ?? [] })),
  };
}

/** The content lines of a text (RFC 5545 §3.1), each with its folds and its line break. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  while (start < text.length) {
    let end = start;
    do end = getRowEnd(text, end);
    while (text[end] === ' ' || text[end] === '\t');
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function getRowEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\n') return at + 1;
    if (text[at] === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1;
  }
  return text.length;
}

/** A content line without its folds and its line break. */
export function unfolded(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\n' || line[end - 1] === '\r') end -= 1;
  return line.slice(0, end).replace(/(?:\r\n|\n|\r)[ \t]/g, '');
}

/** Folds a new line and adds its line break. */
export function contentLine(line: string): string {
  return `${foldLine(line)}\r\n`;
}

export function isLine(line: string, text: string): boolean {
  return line.length < 60 && unfolded(line).trimEnd().toUpperCase() === text;
}

export function propertyName(line: string): string {
  return /^[A-Za-z0-9-]+(?=[;:])/.exec(unfolded(line.slice(0, 200)))?.[0].toUpperCase() ?? '';
}

/** Start of a content line's value, after the first colon outside quotes; 0 without a colon. */
function valueStart(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ':' && !isQuoted) return at + 1;
  }
  return 0;
}

/** Splits a content line into name and parameters up to the colon, and the value. */
export function splitProperty(line: string): { name: string; value: string } {
  const text = unfolded(line);
  const at = valueStart(text);
  return { name: text.slice(0, at), value: text.slice(at) };
}

/** The parts of a content line up to its value: the name, then each parameter. */
function splitParameters(line: string): string[] {
  const { name } = splitProperty(line);
  const parts = [''];
  let isQuoted = false;
  for (const char of name.slice(0, -1)) {
    if (char === '"') isQuoted = !isQuoted;
    if (char === ';' && !isQuoted) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

const isParameter = (part: string, name: string) => part.toUpperCase().startsWith(`${name}=`);

/** The value of a parameter without its quotes; null without one. */
export function findParameter(line: string, name: string): string | null {
  const found = splitParameters(line).find((part) => isParameter(part, name));
  return found === undefined ? null : found.slice(name.length + 1).replaceAll('"', '');
}

/** A line with another value of one parameter. The others stay as they are. */
export function withParameter(line: string, name: string, value: string): string {
  const parts = splitParameters(line);
  const at = parts.findIndex((part) => isParameter(part, name));
  const changed = parts.with(at < 0 ? parts.push('') - 1 : at, `${name}=${value}`);
  return contentLine(`${changed.join(';')}:${splitProperty(line).value}`);
}

/** The line's TZID parameter in its original spelling, with quotes; null without one. */
export function timeZoneParameter(line: string): string | null {
  const { name } = splitProperty(line);
  const at = name.search(/;TZID=/i);
  if (at < 0) return null;
  const rest = name.slice(at + 6, -1);
  if (!rest.startsWith('"')) return rest.split(';', 1)[0] ?? '';
  const end = rest.indexOf('"', 1);
  return end < 0 ? rest : rest.slice(0, end + 1);
}

/** The properties of a component, without those of the alarms inside it. */
export function propertyLines(lines: readonly string[], names: ReadonlySet<string>): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const line of lines) {
    const name = propertyName(line);
    if (name === 'BEGIN') depth += 1;
    if (depth === 1 && names.has(name)) found.push(line);
    if (name === 'END') depth -= 1;
  }
  return found;
}

/**
 * Replaces the lines of the named properties, each at the place of the first line of its name. Inner
 * components, above all alarms, stay unchanged.
 */
export function withProperties(
  lines: readonly string[],
  names: ReadonlySet<string>,
  instead: readonly string[],
): string[] {
  const kept: string[] = [];
  let left = instead;
  let end = -1;
  let depth = 0;
  for (const line of lines) {
    const name = propertyName(line);
    if (name === 'BEGIN') {
      depth += 1;
      if (depth === 2 && end < 0) end = kept.length;
    }
    if (depth === 1 && name === 'END' && end < 0) end = kept.length;
    if (depth === 1 && names.has(name)) {
      kept.push(...left.filter((each) => propertyName(each) === name));
      left = left.filter((each) => propertyName(each) !== name);
    } else kept.push(line);
    if (name === 'END') depth -= 1;
  }
  return kept.toSpliced(end < 0 ? kept.length : end, 0, ...left);
}

/** The VTIMEZONEs among the lines, by TZID. */
export function zoneComponents(lines: readonly string[]): Map<string, string[]> {
  return new Map(splitZones(lines).flatMap(({ name, piece }) => (name === null ? [] : [[name, piece]])));
}

/** Removes the VTIMEZONEs with the given names. */
export function withoutZones(lines: readonly string[], names: ReadonlySet<string>): string[] {
  return splitZones(lines).flatMap(({ name, piece }) => (name !== null && names.has(name) ? [] : piece));
}

/** Splits the lines into VTIMEZONEs with their TZID, and the lines around them. */
function splitZones(lines: readonly string[]): { readonly name: string | null; readonly piece: string[] }[] {
  const pieces: { name: string | null; piece: string[] }[] = [];
  let zone: string[] | null = null;
  for (const line of lines) {
    if (isLine(line, 'BEGIN:VTIMEZONE')) zone = [];
    if (!zone) {
      pieces.push({ name: null, piece: [line] });
      continue;
    }
    zone.push(line);
    if (!isLine(line, 'END:VTIMEZONE')) continue;
    const [property] = propertyLines(zone, new Set(['TZID']));
    const { value } = splitProperty(property ?? '');
    pieces.push({ name: value.trim().replaceAll('\\,', ',').replaceAll('\\;', ';'), piece: zone });
    zone = null;
  }
  if (zone) pieces.push({ name: null, piece: zone });
  return pieces;
}
