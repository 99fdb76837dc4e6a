import { DAY_MS, getZone, MINUTE_MS, type Zone } from '@dayloom/time';

/** More of one text, or of one result, is left out. */
const MAX_TEXT = 500;
const MAX_DATA = 12_000;

const UTC_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** An id of an occurrence looks like a time, but must not be rewritten. */
const KEPT = 'recurrenceId';
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** What is invisible can hide instructions from people: control and format characters, private use, unpaired halves. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;

export const toVisibleText = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

/** A moment as the model reads and writes it: `Thu 2026-11-19T16:00+01:00`. */
export function toLocalText(instant: number, zone: Zone): string {
  const offsetMs = zone.offsetMsAt(instant);
  const local = instant + offsetMs;
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  const offset = `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `${describeWeekday(local)} ${new Date(local).toISOString().slice(0, 16)}${offset}`;
}

/** The weekday of local milliseconds. The epoch was a Thursday. */
export const describeWeekday = (local: number): string =>
  WEEKDAYS[(((Math.floor(local / DAY_MS) + 4) % 7) + 7) % 7] ?? '';

const pad = (number: number): string => String(number).padStart(2, '0');

/**
 * What calendars, tasks and mails contain, as a language model may read it: as JSON in which no text can close the tag
 * around it, without invisible characters, with local times, and limited in size.
 */
export function toUntrustedData(value: unknown, timeZone: string): string {
  const zone = getZone(timeZone);
  const shown = shorten(toReadable(value, zone, ''));
  return `<untrusted-data>\n${shown}\n</untrusted-data>`;
}

function toReadable(value: unknown, zone: Zone, key: string): unknown {
  if (typeof value === 'string') {
    if (key !== KEPT && UTC_INSTANT.test(value)) return toLocalText(Date.parse(value), zone);
    const text = toVisibleText(value);
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  }
  if (Array.isArray(value)) return value.map((item) => toReadable(item, zone, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, toReadable(item, zone, name)]),
  );
}

/** Truncates lists and states their full length. */
function shorten(value: unknown): string {
  let shown = value;
  for (let text = write(shown); ; text = write(shown)) {
    if (text.length <= MAX_DATA) return text;
    const next = halveLists(shown);
    if (next === null) return write(`${text.slice(0, MAX_DATA / 2)}…`);
    shown = next;
  }
}

const write = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function halveLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, Math.ceil(value.length / 2)) : null;
  if (value === null || typeof value !== 'object') return null;
  const entries = Object.entries(value);
  const longest = Math.max(0, ...entries.map(([, item]) => (Array.isArray(item) ? item.length : 0)));
  if (longest <= 1) return null;
  return Object.fromEntries([
    ...entries.map(([name, item]) => [
      name,
      Array.isArray(item) && item.length === longest ? item.slice(0, Math.ceil(longest / 2)) : item,
    ]),
    ['isIncomplete', true],
  ]);
}
