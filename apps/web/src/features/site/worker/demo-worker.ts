import { DAY_MS } from '@dayloom/time';
import type { DemoMessage, DemoResult, DemoSettings } from '../model/demo.ts';
import { DemoWeek } from './demo-week.ts';

/** Plans the demo's week in a worker. Fixes for an overload follow in a second message. */
let week: DemoWeek | null = null;
const send = (answer: DemoResult) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<DemoMessage>) => {
  try {
    if (data.kind === 'begin') {
      week = new DemoWeek(toDemoSettings(data.locale));
      send({ kind: 'view', view: week.view() });
      return;
    }
    if (!week) throw new Error('The week has not begun');
    const answer = week.answer(data);
    send(answer);
    if (answer.kind !== 'view' || answer.view.problem?.fixes !== null) return;
    const view = week.viewFixes();
    if (view) send({ kind: 'view', view });
  } catch (error) {
    send({
      kind: 'failed',
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }
});

/**
 * The sample week begins on the visitor's next Monday, or today on a Monday. Found here, because the first use of
 * `Intl` would keep a phone's page busy for 100 ms.
 */
function toDemoSettings(locale: string): DemoSettings {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return { monday: today + (weekday === 0 ? 0 : 7 - weekday) * DAY_MS, locale, hour12 };
}
