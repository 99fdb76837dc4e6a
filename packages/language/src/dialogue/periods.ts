import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { Reference } from './references.ts';
import { isEachDay, toRange } from './when.ts';
import { sayClock, sayDay } from './wording.ts';

/** Which time is asked about: 'on Tue, 8 Dec 2026'. */
export function toPeriod(reference: Reference, data: DialogueData, isOpen: boolean): string {
  const { when } = reference;
  if (!when) return isOpen ? 'in the next 7 days' : 'in your calendar';
  const clock = createWallClock(data);
  if (isEachDay(when)) {
    const days = toPeriod({ ...reference, when: { ...when, minute: null, open: null } }, data, isOpen);
    return `${days}, ${when.open} ${sayClock((when.minute ?? 0) * MINUTE_MS)} on each day`;
  }
  const { start, end } = toRange(when, clock);
  const [from, to] = [clock.toWall(start), clock.toWall(Math.min(end, start + 800 * DAY_MS))];
  const isDay = floorTo('day', from) === from && to - from === DAY_MS;
  if (isDay) return `on ${sayDay(from)}`;
  if (when.minute !== null && when.endMinute === null && when.open === null)
    return `at ${sayClock(from)}${when.hasDate ? ` on ${sayDay(from)}` : ''}`;
  if (when.open === 'after') return `after ${sayClock(from)} on ${sayDay(from)}`;
  return floorTo('day', from) === floorTo('day', to - 1)
    ? `on ${sayDay(from)}, ${sayClock(from)}–${sayClock(to)}`
    : `from ${sayDay(from)} to ${sayDay(to - MINUTE_MS)}`;
}
