import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { Reference } from './references.ts';
import { isEachDay, toRange } from './when.ts';
import { describeClock, describeDay, describeZoned } from './wording.ts';

/** Which time is asked about: 'on Tue, 8 Dec 2026'. */
export function toPeriod(reference: Reference, data: DialogueData, isOpen: boolean): string {
  const { when } = reference;
  if (!when) return isOpen ? 'in the next 7 days' : 'in your calendar';
  const clock = createWallClock(data);
  if (isEachDay(when)) {
    const days = toPeriod({ ...reference, when: { ...when, minute: null, open: null } }, data, isOpen);
    return `${days}, ${when.open} ${describeZoned([(when.minute ?? 0) * MINUTE_MS], data)} on each day`;
  }
  const { start, end } = toRange(when, clock);
  const [from, to] = [clock.toWall(start), clock.toWall(Math.min(end, start + 800 * DAY_MS))];
  const isDay = floorTo('day', from) === from && to - from === DAY_MS;
  if (isDay) return `on ${describeDay(from)}`;
  if (when.minute !== null && when.endMinute === null && when.open === null)
    return `at ${describeZoned([from], data)}${when.hasDate ? ` on ${describeDay(from)}` : ''}`;
  if (when.open === 'after') return `after ${describeZoned([from], data)} on ${describeDay(from)}`;
  // A night: 'from Friday to Saturday' would be two whole days.
  if (to - from < DAY_MS && floorTo('day', from) !== floorTo('day', to - 1))
    return `from ${describeDay(from)}, ${describeClock(from)} to ${describeDay(to)}, ${describeZoned([to], data)}`;
  return floorTo('day', from) === floorTo('day', to - 1)
    ? `on ${describeDay(from)}, ${describeZoned([from, to], data)}`
    : `from ${describeDay(from)} to ${describeDay(to - MINUTE_MS)}`;
}
