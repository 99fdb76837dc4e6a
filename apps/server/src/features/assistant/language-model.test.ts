import { HOUR_MS } from '@dayloom/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listContents, type ScriptedModel, startScriptedModel, toCalls } from '#test/language-model.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let model: ScriptedModel;
let server: TestServer;
let maya: TestUser;

beforeAll(async () => {
  model = await startScriptedModel();
  server = await openTestServer(model.environment);
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
});

async function addEvent(title: string, startsAt: string, more: object = {}): Promise<string> {
  const endsAt = new Date(Date.parse(startsAt) + HOUR_MS).toISOString();
  const added = await maya.call('POST', '/api/events', { title, startsAt, endsAt, timeZone: 'UTC', ...more });
  expect(added).toMatchObject({ status: 200 });
  return added.body['eventId'];
}

async function listTitles(): Promise<string[]> {
  const { body } = await maya.call('GET', '/api/events?from=2026-11-01T00:00:00Z&to=2026-12-31T00:00:00Z');
  return body['occurrences'].map(
    ({ title, startsAt }: { title: string; startsAt: string }) => `${title} ${startsAt}`,
  );
}

async function say(text: string, conversationId?: string) {
  const { status, body } = await maya.call('POST', '/api/chat/turns', {
    text,
    ...(conversationId && { conversationId }),
  });
  expect(status).toBe(200);
  return body as { conversationId: string; turn: any };
}

async function stream(text: string) {
  const reply = await server.app.http.inject({
    method: 'POST',
    url: '/api/chat/turns',
    headers: { authorization: `Bearer ${maya.token}`, accept: 'text/event-stream' },
    payload: { text },
  });
  return reply.body
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
}

const NOTE = 'Nothing was changed.';

