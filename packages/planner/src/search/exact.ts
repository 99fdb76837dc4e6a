import type { Schedule } from '../model/schedule.ts';
import { MAX_UNITS } from './beam-layer.ts';
import { beamSearch } from './beam-search.ts';
import { computePrices, toWholeProblem } from './bound.ts';
import type { BudgetPart } from './budget.ts';

/** Cells of all tables together, 16 bytes each; larger instances are not tried as a whole. */
const MAX_CELLS = 1_500_000;
/** Cells that take about as long as one step of the search. */
const CELLS_PER_ITERATION = 8_000;
const MAX_PRICE_STEPS = 400;
const WIDTHS = [5, 20, 80, 320, 1280, 5120];

/**
 * Tries to find the best plan of the whole instance and to prove that it is optimal. Slot prices come first,
 * then beam searches of growing width until one drops nothing. A better plan is put into the schedule.
 * Returns the proven lower bound, which equals the schedule's cost if the proof is complete, or null if the
 * instance is too large.
 */
export function solveExactly(
  schedule: Schedule,
  budget: BudgetPart,
  report: (cost: number) => void,
): number | null {
  const { model } = schedule;
  const tasks = model.tasks.filter((task) => task.slots > 0).map((task) => task.index);
  const problem = toWholeProblem(model);
  const { cells } = problem;
  if (cells > MAX_CELLS || problem.mostUnits > MAX_UNITS) return null;
  problem.keepValues();
  const empty = problem.around;
  const prices = computePrices(model, problem);
  const step = Math.max(1, Math.round(cells / CELLS_PER_ITERATION));
  for (let steps = 0; steps < MAX_PRICE_STEPS && budget.progress() < 0.5; steps++) {
    if (!prices.step(schedule.total - empty)) break;
    budget.spend(step);
    if (prices.proven + empty >= schedule.total) return schedule.total;
  }
  const applied = prices.apply();
  for (const width of WIDTHS) {
    const before = budget.progress();
    if (before >= 1) break;
    budget.spend(Math.ceil((step * width) / 10));
    const result = beamSearch(problem, applied, width, schedule.total - empty, () => budget.progress() >= 1);
    if (result.chunks !== null) {
      const known = schedule.snapshot();
      const total = schedule.total;
      for (const task of tasks) schedule.remove(task);
      for (const [task, chunks] of result.chunks) schedule.place(task, chunks);
      // A bug in the beam search: return no proof rather than a wrong one.
      if (schedule.total >= total) {
        schedule.restore(known);
        return null;
      }
      report(schedule.total);
    }
    if (result.proven) return schedule.total;
    // The next width takes about four times as long.
    if (budget.progress() + 4 * (budget.progress() - before) > 1) break;
  }
  // A process that was paused may have had no time for the first step of the prices.
  return Number.isFinite(prices.bound) ? prices.proven + empty : null;
}
