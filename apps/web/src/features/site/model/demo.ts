/** Messages between the page and the planner of the demo. Days are counted from the sample week's Monday. */

/** Not imported from `@dayloom/time`: the build puts that into a chunk with React, and the page would load 66 kB for it. */
export const DAY_MS = 86_400_000;
/** Minutes since midnight that the week shows, and its steps. */
export const DAY_BEGINS = 8 * 60;
export const DAY_ENDS = 20 * 60;
export const STEP_MINUTES = 15;

export type BlockKind = 'event' | 'planned' | 'pinned' | 'chosen';

/** Something in the sample week. */
export interface DemoBlock {
  readonly kind: BlockKind;
  /** Null for events. */
  readonly taskId: string | null;
  readonly title: string;
  readonly day: number;
  /** In steps since the beginning of the day. */
  readonly from: number;
  readonly to: number;
  /** `9:45–11:45` */
  readonly time: string;
  /** `1/2` of work in several pieces. */
  readonly piece: string | null;
}

/** A place of a task, or one that was ruled out, in words. */
export interface DemoReason {
  readonly isChosen: boolean;
  readonly when: string;
  readonly why: string;
}

export interface DemoTask {
  readonly id: string;
  readonly title: string;
  readonly length: string;
  /** `Fri 17:00`; null without a deadline. */
  readonly due: string | null;
  readonly isHard: boolean;
  /** The day whose end is the deadline; null if it is none of the choices. */
  readonly dueDay: number | null;
  /** Its deadline can be changed: it is neither pinned nor one time of a repetition. */
  readonly mayBeMoved: boolean;
  readonly reasons: readonly DemoReason[];
  /** The last line: when it is done, and what else moved. */
  readonly outcome: { readonly isGood: boolean; readonly text: string };
  /** The visitor's own, which can be removed. */
  readonly isOwn: boolean;
}

/** Why not everything fits: the proof, and what would help. */
export interface DemoProblem {
  readonly sentences: readonly string[];
  /** Null while they are looked for. */
  readonly fixes: readonly { readonly text: string; readonly effect: string }[] | null;
}

export interface DemoView {
  /** The Monday's start, in epoch milliseconds. */
  readonly monday: number;
  readonly hour12: boolean;
  readonly blocks: readonly DemoBlock[];
  /** What is placed outside the hours that are shown, or in the week after. */
  readonly elsewhere: readonly string[];
  readonly chosen: DemoTask | null;
  readonly problem: DemoProblem | null;
  /** How far the plan is at most from the best one. */
  readonly quality: string;
  /** For people who do not see the week. */
  readonly status: string;
  readonly canUndo: boolean;
}

/** How a line is read while it is typed. */
export interface DemoReading {
  readonly text: string;
  readonly tokens: readonly { readonly from: number; readonly to: number; readonly kind: string }[];
  /** `Finish the report · 3 h · by Fri 17:00`, or what is missing. */
  readonly words: string;
  readonly isComplete: boolean;
  /** A question about words with two plausible readings, with lines in clear words as answers. */
  readonly question: {
    readonly text: string;
    readonly answers: readonly { readonly label: string; readonly text: string }[];
  } | null;
}

export type DemoQuestion =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'add'; readonly text: string }
  | { readonly kind: 'choose'; readonly taskId: string }
  /** `day` null removes the deadline. */
  | { readonly kind: 'due'; readonly taskId: string; readonly day: number | null; readonly isHard: boolean }
  | { readonly kind: 'remove'; readonly taskId: string }
  | { readonly kind: 'fix'; readonly index: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'restart' };

export type DemoResult =
  | { readonly kind: 'reading'; readonly reading: DemoReading }
  | { readonly kind: 'view'; readonly view: DemoView }
  /** The line cannot become a task; it stays in the field. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

/** What the worker is sent: the first message begins the week. `locale` is BCP 47. */
export type DemoMessage = { readonly kind: 'begin'; readonly locale: string } | DemoQuestion;

export interface DemoSettings {
  /** Epoch milliseconds of the Monday at 0:00. */
  readonly monday: number;
  /** BCP 47, for dates in figures. */
  readonly locale: string;
  /** `9:45 am` instead of `9:45`. */
  readonly hour12: boolean;
}

export const DUE_CHOICES: readonly { readonly day: number; readonly label: string }[] = [
  { day: 0, label: 'Mon' },
  { day: 1, label: 'Tue' },
  { day: 2, label: 'Wed' },
  { day: 3, label: 'Thu' },
  { day: 4, label: 'Fri' },
  { day: 7, label: 'Mon after' },
  { day: 11, label: 'Fri after' },
];
