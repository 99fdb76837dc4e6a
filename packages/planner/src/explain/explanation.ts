import type { Block } from '../format/format.ts';
import type { Terms } from '../model/task-terms.ts';

/** What a change to the plan would do to the objective. */
export interface Effect {
  /** Difference of the objective in units; positive is worse. */
  readonly cost: number;
  /** The terms that differ. */
  readonly terms: Readonly<Partial<Terms>>;
  /** Tasks that would end later past a soft due date than they do, by so many minutes. */
  readonly late: readonly LateTask[];
  /** Tasks that would lose so many minutes of their place in the plan. */
  readonly unplanned: readonly { readonly task: string; readonly minutes: number }[];
}

export interface LateTask {
  readonly task: string;
  readonly minutes: number;
  /** It is past its due date as it is; absent where it is in time. */
  readonly wasLate?: boolean;
}

export type Reason =
  | { readonly kind: 'busy' }
  | { readonly kind: 'outside-hours' }
  | { readonly kind: 'before-release'; readonly notBefore: string }
  /** It depends on a task that ends only here. */
  | { readonly kind: 'waits'; readonly task: string }
  | { readonly kind: 'too-short'; readonly freeMinutes: number; readonly neededMinutes: number }
  /** Another block of the same task, or the gap that has to stay beside it. */
  | { readonly kind: 'same-task' }
  /** A pinned block of a task. */
  | { readonly kind: 'pinned'; readonly task: string }
  /** A block of another task; what taking its place would do, where that was worked out. */
  | { readonly kind: 'taken'; readonly task: string; readonly effect: Effect | null }
  /** Free and long enough, but the plan would be worse. */
  | { readonly kind: 'costs-more'; readonly effect: Effect }
  /** Free, long enough and no worse, or even better: the search did not get to it. */
  | { readonly kind: 'as-good'; readonly effect: Effect }
  /** A day (or several) on which nothing was free for long enough. */
  | {
      readonly kind: 'full';
      readonly busyMinutes: number;
      /** Work of other tasks. */
      readonly takenMinutes: number;
      /** Other parts of the task itself. */
      readonly ownMinutes: number;
      readonly freeMinutes: number;
      readonly longestFreeMinutes: number;
      readonly neededMinutes: number;
    }
  /** So many places between those before and behind it, which are left out. */
  | { readonly kind: 'more'; readonly places: number };

/** An earlier place for the block and what ruled it out. */
export interface RuledOutPlace {
  readonly start: string;
  readonly end: string;
  readonly reason: Reason;
}

/** What speaks for the place the block has. */
export type Merit =
  /** Nothing earlier was free for as long. */
  | { readonly kind: 'first-fit' }
  | {
      readonly kind: 'in-time';
      readonly minutesBeforeDue: number;
      readonly dueKind: 'soft' | 'hard';
      /** The task is done with this block: it is the last one, and nothing is left without a place. */
      readonly isDone: boolean;
    }
  | {
      readonly kind: 'late';
      readonly minutes: number;
      /** No earlier place that was tried would make the plan better. */
      readonly isBest: boolean;
    }
  /** It could not lie any later: a hard deadline or a task that waits for it comes next. */
  | { readonly kind: 'last-chance' }
  /** It lies where it lay in the previous plan. */
  | { readonly kind: 'kept' }
  /** All of it lies at a time of day that the task prefers. */
  | { readonly kind: 'preferred-time' }
  /** It follows or precedes work of its own category. */
  | { readonly kind: 'same-category'; readonly task: string };

/** Another place the block could have, with what that would do to the plan. */
export interface Alternative {
  readonly start: string;
  readonly end: string;
  /** A task that would have to make room and goes to its best other place; null where nobody has to. */
  readonly displaced: string | null;
  readonly effect: Effect;
}

export interface Explanation {
  readonly block: Block;
  /** In the order of time, all before the block; where there are too many, summed up and in part left out. */
  readonly earlier: readonly RuledOutPlace[];
  /** How many earlier places there were before that. */
  readonly placesTried: number;
  readonly merits: readonly Merit[];
  /** The next best places, cheapest first. */
  readonly alternatives: readonly Alternative[];
}
