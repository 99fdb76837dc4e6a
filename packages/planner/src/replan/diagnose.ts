import type { Instance, Plan } from '../format/format.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import { plan as planAnew } from '../search/plan.ts';
import { findOverload, type Overload } from './overload.ts';

/** A task that finds no place though there are hours enough: its chunks are to blame. */
export interface ChunkProblem {
  readonly task: string;
  /** The smallest piece the task may be cut into. */
  readonly chunkMinutes: number;
  /** The largest one. */
  readonly mostMinutes: number;
  /** What of it the plan has to place: all but its pinned blocks. */
  readonly leftMinutes: number;
  /** False where no number of such pieces adds up to `leftMinutes`, however empty the days are. */
  readonly addsUp: boolean;
  /** The longest gap in its hours before its hard due date (or the end of the horizon), with nothing else planned. */
  readonly longestGapMinutes: number;
  /** Free minutes there in all. */
  readonly freeMinutes: number;
  /** Not even alone: no gap is long enough. Otherwise the gaps that are have to be shared. */
  readonly alone: boolean;
}

export interface Diagnosis {
  /** Proofs that something has to give, hard due dates first. At most one of a kind: the one that ends first. */
  readonly overloads: readonly Overload[];
  /** Tasks with a part unplanned for which no gap is long enough, or that no overload explains. */
  readonly chunking: readonly ChunkProblem[];
  readonly atRisk: PlanScore['atRisk'];
}

/**
 * Why not everything fits, as far as it can be proven, and what the plan makes of it.
 *
 * @param plan A plan of the instance; without one, a quick one is made.
 */
export function diagnose(
  instance: Instance,
  plan: Plan = planAnew(instance, { iterations: 500 }).plan,
): Diagnosis {
  const model = toModel(instance);
  const { atRisk } = scorePlan(instance, plan);
  const hard = findOverload(model, 'hard');
  const horizon = findOverload(model, 'horizon');
  const overloads = [hard, horizon !== null && isProgress(horizon, hard) ? horizon : null].filter(
    (one) => one !== null,
  );
  const isLate = atRisk.some(({ lateMinutes, shortMinutes }) => lateMinutes > 0 && shortMinutes === 0);
  const soft = isLate ? findOverload(model, 'soft') : null;
  if (soft !== null && overloads.every((other) => isProgress(soft, other))) overloads.push(soft);
  const explained = new Set(
    overloads.flatMap(({ deadlines, tasks }) => (deadlines === 'soft' ? [] : tasks.map(({ task }) => task))),
  );
  const short = new Set(atRisk.filter(({ shortMinutes }) => shortMinutes > 0).map(({ task }) => task));
  const chunking = [...short]
    .map((task) => model.tasks[model.taskIndex.get(task)!]!)
    // What waits for something unplanned has no problem of its own.
    .filter(({ task }) => !task.after.some((before) => short.has(before)))
    .map((task) => findChunkProblem(model, task))
    .filter((problem) => problem !== null)
    // What no gap is long enough for, or no pieces add up to, is a problem of its own, however full the days are.
    .filter(({ task, alone, addsUp }) => alone || !addsUp || !explained.has(task));
  return { overloads, chunking, atRisk };
}

/** A proof that says no more than another one is not worth a sentence. */
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
