import { answerOf } from './answers.ts';
import type { AskMessage, PlanningData, ThoughtMessage } from './questions.ts';

/** The planner beside the page: one question after the other, about the data that came last. */
let data: PlanningData | null = null;

addEventListener('message', ({ data: message }: MessageEvent<AskMessage>) => {
  data = message.data ?? data;
  const answer = (thought: Omit<ThoughtMessage, 'id'>) =>
    postMessage({ id: message.id, ...thought } satisfies ThoughtMessage);
  if (!data) {
    answer({ error: 'There is nothing to plan with yet' });
    return;
  }
  try {
    answer({ thought: answerOf(data, message.question) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
