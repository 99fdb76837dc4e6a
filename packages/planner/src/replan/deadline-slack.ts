import { MINUTE_MS } from '@dayloom/time';
import type { Instance } from '../format/format.ts';
import { toModel } from '../model/slot-model.ts';
import { listHourSets, listTaskWindows, toFreePrefixSums, toUnionPrefixSums } from './overload.ts';

/** How much time can be given away before a hard due date is missed. */
export interface DeadlineSlack {
  /**
   * Whether all work can still be done by its hard due dates if nothing else can be done in `[start, end)`
   * (epoch milliseconds). Work counts as cut into single slots, so that true is necessary and not sufficient.
   * Where there is too little time already, it is true only for ranges that take no usable time.
   */
  canSpare(start: number, end: number): boolean;
}

/** A span with work that has to be done in it, and hardly more time than the work needs. */
interface TightSpan {
  readonly from: number;
  readonly to: number;
  /** The number of usable slots before each slot. */
  readonly sums: Int32Array;
  /** Slots that are left when all the work is done. */
  readonly slack: number;
}

/**
 * Preemptive earliest-deadline-first feasibility: a set of work can be done if in no span between a release
 * and a due date it needs more slots than there are (exact if all work uses the same hours). `longestMinutes`
 * is the longest time that will be asked for.
 */
export function computeDeadlineSlack(instance: Instance, longestMinutes: number): DeadlineSlack {
  const model = toModel(instance);
  const { startMs, slotMinutes, slotCount } = model;
  const slotMs = slotMinutes * MINUTE_MS;
  const spans = listTightSpans(model, Math.ceil(longestMinutes / slotMinutes) + 1);
  return {
    canSpare(start, end) {
      const first = Math.max(0, Math.floor((start - startMs) / slotMs));
      const after = Math.min(slotCount, Math.ceil((end - startMs) / slotMs));
      return spans.every(({ from, to, sums, slack }) => {
        const [begin, finish] = [Math.max(from, first), Math.min(to, after)];
        return begin >= finish || sums[finish]! - sums[begin]! <= Math.max(0, slack);
      });
    },
  };
}

function listTightSpans(model: ReturnType<typeof toModel>, longest: number): TightSpan[] {
  const windows = listTaskWindows(model, 'hard', toFreePrefixSums(model));
  const byDue = windows.toSorted((a, b) => a.due - b.due);
  const begins = [...new Set(windows.map(({ release }) => release))];
  const spans: TightSpan[] = [];
  for (const set of listHourSets(model, windows)) {
    const sums = toUnionPrefixSums(model, set);
    const inside = byDue.filter(({ hours }) => set.includes(hours));
    for (const from of begins) {
      let needed = 0;
      for (const [at, { release, due, slots }] of inside.entries()) {
        if (release >= from) needed += slots;
        if (inside[at + 1]?.due === due || needed === 0 || due <= from) continue;
        const slack = sums[due]! - sums[from]! - needed;
        if (slack < longest) spans.push({ from, to: due, sums, slack });
      }
    }
  }
  return spans;
}
