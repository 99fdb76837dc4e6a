import type { AtRisk } from '@dayloom/contracts';
import type { Instance } from '@dayloom/planner';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { buildInstance } from '../rules/build-instance.ts';
import { listAtRisk, splitRisks } from '../rules/proposal.ts';
import { daysUntil } from '../rules/snapshot.ts';
import type { Solution, SolveRequest } from '../rules/solve.ts';
import { listDayBoundTasks } from '../rules/task-inputs.ts';
import { toTitles } from '../rules/task-titles.ts';
import { addHypotheticalTasks, findHypothetical, listWorsened, type Scenario } from '../rules/what-if.ts';
import { loadSnapshot, SOLVER } from './snapshot.ts';

const BUDGET_MS = 800;
/** The furthest that a supposition looks ahead. */
const MAX_DAYS = 56;

export interface Forecast {
  /** For each supposed task: its places, and the minutes that find none or lie after its due date. */
  readonly tasks: readonly {
    readonly title: string;
    readonly blocks: readonly { readonly startsAt: string; readonly endsAt: string }[];
    readonly shortMinutes: number;
    readonly lateMinutes: number;
  }[];
  /** The other tasks that would be later or shorter than with a plan made now. */
  readonly harmed: readonly AtRisk[];
}

/** What a plan would be like if there were more to do, or less time. Nothing is changed. */
export async function forecastPlan(
  platform: DbContext & Pick<Platform, 'compute'>,
  scope: Scope,
  { tasks, busy }: Scenario,
): Promise<Forecast> {
  const snapshot = await loadSnapshot(platform, scope, (context) => {
    const ends = [
      ...tasks.flatMap(({ dueAt, dueOn }) => dueAt ?? (dueOn === null ? [] : new Date(`${dueOn}T23:59:59Z`))),
      ...busy.map(({ end }) => new Date(end)),
    ];
    const days = ends.map((end) => daysUntil(end, context) + 1);
    return Math.min(MAX_DAYS, Math.max(context.scheduling.horizonDays, ...days));
  });
  const built = buildInstance(snapshot);
  const taken = buildInstance({ ...snapshot, busy: [...snapshot.busy, ...busy] }).instance;
  const supposed = addHypotheticalTasks(taken, tasks, snapshot);
  const solve = (instance: Instance) => {
    const request: SolveRequest = {
      instance,
      titles: toTitles(snapshot.tasks),
      forTheirDay: listDayBoundTasks(snapshot.tasks),
      mostWorkMinutes: snapshot.scheduling.mostWorkMinutes,
      isFirst: false,
      budgetMs: BUDGET_MS,
    };
    return platform.compute.run<Solution>(SOLVER, 'solve', request);
  };
  const [now, then] = [await solve(built.instance), await solve(supposed)];
  const [due] = splitRisks(listWorsened(now.atRisk, then.atRisk), supposed);
  return {
    tasks: tasks.map(({ title }, at) => ({ title, ...findHypothetical(then, at, snapshot) })),
    harmed: listAtRisk(due, snapshot, built),
  };
}
