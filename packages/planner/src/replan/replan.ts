import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { beforeBlocks, confine } from '../explain/confine.ts';
import { checkContent } from '../format/check-instance.ts';
import { InvalidInstance } from '../format/fields.ts';
import {
  type Block,
  type BusyEvent,
  formatInstant,
  type Instance,
  type Plan,
  type Task,
} from '../format/format.ts';
import { diffPlans, type PlanDiff } from '../model/diff-plans.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { plan as computePlan, type PlanResult } from '../search/plan.ts';
import type { PlanOptions } from '../search/plan-options.ts';

/** Steps of the search after the affected tasks are placed again, if neither iterations nor time are given. */
const DEFAULT_ITERATIONS = 300;

/** What happened since the plan was made. */
export type Change =
  /** A new or changed task. */
  | { readonly kind: 'task-set'; readonly task: Task }
  /** A task was done or deleted; its followers no longer wait for it. */
  | { readonly kind: 'task-gone'; readonly task: string }
  /** A new or moved meeting; `was` is the meeting before. */
  | { readonly kind: 'event-set'; readonly event: BusyEvent; readonly was?: BusyEvent }
  | { readonly kind: 'event-gone'; readonly event: BusyEvent }
  /** Time has passed. Planned work before `now` counts as done, and running blocks continue. */
  | { readonly kind: 'time-passed'; readonly now: string }
  /** A block was dragged: it is pinned to its new place. */
  | { readonly kind: 'block-moved'; readonly from: Block; readonly to: Block };

/** An instance with its current plan: the input and the output of replanning. */
export interface PlannedInstance {
  readonly instance: Instance;
  readonly plan: Plan;
}

export interface ReplanOptions extends PlanOptions {
  /**
   * Blocks that start within this time stay where they are unless the change makes that impossible. If only
   * the new plan shows that, the search starts again without them, and the costs passed to `onProgress` start
   * again too.
   */
  readonly freezeHours?: number;
}

export interface Replanned extends PlannedInstance {
  /** The score of the new plan, against the changed instance. */
  readonly result: PlanResult;
  readonly diff: PlanDiff;
}

/**
 * Applies a change to a plan: what the change affects is placed again first, then the rest is improved while time
 * is left. Moving a block costs what the instance's `move` weight says.
 *
 * @throws {RangeError} for a change of something that does not exist, a change that makes the instance
 * invalid (a block dragged onto a pinned one, a task that waits for itself), or a `now` outside the horizon.
 */
export function replan(
  { instance, plan }: PlannedInstance,
  change: Change,
  options: ReplanOptions = {},
): Replanned {
  const { freezeHours = 0, ...limits } = options;
  const changed = withChange(instance, plan, change);
  const unlimited = limits.iterations === undefined && limits.budgetMs === undefined;
  const asked: PlanOptions = { ...(unlimited && { iterations: DEFAULT_ITERATIONS }), ...limits };
  const startedAt = limits.clock?.() ?? 0;
  // All attempts share one budget.
  let spent = 0;
  const attempt = (frozen: readonly Block[]): Replanned & Pick<PlanScore, 'violations'> => {
    const held = withKeptBlocks(changed.instance, frozen);
    const start = { blocks: changed.blocks.filter((block) => !frozen.includes(block)) };
    const found = computePlan(held, {
      ...asked,
      around: listInstants(change),
      start,
      ...getRemainingBudget(asked, spent, startedAt),
      ...(limits.onProgress && { onProgress: forWhole(limits.onProgress, frozen, held, spent) }),
    });
    spent += found.iterations;
    const blocks = [...found.plan.blocks, ...frozen].sort(
      (x, y) => Date.parse(x.start) - Date.parse(y.start),
    );
    const next: Plan = { ...found.plan, blocks };
    const { violations, ...score } = scorePlan(changed.instance, next);
    // A bound computed with frozen blocks does not hold for plans that may move them.
    const bound = frozen.length > 0 ? null : found.bound;
    const result: PlanResult = { ...found, ...score, plan: next, bound, iterations: spent };
    return { instance: changed.instance, plan: next, result, diff: diffPlans(plan, next), violations };
  };
  /** Adds the constant cost of the frozen blocks to the costs that the search reports. */
  const forWhole = (
    addNotice: NonNullable<PlanOptions['onProgress']>,
    frozen: readonly Block[],
    held: Instance,
    before: number,
  ): NonNullable<PlanOptions['onProgress']> => {
    const getCost = (of: Instance, blocks: readonly Block[]) => scorePlan(of, { ...plan, blocks }).cost;
    const more = frozen.length === 0 ? 0 : getCost(changed.instance, frozen) - getCost(held, []);
    return ({ cost, iterations }) => addNotice({ cost: cost + more, iterations: before + iterations });
  };
  const frozen = frozenBlocks(changed, freezeHours);
  let { violations, ...replanned } = attempt(frozen);
  if (violations.length > 0) {
    // Frozen work may have become impossible because of its predecessors, or leave a remainder too short for
    // a block. Then it has to move after all, and its followers may have to as well.
    const broken = new Set(violations.map(({ task }) => task));
    ({ violations, ...replanned } = attempt(frozen.filter(({ task }) => !broken.has(task))));
  }
  if (violations.length > 0) ({ violations, ...replanned } = attempt([]));
  return replanned;
}

