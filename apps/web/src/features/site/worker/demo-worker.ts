import type { DemoAnswer, DemoMessage } from '../model/demo.ts';
import { DemoWeek } from './demo-week.ts';

/** Plans the demo's week beside the page. Ways out of an overload follow in a second answer. */
let week: DemoWeek | null = null;
const send = (answer: DemoAnswer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<DemoMessage>) => {
  try {
    if (data.kind === 'begin') {
      week = new DemoWeek(data.settings);
      send({ kind: 'view', view: week.view() });
      return;
    }
    if (!week) throw new Error('The week has not begun');
    const answer = week.answer(data);
    send(answer);
    if (answer.kind !== 'view' || answer.view.problem?.fixes !== null) return;
    const view = week.findWaysOut();
    if (view) send({ kind: 'view', view });
  } catch (error) {
    send({
      kind: 'failed',
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }
});
