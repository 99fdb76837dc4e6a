import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  // A Monday.
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
});

let conversationId: string | undefined;

async function say(text: string) {
  const { status, body } = await maya.call('POST', '/api/chat/turns', {
    text,
    ...(conversationId && { conversationId }),
  });
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: 'Answered' });
  conversationId = body['conversationId'];
  return body['turn'];
}

const apply = (turn: { id: string }) => maya.call('POST', `/api/chat/turns/${turn.id}/apply`);
const undo = (turn: { id: string }) => maya.call('POST', `/api/chat/turns/${turn.id}/undo`);
const read = async (path: string) => {
  const { status, body } = await maya.call('GET', path);
  expect(status).toBe(200);
  return body;
};

beforeEach(() => {
  conversationId = undefined;
});

describe('settings', () => {
  const readSettings = async () => {
    const { settings } = await read('/api/user/settings');
    const { workingHours, personalHours, scheduling } = settings;
    return { workingHours, personalHours, scheduling };
  };

  test('of hours and of the planner are changed at once, and undone as they were', async () => {
    const before = await readSettings();
    const hours = await say('set my work hours to 8:30 to 16:30 on monday to thursday');
    expect(hours).toMatchObject({
      state: 'done',
      isUndoable: true,
      reply: 'Set the working hours of Mon, Tue, Wed, Thu to 08:30–16:30 (UTC).',
    });
    const friday = before.workingHours.fri;
    const day = [['08:30', '16:30']];
    const changed = await readSettings();
    expect(changed).toEqual({
      ...before,
      workingHours: { ...before.workingHours, mon: day, tue: day, wed: day, thu: day, fri: friday },
    });
    const off = await say("I don't work on Fridays");
    expect(off.reply).toContain('the working hours of Fri to none');
    expect(off.reply).not.toContain('UTC');
    expect((await readSettings()).workingHours.fri).toBeUndefined();
    const lunch = await say('keep lunch free from 12 to 1 and leave 10 minutes between meetings');
    expect(lunch.reply).toContain('lunch: 12:00–13:00 (UTC)');
    expect((await readSettings()).scheduling).toEqual({
      ...before.scheduling,
      lunch: ['12:00', '13:00'],
      afterEventMinutes: 10,
    });
    for (const turn of [lunch, off, hours]) expect(await undo(turn)).toMatchObject({ status: 200 });
    expect(await readSettings()).toEqual(before);
  });

  test('of a rule for each week are drafted, say what they do not stop, and are undone', async () => {
    const before = await readSettings();
    const request = await say('no meetings on Friday afternoons');
    expect(request).toMatchObject({ state: 'waiting', reply: expect.stringContaining('Fri to 09:00–12:00') });
    expect(request.reply).toContain('Invitations can still come');
    expect(await readSettings()).toEqual(before);
    expect(await maya.call('POST', `/api/chat/turns/${request.id}/apply`)).toMatchObject({ status: 200 });
    expect((await readSettings()).workingHours).toEqual({
      ...before.workingHours,
      fri: [['09:00', '12:00']],
    });
    await undo(request);
    expect(await readSettings()).toEqual(before);
    expect(await say('no meetings on weekends')).toMatchObject({
      state: 'done',
      isUndoable: false,
      reply: expect.stringContaining('nothing has to change'),
    });
  });

  test('that were changed since then stay when an earlier change is undone', async () => {
    const limit = await say('at most 6 hours of work a day');
    await maya.call('PATCH', '/api/user/scheduling', { mostWorkMinutes: 300, horizonDays: 14 });
    const { body } = await undo(limit);
    expect(body['turn'].reply).toContain('Settings that have changed since then stay.');
    expect((await readSettings()).scheduling).toMatchObject({ mostWorkMinutes: 300, horizonDays: 14 });
  });

  test('are read aloud', async () => {
    await say('set my working hours to 10-6');
    const { reply } = await say('what are my working hours?');
    expect(reply).toContain('Home time zone: UTC.');
    expect(reply).toContain('Mon 10:00–18:00');
  });
});

