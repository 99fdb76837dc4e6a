import { NOTHING_CHANGED } from '@dayloom/contracts';
import type { DialogueState } from '@dayloom/language/dialogue-state';
import { joinParagraphs } from '../rules/interrupted.ts';
import { toStateAfterModelDraft } from '../rules/model-answer.ts';
import { toReply } from '../rules/reply.ts';
import { discardWaiting, type TurnContext, type TurnResult } from './answer-by-rules.ts';
import type { ModelAnswer } from './ask-model.ts';
import { runOrDraft } from './run-calls.ts';
import { toStateAfterCalls, withResults } from './turns.ts';

/**
 * Runs or drafts what a language model asks for, as one turn. The reply about changes comes from what the tools report.
 * The model's own words are shown only if nothing was changed, with a line that says so.
 */
export async function runModelAnswer(
  context: TurnContext,
  { text, changes, dropsDraft, cards }: ModelAnswer,
  state: DialogueState,
): Promise<TurnResult> {
  const { platform, scope, timeZone, turn, beginChanges } = context;
  if (changes.length === 0 && !dropsDraft) {
    const reply = joinParagraphs(text, NOTHING_CHANGED);
    const isQuestion = /[?？؟]$/u.test(text);
    return {
      answered: { ...turn, reply, state: isQuestion ? 'question' : 'done', cards },
      // 'yes' answers the question now, and does not apply a draft that waits.
      state: isQuestion ? { ...state, draft: null } : state,
    };
  }
  await beginChanges();
  if (changes.length === 0) {
    await discardWaiting(context);
    return {
      answered: { ...turn, reply: `Discarded. ${NOTHING_CHANGED}`, state: 'done' },
      state: { ...state, draft: null },
    };
  }
  const results = await runOrDraft(platform, scope, { turnId: turn.id, timeZone }, changes);
  const isReplaced = dropsDraft && results.state !== 'failed';
  if (isReplaced) await discardWaiting(context);
  const kept = isReplaced ? { ...state, draft: null } : state;
  return {
    answered: withResults(turn, results, toReply(results, '')),
    state: toStateAfterCalls(results.state === 'waiting' ? toStateAfterModelDraft(kept) : kept, results),
  };
}
