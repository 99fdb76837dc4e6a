import { preview } from './answers.ts';
import type { AskMessage, PlanningData, PreviewMessage } from './questions.ts';

/** The in-page planner: answers one question at a time, for the latest data it received. */
let data: PlanningData | null = null;

addEventListener('message', ({ data: message }: MessageEvent<AskMessage>) => {
  data = message.data ?? data;
  const answer = (result: Omit<PreviewMessage, 'id'>) =>
    postMessage({ id: message.id, ...result } satisfies PreviewMessage);
  if (!data) {
    answer({ error: 'There is nothing to plan with yet' });
    return;
  }
  try {
    answer({ result: preview(data, message.question) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
