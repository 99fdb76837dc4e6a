import type { DailyCap } from '../day-plan/plan-days.ts';
import type { Instance, Plan } from '../format/format.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import { plan as computePlan } from '../search/plan.ts';
import { findOverload, type Overload } from './overload.ts';

/** A task that does not fit although there are enough hours, because of its chunks. */
export interface ChunkProblem {
  readonly task: string;
  /** The smallest chunk the task may be split into. */
  readonly chunkMinutes: number;
  /** The largest chunk. */
  readonly mostMinutes: number;
  /** Minutes that the plan has to place: all except pinned blocks. */
  readonly leftMinutes: number;
  /** False if no number of such chunks adds up to `leftMinutes`, even with empty days. */
  readonly addsUp: boolean;
  /**
   * The longest gap in its hours before its hard due date (or the end of the horizon), with nothing else
   * planned.
   */
  readonly longestGapMinutes: number;
  /** Free minutes there in total. */
  readonly freeMinutes: number;
  /** No gap is long enough even if the task is planned alone. Otherwise it competes for the gaps that are. */
  readonly alone: boolean;
}

export interface Diagnosis {
  /**
   * Proofs that not everything can be done in time, those of hard due dates first. At most one of each kind:
   * the one that ends first.
   */
  readonly overloads: readonly Overload[];
  /** Tasks with an unplanned part that are too long for every gap, or that no overload explains. */
  readonly chunking: readonly ChunkProblem[];
  readonly atRisk: PlanScore['atRisk'];
}

/**
 * Explains why not everything fits, as far as that can be proven, and what is at risk in the plan.
 *
 * @param plan A plan of the instance; without one, a quick one is made.
 * @param cap The daily cap that the plan keeps.
 */
export function diagnose(
  instance: Instance,
  plan: Plan = computePlan(instance, { iterations: 500 }).plan,
  cap: DailyCap | null = null,
): Diagnosis {
  const model = toModel(instance);
  const { atRisk } = scorePlan(instance, plan);
  const hard = findOverload(model, 'hard', cap);
  const horizon = findOverload(model, 'horizon', cap);
  const overloads = [hard, horizon !== null && isProgress(horizon, hard) ? horizon : null].filter(
    (one) => one !== null,
  );
  const isLate = atRisk.some(({ lateMinutes, shortMinutes }) => lateMinutes > 0 && shortMinutes === 0);
  const soft = isLate ? findOverload(model, 'soft', cap) : null;
  if (soft !== null && overloads.every((other) => isProgress(soft, other))) overloads.push(soft);
  const explained = new Set(
    overloads.flatMap(({ deadlines, tasks }) => (deadlines === 'soft' ? [] : tasks.map(({ task }) => task))),
  );
  const short = new Set(atRisk.filter(({ shortMinutes }) => shortMinutes > 0).map(({ task }) => task));
  const chunking = [...short]
    .map((task) => model.tasks[model.taskIndex.get(task)!]!)
    // Followers of unplanned tasks have no problem of their own.
    .filter(({ task }) => !task.after.some((before) => short.has(before)))
    .map((task) => findChunkProblem(model, task))
    .filter((problem) => problem !== null)
    // If no gap is long enough or no chunks add up, that is a problem regardless of the load.
    .filter(({ task, alone, addsUp }) => alone || !addsUp || !explained.has(task));
  return { overloads, chunking, atRisk };
}

/** Skips a proof that adds nothing to another one. */
function isProgress(overload: Overload, known: Overload | null): boolean {
  return known === null || overload.to !== known.to || overload.from !== known.from;
}

function findChunkProblem(model: SlotModel, task: TaskModel): ChunkProblem | null {
  const { runs } = model.hours[task.hours]!;
  let longest = 0;
  let free = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const length = Math.min(runs[run + 1]!, task.latestEnd) - Math.max(runs[run]!, task.releaseSlot);
    if (length <= 0) continue;
    free += length;
    longest = Math.max(longest, length);
  }
  const addsUp = Math.ceil(task.slots / task.maxChunk) * task.minChunk <= task.slots;
  if (free < task.slots && addsUp) return null;
  const { slotMinutes } = model;
  return {
    task: task.task.id,
    chunkMinutes: task.minChunk * slotMinutes,
    mostMinutes: task.maxChunk * slotMinutes,
    leftMinutes: task.slots * slotMinutes,
    addsUp,
    longestGapMinutes: longest * slotMinutes,
    freeMinutes: free * slotMinutes,
    alone: longest < task.minChunk,
  };
}
