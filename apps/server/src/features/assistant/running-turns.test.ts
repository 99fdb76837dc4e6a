import { randomUUID } from 'node:crypto';
import type { ChatStreamEvent, ChatTurn } from '@dayloom/contracts';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '#app.ts';
import { eventually } from '#test/eventually.ts';
import { type ScriptedModel, startScriptedModel, toCalls } from '#test/language-model.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

const LONG = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
const INTERRUPTED = 'The answer was interrupted. Nothing was changed.';

let model: ScriptedModel;
let server: TestServer;
let other: App;
let maya: TestUser;
let unfinished: Promise<unknown>[];

beforeAll(async () => {
  model = await startScriptedModel();
  server = await openTestServer({ ...model.environment, LLM_TIMEOUT_SECONDS: '30' }, { poolSize: 4 });
  other = await server.openOther();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
  unfinished = [];
});

afterEach(() => Promise.all(unfinished));

const inject = (app: App, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${maya.token}`, accept: 'text/event-stream' },
    ...(payload && { payload }),
  });

const toEvents = (body: string): ChatStreamEvent[] =>
  body
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));

/** Begins an answer that takes about ten seconds, and waits until some of it is there. */
async function beginSlowAnswer(): Promise<{ turn: ChatTurn; answer: Promise<ChatStreamEvent[]> }> {
  model.answersSlowly({ content: LONG }, { chunkSize: 20, latency: 80 });
  const answer = inject(server.app, 'POST', '/api/chat/turns', { text: 'tell me something long' }).then(
    ({ body }) => toEvents(body),
  );
  unfinished.push(answer);
  const turn = await eventually(async () => {
    const { body } = await maya.call('GET', '/api/user/chat/history');
    expect(body['turns']).toMatchObject([{ state: 'running', reply: expect.stringContaining('word2') }]);
    return body['turns'][0] as ChatTurn;
  });
  return { turn, answer };
}

const readTurn = async (id: string): Promise<ChatTurn> =>
  (await maya.call('GET', `/api/chat/turns/${id}`)).body['turn'];

describe('an answer that is being written', () => {
  test.each(['the same', 'another'])('is stopped from %s process', async (where) => {
    const { turn, answer } = await beginSlowAnswer();
    const app = where === 'another' ? other : server.app;
    const stopped = await inject(app, 'POST', `/api/chat/turns/${turn.id}/stop`);
    const { turn: now, message } = stopped.json();
    expect({ message, state: now.state }).toEqual({ message: 'Stopped', state: 'done' });
    expect(now.reply).toMatch(/^word0 word1 .*\n\nStopped\. Nothing was changed\.$/s);
    expect(now.reply.length).toBeLessThan(LONG.length);
    // The stream ends with the same, and nothing is written any more.
    expect((await answer).at(-1)).toEqual({
      type: 'done',
      conversationId: stopped.json().conversationId,
      turn: now,
    });
    expect(await readTurn(turn.id)).toEqual(now);
    const again = await maya.call('POST', `/api/chat/turns/${turn.id}/stop`);
    expect(again.body['turn']).toEqual(now);
  });

  test('is read on after a reload, in any process, from its beginning to its end', async () => {
    const { turn, answer } = await beginSlowAnswer();
    const followed = await Promise.all(
      [server.app, other].map((app) => inject(app, 'GET', `/api/chat/turns/${turn.id}`)),
    );
    const [last] = (await answer).slice(-1);
    expect(last).toMatchObject({ type: 'done', turn: { state: 'done', mode: 'model' } });
    for (const { body } of followed) {
      const events = toEvents(body);
      const texts = events.flatMap((event) => (event.type === 'text' ? event.text : []));
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.join('')).toBe(`${LONG}\n\nNothing was changed.`);
      expect(events[0]).toMatchObject({ type: 'started', turnId: turn.id });
      expect(events.at(-1)).toEqual(last);
    }
  });

  test('goes on when nobody reads it', async () => {
    model.answersSlowly({ content: LONG }, { chunkSize: 200, latency: 30 });
    const address = await server.app.http.listen({ port: 0, host: '127.0.0.1' });
    const gone = new AbortController();
    const response = await fetch(`${address}/api/chat/turns`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${maya.token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ text: 'tell me something long' }),
      signal: gone.signal,
    });
    const first = await response.body?.getReader().read();
    const [started] = toEvents(new TextDecoder().decode(first?.value));
    expect(started).toMatchObject({ type: 'started' });
    gone.abort();
    const id = started?.type === 'started' ? started.turnId : '';
    await eventually(async () => expect(await readTurn(id)).toMatchObject({ state: 'done', mode: 'model' }));
  });

  test('of somebody else cannot be stopped or read', async () => {
    const { turn, answer } = await beginSlowAnswer();
    const noah = await server.signUp({ firstName: 'Noah', timeZone: 'UTC' });
    expect(await noah.call('POST', `/api/chat/turns/${turn.id}/stop`)).toMatchObject({ status: 404 });
    expect(
      await noah.call('GET', `/api/chat/turns/${turn.id}`, undefined, { accept: 'text/event-stream' }),
    ).toMatchObject({ status: 404 });
    expect(await readTurn(turn.id)).toMatchObject({ state: 'running' });
    await maya.call('POST', `/api/chat/turns/${turn.id}/stop`);
    expect((await answer).at(-1)).toMatchObject({ type: 'done' });
  });

  test('ends when its process stops', async () => {
    const stopping = await server.openOther();
    model.answersSlowly({ content: LONG }, { chunkSize: 20, latency: 80 });
    const answer = inject(stopping, 'POST', '/api/chat/turns', { text: 'tell me something long' });
    const id = await eventually(async () => {
      const { body } = await maya.call('GET', '/api/user/chat/history');
      expect(body['turns']).toMatchObject([{ state: 'running', reply: expect.stringContaining('word2') }]);
      return body['turns'][0].id as string;
    });
    await stopping.close();
    await answer.catch(() => {});
    expect(await readTurn(id)).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining(INTERRUPTED),
    });
  });
});

/** What a process leaves that dies in the middle. */
async function die(id: string, phase: string): Promise<void> {
  await sql`
    update chat_turns set state = 'running', run_id = ${randomUUID()}, run_phase = ${phase},
      run_since = ${server.now()}, alive_at = ${server.now()}
    where id = ${id}
  `.execute(server.app.platform.db);
}

describe('a turn whose process has died', () => {
  const say = async (text: string): Promise<ChatTurn> =>
    (await maya.call('POST', '/api/chat/turns', { text })).body['turn'];

  test('while it was answered counts as interrupted after half a minute', async () => {
    model.answers({ content: 'Hello' });
    const turn = await say('anybody there, at all?');
    await die(turn.id, 'answering');
    expect(await readTurn(turn.id)).toMatchObject({ state: 'running' });
    server.setTime('2026-11-16T08:00:31Z');
    const { body } = await maya.call('GET', '/api/user/chat/history');
    expect(body['turns']).toMatchObject([
      { state: 'failed', reply: expect.stringContaining(INTERRUPTED), isUndoable: false },
    ]);
    expect(await readTurn(turn.id)).toEqual(body['turns'][0]);
    const events = toEvents((await inject(other, 'GET', `/api/chat/turns/${turn.id}`)).body);
    expect(events.at(-1)).toMatchObject({ type: 'done', turn: { state: 'failed' } });
  });

  test('while it was applied waits again if nothing was done', async () => {
    const { body } = await maya.call('POST', '/api/tasks', { title: 'Write' });
    model.answers(toCalls(['delete_task', { taskId: body['task']._id }]), { content: '' });
    const draft = await say('get rid of it, will you');
    expect(draft).toMatchObject({ state: 'waiting' });
    await die(draft.id, 'applying');
    expect(await maya.call('POST', `/api/chat/turns/${draft.id}/apply`)).toMatchObject({ status: 409 });
    server.setTime('2026-11-16T08:00:31Z');
    expect(await readTurn(draft.id)).toEqual(draft);
    const applied = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(applied.body['turn']).toMatchObject({ state: 'done', isUndoable: true });
    expect((await maya.call('GET', '/api/tasks')).body['tasks']).toEqual([]);
  });

  test('while it was applied says what was done, which can be undone', async () => {
    const { body } = await maya.call('POST', '/api/tasks', { title: 'Write' });
    model.answers(toCalls(['delete_task', { taskId: body['task']._id }]), { content: '' });
    const draft = await say('get rid of it, will you');
    await die(draft.id, 'applying');
    // The change was made for the draft, and the turn does not know of it.
    model.answers(toCalls(['create_task', { title: 'Made before the end' }]), { content: '' });
    const made = await say('one more, somehow');
    const { db } = server.app.platform;
    await sql`update commands set cause = ${draft.id} where cause = ${made.id}`.execute(db);
    server.setTime('2026-11-16T08:00:31Z');
    const turn = await readTurn(draft.id);
    expect(turn).toMatchObject({ state: 'done', isUndoable: true, actions: [{ state: 'done' }] });
    expect(turn.reply).toContain('This was interrupted');
    expect(turn.reply).toContain('Made before the end');
    await maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
    const { tasks } = (await maya.call('GET', '/api/tasks')).body as { tasks: { title: string }[] };
    expect(tasks.map(({ title }) => title)).toEqual(['Write']);
  });

  test('while it was undone can be undone again', async () => {
    model.answers(toCalls(['create_task', { title: 'Write' }]), { content: '' });
    const turn = await say('one thing, please');
    await die(turn.id, 'undoing');
    server.setTime('2026-11-16T08:00:31Z');
    expect(await readTurn(turn.id)).toEqual(turn);
    const undone = await maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
    expect(undone.body['turn']).toMatchObject({ state: 'undone' });
  });
});

test('messages that come at once are each answered once, in one order', async () => {
  model.answers({ content: 'Hello' });
  const { body } = await maya.call('POST', '/api/chat/turns', { text: 'the very first' });
  const { conversationId } = body;
  await Promise.all(
    [1, 2, 3].map((at) =>
      maya.call('POST', '/api/chat/turns', { text: `number ${at}, somehow`, conversationId }),
    ),
  );
  const history = await maya.call('GET', `/api/user/chat/history?conversationId=${conversationId}`);
  expect(history.body['turns'].map(({ state }: ChatTurn) => state)).toEqual(['done', 'done', 'done', 'done']);
  expect(history.body).toMatchObject({ messages: { today: { used: 4 } } });
});
