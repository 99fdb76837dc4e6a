import {
  type ClockWindow,
  DAY_MS,
  findDayNumber,
  formatDayNumber,
  getZone,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  subtractIntervals,
  type Zone,
} from '@dayloom/time';
import {
  type Block,
  type BusyEvent,
  formatInstant,
  type Instance,
  type Opening,
  type Plan,
} from '../format/format.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { toModel } from '../model/slot-model.ts';
import { plan as computePlan, type PlanResult } from '../search/plan.ts';
import type { PlanOptions } from '../search/plan-options.ts';
import type { DayPlan } from './day-plan.ts';
import { prepare } from './prepare.ts';

/**
 * Each replan closes days that are full and adds a break to each stretch that is too long. After this many,
 * breaks are placed at fixed times.
 */
const MAX_PASSES = 24;
/** Share of the work for the first plan; the replans get the rest. */
const FIRST_SHARE = 0.6;
const DEFAULT_ITERATIONS = 2000;

/** A broken constraint of a day plan. C1: more work than the daily cap. C2: too long without a break. */
export interface DayViolation {
  readonly constraint: 'C1' | 'C2';
  readonly start: string;
  readonly end: string;
  /** Minutes over the limit. */
  readonly minutes: number;
}

export interface DayScore extends PlanScore {
  readonly days: readonly DayViolation[];
}

/** Scores a plan of the prepared instance and checks C1 and C2. Pinned blocks alone never break them. */
export function scoreDays(days: DayPlan, plan: Plan): DayScore {
  const instance = prepare(days);
  return {
    ...scorePlan(instance, plan),
    days: [...overCap(days, instance, plan.blocks), ...withoutBreak(days, plan.blocks)],
  };
}

/**
 * Plans a day plan. The prepared instance is planned first. Then what breaks C1 or C2 is made impossible (a
 * full day is closed to further work, a stretch that is too long gets a break) and the rest is planned again,
 * until nothing breaks them.
 */
export function planDays(
  days: DayPlan,
  options: PlanOptions = {},
): PlanResult & { readonly instance: Instance } {
  const instance = prepare(days);
  const limits = shares(options);
  let cut = instance;
  let found = computePlan(instance, limits(FIRST_SHARE));
  // The bound of the instance without cuts holds for every plan with them; the reverse is not true.
  const { bound } = found;
  const tried = new Set<string>();
  for (let pass = 1; ; pass++) {
    const closed = closeFullDays(days, cut, found.plan.blocks);
    const pauses = listPauses(days, instance, found.plan.blocks, pass >= MAX_PASSES);
    const key = JSON.stringify(closed);
    // A day that its zone skips (Apia, 30 December 2011) has hours on the next one, which no closing takes away.
    if (pauses.length === 0 && (closed === cut || tried.has(key))) break;
    tried.add(key);
    cut = { ...closed, busy: [...closed.busy, ...pauses] };
    found = computePlan(cut, { ...limits((1 - FIRST_SHARE) / Math.min(pass + 1, 4)), start: found.plan });
  }
  const { violations: _none, ...score } = scorePlan(instance, found.plan);
  return { ...found, ...score, bound, instance };
}

/** C1 of an instance: the most minutes a day for the tasks of a set of hours. */
export interface DailyCap {
  readonly minutes: number;
  readonly hours: string;
}

/** The instance with a daily cap, and without any other addition. */
export function withDailyCap(instance: Instance, { minutes, hours }: DailyCap): DayPlan {
  return {
    ...instance,
    format: 'dayplan/1',
    dailyCapMinutes: minutes,
    dailyCapHours: hours,
    breaks: null,
    habits: [],
    focus: [],
    durations: [],
  };
}

/** A day that is full is closed, and the work that it cannot keep may fill the next one. */
const MAX_CAPPED_PASSES = 6;

/**
 * Plans in another way than `planDays` (a change, a choice) until no day has more work than its cap.
 * `findForced` names the block that has to stay where it is.
 */