/** Keeps blocks where they are, and their predecessors before them. */
function withKeptBlocks(instance: Instance, held: readonly Block[]): Instance {
  if (held.length === 0) return instance;
  return { ...confine(instance, beforeBlocks(instance, held)), locked: [...instance.locked, ...held] };
}

function getRemainingBudget(
  { iterations, budgetMs, clock }: PlanOptions,
  spent: number,
  startedAt: number,
): Pick<PlanOptions, 'iterations' | 'budgetMs'> {
  return {
    ...(iterations !== undefined && { iterations: Math.max(0, iterations - spent) }),
    ...(budgetMs !== undefined && clock && { budgetMs: budgetMs - (clock() - startedAt) }),
  };
}

/** The instants of the change, if it has any. */
function listInstants(change: Change): string[] {
  switch (change.kind) {
    case 'event-set':
      return [change.event.start, ...(change.was ? [change.was.start] : [])];
    case 'event-gone':
      return [change.event.start];
    case 'block-moved':
      return [change.from.start, change.to.start];
    case 'time-passed':
      return [change.now];
    case 'task-set':
    case 'task-gone':
      // The search finds them by the missing blocks.
      return [];
    default:
      return change satisfies never;
  }
}

interface ChangedInstance {
  readonly instance: Instance;
  /** The movable blocks before the change whose tasks still exist. */
  readonly blocks: readonly Block[];
}

/** The instance after the change; its `previous` is the plan before it. */
export function withChange(instance: Instance, plan: Plan, change: Change): ChangedInstance {
  const now: Instance = { ...instance, previous: plan.blocks };
  switch (change.kind) {
    case 'task-set': {
      const isKnown = instance.tasks.some(({ id }) => id === change.task.id);
      const tasks = isKnown
        ? instance.tasks.map((task) => (task.id === change.task.id ? change.task : task))
        : [...instance.tasks, change.task];
      return { instance: checked({ ...now, tasks }), blocks: plan.blocks };
    }
    case 'task-gone':
      return withoutTasks(
        now,
        plan.blocks,
        new Set([
          needed(
            instance.tasks.find(({ id }) => id === change.task),
            `task '${change.task}'`,
          ).id,
        ]),
      );
    case 'event-set': {
      const busy = change.was ? without(instance.busy, change.was) : instance.busy;
      return { instance: { ...now, busy: [...busy, change.event] }, blocks: plan.blocks };
    }
    case 'event-gone':
      return { instance: { ...now, busy: without(instance.busy, change.event) }, blocks: plan.blocks };
    case 'block-moved': {
      const blocks = plan.blocks.filter((block) => !isSame(block, change.from));
      if (blocks.length === plan.blocks.length)
        throw new RangeError(`no block of '${change.from.task}' starts at ${change.from.start}`);
      return { instance: checked({ ...now, locked: [...instance.locked, change.to] }), blocks };
    }
    case 'time-passed':
      return later(now, plan.blocks, change.now);
    default:
      return change satisfies never;
  }
}

/** Rejects a task that waits for itself and a block on a pinned one. */
function checked(instance: Instance): Instance {
  try {
    checkContent(instance);
    return instance;
  } catch (error) {
    throw error instanceof InvalidInstance ? new RangeError(error.message) : error;
  }
}

function needed<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new RangeError(`there is no ${what}`);
  return found;
}

