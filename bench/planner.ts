import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Instance, type Plan, parseInstance, plan, scorePlan } from '@dayloom/planner';
import { isAllowed } from '../packages/planner/src/construct.ts';
import { planOf } from '../packages/planner/src/plan-blocks.ts';
import { Schedule } from '../packages/planner/src/schedule.ts';
import { modelOf } from '../packages/planner/src/slot-model.ts';
import { sharedPath } from '../scripts/shared-dir.ts';

/** CPU milliseconds per plan. */
const BUDGETS = [50, 250, 1000];
const SEEDS = [1, 2];
const POINT = 144_000;

interface Known {
  readonly id: string;
  readonly ub: number;
}

/**
 * How far plans lie above the best cost known, by family: (cost - best) / best. The yardstick is first fit by
 * deadline, what a calendar without a planner does. Where there is no conformance data, our own fixtures are
 * measured against the best of our own plans.
 */
export async function run(): Promise<void> {
  const folder =
    sharedPath('planner', 'instances') ??
    fileURLToPath(new URL('../packages/planner/fixtures/instances', import.meta.url));
  const instances = readdirSync(folder).map((file) =>
    parseInstance(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
  );
  const best = bestKnown();
  if (best.size === 0) console.info('No conformance data: gaps are to the best of our own plans.');
  const rows = new Map<string, number[][]>();
  for (const instance of instances) {
    const first = firstFitByDeadline(instance);
    const costs = BUDGETS.map((budgetMs) =>
      SEEDS.map((seed) => plan(instance, { budgetMs, seed, clock: cpuMs }).cost),
    );
    const bound = best.get(instance.id) ?? Math.min(...costs.flat());
    const gap = (cost: number): number => (cost - bound) / Math.max(bound, POINT);
    const gaps = [gap(scorePlan(instance, first).cost), ...costs.map((list) => mean(list.map(gap)))];
    const family = rows.get(instance.family) ?? [];
    family.push(gaps);
    rows.set(instance.family, family);
  }
  const columns = ['first fit', ...BUDGETS.map((budget) => `${budget} ms`)];
  console.log(`gap to the best known cost, mean of ${SEEDS.length} seeds, budgets in CPU time`);
  console.log(['family'.padEnd(14), 'n'.padStart(3), ...columns.map((name) => name.padStart(10))].join(' '));
  for (const [family, gaps] of rows) printRow(family, gaps);
  printRow('all (mean)', [...rows.values()].flat());
  printRow('all (median)', [...rows.values()].flat(), median);
}

function printRow(name: string, gaps: readonly (readonly number[])[], summary = mean): void {
  const cells = (gaps[0] ?? []).map((_, column) => summary(gaps.map((row) => row[column] ?? 0)));
  console.log(
    [
      name.padEnd(14),
      String(gaps.length).padStart(3),
      ...cells.map((cell) => `${(100 * cell).toFixed(1)} %`.padStart(10)),
    ].join(' '),
  );
}

function bestKnown(): Map<string, number> {
  const file = sharedPath('planner', 'reference.json');
  if (file === null) return new Map();
  const { instances } = JSON.parse(readFileSync(file, 'utf8')) as { instances: Known[] };
  return new Map(instances.map(({ id, ub }) => [id, ub]));
}

/** Tasks by deadline, each at the first places that are free for its largest, or else its smallest chunk. */
function firstFitByDeadline(instance: Instance): Plan {
  const model = modelOf(instance);
  const schedule = new Schedule(model);
  const due = (index: number): number => model.tasks[index]?.dueMinute ?? Infinity;
  const left = model.order.toSorted((a, b) => due(a) - due(b));
  while (left.length > 0) {
    const ready = left.findIndex((index) =>
      model.tasks[index]?.predecessors.every((before) => !left.includes(before)),
    );
    for (const index of left.splice(Math.max(0, ready), 1)) firstFit(schedule, index);
  }
  return planOf(model, schedule.snapshot());
}

function firstFit(schedule: Schedule, index: number): void {
  const { model } = schedule;
  const task = model.tasks[index]!;
  const chunks: number[] = [];
  let missing = task.slots;
  for (let slot = task.releaseSlot; slot < model.slotCount && missing > 0; slot++) {
    for (const length of new Set([Math.min(missing, task.maxChunk), task.minChunk])) {
      const rest = missing - length;
      if (length > missing || (rest > 0 && rest < task.minChunk)) continue;
      if (!isAllowed(schedule, task, [...chunks, slot, slot + length])) continue;
      chunks.push(slot, slot + length);
      missing = rest;
      break;
    }
  }
  schedule.place(index, chunks);
}

function cpuMs(): number {
  return process.cpuUsage().user / 1000;
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
