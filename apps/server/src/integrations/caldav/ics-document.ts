import { foldLine, readCalendar } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '../../features/calendar-accounts/ports.ts';
import { remoteEventOf } from './ics-event.ts';

/** One VEVENT: its lines, unfolded, from BEGIN to END, and what they say. */
export interface EventComponent {
  readonly lines: readonly string[];
  /** Null where the start cannot be read: it stays as it is. */
  readonly record: RemoteEvent | null;
  readonly sequence: number;
}

/** A calendar object in pieces that can be put together again with nothing lost. */
export interface CalendarDocument {
  /** All but the events, from BEGIN:VCALENDAR up to its END: properties, VTIMEZONEs and what we do not know. */
  readonly rest: readonly string[];
  readonly events: readonly EventComponent[];
}

export function readDocument(text: string): CalendarDocument {
  const rest: string[] = [];
  const found: string[][] = [];
  let open: string[] | null = null;
  for (const line of unfold(text)) {
    if (open) {
      open.push(line);
      if (/^END:VEVENT\s*$/i.test(line)) open = null;
    } else if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      open = [line];
      found.push(open);
    } else if (line !== '' && !/^END:VCALENDAR\s*$/i.test(line)) rest.push(line);
  }
  const { eventList } = readCalendar(text);
  // A text in which they do not agree is a broken one, which the reader knows to mend.
  const isSound = found.length === eventList.length;
  return {
    rest,
    events: eventList.map((event, index) => ({
      lines: (isSound && found[index]) || event.raw.split('\r\n'),
      record: remoteEventOf(event, []),
      sequence: event.sequence,
    })),
  };
}

export function textOfLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** The lines of a text that was folded (RFC 5545 §3.1). */
export function unfold(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines.push(`${lines.pop()}${line.slice(1)}`);
    else lines.push(line);
  }
  return lines;
}

export function propertyName(line: string): string {
  return /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? '';
}

/**
 * A component with other lines in place of those of some properties, each where the first of its name stood. What
 * stands in components within it, alarms above all, is not touched.
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
