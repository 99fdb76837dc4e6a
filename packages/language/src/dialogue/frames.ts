import type { ToolCall } from './data.ts';
import type { Reference } from './references.ts';
import type { When } from './when.ts';

/** Requests that change something, and that can wait together in one draft. */
export const CHANGING_ACTS: ReadonlySet<Frame['act']> = new Set([
  'create_event',
  'change_event',
  'delete_event',
  'create_task',
  'change_task',
  'complete_task',
  'delete_task',
]);

/**
 * The request of one clause, as far as it is known. Frames can be stored as JSON, until an open question is answered.
 */
export type Frame =
  | CreateEventFrame
  | ChangeEventFrame
  | DeleteEventFrame
  | AnswerInvitationFrame
  | SwapFrame
  | CreateTaskFrame
  | TaskFrame
  | QueryFrame
  | FreeTimeFrame
  | PlanFrame
  | RequestMeetingFrame
  | CallFrame;

export interface CreateEventFrame {
  readonly act: 'create_event';
  readonly text: string;
  readonly title: string | null;
  readonly people: readonly string[];
  readonly when: When | null;
  readonly minutes: number | null;
  readonly location: string | null;
  readonly recurrenceRule: string | null;
  readonly isAllDay: boolean;
  /** In the first free time: of `when`, or from now on. */
  readonly isAtFreeTime: boolean;
  /** Two times of day were said, and nobody knows which one is meant. */
  readonly isTimeUnclear?: boolean;
}

/** The new values of an event; null keeps the old one. */
export interface EventEdit {
  readonly title: string | null;
  readonly location: string | null;
  /** What to add to the description, which stays. */
  readonly note: string | null;
  /** Minutes to move by: later, or earlier if negative. */
  readonly shiftMinutes: number | null;
  /** Minutes to add to the length. */
  readonly growMinutes: number | null;
  readonly minutes: number | null;
  readonly to: When | null;
  /** The new end only: 'end at 5'. */
  readonly endsAt: When | null;
  readonly isToFreeTime: boolean;
  readonly invited: readonly string[];
  readonly removed: readonly string[];
  /** How the whole series repeats from now on. */
  readonly recurrenceRule: string | null;
}

export interface ChangeEventFrame {
  readonly act: 'change_event';
  readonly text: string;
  readonly reference: Reference;
  readonly edit: EventEdit;
  /** The event of a choice that was offered. */
  readonly chosen: Chosen | null;
  /** All of the series, and not only the occurrence that is meant. */
  readonly isWholeSeries?: true;
}

export interface DeleteEventFrame {
  readonly act: 'delete_event';
  readonly text: string;
  readonly reference: Reference;
  readonly chosen: Chosen | null;
}

/** 'decline the interview': an answer to somebody else's invitation. */
export interface AnswerInvitationFrame {
  readonly act: 'answer_invitation';
  readonly text: string;
  readonly reference: Reference;
  readonly chosen: Chosen | null;
  readonly answer: 'accepted' | 'tentative' | 'declined';
}

export interface SwapFrame {
  readonly act: 'swap_events';
  readonly text: string;
  readonly references: readonly [Reference, Reference];
}

export interface CreateTaskFrame {
  readonly act: 'create_task';
  readonly text: string;
  /** The line as quick add reads it, of several tasks one line each; null if there is nothing to add yet. */
  readonly line: string | null;
  readonly project: string | null;
  /** 'remind me': the time is when it happens. */
  readonly isReminder: boolean;
  /** The words of a time that was said without what to do then. */
  readonly at?: string;
}

export interface TaskFrame {
  readonly act: 'complete_task' | 'reopen_task' | 'delete_task' | 'change_task' | 'explain_task';
  readonly text: string;
  readonly reference: Reference;
  readonly chosenId: string | null;
  /** For a change: the words of the new date. */
  readonly to: string | null;
  /** For a change: the new priority. */
  readonly priority?: number;
  /** For a change: how it repeats from now on. */
  readonly rule?: string;
  /** For a change: its new project. */
  readonly project?: string;
  /** For a change: the words of the day before which it is not begun. */
  readonly begin?: string;
  /** For a change: the new length. */
  readonly minutes?: number;
  /** For a change: into how many sessions it is split; null if nobody said how many. */
  readonly sessions?: number | null;
  /** For a change: the length of each session. */
  readonly chunkMinutes?: number;
  /** For a change: the titles of new subtasks. */
  readonly subtasks?: readonly string[];
}

export interface QueryFrame {
  readonly act: 'query_events' | 'query_tasks';
  readonly text: string;
  readonly reference: Reference;
  /** What to work on was asked, and nothing is planned for that time. */
  readonly isWithoutPlan?: true;
  /** What is written about it was asked, and not when it is. */
  readonly areNotesAsked?: true;
}

export interface FreeTimeFrame {
  readonly act: 'find_free_time';
  readonly text: string;
  readonly when: When | null;
  readonly minutes: number | null;
  /** Whose free time is asked for. */
  readonly others: readonly string[];
  /** With whom the time will be spent. */
  readonly company: readonly string[];
}

export interface PlanFrame {
  readonly act: 'plan';
  readonly text: string;
  /** The day that was named. */
  readonly when: When | null;
}

/** Others are asked for a time by mail. */
export interface RequestMeetingFrame {
  readonly act: 'request_meeting';
  readonly text: string;
  readonly people: readonly string[];
  readonly title: string | null;
  readonly minutes: number | null;
  readonly when: When | null;
  /** The times themselves, where they were said; otherwise free times are proposed. */
  readonly times?: readonly When[];
}

/** The calls are known from the words alone. */
export interface CallFrame {
  readonly act: 'call_tool';
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly isReadOnly: boolean;
}

export interface Chosen {
  readonly eventId: string;
  readonly recurrenceId: string | null;
}

export const NO_EDIT: EventEdit = {
  title: null,
  location: null,
  note: null,
  shiftMinutes: null,
  growMinutes: null,
  minutes: null,
  to: null,
  endsAt: null,
  isToFreeTime: false,
  invited: [],
  removed: [],
  recurrenceRule: null,
};
