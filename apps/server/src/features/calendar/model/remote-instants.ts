import { getZone, isTimeZone } from '@dayloom/time';
import { findCalendarTime, toInstant } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from './event.ts';

/**
 * When an event begins and ends; null for floating times, dates, and zones that only the provider defines.
 */
export function findInstants({
  start,
  end,
  zoneDefinition,
}: Pick<RemoteEvent, 'start' | 'end' | 'zoneDefinition'>): { start: number; end: number } | null {
  const instant = (time: EventTime): number | null => {
    if (zoneDefinition !== null || !time.at.includes('T') || time.timeZone === null) return null;
    const read = isTimeZone(time.timeZone) ? findCalendarTime(time.at, time.timeZone) : null;
    return read && toInstant(read, 'UTC', getZone);
  };
  const [from, to] = [instant(start), instant(end)];
  return from === null || to === null ? null : { start: from, end: to };
}
