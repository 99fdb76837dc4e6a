import { weekdays } from '@dayloom/contracts';
import {
  type Block,
  bound,
  closeGaps,
  DEFAULT_WEIGHTS,
  describeMerit,
  describePlace,
  explain,
  type Instance,
  type Merit,
  type PlanResult,
  plan,
  planDays,
  type Reason,
  type RiskyTask,
  scorePlan,
  withDailyCap,
} from '@dayloom/planner';
import { DAY_MS } from '@dayloom/time';
import { createWording } from './wording.ts';

/** Time for computing the bound, if the search did not find it. */
const BOUND_MS = 200;
/** Progress updates do not need to be more frequent. */
const REPORT_EVERY_MS = 200;
/** With more blocks than this, explanations are computed only on request. */
const MAX_EXPLAINED = 120;

export interface SolveRequest {
  readonly instance: Instance;
  readonly titles: Readonly<Record<string, string>>;
  /** Tasks whose deadline only keeps them on their day; sentences do not mention it. */
  readonly forTheirDay: readonly string[];
  /** The most work of one day, if it is limited. */
  readonly mostWorkMinutes: number | null;
  /** A first plan: without explanations and bound, which take longer than the plan itself. */
  readonly isFirst: boolean;
  readonly budgetMs: number;
}

/** Progress of a search: how many better plans it has found since the first one. */
export interface SolveProgress {
  readonly improvements: number;
}

/** What the computing thread gives a search. */
interface SearchContext {
  readonly signal: { readonly aborted: boolean };
  readonly report: (progress: SolveProgress) => void;
  readonly stopwatch: () => number;
}

export interface SolvedBlock extends Block {
  readonly isLastChance: boolean;
  readonly reason: string | null;
}

export interface Solution {
  readonly blocks: readonly SolvedBlock[];
  readonly cost: number;
  /** No plan costs less. Null if none was computed. */
  readonly bound: number | null;
  readonly atRisk: readonly RiskyTask[];
}

/**
 * Plans, starting from the current plan, and explains each block in a sentence. Runs in the compute thread.
 */
export function solve(request: SolveRequest, { signal, report, stopwatch: clock }: SearchContext): Solution {
  const { instance, titles, forTheirDay, mostWorkMinutes, isFirst, budgetMs } = request;
  let improvements = -1;
  let reportAt = clock() + REPORT_EVERY_MS;
  const onProgress = () => {
    improvements++;
    if (clock() < reportAt) return;
    report({ improvements });
    reportAt = clock() + REPORT_EVERY_MS;
  };
  const start = instance.previous?.length ? { start: { blocks: instance.previous } } : {};
  const options = { budgetMs, clock, seed: 1, signal, onProgress, ...start };
  const found =
    mostWorkMinutes === null
      ? plan(instance, options)
      : planDays(withDailyCap(instance, { minutes: mostWorkMinutes, hours: 'work' }), options);
  const result = withoutGaps(instance, found);
  const proven =
    result.bound ??
    (isFirst ? null : bound(instance, { budgetMs: BOUND_MS, clock, signal, cost: result.cost }));
  const isExplained = !isFirst && result.plan.blocks.length <= MAX_EXPLAINED;
  const blocks = result.plan.blocks.map((block) => {
    if (!isExplained) return { ...block, isLastChance: false, reason: null };
    const merits = toShown(explain(instance, result.plan, block).merits, forTheirDay.includes(block.task));
    const wording = createWording(titles, instance.zone);
    return {
      ...block,
      isLastChance: merits.some((merit) => merit.kind === 'last-chance'),
      reason:
        merits
          .map((merit) => describeMerit(merit, wording))
          .slice(0, 2)
          .join(' ') || null,
    };
  });
  return {
    blocks,
    cost: result.cost,
    bound: proven === null ? null : Math.min(proven, result.cost),
    atRisk: result.atRisk,
  };
}

function withoutGaps(instance: Instance, found: PlanResult): PlanResult {
  const closed = closeGaps(instance, found.plan);
  return closed === found.plan ? found : { ...found, ...scorePlan(instance, closed), plan: closed };
}

/** The tasks with a hard due date that a plan cannot finish in time. Runs in the compute thread. */
export function listMissed(
  { instance, budgetMs }: Pick<SolveRequest, 'instance' | 'budgetMs'>,
  { signal, stopwatch }: Pick<SearchContext, 'signal' | 'stopwatch'>,
): string[] {
  const hard = new Set(instance.tasks.filter(({ dueKind }) => dueKind === 'hard').map(({ id }) => id));
  const { atRisk } = plan(instance, { budgetMs, clock: stopwatch, seed: 1, signal });
  return atRisk
    .filter(({ task, shortMinutes }) => shortMinutes > 0 && hard.has(task))
    .map(({ task }) => task);
}

