import type { Slot } from '@dayloom/contracts';
import { formatDayNumber } from '@dayloom/time';
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
