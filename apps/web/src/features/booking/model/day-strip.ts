import { DAY_MS, getZone, HOUR_MS, type Interval, startOfDayNumber } from '@dayloom/time';

/** The hours that a strip shows at least. */
const USUAL = { from: 8 * HOUR_MS, to: 18 * HOUR_MS };

export interface StripPart extends Interval {
  readonly kind: 'busy' | 'asked';
  /** Percent of the strip's length. */
  readonly left: number;
  readonly width: number;
}

/** A day of the visitor with the proposed times: whole hours around everything in it. */
export interface DayStrip {
  readonly day: number;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly StripPart[];
}

interface DayTimes {
  readonly day: number;
  readonly timeZone: string;
  readonly busy: readonly Interval[];
  readonly asked: readonly Interval[];
}

export function toDayStrip({ day, timeZone, busy, asked }: DayTimes): DayStrip {
  const zone = getZone(timeZone);
  const [midnight, next] = [startOfDayNumber(zone, day), startOfDayNumber(zone, day + 1)];
  const within = (kind: StripPart['kind'], intervals: readonly Interval[]) =>
    intervals
      .map(({ start, end }) => ({ kind, start: Math.max(start, midnight), end: Math.min(end, next) }))
      .filter(({ start, end }) => start < end);
  const parts = [...within('busy', busy), ...within('asked', asked)];
  const isLong = ({ start, end }: Interval) => end - start >= DAY_MS / 2;
  // A whole busy day fills the usual hours and does not stretch them.
  const shaping = parts.filter((part) => !isLong(part));
  const wholeHours = (ms: number, toWhole: (hours: number) => number) =>
    midnight + toWhole((ms - midnight) / HOUR_MS) * HOUR_MS;
  const start = Math.min(midnight + USUAL.from, ...shaping.map((part) => wholeHours(part.start, Math.floor)));
  const end = Math.max(midnight + USUAL.to, ...shaping.map((part) => wholeHours(part.end, Math.ceil)));
  const share = (ms: number) => ((Math.min(Math.max(ms, start), end) - start) / (end - start)) * 100;
  return {
    day,
    start,
    end,
    parts: parts.map((part) => ({
      ...part,
      left: share(part.start),
      width: share(part.end) - share(part.start),
    })),
  };
}