describe('a series', () => {
  test('repeats by another rule as a whole, and as before after undo', async () => {
    const readSeries = async () =>
      (await read('/api/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z'))['occurrences'].map(
        ({ version: _count, ...occurrence }: { version: number; startsAt: string }) => occurrence,
      );
    const created = await maya.call('POST', '/api/events', {
      title: 'Sync',
      startsAt: '2026-11-18T10:00:00.000Z',
      endsAt: '2026-11-18T10:30:00.000Z',
      timeZone: 'UTC',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=6',
    });
    expect(created.status).toBe(200);
    // A changed occurrence is a part of the series, too, although it has an id of its own.
    await say('move the sync on November 25 to 3pm');
    const before = await readSeries();
    expect(before.map(({ startsAt }: { startsAt: string }) => startsAt)).toContain(
      '2026-11-25T15:00:00.000Z',
    );
    const draft = await say('make the sync every two weeks');
    // Times of the series would be gone.
    expect(draft.state).toBe('waiting');
    expect(await readSeries()).toEqual(before);
    const { turn } = (await apply(draft)).body;
    expect(turn).toMatchObject({ state: 'done', isUndoable: true });
    expect(turn.reply).toContain('every 2 weeks');
    expect((await readSeries()).slice(0, 3).map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
      '2026-11-18T10:00:00.000Z',
      '2026-12-02T10:00:00.000Z',
      '2026-12-16T10:00:00.000Z',
    ]);
    expect(await undo(turn)).toMatchObject({ status: 200 });
    expect(await readSeries()).toEqual(before);
  });

  test.each([
    ['FREQ=WEEKLY;COUNT=6', 'FREQ=WEEKLY;INTERVAL=2;COUNT=6'],
    ['FREQ=WEEKLY;UNTIL=20270131T225959Z', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270131T225959Z'],
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2'],
  ])('of %s keeps its end when it repeats less often', async (recurrenceRule, changed) => {
    await maya.call('POST', '/api/events', {
      title: 'Sync',
      description: 'Agenda:\n- numbers, dates; names',
      location: 'Room 7',
      startsAt: '2026-11-18T10:00:00.000Z',
      endsAt: '2026-11-18T10:30:00.000Z',
      timeZone: 'Europe/Berlin',
      recurrenceRule,
    });
    const readFirst = async () => {
      const { occurrences } = await read('/api/events?from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z');
      const { version: _version, ...event } = occurrences[0];
      return event;
    };
    const before = await readFirst();
    const { turn } = (await apply(await say('make the sync every two weeks'))).body;
    expect(turn.state).toBe('done');
    expect(await readFirst()).toEqual({ ...before, recurrenceRule: changed });
    expect(await undo(turn)).toMatchObject({ status: 200 });
    expect(await readFirst()).toEqual(before);
  });

  test('is made of a task that was just added, and undone', async () => {
    await say('add water the plants');
    const list = async () =>
      (await read('/api/tasks'))['tasks'].map(
        ({ version: _version, updatedAt: _updated, ...task }: Record<string, unknown>) => task,
      );
    const before = await list();
    const turn = await say('every 3 days');
    expect(turn).toMatchObject({ state: 'done', isUndoable: true });
    expect(turn.reply).toContain('every 3 days');
    expect((await list())[0]).toMatchObject({ recurrenceRule: 'FREQ=DAILY;INTERVAL=3' });
    expect(await undo(turn)).toMatchObject({ status: 200 });
    expect(await list()).toEqual(before);
  });

  test('of a reminder is in the answer', async () => {
    const turn = await say('remind me to water the plants every Sunday');
    expect(turn.reply).toBe("Added the task 'Water the plants', every week on Sun.");
  });

  test('of a task goes on when one time is completed, and goes as a whole when it is deleted', async () => {
    await maya.call('POST', '/api/tasks', {
      title: 'Water the plants',
      dueOn: '2026-11-17',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
    });
    expect((await say('complete water the plants')).reply).toBe(
      "Completed 'Water the plants', due Tue, 17 Nov 2026, this time only: it repeats every week, 3 times.",
    );
    const draft = await say('delete the task water the plants');
    expect(draft).toMatchObject({ state: 'waiting' });
    expect(draft.reply).toContain(
      "Delete the task 'Water the plants', due Tue, 24 Nov 2026, with all its repetitions (every week, 2 times).",
    );
    await maya.call('POST', `/api/chat/turns/${draft.id}/discard`);
    await say('complete water the plants');
    // The last time is the end of it.
    expect((await say('complete water the plants')).reply).toBe(
      "Completed 'Water the plants', due Tue, 1 Dec 2026.",
    );
  });

  test('of an event is renamed as a whole, or one time of it, and the answer says which', async () => {
    const created = await maya.call('POST', '/api/events', {
      title: 'Sync',
      startsAt: '2026-11-18T10:00:00.000Z',
      endsAt: '2026-11-18T10:30:00.000Z',
      timeZone: 'UTC',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
    });
    expect(created.status).toBe(200);
    const turn = await say("rename Wednesday's sync to Weekly");
    expect(turn.reply).toBe(
      "Renamed 'Sync', Wed, 18 Nov 2026, 10:00–10:30 (UTC) to 'Weekly', and no other of its series.",
    );
    const { occurrences } = await read('/api/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z');
    expect(occurrences.map(({ title }: { title: string }) => title)).toEqual(['Weekly', 'Sync', 'Sync']);
    const whole = await say('rename the sync to Team sync');
    expect(whole.reply).toBe(
      "Renamed 'Sync', Wed, 25 Nov 2026, 10:00–10:30 (UTC) to 'Team sync' and its whole series.",
    );
    const after = await read('/api/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z');
    expect(after.occurrences.map(({ title }: { title: string }) => title)).toEqual([
      'Team sync',
      'Team sync',
      'Team sync',
    ]);
  });
});

