import { DAY_MS, getZone, HOUR_MS, localDayNumber, MINUTE_MS } from '@dayloom/time';

/** Minutes after local midnight; `from` after `until` spans midnight, equal ones are never quiet. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** Reads `21:00-08:00`, whose form the configuration has checked. */
export function readQuietHours(text: string): QuietHours {
  const [from, until] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return (hours * HOUR_MS + minutes * MINUTE_MS) / MINUTE_MS;
  });
  return { from: from as number, until: until as number };
}

/**
 * When a text may go out: now, or at the end of the quiet hours that now lies in. Hours are those of the wall
 * clock: the end is 8:00 by the clock also in a night that is an hour shorter or longer, and an end that the
 * clock skips comes right after the gap.
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
  // Where the clock is set back over the end, the same wall time is quiet again an hour after it was not.
  return new Date(end > instant ? end : instant);
}
