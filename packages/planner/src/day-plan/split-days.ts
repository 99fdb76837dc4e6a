/**
 * Splits days, in order, into as many groups of neighbours as times, as equal as possible, the larger first.
 * With fewer days than times, each day is a group.
 */
export function splitDays(days: readonly number[], times: number): (readonly [number, ...number[]])[] {
  const count = Math.min(days.length, times);
  const size = Math.floor(days.length / count);
  const larger = days.length % count;
  return Array.from({ length: count }, (_, index) => {
    const from = index * size + Math.min(index, larger);
    const [first = 0, ...others] = days.slice(from, from + size + (index < larger ? 1 : 0));
    return [first, ...others];
  });
}
