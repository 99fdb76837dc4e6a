import { type Interval, intersectIntervals, MINUTE_MS, subtractIntervals } from '@dayloom/time';
import { createWallClock, type DialogueData } from './data.ts';

const GRID_MS = 15 * MINUTE_MS;

export interface SlotSearch {
  readonly minutes: number;
  /** Only here; the whole of the known working hours if null. */
  readonly within: Interval | null;
  /** Outside of working hours as well: 'dinner on Friday evening'. */
  readonly isAnyHour?: boolean;
  /** Busy time that does not count: that of the event which moves. */
  readonly except?: Interval;
  readonly most: number;
}

/** Free times of a length on the quarter of an hour, the earliest first; one for each free stretch. */
export function listFreeSlots(data: FreeTimeData, search: SlotSearch): Interval[] {
  const length = search.minutes * MINUTE_MS;
  return listFreeStretches(data, search).map(({ start }) => ({ start, end: start + length }));
}

type FreeTimeData = Pick<DialogueData, 'now' | 'timeZone' | 'hours' | 'busy'>;

/** Free stretches of a length or more, from a quarter of an hour to the end of each. */
export function listFreeStretches(
  data: FreeTimeData,
  { minutes, within, isAnyHour = false, except, most }: SlotSearch,
): Interval[] {
  const length = minutes * MINUTE_MS;
  const last = data.hours.at(-1)?.end ?? data.now;
  const range = {
    start: Math.max(within?.start ?? data.now, data.now),
    end: within ? Math.min(within.end, Math.max(last, within.start + 14 * 1_440 * MINUTE_MS)) : last,
  };
  if (range.end <= range.start) return [];
  const open = isAnyHour ? [range] : intersectIntervals(data.hours, [range]);
  const busy = except
    ? data.busy.filter(({ start, end }) => start !== except.start || end !== except.end)
    : data.busy;
  const free = subtractIntervals(open, busy);
  const stretches: Interval[] = [];
  for (const { start, end } of free) {
    const from = toGrid(start, data);
    if (from + length <= end) stretches.push({ start: from, end });
    if (stretches.length >= most) break;
  }
  return stretches;
}

/** The next quarter of an hour on the wall clock. */
function toGrid(instant: number, data: Pick<DialogueData, 'now' | 'timeZone'>): number {
  const wall = createWallClock(data).toWall(instant);
  return instant + (Math.ceil(wall / GRID_MS) * GRID_MS - wall);
}

/** Events and work that a time would overlap. */
export function isFree(slot: Interval, busy: readonly Interval[]): boolean {
  return !busy.some(({ start, end }) => start < slot.end && slot.start < end);
}
