import { formatDayNumber, toDayNumber } from '@dayloom/time';
import { casual } from 'chrono-node/en';
import type { Moment, Reference } from './date-model.ts';

/** The longest date in characters. Without a limit, a long text would be read again from every preposition on. */
const LONGEST = 60;

/**
 * Dates in words that our own patterns do not cover ('the third of March'), read by chrono at exactly `at`.
 *
 * chrono computes with dates in the machine's zone. Its reference is noon on the user's date, and only the
 * components it found are used. No zone skips noon, so the machine's zone cannot change the result.
 */
export function readChronoDate(
  text: string,
  at: number,
  reference: Reference,
): { moment: Moment; to: number } | null {
  const noon = new Date(`${formatDayNumber(reference.today)}T12:00:00Z`);
  const [result] = casual.parse(
    text.slice(at, at + LONGEST),
    { instant: noon, timezone: 0 },
    { forwardDate: true },
  );
  if (!result || result.index !== 0) return null;
  const { start } = result;
  const said = start.isCertain('weekday') || (start.isCertain('day') && start.isCertain('month'));
  // For a length of time ('2 h'), chrono returns an instant that far from now.
  if (!said || start.isCertain('timezoneOffset') || !/\p{L}{3}|\d\D\d/u.test(result.text)) return null;
  const day = (parts: typeof start): number =>
    toDayNumber(parts.get('year') ?? 1970, parts.get('month') ?? 1, parts.get('day') ?? 1);
  const time = start.isCertain('hour')
    ? { minute: (start.get('hour') ?? 0) * 60 + (start.get('minute') ?? 0), isClear: true }
    : null;
  return {
    moment: {
      days: { first: day(start), last: day(result.end ?? start), isClear: true },
      time,
      instant: null,
      part: null,
    },
    to: at + result.text.length,
  };
}
