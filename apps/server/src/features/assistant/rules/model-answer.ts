import type { DialogueAnswer, DialogueState } from '@dayloom/language/dialogue-state';

/**
 * Whether our own model answers although there is a language model: commands about what was done or drafted before, and
 * answers to its own questions. They are understood exactly, and at once.
 */
export function isHandledByRules(text: string, answer: DialogueAnswer, before: DialogueState): boolean {
  if (text.trimStart().startsWith('/')) return true;
  if (['undo', 'apply', 'discard'].includes(answer.kind)) return true;
  return answer.kind === 'calls' && (answer.replacesDraft || before.pending !== null);
}

/** The state of a conversation whose latest draft is a language model's: it can be applied and dropped by words. */
export const toStateAfterModelDraft = (state: DialogueState): DialogueState => ({
  ...state,
  // Without frames there is nothing that a correction could change by mistake.
  mentions: [],
  pending: null,
  draft: [],
});

/** Why basic mode has answered. */
export const describeFallback = (failure: keyof typeof REASONS): string =>
  `Answered in basic mode because ${REASONS[failure]}.`;

const REASONS = {
  unavailable: 'the language model did not answer',
  rate_limited: 'the language model is busy',
  reconnect_needed: 'the language model did not accept the key of this server',
  rejected: 'the language model gave an answer that cannot be used',
} as const;
