import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { type DailyCap, planDays, withDailyCap } from '../day-plan/plan-days.ts';
import {
  type BusyEvent,
  formatInstant,
  type Instance,
  type Opening,
  type Plan,
  type Task,
} from '../format/format.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { toModel } from '../model/slot-model.ts';
import { plan as computePlan } from '../search/plan.ts';
import type { PlanOptions } from '../search/plan-options.ts';
import { diagnose } from './diagnose.ts';
import { hoursInUse, longerDays } from './longer-days.ts';
import type { Overload } from './overload.ts';

/** 144,000 units: a priority-4 task finished one hour late. */
const POINT = 144_000;
/**
 * What a fix costs the user, in points: an hour of work outside the usual hours, a moved meeting, a later
 * deadline that has to be requested.
 */
const OPENING_PER_HOUR = 2;
const MEETING = 4;
const DATE = 3;
/** Each fix is evaluated by planning again, and readers do not take in more than these. */
const MAX_TASKS = 4;
const MAX_MEETINGS = 3;
const DEFAULT_ITERATIONS = 200;

/** A change that helps tasks at risk. */
export type Fix =
  | { readonly kind: 'drop'; readonly task: string }
  /** The new total of the task is `minutes`. */
  | { readonly kind: 'shorten'; readonly task: string; readonly minutes: number; readonly byMinutes: number }
  | { readonly kind: 'extend-hours'; readonly opening: Opening }
  | {
      readonly kind: 'move-deadline';
      readonly task: string;
      readonly due: string;
      readonly dueKind: 'soft' | 'hard';
    }
  | { readonly kind: 'split'; readonly task: string; readonly minChunk: number }
  | { readonly kind: 'move-meeting'; readonly event: BusyEvent; readonly to: BusyEvent };

export interface FixOptions extends PlanOptions {
  /** The kinds of fixes that the caller can apply; all by default. */
  readonly kinds?: ReadonlySet<Fix['kind']>;
  /** Whether a meeting may be moved; all by default. */
  readonly mayMove?: (event: BusyEvent) => boolean;
  /** The daily cap that the plan keeps. */
  readonly cap?: DailyCap | null;
  /** Tasks that can at least be done without: that is tried of those at risk that no other fix helps. */
  readonly droppable?: readonly string[];
}

export interface RatedFix {
  readonly fix: Fix;
  /** The instance with the fix applied, and the plan found for it. */
  readonly instance: Instance;
  readonly plan: Plan;
  readonly atRisk: PlanScore['atRisk'];
  /** Tasks at risk now that would not be, or would be less so. */
  readonly helps: readonly string[];
  /**
   * The objective with the fix plus the cost of the fix itself, less the current objective: negative is
   * worthwhile.
   */
  readonly price: number;
}

/**
 * Fixes for tasks at risk, the cheapest first. Each one is evaluated by planning again from the current plan,
 * and only those that help are returned.
 */
