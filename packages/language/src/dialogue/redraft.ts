import { carryOut } from './carry-out.ts';
import type { DialogueData } from './data.ts';
import type { Frame } from './frames.ts';
import type { DialogueAnswer, DialogueState } from './state.ts';

/** Drafts other frames instead of what waits. If they cannot be drafted, the draft before goes on waiting. */
export function redraft(frames: readonly Frame[], data: DialogueData, state: DialogueState): DialogueAnswer {
  const answer = carryOut(frames, data, { ...state, draft: null });
  return answer.kind === 'answer'
    ? { ...answer, state: { ...answer.state, draft: state.draft } }
    : { ...answer, replacesDraft: state.draft !== null };
}