function isSame(
  a: Pick<Block, 'start' | 'end'> & { task?: string },
  b: Pick<Block, 'start' | 'end'> & { task?: string },
): boolean {
  return (
    a.task === b.task &&
    Date.parse(a.start) === Date.parse(b.start) &&
    Date.parse(a.end) === Date.parse(b.end)
  );
}

function without(busy: readonly BusyEvent[], event: BusyEvent): BusyEvent[] {
  const at = busy.findIndex((one) => isSame(one, event));
  if (at < 0) throw new RangeError(`no event starts at ${event.start}`);
  return busy.toSpliced(at, 1);
}

function withoutTasks(
  instance: Instance,
  blocks: readonly Block[],
  gone: ReadonlySet<string>,
): ChangedInstance {
  const stays = (block: Block): boolean => !gone.has(block.task);
  return {
    instance: {
      ...instance,
      tasks: instance.tasks
        .filter(({ id }) => !gone.has(id))
        .map((task) =>
          task.after.some((id) => gone.has(id))
            ? { ...task, after: task.after.filter((id) => !gone.has(id)) }
            : task,
        ),
      locked: instance.locked.filter(stays),
      previous: instance.previous?.filter(stays) ?? null,
    },
    blocks: blocks.filter(stays),
  };
}

/**
 * Moves the start of the horizon. Minutes planned before it are done; a running block is pinned for its
 * remainder.
 */
function later(instance: Instance, blocks: readonly Block[], now: string): ChangedInstance {
  const grid = instance.slotMinutes * MINUTE_MS;
  const before = Date.parse(instance.start);
  const start = before + Math.ceil((Date.parse(now) - before) / grid) * grid;
  if (start < before || start >= Date.parse(instance.end))
    throw new RangeError(`${now} is outside the horizon`);
  const done = new Map<string, number>();
  const ahead: Block[] = [];
  const locked: Block[] = [];
  for (const [list, isPinned] of [
    [instance.locked, true],
    [blocks, false],
  ] as const) {
    for (const block of list) {
      const worked = (Math.min(Date.parse(block.end), start) - Date.parse(block.start)) / MINUTE_MS;
      if (worked > 0) done.set(block.task, (done.get(block.task) ?? 0) + worked);
      if (Date.parse(block.end) <= start) continue;
      if (worked > 0) locked.push({ ...block, start: formatInstant(start) });
      else (isPinned ? locked : ahead).push(block);
    }
  }
  const tasks = instance.tasks.map((task): Task => {
    const minutes = task.minutes - (done.get(task.id) ?? 0);
    const minChunk = Math.min(task.minChunk, Math.max(minutes, instance.slotMinutes));
    return { ...task, minutes, minChunk, maxChunk: Math.max(task.maxChunk, minChunk) };
  });
  const over = new Set(tasks.filter(({ minutes }) => minutes <= 0).map(({ id }) => id));
  const moved: Instance = { ...instance, start: formatInstant(start), tasks, locked, previous: ahead };
  return withoutTasks(moved, ahead, over);
}

/** Blocks that start within the frozen hours and are still allowed where they are. */
function frozenBlocks({ instance, blocks }: ChangedInstance, hours: number): Block[] {
  if (hours <= 0) return [];
  const limit = Date.parse(instance.start) + hours * HOUR_MS;
  const left = new Map(instance.tasks.map(({ id, minutes }) => [id, minutes]));
  const take = (block: Block): boolean => {
    const rest = (left.get(block.task) ?? 0) - (Date.parse(block.end) - Date.parse(block.start)) / MINUTE_MS;
    if (rest >= 0) left.set(block.task, rest);
    return rest >= 0;
  };
  for (const block of instance.locked) take(block);
  return blocks.filter((block) => {
    if (Date.parse(block.start) >= limit) return false;
    const hits = (event: BusyEvent): boolean => {
      const from = Date.parse(event.start) - (event.before ?? instance.buffers.before) * MINUTE_MS;
      const to = Date.parse(event.end) + (event.after ?? instance.buffers.after) * MINUTE_MS;
      return from < to && from < Date.parse(block.end) && Date.parse(block.start) < to;
    };
    const overlapsMovableWork =
      instance.busy.some(hits) || instance.locked.some((other) => hits({ ...other, before: 0, after: 0 }));
    return !overlapsMovableWork && take(block);
  });
}