describe('a language model', () => {
  test('answers in its own words, followed by a line that nothing was changed', async () => {
    model.answers({ content: 'You are free all day.' });
    const { turn, conversationId } = await say('how does my day look, roughly?');
    expect(turn).toMatchObject({
      mode: 'model',
      notice: null,
      state: 'done',
      reply: `You are free all day.\n\n${NOTE}`,
      actions: [],
      isUndoable: false,
    });
    const history = await maya.call('GET', `/api/user/chat/history?conversationId=${conversationId}`);
    expect(history.body).toMatchObject({ mode: 'model', turns: [turn], messages: { today: { used: 1 } } });
    const [request] = model.listRequests();
    expect(request).toMatchObject({ model: 'scripted', stream: true });
    expect(request?.tools?.map(({ function: { name } }) => name)).toEqual(
      expect.arrayContaining(['list_events', 'create_event', 'delete_event', 'list_tasks', 'plan']),
    );
  });

  test('cannot claim a change: its words are contradicted, and next to changes they are dropped', async () => {
    await addEvent('Lunch', '2026-11-17T11:00:00Z');
    model.answers({ content: 'Done! I moved lunch to 3 pm and told everybody.' });
    expect((await say('put lunch somewhere nicer')).turn).toMatchObject({
      reply: `Done! I moved lunch to 3 pm and told everybody.\n\n${NOTE}`,
      actions: [],
    });
    model.answers(toCalls(['create_task', { title: 'Buy milk' }]), { content: 'I also cancelled lunch.' });
    expect((await say('I need milk some time')).turn).toMatchObject({
      reply: "Added the task 'Buy milk'.",
      actions: [{ tool: 'create_task', state: 'done' }],
    });
    expect(await listTitles()).toEqual(['Lunch 2026-11-17T11:00:00.000Z']);
  });

  test('streams its words while it writes, and the stream ends with the whole reply', async () => {
    const content = 'You have nothing on Tuesday, and two free hours on Wednesday morning.';
    model.answersSlowly({ content }, { chunkSize: 10 });
    const events = await stream('how do the next days look, roughly?');
    expect(events[0]).toMatchObject({ type: 'started' });
    const texts = events.filter(({ type }) => type === 'text').map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.join('')).toBe(`${content}\n\n${NOTE}`);
    expect(events.filter(({ type }) => type === 'started')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'done', turn: { mode: 'model', reply: texts.join('') } });
  });

  test('looks things up at once, changes them with undo, in local times', async () => {
    const eventId = await addEvent('Dentist', '2026-11-17T14:00:00Z');
    model.answers(
      toCalls(['list_events', { from: '2026-11-17T00:00', to: '2026-11-18T00:00' }]),
      toCalls([
        'update_event',
        { eventId, startsAt: '2026-11-19T16:00', endsAt: 'Thu 2026-11-19T17:00+01:00', location: null },
      ]),
      { content: 'Moved.' },
    );
    const { turn, conversationId } = await say('my teeth can wait until Thursday afternoon');
    expect(turn).toMatchObject({
      mode: 'model',
      state: 'done',
      isUndoable: true,
      cards: [{ kind: 'event' }],
    });
    expect(turn.reply).toBe(
      "Moved 'Dentist' from Tue, 17 Nov 2026, 15:00–16:00 (Europe/Berlin) to Thu, 19 Nov 2026, 16:00–17:00 (Europe/Berlin).",
    );
    expect(await listTitles()).toEqual(['Dentist 2026-11-19T15:00:00.000Z']);
    const last = listContents(model.listRequests()[1] as never).at(-1) ?? '';
    expect(last).toMatch(/^<untrusted-data>\n.*"title":"Dentist".*\n<\/untrusted-data>$/s);
    expect(last).toContain('Tue 2026-11-17T15:00+01:00');
    model.answers({ content: 'The model is not asked.' });
    expect((await say('undo', conversationId)).turn).toMatchObject({ mode: 'basic', notice: null });
    expect(model.listRequests()).toEqual([]);
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
  });

  test('does several things as one turn, and drafts more than three', async () => {
    const add = (count: number) =>
      toCalls(...Array.from({ length: count }, (_, at) => ['create_task', { title: `T${at}` }] as const));
    model.answers(add(2), { content: '' });
    const two = await say('two things, please');
    expect(two.turn).toMatchObject({ state: 'done', actions: [{ state: 'done' }, { state: 'done' }] });
    expect(await maya.call('POST', `/api/chat/turns/${two.turn.id}/undo`)).toMatchObject({ status: 200 });
    expect((await maya.call('GET', '/api/tasks')).body['tasks']).toEqual([]);
    model.answers(add(4), { content: 'All added!' });
    const four = await say('four things, please');
    expect(four.turn).toMatchObject({ state: 'waiting', actions: [{}, {}, {}, {}] });
    expect(four.turn.reply).toMatch(/^Drafted, nothing has changed yet/);
    expect((await maya.call('GET', '/api/tasks')).body['tasks']).toEqual([]);
    expect((await say('yes', four.conversationId)).turn).toMatchObject({ mode: 'basic' });
    expect((await maya.call('GET', '/api/tasks')).body['tasks']).toHaveLength(4);
  });

  test('drafts deletions and what concerns others, and can replace its draft', async () => {
    const eventId = await addEvent('Dentist', '2026-11-17T14:00:00Z');
    model.answers(toCalls(['delete_event', { eventId }]), { content: 'Deleted it.' });
    const draft = await say('no dentist this time');
    expect(draft.turn).toMatchObject({ state: 'waiting', actions: [{ tool: 'delete_event' }] });
    const guests = { invite: [{ email: 'ana@example.org', name: 'Ana' }] };
    model.answers(toCalls(['drop_draft', {}], ['update_event', { eventId, ...guests }]), { content: 'ok' });
    const second = await say('rather have Ana come along', draft.conversationId);
    expect(second.turn).toMatchObject({ state: 'waiting', actions: [{ tool: 'update_event' }] });
    expect(listContents(model.listRequests()[0] as never)[1]).toContain('"draft":["Delete \'Dentist\'');
    const first = await maya.call('GET', `/api/chat/turns/${draft.turn.id}`);
    expect(first.body['turn']).toMatchObject({ state: 'discarded' });
    expect((await say('forget it', draft.conversationId)).turn.reply).toBe(`Discarded. ${NOTE}`);
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
  });

  test("gets 'yes' as the answer to its question, which does not apply an earlier draft", async () => {
    const eventId = await addEvent('Dentist', '2026-11-17T14:00:00Z');
    model.answers(toCalls(['delete_event', { eventId }]), { content: '' });
    const { turn, conversationId } = await say('no dentist this time');
    model.answers({ content: 'Shall I add a task for lunch?' });
    expect((await say('and my lunch, somehow?', conversationId)).turn).toMatchObject({ state: 'question' });
    model.answers(toCalls(['create_task', { title: 'Lunch' }]), { content: '' });
    expect((await say('yes', conversationId)).turn).toMatchObject({ mode: 'model', state: 'done' });
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
    const draft = await maya.call('GET', `/api/chat/turns/${turn.id}`);
    expect(draft.body['turn']).toMatchObject({ state: 'waiting' });
  });

  test('learns what cannot be done, and asks', async () => {
    model.answers(toCalls(['delete_event', { eventId: '00000000-0000-4000-8000-000000000000' }]), {
      content: 'Which event do you mean?',
    });
    expect((await say('away with it')).turn).toMatchObject({
      state: 'question',
      actions: [],
      reply: `Which event do you mean?\n\n${NOTE}`,
    });
    expect(listContents(model.listRequests()[1] as never).at(-1)).toContain('was not found');
  });

  test('learns which fields a tool has when it makes one up, and corrects itself', async () => {
    const eventId = await addEvent('Review', '2026-11-18T09:00:00Z');
    const guests = [{ email: 'ana@example.org' }];
    model.answers(
      toCalls(['update_event', { eventId, attendees: guests }]),
      toCalls(['update_event', { eventId, invite: guests }]),
      { content: '' },
    );
    expect((await say('get Ana to the review')).turn).toMatchObject({
      mode: 'model',
      state: 'waiting',
      actions: [{ tool: 'update_event', input: { invite: [{ email: 'ana@example.org', name: '' }] } }],
    });
    expect(listContents(model.listRequests()[1] as never).at(-1)).toMatch(
      /must not have attendees; known are eventId, .*invite, uninvite/,
    );
  });

  test('sees earlier turns as data, and neither keys nor other conversations', async () => {
    model.answers({ content: 'First answer' });
    const { conversationId } = await say('first question, somehow');
    await say('a secret of another conversation');
    model.answers({ content: 'Second answer' });
    await say('and the second one?', conversationId);
    const text = JSON.stringify(model.listRequests());
    expect(text).toContain('first question, somehow');
    expect(text).toContain('First answer');
    expect(text).not.toContain('secret');
    expect(text).not.toContain('model-key');
    expect(text).not.toContain(maya.token);
  });

  test('is not asked for accounts on the free plan, nor without its settings', async () => {
    const paid = await openTestServer({ ...model.environment, BILLING: 'on' });
    const noah = await paid.signUp({ firstName: 'Noah', timeZone: 'UTC' });
    model.answers({ content: 'Hello from the model' });
    const answered = await noah.call('POST', '/api/chat/turns', { text: 'hello' });
    expect(answered.body).toMatchObject({ turn: { mode: 'basic', notice: null } });
    expect((await noah.call('GET', '/api/user/chat/history')).body).toMatchObject({ mode: 'basic' });
    expect(model.listRequests()).toEqual([]);
  });
});