describe('event types and bookings', () => {
  const listTypes = async () => (await read('/api/event-types'))['eventTypes'];

  test('an event type is drafted, since visitors see it, and gone after undo', async () => {
    const before = await listTypes();
    const turn = await say('create a 20 minute event type called Intro call');
    expect(turn).toMatchObject({ state: 'waiting' });
    expect(await listTypes()).toEqual(before);
    expect((await apply(turn)).body['turn']).toMatchObject({ state: 'done', isUndoable: true });
    const [added, ...more] = (await listTypes()).filter(
      ({ _id }: { _id: string }) => !before.some((one: { _id: string }) => one._id === _id),
    );
    expect(more).toEqual([]);
    expect(added).toMatchObject({ slug: 'intro-call', title: 'Intro call', durations: [20] });
    expect((await say('what is my booking link?')).reply).toContain(added.url);
    await undo(turn);
    expect(await listTypes()).toEqual(before);
  });

  test('an address that is taken is refused with the reason', async () => {
    await apply(await say('create a 20 minute event type called Intro call'));
    const draft = await say('create a 40 minute event type called Intro call');
    const again = (await apply(draft)).body['turn'];
    expect(again).toMatchObject({ state: 'failed' });
    expect(again.reply).toContain('is used by another event type');
  });

  test('a booking that waits is listed, and approved only when that is applied', async () => {
    const { username } = maya.profile;
    const [type] = await listTypes();
    await maya.call('PATCH', `/api/event-types/${type._id}`, { needsApproval: true });
    const booked = await server.call('POST', '/api/booking/create', {
      username,
      eventType: type.slug,
      startsAt: '2026-11-18T10:00:00.000Z',
      timeZone: 'UTC',
      name: 'Ada Byron',
      email: 'ada@example.org',
    });
    expect(booked).toMatchObject({ status: 201, body: { booking: { status: 'PENDING' } } });
    expect((await say('any bookings waiting for approval?')).reply).toBe(
      'Ada Byron on Wed, 18 Nov 2026, 10:00–10:15 (UTC), waits for your approval.',
    );
    const draft = await say('approve the booking of Ada');
    expect(draft).toMatchObject({ state: 'waiting', actions: [{ tool: 'approve_booking' }] });
    const status = async () => (await read('/api/bookings'))['bookings'].map((one: any) => one.status);
    expect(await status()).toEqual(['PENDING']);
    expect(await apply(draft)).toMatchObject({ body: { turn: { state: 'done', isUndoable: false } } });
    expect(await status()).toEqual(['CONFIRMED']);
    expect((await say('approve the booking of Zoe')).reply).toContain('not found');
    const cancelled = await say("cancel Ada's booking");
    expect(cancelled.reply).toContain('cannot be undone');
    await apply(cancelled);
    expect(await status()).toEqual(['CANCELLED']);
  });

  test('an approval that is followed by a failure is reported as done', async () => {
    const [type] = await listTypes();
    await maya.call('PATCH', `/api/event-types/${type._id}`, { needsApproval: true });
    const book = (startsAt: string, name: string, email: string) =>
      server.call('POST', '/api/booking/create', {
        username: maya.profile.username,
        eventType: type.slug,
        startsAt,
        timeZone: 'UTC',
        name,
        email,
      });
    await book('2026-11-18T10:00:00.000Z', 'Ada Byron', 'ada@example.org');
    await book('2026-11-16T14:00:00.000Z', 'Zoe Bell', 'zoe@example.org');
    const draft = await say(
      'approve the booking of Ada and approve the booking of Zoe and add task buy milk',
    );
    expect(draft.actions.map(({ tool }: any) => tool)).toEqual([
      'approve_booking',
      'approve_booking',
      'create_task',
    ]);
    // Zoe's time passes, and her booking stays as it is.
    server.setTime('2026-11-16T15:00:00Z');
    const { turn } = (await apply(draft)).body;
    expect(turn).toMatchObject({ state: 'done', isUndoable: true });
    expect(turn.actions.map(({ tool, state }: any) => [tool, state])).toEqual([
      ['create_task', 'done'],
      ['approve_booking', 'done'],
      ['approve_booking', 'failed'],
    ]);
    expect(turn.reply).toMatch(/^Only a part of that worked:[^]*Approved[^]*\nNot done: /);
    const undone = (await undo(turn)).body.turn;
    expect(undone).toMatchObject({ state: 'undone', reply: expect.stringContaining('Not undone: Approved') });
    expect(undone.actions.map(({ state }: any) => state)).toEqual(['undone', 'done', 'failed']);
    expect((await read('/api/tasks'))['tasks']).toEqual([]);
  });
});