export function planUnderCap<Found extends { readonly plan: Plan }>(
  instance: Instance,
  cap: DailyCap | null,
  planOnce: (instance: Instance) => Found,
  findForced: (found: Found) => Block | null = () => null,
): Found {
  let found = planOnce(instance);
  if (cap === null) return found;
  let cut = instance;
  for (let pass = 0; pass < MAX_CAPPED_PASSES; pass++) {
    const forced = findForced(found);
    const days = withDailyCap(instance, cap);
    const closed = closeFullDays(
      forced ? { ...days, locked: [...days.locked, forced] } : days,
      cut,
      found.plan.blocks.filter((block) => block !== forced),
    );
    if (closed === cut) break;
    cut = closed;
    found = planOnce(cut);
  }
  return found;
}

function shares(options: PlanOptions): (share: number) => PlanOptions {
  const { budgetMs, iterations, ...rest } = options;
  const steps = iterations ?? (budgetMs === undefined ? DEFAULT_ITERATIONS : undefined);
  return (share) => ({
    ...rest,
    ...(budgetMs !== undefined && { budgetMs: budgetMs * share }),
    ...(steps !== undefined && { iterations: Math.max(1, Math.round(steps * share)) }),
  });
}

interface Span {
  readonly task: string;
  readonly start: number;
  readonly end: number;
  readonly isPinned: boolean;
}

function listSpans({ locked }: Pick<DayPlan, 'locked'>, blocks: readonly Block[]): Span[] {
  const read =
    (isPinned: boolean) =>
    (block: Block): Span => ({
      task: block.task,
      start: Date.parse(block.start),
      end: Date.parse(block.end),
      isPinned,
    });
  return [...blocks.map(read(false)), ...locked.map(read(true))].sort((a, b) => a.start - b.start);
}

/** Planned time by local day; a block over midnight counts on both days, each with its part. */
function byDay(days: DayPlan, spans: readonly Span[]): Map<number, Span[]> {
  const zone = getZone(days.zone);
  const found = new Map<number, Span[]>();
  for (const span of spans) {
    for (let from = span.start; from < span.end; ) {
      const day = localDayNumber(zone, from);
      let to = from;
      while (to < span.end && localDayNumber(zone, to) === day) to += days.slotMinutes * MINUTE_MS;
      to = Math.min(to, span.end);
      found.set(day, [...(found.get(day) ?? []), { ...span, start: from, end: to }]);
      from = to;
    }
  }
  return found;
}

const toMinutes = ({ start, end }: Span): number => (end - start) / MINUTE_MS;

/** The spans that count for the daily cap. */
function listCapped(days: DayPlan, instance: Instance, blocks: readonly Block[]): Span[] {
  const spans = listSpans(days, blocks);
  const { dailyCapHours } = days;
  if (dailyCapHours === undefined) return spans;
  const counted = new Set(instance.tasks.filter(({ hours }) => hours === dailyCapHours).map(({ id }) => id));
  return spans.filter(({ task }) => counted.has(task));
}

function overCap(days: DayPlan, instance: Instance, blocks: readonly Block[]): DayViolation[] {
  const { dailyCapMinutes: cap } = days;
  if (cap === null) return [];
  return [...byDay(days, listCapped(days, instance, blocks)).values()].flatMap((spans): DayViolation[] => {
    const all = spans.reduce((sum, span) => sum + toMinutes(span), 0);
    const pinned = spans.filter(({ isPinned }) => isPinned).reduce((sum, span) => sum + toMinutes(span), 0);
    if (all <= Math.max(cap, pinned)) return [];
    const [start, end] = [spans[0]!.start, Math.max(...spans.map((span) => span.end))];
    return [
      {
        constraint: 'C1',
        start: formatInstant(start),
        end: formatInstant(end),
        minutes: all - Math.max(cap, pinned),
      },
    ];
  });
}

