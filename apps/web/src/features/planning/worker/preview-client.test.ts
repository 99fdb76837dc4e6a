import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AskMessage, PlanningData, Question } from './questions.ts';

/** A worker that responds when the test calls `answer`. */
class SlowWorker extends EventTarget {
  static started: SlowWorker[] = [];
  readonly asked: AskMessage[] = [];
  isOver = false;

  constructor() {
    super();
    SlowWorker.started.push(this);
  }

  postMessage(message: AskMessage): void {
    this.asked.push(message);
  }

  answer(result: object): void {
    const id = this.asked.at(-1)?.id;
    this.dispatchEvent(new MessageEvent('message', { data: { id, result } }));
  }

  terminate(): void {
    this.isOver = true;
  }
}

const data = { instance: {}, tasks: [], mostWorkMinutes: null, meetings: [] } as unknown as PlanningData;
const fixes: Question = { kind: 'fixes', tasks: [] };
const fit = { kind: 'fit', input: {} } as Question;
const listKinds = ({ asked }: SlowWorker) => asked.map(({ question }) => question.kind);

async function loadPreview() {
  vi.resetModules();
  SlowWorker.started = [];
  vi.stubGlobal('Worker', SlowWorker);
  const { preview: think } = await import('./preview-client.ts');
  const ask = (question: Question) => {
    const leaving = new AbortController();
    const answer = think(data, question, leaving.signal).catch((error: unknown) => ({ failed: error }));
    return { answer, leave: () => leaving.abort(new Error('nobody waits')) };
  };
  return { ask, workers: SlowWorker.started };
}

let thinker: Awaited<ReturnType<typeof loadPreview>>;
beforeEach(async () => {
  thinker = await loadPreview();
});

describe('the in-page planner', () => {
  test('answers one question after the other, and gets the data once', async () => {
    const [first, second] = [thinker.ask(fit), thinker.ask(fixes)];
    const [worker] = thinker.workers;
    expect(listKinds(worker!)).toEqual(['fit']);
    worker!.answer({ fit: 1 });
    expect(await first.answer).toEqual({ fit: 1 });
    expect(listKinds(worker!)).toEqual(['fit', 'fixes']);
    worker!.answer({ fixes: 2 });
    expect(await second.answer).toEqual({ fixes: 2 });
    expect(worker!.asked.map((message) => 'data' in message)).toEqual([true, false]);
  });

  test('aborts a slow question when another is asked and nobody needs it', async () => {
    const long = thinker.ask(fixes);
    long.leave();
    expect(await long.answer).toMatchObject({ failed: { message: 'nobody waits' } });
    const [first] = thinker.workers;
    // Nothing else is asked, so it may continue: the same question may come again.
    expect(first!.isOver).toBe(false);
    const next = thinker.ask(fit);
    expect(first!.isOver).toBe(true);
    const second = thinker.workers[1];
    expect(listKinds(second!)).toEqual(['fit']);
    expect(second!.asked[0]).toHaveProperty('data');
    second!.answer({ fit: 1 });
    expect(await next.answer).toEqual({ fit: 1 });
  });

  test('aborts it also when the next one is already queued', async () => {
    const long = thinker.ask(fixes);
    const next = thinker.ask(fit);
    expect(thinker.workers).toHaveLength(1);
    long.leave();
    expect(thinker.workers).toHaveLength(2);
    thinker.workers[1]!.answer({ fit: 1 });
    expect(await next.answer).toEqual({ fit: 1 });
  });

  test('lets a fast question finish, and never sends aborted ones', async () => {
    const [first, second, third] = [thinker.ask(fit), thinker.ask(fit), thinker.ask(fit)];
    first.leave();
    second.leave();
    expect(await second.answer).toMatchObject({ failed: { message: 'nobody waits' } });
    const [worker] = thinker.workers;
    expect(worker!.isOver).toBe(false);
    worker!.answer({ fit: 1 });
    expect(listKinds(worker!)).toEqual(['fit', 'fit']);
    worker!.answer({ fit: 3 });
    expect(await third.answer).toEqual({ fit: 3 });
  });

  test('rejects a question at once that is aborted before it is sent', async () => {
    const controller = new AbortController();
    controller.abort(new Error('too late'));
    const { preview: think } = await import('./preview-client.ts');
    await expect(think(data, fit, controller.signal)).rejects.toThrow('too late');
    expect(thinker.workers).toHaveLength(0);
  });
});
