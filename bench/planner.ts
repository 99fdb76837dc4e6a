import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bound,
  explain,
  type Instance,
  type Plan,
  parseInstance,
  plan,
  replan,
  scorePlan,
} from '@dayloom/planner';
import { toPlan } from '../packages/planner/src/model/plan-blocks.ts';
import { Schedule } from '../packages/planner/src/model/schedule.ts';
import { toModel } from '../packages/planner/src/model/slot-model.ts';
import { isAllowed } from '../packages/planner/src/search/construct.ts';
import { sharedPath } from '../scripts/shared-dir.ts';

const SEEDS = [1, 2];
const POINT = 144_000;
const MB = 1_000_000;

interface Known {
  readonly id: string;
  readonly status: string;
  readonly ub: number;
  readonly lb: number;
}

interface Case {
  readonly text: string;
  readonly instance: Instance;
  /** Null without conformance data. */
  readonly known: Known | null;
}

interface Scorer {
  score(instance: Instance, plan: Plan): { ok: boolean; cost: number };
}

/** By number of tasks, named as in the conformance data. */
const SIZES = [
  { name: 'small', most: 16, budgets: [50, 250] },
  { name: 'medium', most: 40, budgets: [250, 1000] },
  { name: 'large', most: 300, budgets: [250, 1000] },
  { name: 'xl', most: 1000, budgets: [50, 2000] },
  { name: 'huge', most: Infinity, budgets: [500, 2000] },
];

/**
 * How far plans are above the best known cost, (cost - best) / best, by size and processor time. For
 * comparison, first fit by deadline, which a calendar without a planner would do. The reference scorer checks
 * every plan. Without conformance data, our own fixtures are measured against the best of our own plans.
 */
export async function run(): Promise<void> {
  const scorer = await referenceScorer();
  const cases = readCases();
  if (cases.every(({ known }) => known === null))
    console.info('No conformance data: gaps are to the best of our own plans.');
  const broken: string[] = [];
  const better = new Map<string, number>();
  const check = ({ instance, known }: Case, found: Plan): number => {
    const own = scorePlan(instance, found);
    const reference = scorer?.score(instance, found) ?? { ok: own.violations.length === 0, cost: own.cost };
    if (!reference.ok || reference.cost !== own.cost) broken.push(instance.id);
    if (known && reference.ok && own.cost < Math.min(known.ub, better.get(known.id) ?? Infinity))
      better.set(known.id, own.cost);
    return own.cost;
  };
  console.log(`gap to the best cost known in %, ${SEEDS.length} seeds, budgets in processor time`);
  console.log(row('size', 'n', 'budget', 'mean', 'median', 'max', 'first fit: mean', 'max', 'its time'));
  for (const { name, most, budgets } of SIZES) {
    const floor = SIZES[SIZES.findIndex((size) => size.name === name) - 1]?.most ?? 0;
    const inside = cases.filter(({ instance: { tasks } }) => tasks.length > floor && tasks.length <= most);
    if (inside.length === 0) continue;
    const yardstick = inside.map((one) => {
      const begin = cpuMs();
      const first = firstFitByDeadline(one.instance);
      return { cost: check(one, first), ms: cpuMs() - begin };
    });
    const costs = budgets.map((budgetMs) =>
      inside.map((one) =>
        SEEDS.map((seed) =>
          check(one, plan(parseInstance(JSON.parse(one.text)), { budgetMs, seed, clock: cpuMs }).plan),
        ),
      ),
    );
    const best = inside.map(
      ({ known }, at) => known?.ub ?? Math.min(...costs.flatMap((list) => list[at] ?? [])),
    );
    const gap = (cost: number, at: number): number =>
      (100 * (cost - (best[at] ?? 0))) / Math.max(best[at] ?? 0, POINT);
    const firstGaps = yardstick.map(({ cost }, at) => gap(cost, at));
    for (const [index, budgetMs] of budgets.entries()) {
      const report = (label: string, keep: (one: Case) => boolean): void => {
        const gaps = inside.flatMap((one, at) =>
          keep(one) ? (costs[index]?.[at] ?? []).map((cost) => gap(cost, at)) : [],
        );
        if (gaps.length === 0) return;
        const n = String(inside.filter(keep).length);
        const first = [mean(firstGaps), Math.max(...firstGaps)].map((value) => value.toFixed(0));
        const ms = `${mean(yardstick.map((one) => one.ms)).toFixed(1)} ms`;
        console.log(
          row(
            label,
            n,
            `${budgetMs} ms`,
            two(mean(gaps)),
            two(median(gaps)),
            two(Math.max(...gaps)),
            ...first,
            ms,
          ),
        );
      };
      report(name, () => true);
      if (name === 'small') report('  of these proven', ({ known }) => known?.status === 'optimal');
    }
  }
  replans(cases);
  speeds(cases);
  console.log(
    `hard constraints broken: ${broken.length}${broken.length > 0 ? ` (${broken.join(', ')})` : ''}`,
  );
  if (better.size > 0) {
    console.log('cheaper than the best known:');
    for (const { known } of cases) {
      const cost = known && better.get(known.id);
      if (known && cost)
        console.log(
          `  ${known.id.padEnd(22)} ${known.ub} -> ${cost} (${two((100 * (cost - known.ub)) / known.ub)} %)`,
        );
    }
  }
}