interface WorkRun {
  readonly spans: readonly Span[];
  readonly start: number;
  readonly end: number;
}

/** Stretches of work: blocks with less than a break between them. */
function listStretches({ breaks }: DayPlan, spans: readonly Span[]): WorkRun[] {
  const found: { spans: Span[]; start: number; end: number }[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last && span.start - last.end < (breaks?.minutes ?? 0) * MINUTE_MS) {
      last.spans.push(span);
      last.end = Math.max(last.end, span.end);
    } else found.push({ spans: [span], start: span.start, end: span.end });
  }
  return found;
}

function tooLong(days: DayPlan, blocks: readonly Block[]): WorkRun[] {
  const { breaks } = days;
  if (breaks === null) return [];
  return listStretches(days, listSpans(days, blocks)).filter(
    ({ start, end, spans }) =>
      end - start > breaks.afterMinutes * MINUTE_MS && !spans.every(({ isPinned }) => isPinned),
  );
}

function withoutBreak(days: DayPlan, blocks: readonly Block[]): DayViolation[] {
  return tooLong(days, blocks).map(({ start, end }) => ({
    constraint: 'C2',
    start: formatInstant(start),
    end: formatInstant(end),
    minutes: (end - start) / MINUTE_MS - (days.breaks?.afterMinutes ?? 0),
  }));
}

/** Breaks that prevent a repetition of the stretches that are too long. */
function listPauses(
  days: DayPlan,
  instance: Instance,
  blocks: readonly Block[],
  isLastPass: boolean,
): BusyEvent[] {
  const pauses = pausesFor(days, blocks);
  // Too many breaks are better than replanning without end.
  return pauses.length > 0 && isLastPass ? everyPause(days, instance) : pauses;
}

const busy = (start: number, end: number): BusyEvent => ({
  start: formatInstant(start),
  end: formatInstant(end),
  before: 0,
  after: 0,
});

/**
 * Closes the days over their cap except for the work that they keep. Kept first: work at its preferred time
 * of day, then the more important, then the earlier, up to the cap. A cap of one set of hours closes only the
 * hours of that set. Returns the same instance if no day is over its cap.
 */
function closeFullDays(days: DayPlan, instance: Instance, blocks: readonly Block[]): Instance {
  const { dailyCapMinutes: cap, dailyCapHours } = days;
  if (cap === null || overCap(days, instance, blocks).length === 0) return instance;
  const zone = getZone(days.zone);
  const grid = days.slotMinutes * MINUTE_MS;
  const found: BusyEvent[] = [];
  const open: Record<string, ClockWindow[]> = {};
  for (const [day, spans] of byDay(days, listCapped(days, instance, blocks))) {
    const all = spans.reduce((sum, span) => sum + toMinutes(span), 0);
    if (all <= cap) continue;
    let left = cap - spans.filter(({ isPinned }) => isPinned).reduce((sum, span) => sum + toMinutes(span), 0);
    const kept: Span[] = [];
    for (const span of sortByWorth(
      instance,
      spans.filter(({ isPinned }) => !isPinned),
    )) {
      const minutes =
        Math.floor(Math.min(toMinutes(span), Math.max(0, left)) / days.slotMinutes) * days.slotMinutes;
      left -= minutes;
      if (minutes > 0) kept.push({ ...span, end: span.start + minutes * MINUTE_MS });
    }
    kept.sort((a, b) => a.start - b.start);
    if (dailyCapHours !== undefined) {
      open[formatDayNumber(day)] = kept.map(({ start, end }) => [
        clockTime(zone, start, day),
        clockTime(zone, end, day),
      ]);
      continue;
    }
    let from = spans[0]!.start;
    while (from > Date.parse(days.start) && localDayNumber(zone, from - grid) === day) from -= grid;
    let to = spans[0]!.start;
    while (localDayNumber(zone, to) === day) to += grid;
    for (const span of kept) {
      if (from < span.start) found.push(busy(from, span.start));
      from = span.end;
    }
    if (from < to) found.push(busy(from, to));
  }
  if (dailyCapHours !== undefined && Object.keys(open).length > 0) {
    const overrides = { ...instance.overrides };
    overrides[dailyCapHours] = { ...overrides[dailyCapHours], ...open };
    return { ...instance, overrides, opened: withoutDates(instance, dailyCapHours, Object.keys(open), zone) };
  }
  return found.length === 0 ? instance : { ...instance, busy: [...instance.busy, ...found] };
}