test('invitations of an applied draft wait 30 seconds, and an undo in time sends none', async () => {
  const guests = openInvitations(server, maya);
  const ana = guests.newAddress();
  const draft = await say(`schedule a review with ${ana} tomorrow at 10`);
  expect(draft).toMatchObject({ state: 'waiting' });
  await guests.send();
  expect(await guests.subjects(ana)).toEqual([]);
  await apply(draft);
  guests.pass(25);
  await server.runJob('invitations.send', {});
  await undo(draft);
  await guests.send();
  expect(await guests.subjects(ana)).toEqual([]);
  await apply(await say(`schedule a review with ${ana} tomorrow at 10`));
  await guests.send();
  expect(await guests.subjects(ana)).toHaveLength(1);
});

describe('the focus timer', () => {
  test('goes on when the rest of its message is undone, and the answer says so', async () => {
    const turn = await say('add task buy milk and start a 25 minute focus session');
    const started = 'Started 25 min of focus, Mon, 16 Nov 2026, 08:00–08:25 (UTC)';
    const undone = (await undo(turn)).body['turn'];
    expect(undone).toMatchObject({
      state: 'undone',
      reply: expect.stringContaining(`Not undone: ${started}.`),
      actions: [
        { tool: 'create_task', state: 'undone' },
        { tool: 'start_focus', state: 'done' },
      ],
    });
    expect((await read('/api/focus'))['timer'].endsAt).toBe('2026-11-16T08:25:00.000Z');
    expect((await read('/api/tasks'))['tasks']).toEqual([]);
  });
});

