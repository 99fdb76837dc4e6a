import {
  type Block,
  bufferOnGrid,
  closeGaps,
  type DailyCap,
  diagnose,
  diffPlans,
  explain,
  type Fix,
  getOpenMinutes,
  type Instance,
  listFixes,
  type Plan,
  type PlanResult,
  plan,
  planDays,
  planUnderCap,
  type RiskyTask,
  refineGrid,
  replan,
  scorePlan,
  type TaskInput,
  toPlannerTask,
  whatIf,
  withDailyCap,
  withoutBuffers,
} from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import {
  type Fit,
  type FixesResult,
  type MovedPlace,
  type PlanningData,
  type PreviewWeek,
  type Price,
  parseWorkId,
  type Question,
  spanKey,
  type WorseTask,
} from './questions.ts';

/** Time limits in milliseconds: previews while typing must be ready before the next key. */
const BUDGET = { base: 200, fit: 60, price: 250, fix: 100 } as const;

const clock = () => performance.now();
const within = (budgetMs: number) => ({ budgetMs, clock, seed: 1 });

/** Computes the result for a question about the server's planning data. */
export function preview(data: PlanningData, question: Question): PreviewWeek<Question['kind']> {
  switch (question.kind) {
    case 'fit':
      return findFit(data, question.input);
    case 'alternatives':
      return alternativesTo(data, question.block);
    case 'price':
      return findPrice(data, question.block, question.start);
    case 'fixes':
      return previewFixes(data, question.tasks);
    default:
      return question satisfies never;
  }
}

const toPlan = (instance: Instance, blocks: readonly Block[]): Plan => ({
  format: 'schedplan/1',
  instance: instance.id,
  blocks,
});
const getCurrentPlan = ({ instance }: PlanningData): Plan => toPlan(instance, instance.previous ?? []);

const bases = new WeakMap<PlanningData, PlanResult>();

/** The best plan without the change: the baseline, so that a change is only charged for its own effect. */
function getBase(data: PlanningData): PlanResult {
  let base = bases.get(data);
  if (!base) {
    const options = { ...within(BUDGET.base), start: getCurrentPlan(data) };
    const cap = findCap(data);
    base = cap ? planDays(withDailyCap(data.instance, cap), options) : plan(data.instance, options);
    bases.set(data, base);
  }
  return base;
}

/** The most work of a day, as the server plans with it. */
function findCap({ mostWorkMinutes }: PlanningData): DailyCap | null {
  return mostWorkMinutes === null ? null : { minutes: mostWorkMinutes, hours: 'work' };
}

function worseTasks(
  before: readonly RiskyTask[],
  after: readonly RiskyTask[],
  except: string | null,
): WorseTask[] {
  const known = new Map(before.map((risk) => [risk.task, risk]));
  return after.flatMap((risk) => {
    const was = known.get(risk.task);
    const shortMinutes = Math.max(0, risk.shortMinutes - (was?.shortMinutes ?? 0));
    const lateMinutes = risk.shortMinutes > 0 ? 0 : Math.max(0, risk.lateMinutes - (was?.lateMinutes ?? 0));
    if (risk.task === except || shortMinutes + lateMinutes === 0) return [];
    return [{ task: risk.task, lateMinutes, shortMinutes }];
  });
}

/** Blocks as users see them, without buffers. */
function shown(data: PlanningData, blocks: readonly Block[], open: (task: string) => number): Block[] {
  return withoutBuffers(blocks, (task) => ({
    buffer: data.tasks.find(({ taskId }) => taskId === task)?.bufferMinutes ?? 0,
    open: open(task),
  })).sort((a, b) => a.start.localeCompare(b.start));
}

function findFit(data: PlanningData, input: TaskInput): Fit | null {
  const open = Math.max(0, input.minutes - input.settledMinutes);
  const instance = refineGrid(data.instance, [
    open,
    ...(input.isSplittable ? [input.minChunk, input.maxChunk] : []),
  ]);
  const task = toPlannerTask(input, instance.slotMinutes);
  if (!task) return null;
  const base = getBase(data);
  const change = { kind: 'task-set', task } as const;
  const asked = {
    ...instance,
    tasks: [...instance.tasks.filter(({ id }) => id !== task.id), task],
  };
  const {
    plan: next,
    result,
    diff,
  } = planUnderCap(asked, findCap(data), (cut) =>
    replan({ instance: cut, plan: base.plan }, change, within(BUDGET.fit)),
  );
  const own = closeGaps(asked, next).blocks.filter((block) => block.task === input.id);
  const pinned = instance.locked.filter((block) => block.task === input.id);
  const risk = result.atRisk.find((one) => one.task === input.id);
  const others = [...diff.moved, ...diff.removed].filter((one) => one.task !== input.id);
  const buffer = bufferOnGrid(input.buffer, instance.slotMinutes);
  return {
    blocks:
      own.length > 0
        ? withoutBuffers(own, () => ({
            buffer,
            open,
          })).sort((a, b) => a.start.localeCompare(b.start))
        : pinned,
    shortMinutes: risk?.shortMinutes ?? 0,
    lateMinutes: risk?.lateMinutes ?? 0,
    movedBlocks: others.length,
    worse: worseTasks(base.atRisk, result.atRisk, input.id),
    due: input.due,
    isHard: input.due !== null && input.dueKind === 'hard',
    until: instance.end,
    roundedMinutes: getOpenMinutes(input, instance.slotMinutes) - open,
  };
}

