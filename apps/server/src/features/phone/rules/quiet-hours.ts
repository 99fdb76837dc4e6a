import { DAY_MS, getZone, HOUR_MS, localDayNumber, MINUTE_MS } from '@dayloom/time';

/**
 * Minutes after local midnight. They span midnight if `from` is after `until`. Equal ones mean no quiet
 * hours.
 */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** Parses `21:00-08:00`. The configuration has validated the format. */
export function readQuietHours(text: string): QuietHours {
  const [from, until] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return (hours * HOUR_MS + minutes * MINUTE_MS) / MINUTE_MS;
  });
  return { from: from as number, until: until as number };
}

/**
 * When a text may be sent: now, or at the end of the current quiet hours. The hours are wall-clock times, so
 * they end at 8:00 local time even in a night with a clock change. An end that the clock skips is right after
 * the gap.
 */
export function decideSendTime(now: Date, timeZone: string, { from, until }: QuietHours): Date {
  const zone = getZone(timeZone);
  const instant = now.getTime();
  const today = localDayNumber(zone, instant);
  const localMinute = (instant + zone.offsetMsAt(instant) - today * DAY_MS) / MINUTE_MS;
  const isOvernight = from > until;
  const isQuiet = isOvernight
    ? localMinute >= from || localMinute < until
    : localMinute >= from && localMinute < until;
  if (!isQuiet) return now;
  const endDay = isOvernight && localMinute >= from ? today + 1 : today;
  const end = zone.localMsToInstant(endDay * DAY_MS + until * MINUTE_MS);
  // When the clock is set back over the end, the wall time is quiet again although the end has passed.
  return new Date(end > instant ? end : instant);
}