describe('a meeting request', () => {
  const listRequests = async () => (await read('/api/meeting-requests?when=all'))['meetingRequests'];

  test('is drafted with free times on different days, sent when applied, and withdrawn by undo', async () => {
    await maya.call('POST', '/api/events', {
      title: 'Offsite',
      startsAt: '2026-11-17T09:00:00Z',
      endsAt: '2026-11-17T17:00:00Z',
      timeZone: 'UTC',
    });
    const draft = await say(
      'ask ana@example.org and lee@example.org for a 45 minute call this week about the budget',
    );
    expect(draft).toMatchObject({
      state: 'waiting',
      cards: [{ kind: 'meeting', title: 'Budget', durationMinutes: 45, requestId: null }],
    });
    const [{ times }] = draft.cards;
    expect(times.map((time: string) => time.slice(0, 10))).toEqual([
      '2026-11-16',
      '2026-11-18',
      '2026-11-19',
    ]);
    expect(await listRequests()).toEqual([]);
    const { body } = await apply(draft);
    expect(body['turn']).toMatchObject({ state: 'done', isUndoable: true });
    expect(await listRequests()).toMatchObject([
      { title: 'Budget', attendees: [{ email: 'ana@example.org' }, { email: 'lee@example.org' }] },
    ]);
    expect((await say('open meeting requests')).reply).toContain(
      "'Budget' to ana@example.org and lee@example.org",
    );
    await undo(draft);
    expect(await listRequests()).toEqual([]);
  });

  test('asks for the address of somebody unknown, and keeps the others', async () => {
    const question = await say('ask Zed and ana@example.org for a call tomorrow');
    expect(question).toMatchObject({ state: 'question', reply: 'What is the email address of Zed?' });
    const draft = await say('zed@example.org');
    expect(draft.cards[0].attendees.map(({ email }: { email: string }) => email)).toEqual([
      'zed@example.org',
      'ana@example.org',
    ]);
  });
});