function toShown(merits: readonly Merit[], isForItsDay: boolean): readonly Merit[] {
  return isForItsDay ? merits.filter(({ kind }) => kind !== 'in-time' && kind !== 'last-chance') : merits;
}

/** The first runs of the planner take several times as long as later ones: V8 optimizes what has run often. */
const WARM_UP_RUNS = 5;

/** Loads and compiles the planner, so that the first plan does not wait for that. */
export function warmUp(_argument: null, context: SearchContext): void {
  const monday = Date.UTC(2026, 0, 5);
  const dates = Array.from({ length: 14 }, (_, day) =>
    new Date(monday + day * DAY_MS).toISOString().slice(0, 10),
  );
  const at = (day: number, time: string) => `${dates[day % dates.length]}T${time}:00Z`;
  const instance: Instance = {
    format: 'schedbench/1',
    id: 'warm-up',
    family: 'app',
    seed: 1,
    zone: 'UTC',
    slotMinutes: 15,
    start: at(0, '00:00'),
    end: at(13, '00:00'),
    hours: { work: Object.fromEntries(weekdays.map((day) => [day, [['09:00', '17:00']]])) },
    buffers: { before: 0, after: 0 },
    busy: dates.flatMap((_, day) => [
      { start: at(day, '10:00'), end: at(day, '10:30') },
      { start: at(day, '13:00'), end: at(day, '14:00') },
    ]),
    locked: [],
    tasks: Array.from({ length: 300 }, (_, index) => ({
      id: `task ${index}`,
      minutes: 30 + (index % 4) * 30,
      priority: ([1, 2, 3, 4] as const)[index % 4] ?? 1,
      category: '',
      hours: 'work',
      notBefore: null,
      due: index % 3 === 0 ? at(index, '17:00') : null,
      dueKind: 'soft',
      minChunk: 30,
      maxChunk: 60,
      after: [],
      prefer: [],
    })),
    previous: null,
    weights: DEFAULT_WEIGHTS,
  };
  const request = {
    instance,
    titles: {},
    forTheirDay: [],
    mostWorkMinutes: 360,
    isFirst: true,
    budgetMs: 10,
  };
  for (let run = 0; run < WARM_UP_RUNS; run++) solve(request, context);
}

export interface ExplainRequest {
  readonly instance: Instance;
  readonly blocks: readonly Block[];
  readonly block: Block;
  readonly titles: Readonly<Record<string, string>>;
  readonly forTheirDay: readonly string[];
}

export interface ExplainedPlace {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isChosen: boolean;
  readonly headline: string;
  readonly detail: string;
}

export interface BlockExplanation {
  readonly summary: string;
  readonly places: readonly ExplainedPlace[];
  readonly placesTried: number;
}

/** The earlier places with what ruled each of them out, then the chosen one. */
export function explainBlock({
  instance,
  blocks,
  block,
  titles,
  forTheirDay,
}: ExplainRequest): BlockExplanation {
  const wording = createWording(titles, instance.zone);
  const { earlier, placesTried, merits } = explain(
    instance,
    { format: 'schedplan/1', instance: instance.id, blocks },
    block,
  );
  const sentences = toShown(merits, forTheirDay.includes(block.task)).map((merit) =>
    describeMerit(merit, wording),
  );
  const [headline = 'The best place found.', ...details] = sentences;
  return {
    summary: sentences.join(' ') || headline,
    placesTried: placesTried + 1,
    places: [
      ...earlier.map((place) => ({
        startsAt: place.start,
        endsAt: place.end,
        isChosen: false,
        ...toTwoLines(place.reason, describePlace(place, wording)),
      })),
      { startsAt: block.start, endsAt: block.end, isChosen: true, headline, detail: details.join(' ') },
    ],
  };
}

/** Short headings before the sentence; other kinds need none. */
const HEADLINES: Partial<Record<Reason['kind'], string>> = {
  busy: 'Busy',
  'before-release': 'Too early',
  'too-short': 'Too short',
  'costs-more': 'Would cost more',
  full: 'Full',
};

function toTwoLines(reason: Reason, sentence: string): { headline: string; detail: string } {
  const headline = HEADLINES[reason.kind];
  return headline === undefined
    ? { headline: sentence.replace(/\.$/, ''), detail: '' }
    : { headline, detail: sentence };
}
