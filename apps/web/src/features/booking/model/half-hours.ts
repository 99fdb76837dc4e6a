import { getZone, MINUTE_MS, startOfDayNumber } from '@dayloom/time';

export const HALF_HOUR_MS = 30 * MINUTE_MS;
/** The usual hours to meet; the other ones are shown on request. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19];

interface Hours {
  readonly isWholeDay: boolean;
}

/** The half hours of a local day that are still to come. A day with a clock change has more or fewer of them. */
export function listHalfHours(timeZone: string, day: number, now: number, { isWholeDay }: Hours): string[] {
  const zone = getZone(timeZone);
  const [start, end] = [startOfDayNumber(zone, day), startOfDayNumber(zone, day + 1)];
  const all = Array.from(
    { length: Math.ceil((end - start) / HALF_HOUR_MS) },
    (_, at) => start + at * HALF_HOUR_MS,
  );
  const isUsual = (instant: number) => {
    const { hour } = zone.toLocal(instant);
    return hour >= FIRST_HOUR && hour <= LAST_HOUR;
  };
  return all
    .filter((instant) => instant > now && (isWholeDay || isUsual(instant)))
    .map((instant) => new Date(instant).toISOString());
}

/** The rows of a week of half hours: minutes after midnight on the clock. */
export function listRows({ isWholeDay }: Hours): number[] {
  const [first, last] = isWholeDay ? [0, 23] : [FIRST_HOUR, LAST_HOUR];
  return Array.from({ length: (last - first + 1) * 2 }, (_, at) => first * 60 + at * 30);
}

/** The row of a half hour. When the clocks are turned back, two half hours have the same one. */
export function toRow(timeZone: string, time: string): number {
  const { hour, minute } = getZone(timeZone).toLocal(Date.parse(time));
  return hour * 60 + minute;
}

/** The half hour of a day that is nearest to a row; null if the day has none. */
export function findNearest(times: readonly string[], row: number, timeZone: string): string | null {
  const distance = (time: string) => Math.abs(toRow(timeZone, time) - row);
  return times.reduce<string | null>(
    (best, time) => (best === null || distance(time) < distance(best) ? time : best),
    null,
  );
}
