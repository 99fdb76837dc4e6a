import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { formatInstant, type Instance, type Opening } from '../format/format.ts';
import { toModel } from '../model/slot-model.ts';

/** The most a single fix asks for. */
const LONGEST_OPENING = 4 * HOUR_MS;

/**
 * Longer days: the hours of a task at risk end later, or begin earlier, on the last days of the span, by at
 * most `excess` minutes. `sets` are the sets of hours of the tasks at risk: others do not help them.
 */
export function longerDays(
  instance: Instance,
  { from, to }: { readonly from: string; readonly to: string },
  excess: number,
  sets: ReadonlySet<string>,
): Opening[] {
  const first = Math.max(Date.parse(from), Date.parse(instance.start));
  const last = Math.min(Date.parse(to), Date.parse(instance.end));
  const ms = Math.min(excess * MINUTE_MS, LONGEST_OPENING);
  return dayEdges(instance, first, last, sets).flatMap(({ hours, ends, starts }) =>
    [
      ...ends.slice(-2).map((end) => [end, freeUntil(instance, end, Math.min(end + ms, last))] as const),
      ...starts
        .slice(-1)
        .map((start) => [freeFrom(instance, Math.max(start - ms, first), start), start] as const),
    ]
      .filter(([start, end]) => start < end)
      .map(([start, end]) => ({ hours, start: formatInstant(start), end: formatInstant(end) })),
  );
}

/** The end of the free time after `start`, at most `end`. */
function freeUntil(instance: Instance, start: number, end: number): number {
  const { isFree, slotAt, instantAt } = freeTime(instance);
  let slot = slotAt(start);
  while (instantAt(slot) < end && isFree(slot)) slot++;
  return Math.min(instantAt(slot), end);
}

/** The beginning of the free time before `end`, at least `start`. */
function freeFrom(instance: Instance, start: number, end: number): number {
  const { isFree, slotAt, instantAt } = freeTime(instance);
  let slot = slotAt(end);
  while (instantAt(slot) > start && isFree(slot - 1)) slot--;
  return Math.max(instantAt(slot), start);
}

/** Time without meetings and pinned blocks, open or not. */
function freeTime(instance: Instance) {
  const { busy, locked } = toModel(instance);
  const step = instance.slotMinutes * MINUTE_MS;
  const startMs = Date.parse(instance.start);
  return {
    isFree: (slot: number): boolean => busy[slot] === 0 && locked[slot] === -1,
    slotAt: (instant: number): number => Math.round((instant - startMs) / step),
    instantAt: (slot: number): number => startMs + slot * step,
  };
}

/** By set of hours, the ends and beginnings of its days between two instants. */
function dayEdges(
  instance: Instance,
  first: number,
  last: number,
  sets: ReadonlySet<string>,
): { hours: string; ends: number[]; starts: number[] }[] {
  const step = instance.slotMinutes * MINUTE_MS;
  const start = Date.parse(instance.start);
  // Only a long closed time around it makes an edge of the day; a lunch break does not.
  const quiet = Math.round(LONGEST_OPENING / step);
  const found = toModel(instance).hours.filter(({ name }) => sets.has(name));
  return found.map(({ name, open }) => {
    const ends: number[] = [];
    const starts: number[] = [];
    for (let slot = 1; slot < open.length; slot++) {
      const at = start + slot * step;
      if (at <= first || at >= last || open[slot - 1] === open[slot]) continue;
      if (open[slot] === 0) {
        if (!open.subarray(slot, slot + quiet).includes(1)) ends.push(at);
      } else if (!open.subarray(Math.max(0, slot - quiet), slot).includes(1)) starts.push(at);
    }
    return { hours: name, ends, starts };
  });
}

export function hoursInUse(instance: Instance) {
  const used = new Set(instance.tasks.map(({ hours }) => hours));
  return toModel(instance).hours.filter(({ name }) => used.has(name));
}
