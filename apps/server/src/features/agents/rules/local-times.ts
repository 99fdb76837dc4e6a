import { getZone, MINUTE_MS, type Zone } from '@dayloom/time';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

/** An id of an occurrence and texts of people may look like a time, and stay as they are. */
const KEPT = new Set(['recurrenceId', 'title', 'name', 'description', 'location', 'notes']);

/** Writes every instant with the user's offset, so that an agent need not convert: `2026-11-20T17:00:00+01:00`. */
export function toLocalTimes(value: unknown, timeZone: string): unknown {
  const zone = getZone(timeZone);
  const convert = (part: unknown): unknown => {
    if (typeof part === 'string') return INSTANT.test(part) ? toLocal(part, zone) : part;
    if (Array.isArray(part)) return part.map(convert);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, KEPT.has(key) ? item : convert(item)]),
    );
  };
  return convert(value);
}

export function toLocal(instant: string, zone: Zone): string {
  const at = Date.parse(instant);
  const minutes = Math.round(zone.offsetMinutesAt(at));
  const wall = new Date(at + minutes * MINUTE_MS).toISOString().slice(0, 19);
  const size = Math.abs(minutes);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${wall}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
