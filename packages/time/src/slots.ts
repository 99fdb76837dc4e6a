import { availabilityWindows } from './availability.ts';
import { findInstant, minuteFormatter } from './instant-text.ts';
import { type Interval, unionIntervals } from './intervals.ts';
import {
  InvalidSlotRequest,
  type ReadSlotRequest,
  readInstant,
  readSlotRequest,
  type SlotRequest,
} from './slot-request.ts';
import { MINUTE_MS } from './units.ts';
import type { Zone } from './zone.ts';

/**
 * The starts at which a booking fits: sorted, unique ISO 8601 instants in UTC with milliseconds.
 *
 * Each window of the host's hours is clipped to `window` and to `now` plus the notice. Without the busy times
 * and their buffers, it gives free ranges. The first start of a range is its first whole minute whose local
 * minute of the hour is a multiple of `stepMinutes`. Further starts follow every `stepMinutes` of elapsed
 * time while the slot ends within the range. Windows are not joined, so no slot crosses from one into
 * another.
 *
 * Throws `InvalidSlotRequest` (`field`, `message`).
 */
export function findSlots(request: SlotRequest): string[] {
  const read = readSlotRequest(request);
  const from = Math.max(read.windowStart, read.earliest);
  const windows = availabilityWindows(read.weekly, read.hoursByDate, read.zone, from, read.windowEnd);
  const { starts, ends } = joinedBlocks(read, windows);
  const format = minuteFormatter();
  const slots: string[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  const offer = (rangeStart: number, rangeEnd: number): void => {
    const lastStart = rangeEnd - read.slotMs;
    if (lastStart < rangeStart) return;
    for (let at = firstStart(rangeStart, read.zone, read.stepMs); at <= lastStart; at += read.stepMs) {
      if (at <= last) isSorted = false;
      last = at;
      slots.push(format(at));
    }
  };
  let first = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const window of windows) {
    // Windows of one day may overlap; then the search for blocks starts again.
    if (window.start < reached) first = 0;
    reached = window.end;
    while (first < ends.length && (ends[first] as number) <= window.start) first += 1;
    let free = window.start;
    for (; first < starts.length && (starts[first] as number) < window.end; first += 1) {
      offer(free, starts[first] as number);
      free = ends[first] as number;
      if (free >= window.end) break;
    }
    offer(free, window.end);
  }
  // ISO texts of the years 0 to 9999 sort like their instants.
  return isSorted ? slots : [...new Set(slots)].sort();
}

/** The first whole minute from `begin` on whose local minute of the hour is a multiple of the step. */
function firstStart(begin: number, zone: Zone, stepMs: number): number {
  let at = Math.ceil(begin / MINUTE_MS) * MINUTE_MS;
  // A clock change within the next minutes moves the grid, so the aligned minute is checked again.
  for (;;) {
    const local = Math.floor((at + zone.offsetMsAt(at)) / MINUTE_MS) * MINUTE_MS;
    const missing = (stepMs - (((local % stepMs) + stepMs) % stepMs)) % stepMs;
    if (missing === 0) return at;
    const next = at + missing;
    if (zone.offsetMsAt(next) === zone.offsetMsAt(at)) return next;
    at += MINUTE_MS;
  }
}

/**
 * Parses the busy list and joins what it blocks within the windows: sorted starts and ends of disjoint
 * blocks. To find the gaps it is enough to sort starts and ends separately, and typed arrays sort natively.
 */
function joinedBlocks(
  read: ReadSlotRequest,
  windows: readonly Interval[],
): { starts: Float64Array; ends: Float64Array } {
  const { busy, bufferBeforeMs, bufferAfterMs } = read;
  const touchesHours = overlapTest(windows);
  const starts = new Float64Array(busy.length);
  const ends = new Float64Array(busy.length);
  let count = 0;
  for (let i = 0; i < busy.length; i += 1) {
    const item = busy[i];
    const startText: unknown = item?.start;
    const endText: unknown = item?.end;
    const start =
      (typeof startText === 'string' ? findInstant(startText) : null) ??
      readInstant(startText, `busy[${i}].start`);
    const end =
      (typeof endText === 'string' ? findInstant(endText) : null) ?? readInstant(endText, `busy[${i}].end`);
    if (end < start) throw new InvalidSlotRequest(`busy[${i}].end`, 'must not be before its start');
    const blockedFrom = start - bufferAfterMs;
    const blockedTo = end + bufferBeforeMs;
    if (blockedFrom < blockedTo && touchesHours(blockedFrom, blockedTo)) {
      starts[count] = blockedFrom;
      ends[count] = blockedTo;
      count += 1;
    }
  }
  const sortedStarts = starts.subarray(0, count).sort();
  const sortedEnds = ends.subarray(0, count).sort();
  let joined = 0;
  let begin = 0;
  for (let i = 0; i < count; i += 1) {
    // The i-th end closes a block unless another start is at or before it.
    if (i + 1 < count && (sortedStarts[i + 1] as number) <= (sortedEnds[i] as number)) continue;
    const start = sortedStarts[begin] as number;
    sortedEnds[joined] = sortedEnds[i] as number;
    sortedStarts[joined] = start;
    joined += 1;
    begin = i + 1;
  }
  return { starts: sortedStarts.subarray(0, joined), ends: sortedEnds.subarray(0, joined) };
}

/**
 * Whether an interval overlaps any of the windows. Most busy time is outside working hours, and what is
 * dropped need not be sorted.
 */
function overlapTest(windows: readonly Interval[]): (start: number, end: number) => boolean {
  const open = unionIntervals(windows);
  const starts = Float64Array.from(open, ({ start }) => start);
  const ends = Float64Array.from(open, ({ end }) => end);
  return (start, end) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) <= start) low = middle + 1;
      else high = middle;
    }
    return low < starts.length && (starts[low] as number) < end;
  };
}
