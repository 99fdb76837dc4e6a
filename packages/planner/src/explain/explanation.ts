import type { Block } from '../format/format.ts';
import type { Terms } from '../model/task-terms.ts';

/** The effect of a change on the objective. */
export interface Effect {
  /** Difference of the objective in units; positive is worse. */
  readonly cost: number;
  /** The terms that differ. */
  readonly terms: Readonly<Partial<Terms>>;
  /** Tasks that would end later after a soft due date than they do now, with the additional minutes. */
  readonly late: readonly LateTask[];
  /** Tasks that would lose planned minutes. */
  readonly unplanned: readonly { readonly task: string; readonly minutes: number }[];
}

export interface LateTask {
  readonly task: string;
  readonly minutes: number;
  /** It is already past its due date in the current plan; absent if it is in time. */
  readonly wasLate?: boolean;
}

export type Reason =
  | { readonly kind: 'busy' }
  | { readonly kind: 'outside-hours' }
  | { readonly kind: 'before-release'; readonly notBefore: string }
  /** It depends on a task that ends here. */
  | { readonly kind: 'waits'; readonly task: string }
  | { readonly kind: 'too-short'; readonly freeMinutes: number; readonly neededMinutes: number }
  /** Another block of the same task, or the gap required next to it. */
  | { readonly kind: 'same-task' }
  /** A pinned block of a task. */
  | { readonly kind: 'pinned'; readonly task: string }
  /** A block of another task, with the effect of taking its place if that was computed. */
  | { readonly kind: 'taken'; readonly task: string; readonly effect: Effect | null }
  /** Free and long enough, but the plan would be worse. */
  | { readonly kind: 'costs-more'; readonly effect: Effect }
  /** Free, long enough and no worse, or even better: the search did not find it. */
  | { readonly kind: 'as-good'; readonly effect: Effect }
  /** One or more days on which nothing was free for long enough. */
  | {
      readonly kind: 'full';
      readonly busyMinutes: number;
      /** Minutes of other tasks. */
      readonly takenMinutes: number;
      /** Minutes of other parts of the task itself. */
      readonly ownMinutes: number;
      readonly freeMinutes: number;
      readonly longestFreeMinutes: number;
      readonly neededMinutes: number;
    }
  /** Number of places left out of the list here. */
  | { readonly kind: 'more'; readonly places: number };

/** An earlier place for the block and what ruled it out. */
export interface RuledOutPlace {
  readonly start: string;
  readonly end: string;
  readonly reason: Reason;
}

/** An advantage of the block's place. */
export type Merit =
  /** Nothing earlier was free for as long as the block. */
  | { readonly kind: 'first-fit' }
  | {
      readonly kind: 'in-time';
      readonly minutesBeforeDue: number;
      readonly dueKind: 'soft' | 'hard';
      /** The task is done with this block: it is the last one, and nothing is left unplanned. */
      readonly isDone: boolean;
    }
  | {
      readonly kind: 'late';
      readonly minutes: number;
      /** No earlier place that was tried would make the plan better. */
      readonly isBest: boolean;
    }
  /** It cannot be any later: a hard deadline or a dependent task comes next. */
  | { readonly kind: 'last-chance' }
  /** It is where it was in the previous plan. */
  | { readonly kind: 'kept' }
  /** All of it is at a time of day that the task prefers. */
  | { readonly kind: 'preferred-time' }
  /** It is next to work of the same category. */
  | { readonly kind: 'same-category'; readonly task: string };

/** Another possible place of the block, with its effect on the plan. */
export interface Alternative {
  readonly start: string;
  readonly end: string;
  /** A task that would move to its best other place to make room; null if the place is free. */
  readonly displaced: string | null;
  readonly effect: Effect;
}

export interface Explanation {
  readonly block: Block;
  /** In chronological order, all before the block. Long lists are summed up and shortened. */
  readonly earlier: readonly RuledOutPlace[];
  /** Number of earlier places before the list was shortened. */
  readonly placesTried: number;
  readonly merits: readonly Merit[];
  /** The next best places, cheapest first. */
  readonly alternatives: readonly Alternative[];
}
