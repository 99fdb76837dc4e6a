import type { Slot } from '@dayloom/contracts';
import { formatDayNumber, type Interval } from '@dayloom/time';
import { getFirstDay, getLastDay, type Month } from '#lib/months.ts';

/** The part of a month that is still to come, as the server is asked for it. */
export function toRange(month: Month, today: number): { from: string; to: string } {
  return {
    from: formatDayNumber(Math.max(today, getFirstDay(month))),
    to: formatDayNumber(getLastDay(month)),
  };
}

/** The slots by local day. */
export function groupByDay(
  slots: readonly Slot[],
  toDay: (instant: string) => number,
): ReadonlyMap<number, readonly Slot[]> {
  return Map.groupBy(slots, ({ startsAt }) => toDay(startsAt));
}

/** The starts of the slots that touch a busy time. */
export function listColliding(slots: readonly Slot[], busy: readonly Interval[]): ReadonlySet<string> {
  const hit = slots.filter(({ startsAt, endsAt }) => {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
    return busy.some((one) => one.start < end && one.end > start);
  });
  return new Set(hit.map(({ startsAt }) => startsAt));
}
