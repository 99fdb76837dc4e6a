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

/** When somebody can be booked, with instants in epoch milliseconds and lengths in milliseconds. */
export type SlotRules = Omit<ReadSlotRequest, 'busy'>;

/**
 * The starts at which a booking fits: sorted, unique ISO 8601 instants in UTC with milliseconds. See
 * `listSlotStarts`. Throws `InvalidSlotRequest` (`field`, `message`).
 */
export function listSlots(request: SlotRequest): string[] {
  const read = readSlotRequest(request);
  const windows = listOpenWindows(read);
  const blocks = new BlockList(read, windows, read.busy.length);
  for (let i = 0; i < read.busy.length; i += 1) {
    const item = read.busy[i];
    const start = parseInstant(item?.start, i, 'start');
    const end = parseInstant(item?.end, i, 'end');
    if (end < start) throw new InvalidSlotRequest(`busy[${i}].end`, 'must not be before its start');
    blocks.add(start, end);
  }
  return slotStarts(read, windows, blocks.joined()).map(minuteFormatter());
}

/**
 * The starts at which a booking fits: sorted, unique, in epoch milliseconds. `busy` may be in any order and
 * overlap.
 *
 * Each window of the host's hours is clipped to the asked range and to the earliest start. Without the busy
 * times and their buffers, it gives free ranges. The first start of a range is its first whole minute whose
 * local minute of the hour is a multiple of the step. Further starts follow every step of elapsed time while
 * the slot ends within the range. Windows are not joined, so no slot crosses from one into another.
 */
export function listSlotStarts(rules: SlotRules, busy: readonly Interval[]): number[] {
  const windows = listOpenWindows(rules);
  const blocks = new BlockList(rules, windows, busy.length);
  for (const { start, end } of busy) blocks.add(start, end);
  return slotStarts(rules, windows, blocks.joined());
}

/** The host's hours in the asked range, as sorted windows. */
function listOpenWindows(rules: SlotRules): Interval[] {
  const from = Math.max(rules.windowStart, rules.earliest);
  return availabilityWindows(rules.weekly, rules.hoursByDate, rules.zone, from, rules.windowEnd);
}

function slotStarts(
  rules: SlotRules,
  windows: readonly Interval[],
  { starts, ends }: { starts: Float64Array; ends: Float64Array },
): number[] {
  const slots: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  const offer = (rangeStart: number, rangeEnd: number): void => {
    const lastStart = rangeEnd - rules.slotMs;
    if (lastStart < rangeStart) return;
    for (let at = firstStart(rangeStart, rules.zone, rules.stepMs); at <= lastStart; at += rules.stepMs) {
      if (at <= last) isSorted = false;
      last = at;
      slots.push(at);
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
  return isSorted ? slots : [...new Set(slots)].sort((a, b) => a - b);
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

function parseInstant(text: unknown, index: number, field: 'start' | 'end'): number {
  return (
    (typeof text === 'string' ? findInstant(text) : null) ?? readInstant(text, `busy[${index}].${field}`)
  );
}

/**
 * What busy times block within the windows. To find the gaps it is enough to sort starts and ends separately,
 * and typed arrays sort natively.
 */
class BlockList {
  readonly #rules: SlotRules;
  readonly #touchesHours: (start: number, end: number) => boolean;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  #count = 0;

  constructor(rules: SlotRules, windows: readonly Interval[], most: number) {
    this.#rules = rules;
    this.#touchesHours = overlapTest(windows);
    this.#starts = new Float64Array(most);
    this.#ends = new Float64Array(most);
  }

  /** Adds a busy time. It blocks more than itself: the buffers of the booking have to fit between. */
  add(start: number, end: number): void {
    const from = start - this.#rules.bufferAfterMs;
    const to = end + this.#rules.bufferBeforeMs;
    if (from >= to || !this.#touchesHours(from, to)) return;
    this.#starts[this.#count] = from;
    this.#ends[this.#count] = to;
    this.#count += 1;
  }

  /** Sorted starts and ends of disjoint blocks. */
  joined(): { starts: Float64Array; ends: Float64Array } {
    const count = this.#count;
    const sortedStarts = this.#starts.subarray(0, count).sort();
    const sortedEnds = this.#ends.subarray(0, count).sort();
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
