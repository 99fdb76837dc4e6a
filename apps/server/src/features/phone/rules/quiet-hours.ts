import { DAY, getZone, HOUR, localDayNumber, MINUTE } from '@dayloom/time';

/**
 * Minutes after local midnight. If `from` is after `until`, the quiet hours span midnight; equal values mean
 * no quiet hours.
 */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** Parses `21:00-08:00`; the configuration has already validated the format. */
export function readQuietHours(text: string): QuietHours {
  const [from, until] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return (hours * HOUR + minutes * MINUTE) / MINUTE;
  });
  return { from: from as number, until: until as number };
}

/**
 * When a text may be sent: now, or at the end of the current quiet hours. Quiet hours follow the wall clock:
 * they end at 8:00 local time even when DST makes the night an hour shorter or longer. An end that DST skips
 * is right after the gap.
 */
export function decideSendTime(now: Date, timeZone: string, { from, until }: QuietHours): Date {
  const zone = getZone(timeZone);
  const instant = now.getTime();
  const today = localDayNumber(zone, instant);
  const localMinute = (instant + zone.offsetMsAt(instant) - today * DAY) / MINUTE;
  const isOvernight = from > until;
  const isQuiet = isOvernight
    ? localMinute >= from || localMinute < until
    : localMinute >= from && localMinute < until;
  if (!isQuiet) return now;
  const endDay = isOvernight && localMinute >= from ? today + 1 : today;
  const end = zone.localMsToInstant(endDay * DAY + until * MINUTE);
  // When DST repeats the hour of the end, the same wall time would be quiet again an hour later.
  return new Date(end > instant ? end : instant);
}