describe('the plan', () => {
  test('is explained, and tried with more work, without a change', async () => {
    const { body } = await maya.call('POST', '/api/tasks', {
      title: 'Tax return',
      durationMinutes: 120,
      dueOn: '2026-11-18',
    });
    const taskId = body['task']._id;
    expect((await say('why is the tax return there?')).reply).toBe(
      "'Tax return' is not in the plan. Plan your week to find it a time.",
    );
    await say('plan my week');
    await say('yes');
    const plan = async () => (await read('/api/plan'))['plan'];
    const before = await plan();
    expect(before.blocks).toMatchObject([{ taskId }]);
    const why = await say('why is the tax return on Monday?');
    expect(why).toMatchObject({ state: 'done', isUndoable: false, actions: [{ tool: 'explain_plan' }] });
    expect(why.reply).toMatch(
      /^'Tax return' is planned on Mon, 16 Nov 2026, \d\d:\d\d–\d\d:\d\d \(UTC\)\. \S.{20}/,
    );
    expect((await say('why there?')).reply).toBe(why.reply);
    const fits = await say('can I fit a 3 hour report before Wednesday?');
    expect(fits.reply).toMatch(/^'report' fits: .*2026.*Nothing else would become late\.$/);
    const full = await say('can I fit a 40 hour report before Wednesday?');
    expect(full.reply).toMatch(/doesn't fit|fits only in part|It would cost/);
    const off = await say('what if I take today, tomorrow and Wednesday off?');
    expect(off.actions).toMatchObject([{ tool: 'what_if', state: 'done' }]);
    expect(await plan()).toEqual(before);
  });

  test('questions in between do not drop what waits', async () => {
    const created = { title: 'Dentist', startsAt: '2026-11-17T14:00:00Z', endsAt: '2026-11-17T15:00:00Z' };
    await maya.call('POST', '/api/events', { ...created, timeZone: 'UTC' });
    await say('cancel the dentist');
    await say('what are my working hours?');
    await say("what's on tomorrow?");
    expect(await say('yes')).toMatchObject({ reply: expect.stringContaining("Deleted 'Dentist'") });
  });
});

describe('a task', () => {
  test('is split and gets subtasks, nothing else of it changes, and undo puts it back as it was', async () => {
    const { body } = await maya.call('POST', '/api/tasks', {
      title: 'Tax return',
      durationMinutes: 120,
      isSplittable: true,
      minChunkMinutes: 60,
      maxChunkMinutes: 120,
      subtasks: [{ id: 'a2c1d6e0-63c4-4f5c-9d3a-5a0d2b7f1c11', title: 'Find the folder', done: true }],
    });
    const readTask = async () => {
      const { task } = await read(`/api/tasks/${body['task']._id}`);
      const { version: _, updatedAt: __, ...rest } = task;
      return rest;
    };
    const before = await readTask();
    const split = await say('split the tax return into 4 sessions');
    expect(split).toMatchObject({ state: 'done', isUndoable: true });
    expect(await readTask()).toEqual({ ...before, minChunkMinutes: 30, maxChunkMinutes: 30 });
    const listed = await say('add subtasks to the tax return: collect receipts, fill in the form');
    const [old, ...added] = (await readTask()).subtasks;
    expect(old).toEqual(before.subtasks[0]);
    expect(added).toMatchObject([
      { title: 'collect receipts', done: false },
      { title: 'fill in the form', done: false },
    ]);
    for (const turn of [listed, split]) expect(await undo(turn)).toMatchObject({ status: 200 });
    expect(await readTask()).toEqual(before);
  });
});

describe('a draft whose object has changed since then is drafted again:', () => {
  const sync = { title: 'Sync', startsAt: '2026-11-18T10:00:00.000Z', endsAt: '2026-11-18T10:30:00.000Z' };
  const listEvents = async () =>
    (await read('/api/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z'))['occurrences'];
  const add = async (fields: object = {}): Promise<string> => {
    const { status, body } = await maya.call('POST', '/api/events', { ...sync, timeZone: 'UTC', ...fields });
    expect(status).toBe(200);
    return body['eventId'];
  };
  const ana = [{ email: 'ana@example.org', name: 'Ana Silva' }];
  /** The first Apply changes nothing and says what is so now; the second one does it. */
  const applyTwice = async (draft: any, listState: () => Promise<unknown>) => {
    expect(draft).toMatchObject({ state: 'waiting' });
    const before = await listState();
    const again = (await apply(draft)).body['turn'];
    expect(again).toMatchObject({
      id: draft.id,
      state: 'waiting',
      isUndoable: false,
      reply: expect.stringMatching(
        /^This has changed since it was drafted, so it was not carried out\. New draft/,
      ),
    });
    expect(await listState()).toEqual(before);
    const { turn } = (await apply(draft)).body;
    expect(turn).toMatchObject({ state: 'done' });
    expect(await listState()).not.toEqual(before);
    return again;
  };

  test('an event that gained a guest, and is to be deleted', async () => {
    const eventId = await add();
    const draft = await say('cancel the sync');
    await maya.call('PATCH', `/api/events/${eventId}`, { attendees: ana });
    const again = await applyTwice(draft, listEvents);
    expect(again.cards).toMatchObject([{ kind: 'event', change: 'deleted', event: { attendees: ana } }]);
  });

  test('an event that was moved, and is to be moved', async () => {
    const eventId = await add({ attendees: ana });
    const draft = await say('move the sync to Thursday at 3pm');
    const moved = { startsAt: '2026-11-27T10:00:00.000Z', endsAt: '2026-11-27T10:30:00.000Z' };
    await maya.call('PATCH', `/api/events/${eventId}`, moved);
    const again = await applyTwice(draft, listEvents);
    expect(again.actions).toMatchObject([
      { summary: expect.stringContaining('from Fri, 27 Nov 2026, 10:00–10:30') },
    ]);
  });

  test('a series of which one occurrence was moved', async () => {
    const eventId = await add({ recurrenceRule: 'FREQ=WEEKLY;COUNT=6' });
    const draft = await say('cancel all the syncs');
    await maya.call('PATCH', `/api/events/${eventId}`, {
      scope: 'this',
      recurrenceId: '2026-12-02T10:00:00Z',
      startsAt: '2026-12-03T10:00:00Z',
      endsAt: '2026-12-03T10:30:00Z',
    });
    await applyTwice(draft, listEvents);
    expect(await listEvents()).toEqual([]);
  });

  test('a task that is to be deleted', async () => {
    const { body } = await maya.call('POST', '/api/tasks', { title: 'Tax return' });
    const draft = await say('delete the task tax return');
    await maya.call('PATCH', `/api/tasks/${body['task']._id}`, { title: 'Tax return of Ana', notes: 'Keep' });
    const again = await applyTwice(draft, async () => (await read('/api/tasks'))['tasks']);
    expect(again.reply).toContain('Tax return of Ana');
  });

  test('a task of which only the plan has changed is not', async () => {
    await maya.call('POST', '/api/tasks', { title: 'Tax return', durationMinutes: 60, dueOn: '2026-11-20' });
    const draft = await say('delete the task tax return');
    const { body } = await maya.call('POST', '/api/plan/proposals');
    await maya.call('POST', `/api/plan/proposals/${body['proposal']._id}/accept`, {});
    expect((await read('/api/tasks'))['tasks'][0].planned).not.toBeNull();
    expect((await apply(draft)).body['turn']).toMatchObject({ state: 'done' });
  });

  test('a booking that was approved meanwhile', async () => {
    const [type] = (await read('/api/event-types'))['eventTypes'];
    await maya.call('PATCH', `/api/event-types/${type._id}`, { needsApproval: true });
    await server.call('POST', '/api/booking/create', {
      username: maya.profile.username,
      eventType: type.slug,
      startsAt: '2026-11-18T10:00:00.000Z',
      timeZone: 'UTC',
      name: 'Ada Byron',
      email: 'ada@example.org',
    });
    const draft = await say("cancel Ada's booking");
    const listBookings = async () =>
      (await read('/api/bookings'))['bookings'].map(({ id, status }: any) => ({ id, status }));
    const [{ id }] = await listBookings();
    expect(await maya.call('POST', `/api/bookings/${id}/approve`, {})).toMatchObject({ status: 200 });
    await applyTwice(draft, listBookings);
  });

  test('an earlier draft about the same event, after a later one was applied', async () => {
    await add({ attendees: ana });
    const first = await say('move the sync to Thursday at 3pm');
    conversationId = undefined;
    const second = await say('cancel the sync');
    await apply(second);
    expect((await apply(first)).body['turn']).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining('was not found'),
    });
    await undo(second);
    expect(await listEvents()).toMatchObject([{ startsAt: sync.startsAt }]);
  });

  test('and what is as wanted already is left alone', async () => {
    const eventId = await add({ attendees: ana });
    const draft = await say('move the sync to Thursday at 3pm');
    const moved = { startsAt: '2026-11-19T15:00:00.000Z', endsAt: '2026-11-19T15:30:00.000Z' };
    await maya.call('PATCH', `/api/events/${eventId}`, moved);
    const before = await listEvents();
    expect((await apply(draft)).body['turn']).toMatchObject({
      state: 'done',
      isUndoable: false,
      reply: expect.stringMatching(/^Nothing to change: 'Sync'/),
    });
    expect(await listEvents()).toEqual(before);
  });
});
