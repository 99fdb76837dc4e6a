import type { Interval } from '@dayloom/time';
import type { DialogueEvent, DialogueTask, Mention, ToolCall } from './data.ts';
import type { Frame } from './frames.ts';
import type { DialogueChoice } from './outcome.ts';
import type { Question } from './repeated-questions.ts';
import type { Pending } from './replies.ts';

const MAX_MENTIONS = 10;

/** What of the conversation so far the next message may refer to. */
export interface DialogueState {
  /** What the conversation was about, the latest first. */
  readonly mentions: readonly Mention[];
  /** The question that is open. */
  readonly pending: Pending | null;
  /** What waits for Apply. A correction changes it. */
  readonly draft: readonly Frame[] | null;
  /** Since the draft, something was said that was not understood: a plain 'yes' could be about that. */
  readonly isInDoubt: boolean;
  /** The change of the message before, drafted or done: 'and the other one too' repeats it. */
  readonly recent: readonly Frame[] | null;
  /** The latest list of events or tasks that was shown: 'the second one'. */
  readonly listed: readonly Mention[];
  /** The latest free times that were shown: 'book the first one'. */
  readonly offered: readonly Interval[];
  /** The question that was answered last: 'and on Friday?' asks it again. */
  readonly asked: Question | null;
  /** The list of what can be said was shown. */
  readonly knowsAbilities: boolean;
}

export const NEW_DIALOGUE: DialogueState = {
  mentions: [],
  pending: null,
  draft: null,
  isInDoubt: false,
  recent: null,
  listed: [],
  offered: [],
  asked: null,
  knowsAbilities: false,
};

/** What comes of a message: calls to make, or something to say, and the state for the next message. */
export interface DialogueAnswer {
  /**
   * `undo`, `apply`, `discard`: the message says so about what was done or drafted before.
   */
  readonly kind: 'calls' | 'answer' | 'question' | 'not_understood' | 'undo' | 'apply' | 'discard';
  readonly calls: readonly ToolCall[];
  /** Whether the calls change nothing. */
  readonly isReadOnly: boolean;
  /** The reply, without what the tools report. */
  readonly reply: string;
  /** A change was asked for, and none is made. */
  readonly isRefusal: boolean;
  readonly events: readonly DialogueEvent[];
  readonly tasks: readonly DialogueTask[];
  readonly slots: readonly { readonly start: number; readonly end: number }[];
  readonly choices: readonly DialogueChoice[];
  readonly state: DialogueState;
  /** The draft before is replaced by this answer. */
  readonly replacesDraft: boolean;
  /** It was to apply a draft, and the last messages left none. An earlier one may still wait. */
  readonly hasNothingToApply: boolean;
}

/** An answer without calls. */
export const plainAnswer = (state: DialogueState, answer: Partial<DialogueAnswer>): DialogueAnswer => ({
  kind: 'answer',
  calls: [],
  isReadOnly: true,
  reply: '',
  isRefusal: false,
  events: [],
  tasks: [],
  slots: [],
  choices: [],
  replacesDraft: false,
  hasNothingToApply: false,
  state,
  ...answer,
});

/** The latest first, each once. */
export function addMentions(added: readonly Mention[], before: readonly Mention[]): Mention[] {
  const all = [...added, ...before];
  const keys = all.map((mention) => JSON.stringify(mention));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MAX_MENTIONS);
}