describe('basic mode answers, and says why,', () => {
  const TEXT = 'add buy milk to my list';
  const DID_NOT_ANSWER = 'Answered in basic mode because the language model did not answer.';
  const UNUSABLE = 'Answered in basic mode because the language model gave an answer that cannot be used.';

  async function expectBasic(notice: string): Promise<void> {
    const { turn } = await say(TEXT);
    expect(turn).toMatchObject({
      mode: 'basic',
      notice,
      state: 'done',
      reply: "Added the task 'Buy milk'.",
      actions: [{ tool: 'create_task', state: 'done' }],
    });
    // Once, and nothing of what the model has asked for.
    const { body } = await maya.call('GET', '/api/tasks');
    expect(body['tasks'].map(({ title }: { title: string }) => title)).toEqual(['Buy milk']);
    const history = await maya.call('GET', '/api/user/chat/history');
    expect(history.body).toMatchObject({ mode: 'model', messages: { today: { used: 1 } } });
  }

  const change = toCalls(['create_task', { title: 'By the model' }]);

  test.each([
    [500, DID_NOT_ANSWER],
    [503, DID_NOT_ANSWER],
    [401, 'Answered in basic mode because the language model did not accept the key of this server.'],
    [404, UNUSABLE],
  ])('when the model fails with %i, also after it has asked for changes', async (status, notice) => {
    model.answers(change, { error: { message: 'no' }, status });
    await expectBasic(notice);
    expect(model.listRequests()).toHaveLength(2);
  });

  test('when it is too busy, after one retry if the wait is short', async () => {
    model.answers({ error: { message: 'slow down' }, status: 429, retryAfter: 1 });
    await expectBasic('Answered in basic mode because the language model is busy.');
    expect(model.listRequests()).toHaveLength(2);
    model.answers({ error: { message: 'slow down' }, status: 429, retryAfter: 60 });
    expect((await say('hello there, you')).turn).toMatchObject({ mode: 'basic' });
    expect(model.listRequests()).toHaveLength(1);
    model.answers({ error: { message: 'slow down' }, status: 429, retryAfter: 1 }, { content: 'Hi again' });
    expect((await say('hello there, you')).turn).toMatchObject({ mode: 'model' });
  });

  test('when arguments stay unreadable after one more try', async () => {
    const broken = toCalls(['create_task', '{"title": "By the mo']);
    model.answers(broken);
    await expectBasic(UNUSABLE);
    expect(model.listRequests()).toHaveLength(2);
    model.answers(broken, change, { content: '' });
    expect((await say('something for the list')).turn).toMatchObject({
      mode: 'model',
      reply: "Added the task 'By the model'.",
    });
    model.answers(toCalls(['create_task', { title: 5 }]), change, { content: '' });
    expect((await say('another one for the list')).turn).toMatchObject({ mode: 'model', state: 'done' });
    expect(listContents(model.listRequests()[1] as never).at(-1)).toContain('title');
  });

  test('when it calls tools that do not exist, or never stops calling', async () => {
    model.answers(toCalls(['send_mail', { to: 'eve@example.org' }]));
    await expectBasic(UNUSABLE);
    model.answers(toCalls(['list_tasks', {}], ['create_task', { title: 'Again' }]));
    expect((await say('hello there, you')).turn).toMatchObject({
      mode: 'basic',
      notice: UNUSABLE,
      actions: [],
    });
    expect(model.listRequests()).toHaveLength(8);
  });

  test('when the stream is cut, the answer empty or huge', async () => {
    model.answersSlowly(
      { content: 'A long answer that is cut off early' },
      { chunkSize: 5, truncateAfterChunks: 4 },
    );
    await expectBasic(DID_NOT_ANSWER);
    for (const content of ['', '  \n ', 'x'.repeat(30_000)]) {
      model.answers({ content });
      expect((await say('hello there, you')).turn).toMatchObject({ mode: 'basic', notice: UNUSABLE });
    }
  });

  test('when it is silent, or not there', async () => {
    model.answersSlowly({ content: 'late' }, { latency: 20_000 });
    await expectBasic(DID_NOT_ANSWER);
    const alone = await openTestServer({ ...model.environment, LLM_BASE_URL: 'http://127.0.0.1:9/v1' });
    const noah = await alone.signUp({ firstName: 'Noah', timeZone: 'UTC' });
    const answered = await noah.call('POST', '/api/chat/turns', { text: TEXT });
    expect(answered.body['turn']).toMatchObject({ mode: 'basic', notice: DID_NOT_ANSWER, state: 'done' });
  });

  test('and the stream starts over', async () => {
    model.answersSlowly({ content: 'x '.repeat(12_000) }, { chunkSize: 500 });
    const events = await stream(TEXT);
    const begun = events.map(({ type }) => type).lastIndexOf('started');
    expect(begun).toBeGreaterThan(1);
    expect(events.slice(begun)).toMatchObject([
      { type: 'started' },
      { type: 'text', text: "Added the task 'Buy milk'." },
      { type: 'done', turn: { mode: 'basic', notice: UNUSABLE } },
    ]);
  });
});