export function listFixes(instance: Instance, plan: Plan, options: FixOptions = {}): RatedFix[] {
  const { kinds, mayMove = () => true, cap = null, droppable = [], ...limits } = options;
  const isLimited = options.iterations !== undefined || options.budgetMs !== undefined;
  const budget = isLimited ? {} : { iterations: DEFAULT_ITERATIONS };
  const before = scorePlan(instance, plan);
  if (before.atRisk.length === 0) return [];
  const rated: RatedFix[] = [];
  const tryFix = (fix: Fix): { found: Plan; better: RatedFix | null } | null => {
    if ((kinds && !kinds.has(fix.kind)) || options.signal?.aborted) return null;
    const changed = withFix(instance, fix);
    const asked = { ...budget, ...limits, start: plan };
    const found = cap ? planDays(withDailyCap(changed, cap), asked) : computePlan(changed, asked);
    const after = new Map(found.atRisk.map((risk) => [risk.task, risk]));
    const helps = before.atRisk
      .filter(({ task, shortMinutes, lateMinutes }) => {
        const risk = after.get(task);
        return (
          !risk ||
          risk.shortMinutes < shortMinutes ||
          // A later deadline does not help a task that is not planned completely.
          (shortMinutes === 0 && risk.shortMinutes === 0 && risk.lateMinutes < lateMinutes)
        );
      })
      .map(({ task }) => task);
    const price = found.cost + toFixCost(instance, fix) - before.cost;
    const better = { fix, instance: changed, plan: found.plan, atRisk: found.atRisk, helps, price };
    return { found: found.plan, better: helps.length === 0 ? null : better };
  };
  const rate = (fix: Fix) => {
    const first = tryFix(fix);
    const more = first && fix.kind === 'shorten' ? shortenMore(instance, fix, first.found) : null;
    const second = more && tryFix(more)?.better;
    // More is asked for only if that is enough.
    const isEnough = second && !second.atRisk.some(({ task }) => 'task' in fix && task === fix.task);
    const best = isEnough ? second : first?.better;
    if (best) rated.push(best);
  };
  for (const fix of candidates(instance, plan, cap, mayMove)) rate(fix);
  for (const task of droppable) {
    const isAtRisk = before.atRisk.some((risk) => risk.task === task);
    if (isAtRisk && !rated.some(({ helps }) => helps.includes(task))) rate({ kind: 'drop', task });
  }
  return rated.sort((a, b) => a.price - b.price);
}

/** The instance with the fix applied. */
export function withFix(instance: Instance, fix: Fix): Instance {
  const edit = (id: string, change: (task: Task) => Task): Instance => ({
    ...instance,
    tasks: instance.tasks.map((task) => (task.id === id ? change(task) : task)),
  });
  switch (fix.kind) {
    case 'drop':
      return {
        ...instance,
        tasks: instance.tasks
          .filter(({ id }) => id !== fix.task)
          .map((task) =>
            task.after.includes(fix.task)
              ? { ...task, after: task.after.filter((id) => id !== fix.task) }
              : task,
          ),
        locked: instance.locked.filter(({ task }) => task !== fix.task),
      };
    case 'shorten':
      return edit(fix.task, (task) => ({
        ...task,
        minutes: fix.minutes,
        minChunk: Math.min(task.minChunk, fix.minutes),
        maxChunk: task.minChunk === task.minutes ? fix.minutes : task.maxChunk,
      }));
    case 'extend-hours':
      return { ...instance, opened: [...(instance.opened ?? []), fix.opening] };
    case 'move-deadline':
      return edit(fix.task, (task) => ({ ...task, due: fix.due }));
    case 'split':
      return edit(fix.task, (task) => ({ ...task, minChunk: fix.minChunk }));
    case 'move-meeting':
      return { ...instance, busy: withMoved(instance.busy, fix.event, fix.to) };
    default:
      return fix satisfies never;
  }
}

/** Found by its times, not by identity: the fix may come from elsewhere, with a copy of the event. */
function withMoved(busy: readonly BusyEvent[], event: BusyEvent, to: BusyEvent): BusyEvent[] {
  const at = busy.findIndex(({ start, end }) => start === event.start && end === event.end);
  return at < 0 ? [...busy] : busy.with(at, to);
}

/** What the fix costs the user, in units of the objective. */
function toFixCost(instance: Instance, fix: Fix): number {
  const { weights } = instance;
  const lost = (id: string, minutes: number): number => {
    const task = instance.tasks.find((one) => one.id === id);
    return task ? weights.priority[task.priority] * weights.unplanned * minutes : 0;
  };
  switch (fix.kind) {
    case 'drop':
      return lost(fix.task, instance.tasks.find(({ id }) => id === fix.task)?.minutes ?? 0);
    case 'shorten':
      return lost(fix.task, fix.byMinutes);
    case 'extend-hours':
      return (
        (POINT * OPENING_PER_HOUR * (Date.parse(fix.opening.end) - Date.parse(fix.opening.start))) / HOUR_MS
      );
    case 'move-deadline': {
      const task = instance.tasks.find(({ id }) => id === fix.task);
      return DATE * POINT * (task ? weights.priority[task.priority] : 1) * (fix.dueKind === 'hard' ? 4 : 1);
    }
    case 'split':
      return weights.split;
    case 'move-meeting':
      return MEETING * POINT;
    default:
      return fix satisfies never;
  }
}

