import { getZone, MINUTE_MS, startOfDayNumber } from '@dayloom/time';

const STEP_MS = 30 * MINUTE_MS;
/** The usual hours to meet; the other ones are shown on request. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19];

/** The half hours of a local day that are still to come. A day with a clock change has more or fewer of them. */
export function listHalfHours(
  timeZone: string,
  day: number,
  now: number,
  { isWholeDay }: { readonly isWholeDay: boolean },
): string[] {
  const zone = getZone(timeZone);
  const [start, end] = [startOfDayNumber(zone, day), startOfDayNumber(zone, day + 1)];
  const all = Array.from({ length: Math.ceil((end - start) / STEP_MS) }, (_, at) => start + at * STEP_MS);
  const isUsual = (instant: number) => {
    const { hour } = zone.toLocal(instant);
    return hour >= FIRST_HOUR && hour <= LAST_HOUR;
  };
  return all
    .filter((instant) => instant > now && (isWholeDay || isUsual(instant)))
    .map((instant) => new Date(instant).toISOString());
}
