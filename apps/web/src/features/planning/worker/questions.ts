import type { EndpointAnswer, planningApi } from '@dayloom/contracts';
import type {
  Alternative,
  Block,
  ChunkProblem,
  Fix,
  HardConstraint,
  Overload,
  RiskyTask,
  TaskInput,
} from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';

/** What the server plans with, as the page holds it. */
export type PlanningData = Pick<
  EndpointAnswer<(typeof planningApi)['readInstance']>,
  'instance' | 'tasks' | 'meetings'
>;

/** What the page asks the planner beside it. Everything in here can be cloned. */
export type Question =
  /** Where a task would go if it were like this. */
  | { readonly kind: 'fit'; readonly input: TaskInput }
  /** The next best places for a block of the plan. */
  | { readonly kind: 'alternatives'; readonly block: Block }
  /** What it would cost to have a block of the plan begin at another time. */
  | { readonly kind: 'price'; readonly block: Block; readonly start: string }
  /** Why not everything fits, and what could be done. */
  | { readonly kind: 'fixes' };

/** A task that is worse off than it would be without the change: later, or with less of it planned. */
export interface WorseTask {
  readonly task: string;
  readonly lateMinutes: number;
  readonly shortMinutes: number;
}

export interface Fit {
  /** Its blocks in order of time, without what is kept free behind them. */
  readonly blocks: readonly Block[];
  readonly shortMinutes: number;
  readonly lateMinutes: number;
  /** Blocks of other tasks that would go elsewhere or out of the plan. */
  readonly movedBlocks: number;
  readonly worse: readonly WorseTask[];
  readonly due: string | null;
  readonly isHard: boolean;
  /** Where planning ends. */
  readonly until: string;
}

/** What else a choice changes in the plan. */
export interface MovedPlace {
  readonly task: string;
  readonly from: { readonly start: string; readonly end: string } | null;
  readonly to: { readonly start: string; readonly end: string } | null;
}

export interface Price {
  /** The block where it was asked to be, on the grid, without what is kept free behind it. */
  readonly place: Block;
  /** In units of the objective against the best plan there is; positive is worse. */
  readonly price: number;
  readonly worse: readonly WorseTask[];
  readonly moved: readonly MovedPlace[];
  readonly breaks: readonly HardConstraint[];
}

export interface FixAnswer {
  readonly fix: Fix;
  /** Tasks at risk that it helps, and what is still at risk then. */
  readonly helps: readonly string[];
  readonly atRisk: readonly RiskyTask[];
  readonly movedBlocks: number;
}

export interface FixesAnswer {
  /** Nothing has to give: planning again finds a place for everything. */
  readonly isSolvedByPlanning: boolean;
  readonly overloads: readonly Overload[];
  readonly chunking: readonly ChunkProblem[];
  readonly atRisk: readonly RiskyTask[];
  readonly ways: readonly FixAnswer[];
}

interface Previews {
  fit: Fit | null;
  alternatives: readonly Alternative[] | null;
  price: Price | null;
  fixes: FixesAnswer;
}

/** Null where the plan has changed so much that there is nothing to say before it is made anew. */
export type PreviewOf<Kind extends Question['kind']> = Previews[Kind];

/** To the worker: a question, with the data where it is not what it has already. */
export interface AskMessage {
  readonly id: number;
  readonly data?: PlanningData;
  readonly question: Question;
}

/** From the worker. */
export interface PreviewMessage {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** The planner's busy time is in whole minutes: a meeting is known by those. */
export function spanKey(start: string, end: string): string {
  return `${Math.floor(Date.parse(start) / MINUTE_MS)} ${Math.ceil(Date.parse(end) / MINUTE_MS)}`;
}
