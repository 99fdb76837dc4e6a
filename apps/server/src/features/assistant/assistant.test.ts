import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
});

async function addEvent(title: string, startsAt: string, minutes = 60, more: object = {}): Promise<string> {
  const endsAt = new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString();
  const added = await maya.call('POST', '/api/events', { title, startsAt, endsAt, timeZone: 'UTC', ...more });
  expect(added).toMatchObject({ status: 200 });
  return added.body['eventId'];
}

async function listEvents(): Promise<Record<string, unknown>[]> {
  const { body } = await maya.call('GET', '/api/events?from=2026-11-01T00:00:00Z&to=2026-12-31T00:00:00Z');
  return body['occurrences'];
}

const listTitles = async () =>
  (await listEvents()).map(({ title, startsAt }) => `${String(title)} ${String(startsAt)}`);

let conversationId: string | undefined;

async function say(text: string, options: { readonly isNew?: boolean } = {}) {
  if (options.isNew ?? true) conversationId = undefined;
  const { status, body } = await maya.call('POST', '/api/chat/turns', {
    text,
    ...(conversationId && { conversationId }),
  });
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: 'Answered' });
  conversationId = body['conversationId'];
  return body['turn'];
}

const goOn = (text: string) => say(text, { isNew: false });

describe('a message', () => {
  test('moves an event at once, with undo', async () => {
    await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
    const before = await listEvents();
    const turn = await say('move the dentist to Thursday at 4pm');
    expect(turn).toMatchObject({
      state: 'done',
      mode: 'basic',
      isUndoable: true,
      reply:
        "Moved 'Dentist' from Tue, 17 Nov 2026, 14:00–14:45 (UTC) to Thu, 19 Nov 2026, 16:00–16:45 (UTC).",
      actions: [{ tool: 'update_event', state: 'done' }],
      cards: [{ kind: 'event', change: 'changed', event: { title: 'Dentist' } }],
    });
    expect(await listTitles()).toEqual(['Dentist 2026-11-19T16:00:00.000Z']);
    const undone = await maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
    expect(undone.body).toMatchObject({ turn: { state: 'undone', isUndoable: false } });
    const restored = await listEvents();
    expect(restored.map(({ version: _version, ...event }) => event)).toEqual(
      before.map(({ version: _version, ...event }) => event),
    );
    expect(await maya.call('POST', `/api/chat/turns/${turn.id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'already_undone' },
    });
  });

  describe('that is undone after somebody changed the same thing', () => {
    const moveElsewhere = async (title: string) => {
      const event = (await listEvents()).find((one) => one['title'] === title);
      const moved = await maya.call('PATCH', `/api/events/${String(event?.['eventId'])}`, {
        startsAt: '2026-11-20T09:00:00Z',
        endsAt: '2026-11-20T09:45:00Z',
      });
      expect(moved.status).toBe(200);
    };
    const KEPT =
      "Not undone in full: 'Dentist' was changed since, so that change was kept. Your version is under Settings, Accounts.";

    test('stays done, says what was kept, and cannot be undone again', async () => {
      await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
      const turn = await say('move the dentist to Thursday at 4pm');
      await moveElsewhere('Dentist');
      const { body } = await maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
      expect(body['turn']).toMatchObject({
        state: 'done',
        isUndoable: false,
        reply: `${turn.reply}\n${KEPT}`,
        actions: [{ tool: 'update_event', state: 'done' }],
      });
      expect(await listTitles()).toEqual(['Dentist 2026-11-20T09:00:00.000Z']);
      expect(await maya.call('POST', `/api/chat/turns/${turn.id}/undo`)).toMatchObject({ status: 409 });
    });

    test("the answer to 'undo' names it, and undoes nothing else the next time", async () => {
      await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
      await say('move the dentist to Thursday at 4pm');
      await moveElsewhere('Dentist');
      expect(await goOn('undo')).toMatchObject({ state: 'failed', reply: KEPT });
      expect(await goOn('undo')).toMatchObject({
        state: 'failed',
        reply: 'There is nothing to undo in this conversation.',
      });
      expect(await listTitles()).toEqual(['Dentist 2026-11-20T09:00:00.000Z']);
    });

    test('is undone but for that', async () => {
      await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
      await addEvent('Gym', '2026-11-17T18:00:00Z', 45);
      const turn = await say('move the dentist to Thursday at 4pm and move the gym to Thursday at 6pm');
      expect(turn).toMatchObject({ state: 'done', actions: [{}, {}] });
      await moveElsewhere('Dentist');
      const reply = await goOn('undo');
      expect(reply).toMatchObject({ state: 'done' });
      expect(reply.reply).toMatch(/^Undid: Moved 'Gym'.*\nNot undone in full: 'Dentist' was changed since/);
      expect((await maya.call('GET', `/api/chat/turns/${turn.id}`)).body['turn']).toMatchObject({
        state: 'undone',
        isUndoable: false,
        actions: [{ state: 'done' }, { state: 'undone' }],
      });
      expect((await listTitles()).toSorted()).toEqual([
        'Dentist 2026-11-20T09:00:00.000Z',
        'Gym 2026-11-17T18:00:00.000Z',
      ]);
    });
  });

  test('about what is not there has failed if it asks for a change, and is done if it asks a question', async () => {
    const states: [string, string][] = [];
    for (const text of [
      'cancel the dentist',
      'move the dentist to 4pm',
      'complete the laundry',
      'when is the dentist?',
    ])
      states.push([text, (await say(text)).state]);
    expect(states).toEqual([
      ['cancel the dentist', 'failed'],
      ['move the dentist to 4pm', 'failed'],
      ['complete the laundry', 'failed'],
      ['when is the dentist?', 'done'],
    ]);
    // The title of an event must not change the state of the answer.
    await addEvent('Nothing was changed.', '2026-11-17T14:00:00Z');
    expect(await say("what's on tomorrow?")).toMatchObject({
      state: 'done',
      reply: expect.stringContaining("'Nothing was changed.'"),
    });
    expect(await say('add task nothing was changed. really')).toMatchObject({ state: 'done' });
    expect(await say(`add task ${'x'.repeat(400)}`)).toMatchObject({
      state: 'failed',
      reply: "That did not work: 'title' must be at most 300 characters. Nothing was changed.",
    });
  });

  test('is answered in the order of its letters, whatever controls a title has', async () => {
    const title = 'Pay \u202egnp.exe\u2066 \u{e0041}now';
    await addEvent(title, '2026-11-17T14:00:00Z', 45);
    expect((await say("what's on tomorrow?")).reply).not.toMatch(/[\u202e\u2066\u{e0041}]/u);
    const draft = await say('cancel my 2pm tomorrow');
    expect(draft.reply).toContain("Delete 'Pay gnp.exe now', Tue, 17 Nov 2026, 14:00–14:45 (UTC)");
    // The event is as its calendar has it.
    expect(draft.cards).toMatchObject([{ kind: 'event', event: { title } }]);
  });

  test.each(['xx-!!', '-----', '1', 'xx-aa-bb-cc', 'en_US'])(
    'of the locale %s is refused',
    async (locale) => {
      expect(await maya.call('POST', '/api/chat/turns', { text: 'hello', locale })).toMatchObject({
        status: 400,
        body: { fields: { locale: 'must be a locale such as en-GB' } },
      });
    },
  );

  test('that deletes waits until it is applied', async () => {
    await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
    const turn = await say('cancel the dentist');
    expect(turn).toMatchObject({ state: 'waiting', actions: [{ tool: 'delete_event', state: 'waiting' }] });
    expect(turn.reply).toContain('Drafted, nothing has changed yet');
    expect(await listTitles()).toHaveLength(1);
    const applied = await maya.call('POST', `/api/chat/turns/${turn.id}/apply`);
    expect(applied.body).toMatchObject({ turn: { state: 'done', isUndoable: true } });
    expect(await listTitles()).toEqual([]);
    expect(await maya.call('POST', `/api/chat/turns/${turn.id}/apply`)).toMatchObject({ status: 409 });
    await goOn('undo');
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
  });

  test('adds to a description, and keeps what is there', async () => {
    const description = '<p>Floor 2</p>\nAsk for Kim';
    await addEvent('Dentist', '2026-11-17T14:00:00Z', 45, { description, location: 'Main St' });
    const [before] = await listEvents();
    const turn = await say('add a note to the dentist: bring the card');
    expect(turn).toMatchObject({
      state: 'done',
      reply: "Added to the description of 'Dentist', Tue, 17 Nov 2026, 14:00–14:45 (UTC): 'bring the card'.",
    });
    const [after] = await listEvents();
    expect({ ...after, version: before?.['version'] }).toEqual({
      ...before,
      description: `${description}\nbring the card`,
    });
    await goOn('undo');
    const [restored] = await listEvents();
    expect({ ...restored, version: before?.['version'] }).toEqual(before);
  });

  test('ends a series after its last day', async () => {
    await addEvent('Yoga', '2026-11-17T18:00:00Z', 60, { recurrenceRule: 'FREQ=WEEKLY' });
    const before = await listTitles();
    const turn = await say('the last yoga is on November 24');
    expect(turn).toMatchObject({ state: 'waiting', actions: [{ tool: 'delete_event' }] });
    await goOn('yes');
    expect(await listTitles()).toEqual(['Yoga 2026-11-17T18:00:00.000Z', 'Yoga 2026-11-24T18:00:00.000Z']);
    await goOn('undo');
    expect(await listTitles()).toEqual(before);
  });

  test('with a guest waits, and can be corrected before', async () => {
    await addEvent('Intro', '2026-11-18T09:00:00Z', 30, {
      attendees: [{ email: 'ana@example.org', name: 'Ana Silva' }],
    });
    const draft = await say('schedule a review with Ana tomorrow at 10');
    expect(draft).toMatchObject({
      state: 'waiting',
      cards: [
        { kind: 'event', event: { title: 'Review with Ana', attendees: [{ email: 'ana@example.org' }] } },
      ],
    });
    const corrected = await goOn('no, Friday');
    expect(corrected).toMatchObject({
      state: 'waiting',
      actions: [{ input: { startsAt: '2026-11-20T10:00:00.000Z' } }],
    });
    const { body } = await maya.call('GET', `/api/chat/turns/${draft.id}`);
    expect(body['turn']).toMatchObject({ state: 'discarded' });
    await goOn('yes');
    expect(await listTitles()).toEqual([
      'Intro 2026-11-18T09:00:00.000Z',
      'Review with Ana 2026-11-20T10:00:00.000Z',
    ]);
  });

  test('undoes what was done last, not what was said last', async () => {
    await addEvent('Dentist', '2026-11-17T14:00:00Z', 45);
    const draft = await say('cancel the dentist');
    server.setTime('2026-11-16T08:01:00Z');
    await goOn('add task water the plants');
    server.setTime('2026-11-16T08:02:00Z');
    await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(await listTitles()).toEqual([]);
    expect((await goOn('undo')).reply).toContain("Undid: Deleted 'Dentist'");
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
    expect((await goOn('undo')).reply).toContain('Water the plants');
    expect(await goOn('undo')).toMatchObject({
      state: 'failed',
      reply: 'There is nothing to undo in this conversation.',
    });
  });

  test('that is out of date is drafted again instead of applied, and adds a guest to those who are invited', async () => {
    const eventId = await addEvent('Review', '2026-11-18T09:00:00Z', 30, {
      attendees: [{ email: 'ana@example.org', name: 'Ana Silva' }],
    });
    const draft = await say('invite lee@example.org to the review');
    expect(draft).toMatchObject({
      state: 'waiting',
      actions: [{ input: { invite: [{ email: 'lee@example.org' }] } }],
    });
    const attendees = [{ email: 'ana@example.org', name: 'Ana Silva' }, { email: 'zoe@example.org' }];
    await maya.call('PATCH', `/api/events/${eventId}`, { attendees });
    const before = await listEvents();
    const again = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(again).toMatchObject({
      status: 200,
      body: {
        message: 'Drafted again',
        turn: { id: draft.id, state: 'waiting', reply: expect.stringContaining('has changed since') },
      },
    });
    expect(await listEvents()).toEqual(before);
    await maya.call('PATCH', `/api/events/${eventId}`, { location: 'Room 2' });
    const said = await goOn('yes');
    expect(said).toMatchObject({ state: 'failed', reply: expect.stringContaining('New draft') });
    expect(await goOn('yes')).toMatchObject({ state: 'done', reply: expect.stringMatching(/^Invited lee/) });
    const [event] = (await listEvents()) as { attendees: { email: string }[] }[];
    expect(event?.attendees.map(({ email }) => email)).toEqual([
      'ana@example.org',
      'zoe@example.org',
      'lee@example.org',
    ]);
  });

  test('that makes very many changes within an hour waits for the next one', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `- thing ${at}`).join('\n');
    const drafts: { id: string }[] = [];
    for (let at = 0; at < 7; at++) drafts.push(await say(`turn this into tasks:\n${lines}`));
    const apply = ({ id }: { id: string }) => maya.call('POST', `/api/chat/turns/${id}/apply`);
    const countTasks = async () => (await maya.call('GET', '/api/tasks?limit=1')).body['counts'].all;
    const last = drafts.pop() ?? { id: '' };
    const another = drafts.pop() ?? { id: '' };
    for (const draft of drafts) expect((await apply(draft)).status).toBe(200);
    expect(await countTasks()).toBe(250);
    // Another process begins to apply one at the same moment.
    const begin = sql`
      update chat_turns set state = 'running', run_id = gen_random_uuid(), run_phase = 'applying',
        run_since = ${server.now()}, alive_at = ${server.now()}
      where id = ${another.id}
    `;
    await begin.execute(server.app.platform.db);
    expect(await apply(last)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await goOn('yes')).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining('very many changes within an hour'),
    });
    expect(await countTasks()).toBe(250);
    server.setTime('2026-11-16T09:00:01Z');
    expect(await apply(last)).toMatchObject({ status: 200, body: { turn: { state: 'done' } } });
    expect(await countTasks()).toBe(300);
    // What counts in the journal has an end, too.
    for (let at = 0; at < 5; at++) await apply(await say(`turn this into tasks:\n${lines}`));
    expect(await countTasks()).toBe(550);
    expect(await say('add task one more')).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining('very many changes within an hour'),
    });
  });

  test('does not apply a draft of the day before yesterday', async () => {
    await addEvent('Dentist', '2026-11-19T14:00:00Z', 45);
    const draft = await say('cancel the dentist');
    server.setTime('2026-11-17T08:00:01Z');
    const applied = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(applied.body).toMatchObject({
      message: 'Discarded',
      turn: { state: 'discarded', reply: expect.stringContaining('more than a day old') },
    });
    expect(await listTitles()).toEqual(['Dentist 2026-11-19T14:00:00.000Z']);
  });

  test('says a refusal as its answer', async () => {
    await say('add task water the plants');
    const { commands } = (await maya.call('GET', '/api/commands')).body as { commands: { _id: string }[] };
    await maya.call('POST', `/api/commands/${commands[0]?._id}/undo`);
    expect(await goOn('undo')).toMatchObject({
      state: 'failed',
      reply: 'This change was already undone.',
      isUndoable: false,
    });
  });

  test('reads dates in figures by the locale', async () => {
    const ask = async (locale: string) => {
      const text = 'create an event called "Fair" on 3/12 at 10:00';
      const { body } = await maya.call('POST', '/api/chat/turns', { text, locale });
      return body['turn'].actions[0].input.startsAt;
    };
    expect(await ask('en-GB')).toBe('2026-12-03T10:00:00.000Z');
    expect(await ask('en-US')).toBe('2027-03-12T10:00:00.000Z');
    expect(await maya.call('POST', '/api/chat/turns', { text: 'hi', locale: '../x' })).toMatchObject({
      status: 400,
    });
  });

  test('asks which one is meant, and goes on with the answer', async () => {
    await addEvent('Budget review', '2026-11-17T10:00:00Z');
    await addEvent('Design review', '2026-11-18T10:00:00Z');
    const question = await say('push the review back by 90 minutes');
    expect(question).toMatchObject({ state: 'question', cards: [{ kind: 'choices' }] });
    expect(await goOn('the design one')).toMatchObject({ state: 'done' });
    expect(await listTitles()).toEqual([
      'Budget review 2026-11-17T10:00:00.000Z',
      'Design review 2026-11-18T11:30:00.000Z',
    ]);
    expect(await goOn('make it 15 minutes longer')).toMatchObject({ state: 'done' });
    expect((await listEvents())[1]).toMatchObject({ endsAt: '2026-11-18T12:45:00.000Z' });
  });

  test('does several things as one, which a single undo reverses', async () => {
    await addEvent('Lunch', '2026-11-17T12:00:00Z');
    const turn = await say('move lunch to 1 and add buy milk to my list');
    expect(turn).toMatchObject({
      state: 'done',
      actions: [{ tool: 'update_event' }, { tool: 'create_task' }],
    });
    await maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
    expect(await listTitles()).toEqual(['Lunch 2026-11-17T12:00:00.000Z']);
    expect((await maya.call('GET', '/api/tasks')).body['tasks']).toEqual([]);
  });

  test('of which a part is not found does not say that nothing was changed', async () => {
    const turn = await say('add task water the plants and cancel the dentist');
    expect(turn).toMatchObject({
      state: 'done',
      reply: "Added the task 'Water the plants'.\nI found nothing in your calendar for 'the dentist'.",
    });
  });

  test('that is not understood changes nothing and says so', async () => {
    await addEvent('Lunch', '2026-11-17T12:00:00Z');
    const before = await listEvents();
    const turn = await say('play some music');
    expect(turn).toMatchObject({ state: 'not_understood', actions: [], isUndoable: false });
    expect(turn.reply).toContain('did not understand');
    expect(await listEvents()).toEqual(before);
  });

  test('does not apply an earlier plan after a later one', async () => {
    await maya.call('POST', '/api/tasks', { title: 'Report', durationMinutes: 60, dueOn: '2026-11-20' });
    const first = await say('plan my week');
    const second = await say('plan my week');
    expect((await maya.call('POST', `/api/chat/turns/${second.id}/apply`)).body['turn'].state).toBe('done');
    expect((await maya.call('POST', `/api/chat/turns/${first.id}/apply`)).body['turn']).toMatchObject({
      state: 'failed',
      reply:
        'That did not work: There has been a newer plan since this proposal. Plan again. Nothing was changed.',
    });
  });

  test('plans the week as a proposal that is applied', async () => {
    await maya.call('POST', '/api/tasks', { title: 'Write the report', durationMinutes: 60 });
    const draft = await say('plan my week');
    expect(draft).toMatchObject({
      state: 'waiting',
      cards: [{ kind: 'plan', changes: [{ title: 'Write the report' }] }],
    });
    const applied = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(applied.body).toMatchObject({
      turn: { state: 'done', reply: 'Planned your tasks: 1 block added.' },
    });
    expect((await maya.call('GET', '/api/plan')).body['plan'].blocks).toHaveLength(1);
    await goOn('undo');
    expect((await maya.call('GET', '/api/plan')).body['plan'].blocks).toEqual([]);
  });

  test('about a day is answered with the tasks that have a time then, too', async () => {
    await say('add task call Zoe at 3pm on December 8');
    const answer = await say("what's on december 8");
    expect(answer.reply).toBe(
      "1 task planned on Tue, 8 Dec 2026:\n• 'Call Zoe', Tue, 8 Dec 2026, 15:00–15:30 (UTC)",
    );
    expect(answer.cards).toMatchObject([{ kind: 'tasks', tasks: [{ title: 'Call Zoe' }] }]);
    const kept = await say('clear december 8');
    expect(kept).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining("Only events are deleted: 'Call Zoe' stays planned."),
    });
  });

  test('asks for no decision where the plan has nothing new, and says what does not fit', async () => {
    const nothing = await say('plan my week');
    expect(nothing).toMatchObject({
      state: 'done',
      isUndoable: false,
      reply: 'Nothing to change in your plan.',
      cards: [],
    });
    await maya.call('POST', '/api/tasks', { title: 'Thesis', durationMinutes: 4_800, dueOn: '2026-11-17' });
    const draft = await say('plan my week');
    expect(draft).toMatchObject({ state: 'waiting', reply: expect.stringContaining("'Thesis'") });
    const { body } = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
    expect(body['turn'].reply).toMatch(
      /^Planned your tasks: \d+ blocks? added\. .{2,12} of 'Thesis' don't fit\.$/,
    );
    // What does not fit is said again, although nothing changes.
    expect(await say('plan my week')).toMatchObject({
      state: 'done',
      reply: expect.stringMatching(/^Nothing to change in your plan\. .{2,12} of 'Thesis' don't fit\.$/),
    });
  });
});

describe('a conversation', () => {
  test('is kept, named, searched and cleared', async () => {
    await addEvent('Dentist', '2026-11-17T14:00:00Z');
    await say('when is the dentist?');
    const first = conversationId;
    await goOn('move it to Friday');
    server.setTime('2026-11-16T08:05:00Z');
    await say('hello');
    const history = await maya.call('GET', `/api/user/chat/history?conversationId=${first}`);
    expect(history.body).toMatchObject({
      conversationId: first,
      title: 'when is the dentist?',
      mode: 'basic',
      turns: [{ text: 'when is the dentist?' }, { text: 'move it to Friday', state: 'done' }],
      messages: { today: { used: 3 }, month: { used: 3 } },
    });
    const latest = await maya.call('GET', '/api/user/chat/history');
    expect(latest.body).toMatchObject({ conversationId, turns: [{ text: 'hello' }] });
    const saved = await maya.call('POST', '/api/user/chat/save', { conversationId: first, title: 'Teeth' });
    expect(saved.body).toMatchObject({ conversation: { id: first, title: 'Teeth' } });
    const found = await maya.call('GET', '/api/chat/conversations?q=dentist');
    expect(found.body['conversations']).toMatchObject([{ id: first, title: 'Teeth' }]);
    expect((await maya.call('GET', '/api/chat/conversations?q=100%25')).body['conversations']).toEqual([]);
    await maya.call('POST', '/api/user/chat/clear', { conversationId: first });
    expect(await maya.call('GET', `/api/user/chat/history?conversationId=${first}`)).toMatchObject({
      status: 404,
    });
    await maya.call('POST', '/api/user/chat/clear', {});
    expect((await maya.call('GET', '/api/user/chat/history')).body).toMatchObject({
      conversationId: null,
      turns: [],
    });
    // What was changed stays.
    expect(await listTitles()).toEqual(['Dentist 2026-11-20T14:00:00.000Z']);
  });

  test('is streamed as events', async () => {
    const { app } = server;
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/chat/turns',
      headers: { authorization: `Bearer ${maya.token}`, accept: 'text/event-stream' },
      payload: { text: "what's on today?" },
    });
    expect(reply.headers['content-type']).toContain('text/event-stream');
    const events = reply.body
      .split('\n\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line.replace(/^data: /, '')));
    expect(events).toMatchObject([
      { type: 'started' },
      { type: 'text', text: 'Nothing on Mon, 16 Nov 2026.' },
      { type: 'done', turn: { reply: 'Nothing on Mon, 16 Nov 2026.', state: 'done' } },
    ]);
  });

  test('of somebody else does not exist', async () => {
    await addEvent('Dentist', '2026-11-17T14:00:00Z');
    const draft = await say('cancel the dentist');
    const noah = await server.signUp({ firstName: 'Noah', timeZone: 'UTC' });
    for (const path of [
      `/api/chat/turns/${draft.id}`,
      `/api/user/chat/history?conversationId=${conversationId}`,
    ])
      expect(await noah.call('GET', path)).toMatchObject({ status: 404 });
    for (const action of ['apply', 'discard', 'undo', 'stop'])
      expect(await noah.call('POST', `/api/chat/turns/${draft.id}/${action}`)).toMatchObject({ status: 404 });
    expect(await noah.call('POST', '/api/chat/turns', { text: 'hi', conversationId })).toMatchObject({
      status: 404,
    });
    expect(await noah.call('POST', '/api/user/chat/clear', { conversationId })).toMatchObject({
      status: 404,
    });
    const unknown = await noah.call('POST', '/api/chat/turns', { text: 'move the dentist to Friday' });
    expect(unknown.body['turn'].reply).toContain('found nothing');
    expect(await listTitles()).toEqual(['Dentist 2026-11-17T14:00:00.000Z']);
  });

  test('refuses empty and endless messages', async () => {
    expect(await maya.call('POST', '/api/chat/turns', { text: '  ' })).toMatchObject({ status: 400 });
    expect(await maya.call('POST', '/api/chat/turns', { text: 'x'.repeat(8_001) })).toMatchObject({
      status: 400,
    });
    expect(await maya.call('POST', '/api/chat/turns', { text: 'hi', timeZone: 'Mars/Base' })).toMatchObject({
      status: 400,
    });
  });
});

describe('messages of a day', () => {
  test('are counted by the day in the zone of the user', async () => {
    const limited = await openTestServer({ FREE_DAILY_MESSAGES: '2', FREE_MONTHLY_MESSAGES: '3' });
    limited.setTime('2026-11-16T22:00:00Z');
    // Half an hour before midnight in Berlin.
    limited.setTime('2026-11-16T22:30:00Z');
    const lena = await limited.signUp({ firstName: 'Lena', timeZone: 'Europe/Berlin' });
    const send = () => lena.call('POST', '/api/chat/turns', { text: 'hello' });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 402, body: { code: 'limit_reached' } });
    const profile = () => lena.call('GET', '/api/user/profile');
    expect((await profile()).body['user'].dailyMessageData).toMatchObject({ count: 2, monthCount: 2 });
    limited.setTime('2026-11-16T23:05:00Z');
    expect((await profile()).body['user'].dailyMessageData).toMatchObject({ count: 0, monthCount: 2 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 402 });
    limited.setTime('2026-12-01T05:00:00Z');
    const history = await lena.call('GET', '/api/user/chat/history');
    expect(history.status === 401 || history.body['messages'].month.used === 0).toBe(true);
  });
});
