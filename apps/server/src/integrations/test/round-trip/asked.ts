import { DAY_MS } from '@dayloom/time';
import type { Part } from './calendar-diff.ts';
import type { ShownOccurrence } from './shown.ts';

/** One event on its server before and after an action. */
export interface ActionOutcome {
  /** The occurrences shown before, in order of time. */
  readonly shown: readonly ShownOccurrence[];
  readonly before: readonly Part[];
  /** Includes the second part of a split series. */
  readonly after: readonly Part[];
  /** Whether the action affects all instances, and not only an instance whose series is missing here. */
  readonly isWhole: boolean;
}

const listEvents = (parts: readonly Part[]) =>
  parts.filter(({ key, properties }) => key.startsWith('vevent') && properties.has('dtstart'));

/**
 * The master of a series, or a single event. Of several versions, the newest one is shown.
 */
function mainEvent(parts: readonly Part[]): Part | undefined {
  return listEvents(parts)
    .filter(({ recurrenceId }) => recurrenceId === '')
    .at(-1);
}

/** The values of a property of iCalendar or JSON. */
function listValues({ properties }: Part, name: string): unknown[] {
  return (properties.get(name) ?? []).flatMap((text) =>
    text.startsWith('[')
      ? (JSON.parse(text) as unknown[]).slice(3)
      : [JSON.parse(text.slice(text.indexOf(': ') + 2)) as unknown],
  );
}

/** Texts of the affected events that differ from the requested text. */
export function otherTexts({ before, after, isWhole }: ActionOutcome, name: string, text: string): string[] {
  const isText = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.every(isText);
    const { exact, within } = readText(value);
    return within === undefined ? exact === text : within.includes(text);
  };
  const was = new Map(before.map((part) => [part.key, part.properties.get(name)?.join()]));
  return listEvents(after).flatMap((part) => {
    const isChanged = was.get(part.key) !== part.properties.get(name)?.join();
    const isMeant = isChanged || (isWhole && part === mainEvent(after));
    const values = listValues(part, name);
    const isAsRequested = values.length > 0 && values.every(isText);
    return isMeant && !isAsRequested
      ? [`${part.key}: ${name} is ${JSON.stringify(values)}, not '${text}'`]
      : [];
  });
}

/** Reads the words of a text. An Outlook body has additional HTML around them. */
function readText(value: unknown): { exact?: string | undefined; within?: string } {
  const lines = (text: string) => text.replace(/\r?\n/g, '\n').replace(/<br\s*\/?>\n?/g, '\n');
  if (typeof value === 'string') return { exact: lines(value) };
  const { displayName, content } = value as { displayName?: string; content?: string };
  return content === undefined ? { exact: displayName } : { within: lines(content) };
}

interface WallTime {
  readonly zone: string;
  readonly ms: number;
}

/** A time on the clock of its zone. */
function toWallTime(part: Part, name: 'dtstart' | 'dtend'): WallTime | null {
  const [text = '', ...others] =
    part.properties.get(name)?.filter((each) => !each.startsWith('isAllDay')) ?? [];
  if (text === '') return null;
  const ms = (local: string) => Date.parse(`${local.slice(0, 19)}${local.includes('T') ? '' : 'T00:00:00'}Z`);
  if (text.startsWith('[')) {
    const [, parameters, type, value] = JSON.parse(text) as [string, object, string, string];
    return { zone: `${JSON.stringify(parameters)} ${type} ${value.endsWith('Z') ? 'Z' : ''}`, ms: ms(value) };
  }
  const described = [text, ...others].find((each) => each.includes('"date'));
  const { date, dateTime, timeZone } = JSON.parse(described?.slice(described.indexOf(': ') + 2) ?? '{}') as {
    date?: string;
    dateTime?: string;
    timeZone?: string;
  };
  const original = [text, ...others].find((each) => each.startsWith('original')) ?? '';
  return { zone: `${timeZone} ${original}`, ms: ms(date ?? dateTime ?? '') };
}

function toDuration(part: Part): string {
  return JSON.stringify(listValues(part, 'duration'));
}

function isDate(text: string): boolean {
  return /"date",|"date":|isAllDay: true/.test(text);
}

/** Whole days move by days. */
export interface AskedMove {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times of the series or single event that differ from the requested move in its zone. */
export function otherTimes({ before, after }: ActionOutcome, by: AskedMove): string[] {
  const [was, is] = [mainEvent(before), mainEvent(after)];
  if (!was || !is) return ['gone'];
  const isDay = was.properties.get('dtstart')?.some(isDate) ?? false;
  const of = (ms: number) => (isDay && ms !== 0 ? DAY_MS : ms);
  const [start, end] = [toWallTime(was, 'dtstart'), toWallTime(was, 'dtend')];
  // An event that ends before it starts is shown without a length and moved as shown.
  const isBackwards = start && end && start.zone === end.zone && end.ms < start.ms;
  return [
    ...otherTime(was, is, 'dtstart', of(by.startMs)),
    ...(end && !isBackwards ? otherTime(was, is, 'dtend', of(by.endMs)) : []),
    ...(by.startMs === by.endMs && toDuration(was) !== toDuration(is)
      ? [`${was.key}: duration ${toDuration(was)} -> ${toDuration(is)}`]
      : []),
  ];
}

function otherTime(was: Part, is: Part, name: 'dtstart' | 'dtend', byMs: number): string[] {
  const [from, to] = [toWallTime(was, name), toWallTime(is, name)];
  if (from && to && from.zone === to.zone && from.ms + byMs === to.ms) return [];
  return [`${was.key}: ${name} was ${JSON.stringify(from)}, is ${JSON.stringify(to)}`];
}

/** The rules of the series if they differ from the requested one. */
export function otherRules(
  { after }: ActionOutcome,
  rule: Readonly<Record<string, string | number>>,
): string[] {
  const [master] = listEvents(after).filter(({ recurrenceId }) => recurrenceId === '');
  const text = master?.properties.get('rrule')?.join() ?? '';
  const found = text.startsWith('[') ? (JSON.parse(text) as unknown[])[3] : text;
  const isSame =
    typeof found === 'string'
      ? Object.entries(rule).every(([name, value]) =>
          found.toUpperCase().includes(`${name}=${value}`.toUpperCase()),
        )
      : JSON.stringify(found) === JSON.stringify(rule);
  return isSame || text.includes('"pattern"') ? [] : [`the rule is ${text}`];
}

/** The zone of the event if it differs from the requested one under all its names. */
export function otherZone({ after }: ActionOutcome, zone: string, otherNames: readonly string[]): string[] {
  const texts = mainEvent(after)?.properties.get('dtstart') ?? [];
  const isAsked = [zone, ...otherNames].some((name) => texts.join().includes(`"${name}"`));
  return isAsked || texts.length === 0 ? [] : [`the start is ${texts.join()}`];
}
