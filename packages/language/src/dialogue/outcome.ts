import type { DialogueEvent, DialogueTask, Mention, ToolCall } from './data.ts';

/** What a question waits for. */
export type MissingPart = 'when' | 'title' | 'event' | 'task' | 'address' | 'change';

/** An answer to a question: `text` is what choosing it sends. */
export interface DialogueChoice {
  readonly label: string;
  readonly text: string;
  /** What it stands for, if it is one of the user's objects. */
  readonly mention: Mention | null;
}

/** What comes of one frame. */
export type FrameOutcome =
  | {
      readonly kind: 'calls';
      readonly calls: readonly ToolCall[];
      /** Whether the calls change nothing. */
      readonly isReadOnly: boolean;
      /** What people should know about it: 'It overlaps Lunch'. */
      readonly notes: readonly string[];
      readonly mentions: readonly Mention[];
    }
  | {
      readonly kind: 'answer';
      readonly reply: string;
      /** A change was asked for, and is not made. The answer says so if nothing else is changed. */
      readonly isRefusal: boolean;
      readonly events: readonly DialogueEvent[];
      readonly tasks: readonly DialogueTask[];
      /** Free times that are offered. */
      readonly slots: readonly { readonly start: number; readonly end: number }[];
      readonly mentions: readonly Mention[];
    }
  | {
      readonly kind: 'question';
      readonly reply: string;
      readonly missing: MissingPart;
      readonly choices: readonly DialogueChoice[];
    };

export const ask = (
  missing: MissingPart,
  reply: string,
  choices: readonly DialogueChoice[] = [],
): FrameOutcome => ({
  kind: 'question',
  missing,
  reply,
  choices,
});

export const say = (
  reply: string,
  more: Partial<Extract<FrameOutcome, { kind: 'answer' }>> = {},
): FrameOutcome => ({
  kind: 'answer',
  reply,
  isRefusal: false,
  events: [],
  tasks: [],
  slots: [],
  mentions: [],
  ...more,
});

/** Why a change is not made. */
export const refuseChange = (reply: string): FrameOutcome => say(reply, { isRefusal: true });

export const run = (
  calls: readonly ToolCall[],
  mentions: readonly Mention[],
  notes: readonly string[] = [],
): FrameOutcome => ({ kind: 'calls', calls, notes, mentions, isReadOnly: false });

/** Calls that only answer a question. */
export const lookUp = (calls: readonly ToolCall[], mentions: readonly Mention[]): FrameOutcome => ({
  kind: 'calls',
  calls,
  notes: [],
  mentions,
  isReadOnly: true,
});