function candidates(
  instance: Instance,
  plan: Plan,
  cap: DailyCap | null,
  mayMove: (event: BusyEvent) => boolean,
): Fix[] {
  const { overloads, chunking, atRisk } = diagnose(instance, plan, cap);
  const byId = new Map(instance.tasks.map((task) => [task.id, task]));
  const found: Fix[] = [];
  const worst = atRisk
    .toSorted((a, b) => b.shortMinutes - a.shortMinutes || b.lateMinutes - a.lateMinutes)
    .slice(0, MAX_TASKS);
  const involved = new Set([
    ...overloads.flatMap(({ tasks }) => tasks.map(({ task }) => task)),
    ...worst.map(({ task }) => task),
  ]);
  // Enough to resolve at least one proof; one change rarely resolves all.
  const excess = Math.max(
    instance.slotMinutes,
    overloads.length > 0
      ? Math.min(...overloads.map(({ neededMinutes, freeMinutes }) => neededMinutes - freeMinutes))
      : Math.max(...worst.map(({ shortMinutes, lateMinutes }) => shortMinutes || Math.min(lateMinutes, 120))),
  );
  const cheapest = [...involved]
    .map((id) => byId.get(id))
    .filter((task) => task !== undefined)
    .sort((a, b) => b.priority - a.priority || a.minutes - b.minutes)
    .slice(0, MAX_TASKS);
  for (const { id, minutes } of cheapest) {
    const lockedMinutes = getLockedMinutes(instance, id);
    if (lockedMinutes === 0) found.push({ kind: 'drop', task: id });
    const shorter = onGrid(minutes - excess, instance.slotMinutes);
    if (shorter >= Math.max(instance.slotMinutes, lockedMinutes)) {
      found.push({ kind: 'shorten', task: id, minutes: shorter, byMinutes: minutes - shorter });
    }
  }
  for (const { task: id, shortMinutes } of worst) {
    const task = byId.get(id);
    if (!task) continue;
    const due = laterDue(instance, plan, task, shortMinutes > 0 ? excess : 0);
    if (due !== null) found.push({ kind: 'move-deadline', task: id, due, dueKind: task.dueKind });
    const smallest = Math.max(instance.slotMinutes, onGrid(30, instance.slotMinutes));
    const isCut = chunking.some((problem) => problem.task === id);
    if (task.minChunk > smallest && (isCut || shortMinutes > 0))
      found.push({ kind: 'split', task: id, minChunk: smallest });
  }
  for (const { tasks, ...span } of overloads.length > 0
    ? overloads
    : worst.flatMap(({ task }) => listSpans(instance, byId.get(task)))) {
    const sets = new Set(tasks.flatMap(({ task }) => byId.get(task)?.hours ?? []));
    for (const opening of longerDays(instance, span, excess, sets))
      found.push({ kind: 'extend-hours', opening });
    found.push(...meetings(instance, span, mayMove));
  }
  return [...new Map(found.map((fix) => [JSON.stringify(fix), fix])).values()];
}

function getLockedMinutes({ locked }: Instance, id: string): number {
  return locked
    .filter(({ task }) => task === id)
    .reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / MINUTE_MS, 0);
}

type Shortening = Extract<Fix, { kind: 'shorten' }>;

/**
 * Shortens the task also by what is still unplanned or late with the fix: chunks do not fill every gap, and a
 * proof counts them all.
 */
