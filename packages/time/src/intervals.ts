/**
 * Half-open intervals `[start, end)` in epoch milliseconds: one that ends at 10:00 and one that starts at
 * 10:00 touch but do not overlap. No function changes its arguments. Results are sorted, disjoint and not
 * empty.
 */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/**
 * Everything that any interval covers. Input in any order; touching intervals are joined, empty ones removed.
 */
export function unionIntervals(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter((i) => i.start < i.end).sort((a, b) => a.start - b.start);
  const joined: Interval[] = [];
  for (const next of sorted) {
    const last = joined.at(-1);
    if (last && next.start <= last.end) {
      if (next.end > last.end) joined[joined.length - 1] = { start: last.start, end: next.end };
    } else joined.push({ start: next.start, end: next.end });
  }
  return joined;
}

/** What both sides cover. Input in any order; one side may overlap itself. O(n log n). */
export function intersectIntervals(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const a = unionIntervals(left);
  const b = unionIntervals(right);
  const shared: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i] as Interval;
    const y = b[j] as Interval;
    const start = Math.max(x.start, y.start);
    const end = Math.min(x.end, y.end);
    if (start < end) shared.push({ start, end });
    if (x.end < y.end) i += 1;
    else j += 1;
  }
  return shared;
}

/** What `intervals` cover and `removed` does not. Input in any order, overlaps allowed. O(n log n). */
export function subtractIntervals(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  const holes = unionIntervals(removed);
  const rest: Interval[] = [];
  let first = 0;
  for (const { start, end } of unionIntervals(intervals)) {
    while (first < holes.length && (holes[first] as Interval).end <= start) first += 1;
    let from = start;
    for (let i = first; i < holes.length && (holes[i] as Interval).start < end; i += 1) {
      const hole = holes[i] as Interval;
      if (hole.start > from) rest.push({ start: from, end: hole.start });
      from = Math.max(from, hole.end);
    }
    if (from < end) rest.push({ start: from, end });
  }
  return rest;
}

/** Each interval clipped to `[start, end)`, in the given order, neither joined nor sorted. */
export function clipIntervals(intervals: readonly Interval[], start: number, end: number): Interval[] {
  const clipped: Interval[] = [];
  for (const interval of intervals) {
    const from = Math.max(interval.start, start);
    const to = Math.min(interval.end, end);
    if (from < to) clipped.push({ start: from, end: to });
  }
  return clipped;
}

/** Total length in milliseconds, overlaps counted once. */
export function coveredMs(intervals: readonly Interval[]): number {
  return unionIntervals(intervals).reduce((sum, i) => sum + (i.end - i.start), 0);
}
