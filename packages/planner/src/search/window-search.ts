import type { Schedule } from '../model/schedule.ts';
import { MAX_UNITS } from './beam-layer.ts';
import { beamSearch } from './beam-search.ts';
import { SlotPrices } from './slot-prices.ts';
import { SubProblem } from './sub-problem.ts';

/** Numbers in all tables of a window together; solving a window should take milliseconds. */
const MAX_CELLS = 400_000;

/**
 * Removes the tasks and places them together between two slots, with a narrow beam search. Keeps the result
 * only if it is better. Returns whether it is.
 */
export function placeTogether(
  schedule: Schedule,
  tasks: readonly number[],
  from: number,
  to: number,
  { width, steps }: { width: number; steps: number },
): boolean {
  const before = schedule.total;
  const old = tasks.map((task) => schedule.getChunks(task));
  for (const task of tasks) schedule.remove(task);
  const problem = new SubProblem(schedule, tasks, from, to);
  const goBack = (): false => {
    for (const task of tasks) schedule.remove(task);
    for (const [at, task] of tasks.entries()) schedule.place(task, old[at]!);
    return false;
  };
  if (problem.cells > MAX_CELLS || problem.mostUnits > MAX_UNITS) return goBack();
  problem.keepValues();
  const limit = before - problem.around;
  const prices = new SlotPrices(problem);
  for (let step = 0; step < steps; step++) if (!prices.step(limit)) break;
  const { chunks } =
    prices.bound >= limit - 0.5 ? { chunks: null } : beamSearch(problem, prices.apply(), width, limit);
  if (chunks === null) return goBack();
  for (const [task, list] of chunks) schedule.place(task, list);
  return schedule.total < before || goBack();
}
