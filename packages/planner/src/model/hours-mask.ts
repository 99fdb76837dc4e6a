import {
  type ClockWindow,
  DAY_MS,
  type DateOverrides,
  localDayNumber,
  MINUTE_MS,
  windowsOn,
  type Zone,
} from '@dayloom/time';
import type { Opening, WeeklyHours } from '../format/format.ts';
import { clockMinutes } from '../format/format.ts';
import type { SlotGrid } from './slot-grid.ts';

/** One named set of hours on the grid. */
export interface HoursModel {
  readonly name: string;
  /** 1 inside the hours, even where the slot is busy or locked. */
  readonly open: Uint8Array;
  /** Maximal stretches inside the hours without busy or locked slots, as `start, end, start, end, ...`. */
  readonly runs: Int32Array;
  /** Number of slots in all runs. */
  readonly usable: number;
}

/**
 * 1 for each slot that is completely inside the union of the windows. A window of local date D is
 * `[instant(D, start), instant(D, end))`, empty if the clock change skips it. `overrides` replaces the
 * windows of single dates; `opened` adds open times.
 */
export function hoursMask(
  grid: SlotGrid,
  zone: Zone,
  week: WeeklyHours,
  opened: readonly Opening[] = [],
  overrides?: DateOverrides,
): Uint8Array {
  const { startMs, slotMinutes, slotCount } = grid;
  const endMs = startMs + slotCount * slotMinutes * MINUTE_MS;
  const toMinute = (instant: string): number => (Date.parse(instant) - startMs) / MINUTE_MS;
  const windows = opened.map(({ start, end }): [number, number] => [toMinute(start), toMinute(end)]);
  // One day of margin: a window that begins the evening before the horizon may reach into it.
  for (let day = localDayNumber(zone, startMs) - 1; day <= localDayNumber(zone, endMs) + 1; day++) {
    for (const [from, to] of windowsOn(day, week, overrides)) {
      const start =
        (zone.localMsToInstant(day * DAY_MS + clockMinutes(from) * MINUTE_MS) - startMs) / MINUTE_MS;
      const end = (zone.localMsToInstant(day * DAY_MS + clockMinutes(to) * MINUTE_MS) - startMs) / MINUTE_MS;
      if (start < end) windows.push([start, end]);
    }
  }
  windows.sort((a, b) => a[0] - b[0]);
  const mask = new Uint8Array(slotCount);
  let [openFrom, openTo] = windows[0] ?? [0, 0];
  const fill = (): void => {
    const last = Math.min(slotCount, Math.floor(openTo / slotMinutes));
    for (let slot = Math.max(0, Math.ceil(openFrom / slotMinutes)); slot < last; slot++) mask[slot] = 1;
  };
  // Union first: a slot may begin in one window and end in an adjacent one.
  for (const [from, to] of windows) {
    if (from <= openTo) openTo = Math.max(openTo, to);
    else {
      fill();
      [openFrom, openTo] = [from, to];
    }
  }
  fill();
  return mask;
}

/** 1 for each slot whose local start time is in none of the preferred windows. */
export function dislikedMask(grid: SlotGrid, zone: Zone, prefer: readonly ClockWindow[]): Uint8Array {
  const windows = prefer.map(([from, to]) => [clockMinutes(from), clockMinutes(to)] as const);
  const mask = new Uint8Array(grid.slotCount);
  for (let slot = 0; slot < grid.slotCount; slot++) {
    const instant = grid.startMs + slot * grid.slotMinutes * MINUTE_MS;
    const local = instant + zone.offsetMsAt(instant);
    const timeOfDay = Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS);
    if (!windows.some(([from, to]) => from <= timeOfDay && timeOfDay < to)) mask[slot] = 1;
  }
  return mask;
}

/** The runs of `HoursModel`. */
export function openRuns(open: Uint8Array, busy: Uint8Array, locked: Int32Array): Int32Array {
  const runs: number[] = [];
  let from = -1;
  for (let slot = 0; slot <= open.length; slot++) {
    const usable = slot < open.length && open[slot] === 1 && busy[slot] === 0 && locked[slot] === -1;
    if (usable && from < 0) from = slot;
    if (!usable && from >= 0) {
      runs.push(from, slot);
      from = -1;
    }
  }
  return Int32Array.from(runs);
}
