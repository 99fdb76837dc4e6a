import type { EndpointResponse, planningApi } from '@dayloom/contracts';
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

/** The server's planning data. */
export type PlanningData = Pick<
  EndpointResponse<(typeof planningApi)['readInstance']>,
  'instance' | 'tasks' | 'meetings' | 'mostWorkMinutes'
>;

/** Questions to the planner's worker. All of it is structured-cloneable. */
export type Question =
  /** Where a task with these fields would go. */
  | { readonly kind: 'fit'; readonly input: TaskInput }
  /** The next best places for a block of the plan. */
  | { readonly kind: 'alternatives'; readonly block: Block }
  /** The cost of starting a block at another time. */
  | { readonly kind: 'price'; readonly block: Block; readonly start: string }
  /** Why not everything fits, and possible fixes: one at least for each of the tasks. */
  | { readonly kind: 'fixes'; readonly tasks: readonly string[] };

/** A task that is later or less planned than without the change. */
export interface WorseTask {
  readonly task: string;
  readonly lateMinutes: number;
  readonly shortMinutes: number;
}

export interface Fit {
  /** Its blocks in order of time, without buffers. */
  readonly blocks: readonly Block[];
  readonly shortMinutes: number;
  readonly lateMinutes: number;
  /** Blocks of other tasks that would move or be removed. */
  readonly movedBlocks: number;
  readonly worse: readonly WorseTask[];
  readonly due: string | null;
  readonly isHard: boolean;
  /** Minutes that were added because its length is not a multiple of five. */
  readonly roundedMinutes: number;
  /** End of the horizon. */
  readonly until: string;
}

/** A further move that a choice causes. */
export interface MovedPlace {
  readonly task: string;
  readonly from: { readonly start: string; readonly end: string } | null;
  readonly to: { readonly start: string; readonly end: string } | null;
}

export interface Price {
  /** The block at the requested time, on the grid, without its buffer. */
  readonly place: Block;
  /** In units of the objective, relative to the best plan; positive is worse. */
  readonly price: number;
  readonly worse: readonly WorseTask[];
  readonly moved: readonly MovedPlace[];
  readonly breaks: readonly HardConstraint[];
}

export interface FixResult {
  readonly fix: Fix;
  /** The tasks at risk that it helps, and the tasks that remain at risk. */
  readonly helps: readonly string[];
  readonly atRisk: readonly RiskyTask[];
  readonly movedBlocks: number;
}

export interface FixesResult {
  /** No fix is needed: planning again fits everything. */
  readonly isSolvedByPlanning: boolean;
  readonly overloads: readonly Overload[];
  readonly chunking: readonly ChunkProblem[];
  readonly atRisk: readonly RiskyTask[];
  readonly fixes: readonly FixResult[];
}

interface Previews {
  fit: Fit | null;
  alternatives: readonly Alternative[] | null;
  price: Price | null;
  fixes: FixesResult;
}

/** Null if the plan has changed too much: it must be planned again first. */
export type PreviewWeek<Kind extends Question['kind']> = Previews[Kind];

/** To the worker: a question, with the data only if they changed. */
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

/** The planner's id for the work of a block: the task's own, or that of a later occurrence. */
export function toWorkId({ taskId, occurrenceOn }: { taskId: string; occurrenceOn: string | null }): string {
  return occurrenceOn === null ? taskId : `${taskId}#${occurrenceOn}`;
}

export function parseWorkId(id: string): { taskId: string; occurrenceOn: string | null } {
  const [taskId = id, occurrenceOn = null] = id.split('#');
  return { taskId, occurrenceOn };
}

/** A key for a meeting: the planner's busy times are in whole minutes. */
export function spanKey(start: string, end: string): string {
  return `${Math.floor(Date.parse(start) / MINUTE_MS)} ${Math.ceil(Date.parse(end) / MINUTE_MS)}`;
}