function shortenMore(instance: Instance, fix: Shortening, plan: Plan): Shortening | null {
  const task = instance.tasks.find(({ id }) => id === fix.task);
  if (!task) return null;
  const due = task.due === null ? Infinity : Date.parse(task.due);
  const inTime = plan.blocks
    .filter((block) => block.task === task.id)
    .reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(due, Date.parse(end)) - Date.parse(start)),
      0,
    );
  const lockedMinutes = getLockedMinutes(instance, task.id);
  const minutes = onGrid(lockedMinutes + inTime / MINUTE_MS, instance.slotMinutes);
  if (minutes >= fix.minutes || minutes < Math.max(instance.slotMinutes, lockedMinutes)) return null;
  return { ...fix, minutes, byMinutes: task.minutes - minutes };
}

function onGrid(minutes: number, grid: number): number {
  return Math.floor(minutes / grid) * grid;
}

/** When the task would be done: at the end of its last block, plus the missing time. */
function laterDue(instance: Instance, plan: Plan, task: Task, missing: number): string | null {
  if (task.due === null) return null;
  const due = Date.parse(task.due);
  const ends = plan.blocks.filter((block) => block.task === task.id).map(({ end }) => Date.parse(end));
  const late = Math.max(...ends, -Infinity);
  const wanted =
    missing > 0 || late <= due
      ? Math.max(due, Date.parse(instance.start)) + Math.max(DAY_MS, missing * MINUTE_MS)
      : late;
  return wanted > due && wanted <= Date.parse(instance.end) ? formatInstant(wanted) : null;
}

type Span = Pick<Overload, 'from' | 'to'>;
type TaskSpan = Span & { readonly tasks: readonly { readonly task: string }[] };

function listSpans(instance: Instance, task: Task | undefined): TaskSpan[] {
  if (!task) return [];
  return [
    { from: task.notBefore ?? instance.start, to: task.due ?? instance.end, tasks: [{ task: task.id }] },
  ];
}

/** Meetings of the span, each moved to the first open and free place after it. */
function meetings(instance: Instance, { from, to }: Span, mayMove: (event: BusyEvent) => boolean): Fix[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const inside = instance.busy
    .filter(
      ({ start, end }) =>
        Date.parse(start) >= first && Date.parse(end) <= last && Date.parse(start) < Date.parse(end),
    )
    .filter(mayMove)
    .sort((a, b) => length(b) - length(a));
  return inside.slice(0, MAX_MEETINGS).flatMap((event): Fix[] => {
    const place = freePlace(instance, last, event);
    if (place === null) return [];
    const to: BusyEvent = {
      ...event,
      start: formatInstant(place),
      end: formatInstant(place + length(event)),
    };
    return [{ kind: 'move-meeting', event, to }];
  });
}

function length({ start, end }: BusyEvent): number {
  return Date.parse(end) - Date.parse(start);
}

/** The first open and free place from `from` on, in the kind of hours that the meeting has now. */
function freePlace(instance: Instance, from: number, event: BusyEvent): number | null {
  const step = instance.slotMinutes * MINUTE_MS;
  const start = Date.parse(instance.start);
  const { busy, locked } = toModel(instance);
  const inUse = hoursInUse(instance);
  const own = inUse.filter(({ open }) => open[Math.floor((Date.parse(event.start) - start) / step)] === 1);
  const sets = own.length > 0 ? own : inUse;
  const needed = Math.ceil(length(event) / step);
  let run = 0;
  for (let slot = Math.max(0, Math.ceil((from - start) / step)); slot < busy.length; slot++) {
    const isFree = busy[slot] === 0 && locked[slot] === -1 && sets.some(({ open }) => open[slot] === 1);
    run = isFree ? run + 1 : 0;
    if (run === needed) return start + (slot + 1 - needed) * step;
  }
  return null;
}
