import type { CallToolResult } from '@modelcontextprotocol/server';
import { proposalTools } from '../model/tool-names.ts';
import { DATA_NOTICE, fenceData } from '../rules/answer-text.ts';
import { toLocalTimes } from '../rules/local-times.ts';
import type { AgentAnswer } from './call-tools.ts';

/** The result of a call, as text for language models and as data for programs. */
export function toResult(answer: AgentAnswer): CallToolResult {
  const { id, timeZone, state, actions, cards, outputs, problem, expiresAt, commandIds } = answer;
  const { isUnchanged = false, isDraftedAgain = false } = answer;
  if (problem !== null) return toRefusal(problem);
  const summary = actions.map((action) => action.summary);
  if (state === 'waiting') {
    const proposal = toLocalTimes(
      { timeZone, summary, cards, expiresAt: expiresAt?.toISOString() },
      timeZone,
    );
    return {
      content: [
        {
          type: 'text',
          text: `${isDraftedAgain ? CHANGED_MEANWHILE : ''}PROPOSED, nothing has changed yet. Show this to the user. After they agree, call ${proposalTools.commit} with the id ${id}; otherwise ${proposalTools.discard}.\n${fenceData(proposal)}`,
        },
      ],
      structuredContent: { status: 'proposed', id, notice: DATA_NOTICE, ...(proposal as object) },
    };
  }
  const isChange = commandIds.length > 0;
  const data = toLocalTimes({ timeZone, summary, results: outputs }, timeZone);
  const done = isChange ? `DONE. To undo it, call ${proposalTools.undo} with the id ${id}.\n` : '';
  const said = isUnchanged ? 'NOTHING CHANGED: everything is like that already.\n' : done;
  return {
    content: [{ type: 'text', text: `${said}${fenceData(data)}` }],
    structuredContent: {
      status: isUnchanged ? 'unchanged' : 'done',
      ...(isChange && { id }),
      notice: DATA_NOTICE,
      ...(data as object),
    },
  };
}

const CHANGED_MEANWHILE =
  'NOT DONE: what this proposal is about has changed since it was made. Here is a new proposal. ';

export const toRefusal = (problem: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: `NOT DONE. ${fenceData({ reason: problem })}` }],
});
