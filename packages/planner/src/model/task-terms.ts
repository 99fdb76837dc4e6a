import type { Chunks } from './schedule.ts';
import type { SlotModel } from './slot-model.ts';
import type { TaskModel } from './task-model.ts';

/** The objective by term, in units (144,000 = one point). */
export interface Terms {
  unplanned: number;
  hardMiss: number;
  late: number;
  flow: number;
  prefer: number;
  split: number;
  switch: number;
  move: number;
}

export const TERM_NAMES = [
  'unplanned',
  'hardMiss',
  'late',
  'flow',
  'prefer',
  'split',
  'switch',
  'move',
] as const;

export function zeroTerms(): Terms {
  return { unplanned: 0, hardMiss: 0, late: 0, flow: 0, prefer: 0, split: 0, switch: 0, move: 0 };
}

export interface TaskScore {
  /** All terms except `switch`, which is between tasks. */
  readonly terms: Terms;
  /** Minutes that are not planned. */
  readonly shortMinutes: number;
  readonly lateMinutes: number;
}

/** A task's part of the objective, term by term, with its movable blocks at `chunks` in any order. */
export function scoreTask(model: SlotModel, task: TaskModel, chunks: Chunks): TaskScore {
  const { weights, slotMinutes, horizonMinutes } = model;
  const terms = zeroTerms();
  let placed = 0;
  let last = task.lockedEnd;
  const occupied = new Set<number>();
  for (let at = 0; at < chunks.length; at += 2) {
    const end = chunks[at + 1]!;
    placed += end - chunks[at]!;
    last = Math.max(last, end);
    for (let slot = chunks[at]!; slot < end; slot++) {
      occupied.add(slot);
      terms.flow += task.flowRate * Math.max(0, slot * slotMinutes - task.releaseMinute);
      if (task.disliked?.[slot] === 1) terms.prefer += task.dislikeCost;
    }
  }
  const shortMinutes = (task.slots - placed) * slotMinutes;
  if (shortMinutes > 0) {
    terms.unplanned = task.weight * weights.unplanned * shortMinutes;
    terms.flow +=
      task.weight * weights.flow * shortMinutes * Math.max(0, horizonMinutes - task.releaseMinute);
    if (task.hard) terms.hardMiss = task.weight * weights.hardMiss;
  }
  const ends = shortMinutes > 0 ? horizonMinutes : last * slotMinutes;
  const lateMinutes = task.dueMinute === null || task.hard ? 0 : Math.max(0, ends - task.dueMinute);
  terms.late = task.lateRate * lateMinutes;
  terms.split = weights.split * Math.max(0, chunks.length / 2 + task.lockedBlocks.length - 1);
  for (const [at, slot] of task.keepSlots.entries())
    if (!occupied.has(slot)) terms.move += task.keepCosts[at]!;
  return { terms, shortMinutes, lateMinutes };
}