const isSame = (a: Block, b: Block) => a.task === b.task && a.start === b.start && a.end === b.end;

function alternativesTo(data: PlanningData, block: Block): PreviewWeek<'alternatives'> {
  const current = getCurrentPlan(data);
  // The current place must not count as a reason for itself. 'Why here?' does the same.
  const instance: Instance = { ...data.instance, previous: null };
  if (!current.blocks.some((one) => isSame(one, block))) return null;
  if (scorePlan(instance, current).violations.length > 0) return null;
  return explain(instance, current, block).alternatives;
}

function findPrice(data: PlanningData, block: Block, start: string): Price | null {
  const { instance } = data;
  const current = getCurrentPlan(data);
  const base = getBase(data);
  const minutes = (Date.parse(block.end) - Date.parse(block.start)) / MINUTE_MS;
  const choice = { kind: 'at', task: block.task, start, minutes } as const;
  const asked = Date.parse(start);
  const findPlace = ({ plan: { blocks } }: ReturnType<typeof whatIf>) =>
    blocks
      .filter((one) => one.task === block.task)
      .toSorted((a, b) => Math.abs(Date.parse(a.start) - asked) - Math.abs(Date.parse(b.start) - asked))[0] ??
    null;
  // A day that the cap closes is not outside the hours.
  let breaks: Price['breaks'] | null = null;
  let found: ReturnType<typeof whatIf>;
  try {
    found = planUnderCap(
      instance,
      findCap(data),
      (cut) => {
        const result = whatIf(cut, current, choice, within(BUDGET.price));
        breaks ??= result.breaks;
        return result;
      },
      findPlace,
    );
  } catch (error) {
    // The time is outside the horizon, or on a pinned block.
    if (error instanceof RangeError) return null;
    throw error;
  }
  const place = findPlace(found) ?? block;
  const anyway = diffPlans(current, base.plan);
  const isMovedAnyway = (moved: MovedPlace) =>
    toPlaces(anyway).some(
      (one) =>
        one.task === moved.task && one.from?.start === moved.from?.start && one.to?.start === moved.to?.start,
    );
  const moved = toPlaces(found.diff).filter((one) => {
    const isTheBlock =
      one.task === block.task && (one.to?.start === place.start || one.from?.start === block.start);
    return !isTheBlock && !isMovedAnyway(one);
  });
  const [own = place] = shown(data, [place], () => 0);
  return {
    place: own,
    price: found.cost - base.cost,
    worse: worseTasks(base.atRisk, found.atRisk, null),
    moved,
    breaks: breaks ?? [],
  };
}

function toPlaces({ moved, added, removed }: ReturnType<typeof diffPlans>): MovedPlace[] {
  return [
    ...moved.map(({ task, from, to }) => ({ task, from, to })),
    ...removed.map((block) => ({ task: block.task, from: block, to: null })),
    ...added.map((block) => ({ task: block.task, from: null, to: block })),
  ];
}

/** A later occurrence can be skipped, but has no fields of its own. */
function isApplicable(fix: Fix): boolean {
  return !('task' in fix) || fix.kind === 'drop' || parseWorkId(fix.task).occurrenceOn === null;
}

/**
 * The instance without tasks that may wait for a later plan and have no place in this one: fixes are for those
 * that should be done within the horizon.
 */
function withoutLaterTasks(instance: Instance, { blocks }: Plan): Instance {
  const placed = new Set([...blocks, ...instance.locked].map(({ task }) => task));
  const isDue = ({ due }: Instance['tasks'][number]) => due !== null && due <= instance.end;
  const byId = new Map(instance.tasks.map((task) => [task.id, task]));
  const kept = new Set<string>();
  const keep = (id: string) => {
    if (kept.has(id)) return;
    kept.add(id);
    byId.get(id)?.after.forEach(keep);
  };
  for (const task of instance.tasks) if (placed.has(task.id) || isDue(task)) keep(task.id);
  return { ...instance, tasks: instance.tasks.filter(({ id }) => kept.has(id)) };
}

function previewFixes(data: PlanningData, tasks: readonly string[]): FixesResult {
  const { meetings } = data;
  const base = getBase(data);
  const instance = withoutLaterTasks(data.instance, base.plan);
  const cap = findCap(data);
  const { overloads, chunking, atRisk } = diagnose(instance, base.plan, cap);
  const movable = new Set(meetings.map(({ startsAt, endsAt }) => spanKey(startsAt, endsAt)));
  const fixes = listFixes(instance, base.plan, {
    ...within(BUDGET.fix),
    cap,
    droppable: tasks,
    mayMove: ({ start, end }) => movable.has(spanKey(start, end)),
  });
  return {
    isSolvedByPlanning:
      scorePlan(instance, base.plan).atRisk.length === 0 &&
      scorePlan(instance, toPlan(instance, getCurrentPlan(data).blocks)).atRisk.length > 0,
    overloads,
    chunking,
    atRisk,
    fixes: fixes
      .filter(({ fix }) => isApplicable(fix))
      .map(({ fix, helps, plan: next, atRisk: rest }) => {
        const diff = diffPlans(base.plan, next);
        return { fix, helps, atRisk: rest, movedBlocks: diff.moved.length + diff.removed.length };
      }),
  };
}