/** The additional openings, with those of the set of hours cut out of the dates: they would open closed ones. */
function withoutDates(
  { opened = [] }: Instance,
  hours: string,
  dates: readonly string[],
  zone: Zone,
): readonly Opening[] {
  const days = dates.map((date) => {
    const day = findDayNumber(date) ?? 0;
    return { start: startOfDayNumber(zone, day), end: startOfDayNumber(zone, day + 1) };
  });
  return opened.flatMap((opening) => {
    if (opening.hours !== hours) return opening;
    const span = { start: Date.parse(opening.start), end: Date.parse(opening.end) };
    return subtractIntervals([span], days).map(({ start, end }) => ({
      hours,
      start: formatInstant(start),
      end: formatInstant(end),
    }));
  });
}

/** `24:00` for the midnight at the end of the day. */
function clockTime(zone: Zone, instant: number, day: number): string {
  const minute = Math.round((instant + zone.offsetMsAt(instant - 1) - day * DAY_MS) / MINUTE_MS);
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function sortByWorth(instance: Instance, spans: readonly Span[]): Span[] {
  const model = toModel(instance);
  const rank = ({ task, start }: Span): number => {
    const found = model.tasks[model.taskIndex.get(task) ?? -1];
    const slot = (start - model.startMs) / (model.slotMinutes * MINUTE_MS);
    return (found?.disliked?.[slot] === 1 ? 10 : 0) + (found?.task.priority ?? 4);
  };
  return spans.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start);
}

/** A break in each stretch that is too long, as late as allowed and outside pinned work. */
function pausesFor(days: DayPlan, blocks: readonly Block[]): BusyEvent[] {
  const { breaks } = days;
  if (breaks === null) return [];
  const grid = days.slotMinutes * MINUTE_MS;
  const length = Math.ceil((breaks.minutes * MINUTE_MS) / grid) * grid;
  return tooLong(days, blocks).flatMap(({ start, spans }): BusyEvent[] => {
    let at = start + Math.floor((breaks.afterMinutes * MINUTE_MS) / grid) * grid;
    const pinned = spans.filter(({ isPinned }) => isPinned);
    const hit = pinned.find((span) => span.start < at + length && at < span.end);
    // Before the pinned work if other work fits before it, otherwise after it.
    if (hit) at = hit.start - length > start ? hit.start - length : hit.end;
    return [busy(at, at + length)];
  });
}

/** Breaks at fixed times through the whole horizon: no plan with them can break C2. */
function everyPause(days: DayPlan, instance: Instance): BusyEvent[] {
  const { breaks } = days;
  if (breaks === null) return [];
  const grid = days.slotMinutes * MINUTE_MS;
  const length = Math.ceil((breaks.minutes * MINUTE_MS) / grid) * grid;
  const work = Math.max(grid, Math.floor((breaks.afterMinutes * MINUTE_MS) / grid) * grid);
  const found: BusyEvent[] = [];
  const end = Date.parse(instance.end);
  for (let at = Date.parse(instance.start) + work; at < end; at += work + length)
    found.push(busy(at, at + length));
  // Pinned work runs through a break, so no other block may be next to it.
  for (const block of instance.locked) {
    const [from, to] = [Date.parse(block.start), Date.parse(block.end)];
    found.push(busy(from - length, from), busy(to, to + length));
  }
  return found;
}