/** The share of movable blocks that moved without need. */
function replans(cases: readonly Case[]): void {
  console.log('blocks moved, of those that could stay, 1 s:');
  for (const { instance, text } of cases) {
    if (instance.previous === null) continue;
    const { cost, movedBlocks, keepableBlocks } = plan(parseInstance(JSON.parse(text)), {
      budgetMs: 1000,
      seed: 1,
      clock: cpuMs,
    });
    const first = scorePlan(instance, firstFitByDeadline(instance));
    console.log(
      `  ${instance.id.padEnd(22)} ${movedBlocks} of ${keepableBlocks} (first fit: ${first.movedBlocks}), cost ${cost}`,
    );
  }
}

function speeds(cases: readonly Case[]): void {
  const largest = cases.toSorted((a, b) => b.instance.tasks.length - a.instance.tasks.length).slice(0, 2);
  for (const { text, instance } of largest) {
    const fresh = (): Instance => parseInstance(JSON.parse(text));
    const models = times(
      5,
      () => fresh(),
      (one) => toModel(one),
    );
    const answers = times(
      5,
      () => {
        const one = fresh();
        toModel(one);
        return one;
      },
      (one) => plan(one, { iterations: 1 }),
    );
    const found = plan(instance, { iterations: 1 }).plan;
    const asked = found.blocks.filter((_, at) => at % Math.ceil(found.blocks.length / 200) === 0);
    explain(instance, found, asked[0]!);
    const explainAll = () =>
      asked.map((block) => {
        const begin = cpuMs();
        explain(instance, found, block);
        return cpuMs() - begin;
      });
    // The first run includes the compiler, which runs in parallel.
    const cold = explainAll().reduce((sum, ms) => sum + ms, 0) / asked.length;
    const explained = median(explainAll());
    const moved =
      instance.tasks.length > 0 ? meetingOn(found.blocks[Math.floor(found.blocks.length / 2)]!) : null;
    const replanMs =
      moved === null
        ? 0
        : median(
            times(
              3,
              () => moved,
              (event) => replan({ instance, plan: found }, { kind: 'event-set', event }, { iterations: 100 }),
            ),
          );
    const boundMs = median(
      times(
        3,
        () => instance,
        (one) => bound(one),
      ),
    );
    globalThis.gc?.();
    const before = heapBytes();
    const kept = fresh();
    const result = plan(kept, { budgetMs: 2000, seed: 1, clock: cpuMs });
    const peak = heapBytes() - before;
    globalThis.gc?.();
    const growth = heapBytes() - before;
    console.log(
      `${instance.id}: ${instance.tasks.length} tasks; model ${median(models).toFixed(1)} ms, first complete answer ${median(answers).toFixed(0)} ms, ` +
        `explain a block ${explained.toFixed(2)} ms (the first ${asked.length}: ${cold.toFixed(2)} ms on average), a meeting lands on a block ${replanMs.toFixed(0)} ms, first bound ${boundMs.toFixed(0)} ms, ` +
        `heap ${signed(growth)} MB (before collecting ${signed(peak)} MB) for ${result.plan.blocks.length} blocks`,
    );
  }
  if (!globalThis.gc) console.log('(for the heap run: node --expose-gc bench/run.ts planner)');
}

function meetingOn({ start, end }: Plan['blocks'][number]): { start: string; end: string } {
  return { start, end };
}

/** Processor time of each run in milliseconds, without the preparation. */
function times<Made>(runs: number, make: () => Made, work: (made: Made) => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const made = make();
    const begin = cpuMs();
    work(made);
    return cpuMs() - begin;
  });
}

function signed(bytes: number): string {
  const mb = (bytes / MB).toFixed(0);
  return bytes < 0 ? mb : `+${mb}`;
}

function heapBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function referenceScorer(): Promise<Scorer | null> {
  const file = sharedPath('planner', 'score.mjs');
  return file === null ? null : ((await import(file)) as Scorer);
}

function readCases(): Case[] {
  const folder =
    sharedPath('planner', 'instances') ??
    fileURLToPath(new URL('../packages/planner/fixtures/instances', import.meta.url));
  const file = sharedPath('planner', 'reference.json');
  const { instances } = (file === null ? { instances: [] } : JSON.parse(readFileSync(file, 'utf8'))) as {
    instances: Known[];
  };
  const known = new Map(instances.map((one) => [one.id, one]));
  return readdirSync(folder).map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const instance = parseInstance(JSON.parse(text));
    return { text, instance, known: known.get(instance.id) ?? null };
  });
}

/** Tasks by deadline, each at the first free places for its largest, or else its smallest chunk. */
function firstFitByDeadline(instance: Instance): Plan {
  const model = toModel(instance);
  const schedule = new Schedule(model);
  const due = (index: number): number => model.tasks[index]?.dueMinute ?? Infinity;
  const left = model.order.toSorted((a, b) => due(a) - due(b));
  while (left.length > 0) {
    const ready = left.findIndex((index) =>
      model.tasks[index]?.predecessors.every((before) => !left.includes(before)),
    );
    for (const index of left.splice(Math.max(0, ready), 1)) firstFit(schedule, index);
  }
  return toPlan(model, schedule.snapshot());
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

function row(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(18), ...cells.map((cell) => cell.padStart(10))].join(' ');
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function two(value: number): string {
  return value.toFixed(2);
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
