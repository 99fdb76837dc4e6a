import {
  type Block,
  describeMerit,
  describePlace,
  explain,
  type Instance,
  plan,
  type RiskyTask,
} from '@dayloom/planner';

/** Time for the search; a first complete plan is always made. */
const BUDGET_MS = 400;
/** Beyond this many blocks the reasons are worked out when somebody asks for them. */
const MOST_EXPLAINED = 120;

export interface SolveRequest {
  readonly instance: Instance;
  readonly titles: Readonly<Record<string, string>>;
  readonly budgetMs?: number;
}

export interface SolvedBlock extends Block {
  readonly isLastChance: boolean;
  readonly reason: string | null;
}

export interface Solution {
  readonly blocks: readonly SolvedBlock[];
  readonly cost: number;
  readonly atRisk: readonly RiskyTask[];
}

/** Plans, and says for each block in a sentence why it lies there. Runs in the computing thread. */
export function solve({ instance, titles, budgetMs = BUDGET_MS }: SolveRequest): Solution {
  const result = plan(instance, { budgetMs, clock: () => performance.now(), seed: 1 });
  const isExplained = result.plan.blocks.length <= MOST_EXPLAINED;
  const blocks = result.plan.blocks.map((block) => {
    if (!isExplained) return { ...block, isLastChance: false, reason: null };
    const { merits } = explain(instance, result.plan, block);
    const wording = wordingOf(titles, instance.zone);
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
  return { blocks, cost: result.cost, atRisk: result.atRisk };
}

export interface ExplainRequest {
  readonly instance: Instance;
  readonly blocks: readonly Block[];
  readonly block: Block;
  readonly titles: Readonly<Record<string, string>>;
}

export interface ExplainedPlace {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isChosen: boolean;
  readonly headline: string;
  readonly detail: string;
}

/** The earlier places and what ruled each out, then the chosen one. */
export function explainBlock({ instance, blocks, block, titles }: ExplainRequest): {
  summary: string;
  places: ExplainedPlace[];
} {
  const wording = wordingOf(titles, instance.zone);
  const { earlier, merits } = explain(
    instance,
    { format: 'schedplan/1', instance: instance.id, blocks },
    block,
  );
  const sentences = merits.map((merit) => describeMerit(merit, wording));
  const [headline = 'The best place found.', ...details] = sentences;
  return {
    summary: sentences.join(' ') || headline,
    places: [
      ...earlier.map((place) => ({
        startsAt: place.start,
        endsAt: place.end,
        isChosen: false,
        headline: headlineOf(place.reason.kind),
        detail: describePlace(place, wording),
      })),
      { startsAt: block.start, endsAt: block.end, isChosen: true, headline, detail: details.join(' ') },
    ],
  };
}

const HEADLINES: Record<ReturnType<typeof explain>['earlier'][number]['reason']['kind'], string> = {
  busy: 'Busy',
  'outside-hours': 'Outside your hours',
  'before-release': 'Too early',
  waits: 'Waits for another task',
  'too-short': 'Too short',
  'same-task': 'Same task',
  pinned: 'Pinned',
  taken: 'Taken',
  'costs-more': 'Would cost more',
  'as-good': 'Just as good',
  full: 'Full',
};

function headlineOf(kind: keyof typeof HEADLINES): string {
  return HEADLINES[kind];
}

function wordingOf(titles: Readonly<Record<string, string>>, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return {
    nameOf: (task: string) => titles[task] ?? 'another task',
    timeOf: (instant: string) => format.format(new Date(instant)),
  };
}
