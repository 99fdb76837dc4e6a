import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

// Monday, ten minutes before working hours in Berlin.
const NOW = '2026-11-16T07:50:00Z';
const server = await openTestServer();
server.setTime(NOW);

interface Block {
  readonly _id: string;
  readonly taskId: string;
  readonly occurrenceOn: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly state: string;
  readonly isPinned: boolean;
  readonly chunkCount: number;
}

async function person(timeZone = 'Europe/Berlin') {
  server.setTime(NOW);
  const user = await server.signUp({ timeZone });
  const task = async (title: string, fields: object = {}) =>
    (await user.call('POST', '/api/tasks', { title, ...fields })).body.task._id as string;
  return { user, task };
}

const gym = {
  durationMinutes: 60,
  dueOn: '2026-11-16',
  recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
};

const propose = async (user: TestUser) => (await user.call('POST', '/api/plan/proposals', {})).body.proposal;
const listBlocks = async (user: TestUser) =>
  (await user.call('GET', '/api/plan')).body.plan.blocks as Block[];
const listTasks = async (user: TestUser) =>
  (await user.call('GET', '/api/tasks?view=upcoming')).body.tasks as Record<string, unknown>[];
const undo = async (user: TestUser, commandId: string) => {
  const reply = await user.call('POST', `/api/commands/${commandId}/undo`);
  expect(reply.status).toBe(200);
  return reply.body.commandId as string;
};

async function planAll(user: TestUser) {
  const proposal = await propose(user);
  const reply = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
  expect(reply.status).toBe(200);
  return { proposal, commandId: reply.body.commandId as string };
}

/** `16 08:00` for each block, in UTC. */
const places = (blocks: readonly Pick<Block, 'startsAt'>[]) =>
  blocks.map(({ startsAt }) => startsAt.slice(8, 16).replace('T', ' '));
const byDate = (blocks: readonly Block[], date: string) =>
  blocks.find(({ startsAt }) => startsAt.startsWith(date)) as Block;

describe('every occurrence of a routine', () => {
  it('is planned within the horizon, at its time of day', async () => {
    const { user, task } = await person();
    const id = await task('Gym', { ...gym, timeOfDay: 'afternoon' });
    const { proposal } = await planAll(user);
    expect(proposal.changes).toMatchObject([
      { title: 'Gym', taskId: id, occurrenceOn: null },
      { title: 'Gym', taskId: id, occurrenceOn: '2026-11-18' },
      { title: 'Gym', taskId: id, occurrenceOn: '2026-11-20' },
    ]);
    const blocks = await listBlocks(user);
    expect(places(blocks)).toEqual(['16 11:00', '18 11:00', '20 11:00']);
    expect(proposal.changes[1].reason).not.toMatch(/deadline/);
    expect(blocks.map(({ chunkCount }) => chunkCount)).toEqual([1, 1, 1]);
    const [routine] = await listTasks(user);
    expect(routine).toMatchObject({ planned: { startsAt: '2026-11-16T11:00:00.000Z', blockCount: 1 } });
    // A second plan keeps all of it.
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 3 });
  });

  it('of a private routine for the morning is planned before work, although personal hours begin later', async () => {
    const { user, task } = await person();
    await task('Gym', { ...gym, hours: 'personal', timeOfDay: 'morning' });
    await task('Groceries', { durationMinutes: 60, hours: 'personal', dueOn: '2026-11-18' });
    await planAll(user);
    const blocks = await listBlocks(user);
    // On Monday, the morning is over. What has no preferred time of day stays in the personal hours.
    expect(places(blocks)).toEqual(['16 16:30', '16 17:30', '18 06:00', '20 06:00']);
    const { personalHours: personal, workingHours: work } = (await user.call('GET', '/api/user/profile')).body
      .user.settings;
    const evening = {
      ...personal,
      wed: [],
      fri: [
        ['11:00', '12:00'],
        ['18:00', '20:00'],
      ],
    };
    const saved = await user.call('PUT', '/api/user/working-hours', { work, personal: evening });
    expect(saved.status).toBe(200);
    await planAll(user);
    // A day without personal hours stays free (its turn is on the day before), and one with a morning of its own needs no other.
    expect(places(await listBlocks(user))).toEqual(['16 16:30', '16 17:30', '17 06:00', '20 10:00']);
  });

  it('takes time away from other work', async () => {
    const { user, task } = await person();
    await task('Rounds', {
      durationMinutes: 420,
      isSplittable: false,
      recurrenceRule: 'FREQ=DAILY',
      dueOn: '2026-11-16',
    });
    await task('Book', {
      durationMinutes: 480,
      isSplittable: true,
      maxChunkMinutes: 60,
      priority: 4,
      dueOn: '2026-11-20',
    });
    const { proposal } = await planAll(user);
    // Five days of eight hours leave an hour a day, and the horizon ends with Sunday.
    expect(proposal.atRisk).toMatchObject([{ title: 'Book', shortMinutes: 180 }]);
  });

  it('follows the rule over a clock change', async () => {
    const { user, task } = await person();
    server.setTime('2026-10-23T05:00:00Z');
    await task('Class', {
      durationMinutes: 60,
      startAfter: '2026-10-23T16:00:00Z',
      dueAt: '2026-10-23T17:00:00Z',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    });
    await planAll(user);
    // Six in the evening in Berlin, outside working hours: the clock goes back on the 25th.
    expect(places(await listBlocks(user))).toEqual(['23 16:00', '26 17:00', '28 17:00']);
  });

  it('is named when it does not fit', async () => {
    const { user, task } = await person();
    await task('Class', {
      durationMinutes: 60,
      startAfter: '2026-11-16T09:00:00Z',
      dueAt: '2026-11-16T10:00:00Z',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE',
    });
    await user.call('POST', '/api/events', {
      title: 'Meeting',
      startsAt: '2026-11-18T09:30:00Z',
      endsAt: '2026-11-18T10:30:00Z',
    });
    const { atRisk } = await propose(user);
    expect(atRisk).toMatchObject([
      {
        title: 'Class',
        occurrenceOn: '2026-11-18',
        sentence: expect.stringContaining("'Class on Wed 18 Nov'"),
      },
    ]);
  });
});

describe('an occurrence', () => {
  it('that is done hands the later ones over to the next task, until the undo', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const before = await listBlocks(user);
    await user.call('PATCH', `/api/blocks/${byDate(before, '2026-11-20')._id}`, { isPinned: true });
    const planned = await listBlocks(user);
    const reply = await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    const [next] = await listTasks(user);
    expect(next).toMatchObject({ dueOn: '2026-11-18', planned: { startsAt: '2026-11-18T08:00:00.000Z' } });
    expect(await listBlocks(user)).toMatchObject([
      { taskId: next?._id, occurrenceOn: null, startsAt: '2026-11-18T08:00:00.000Z' },
      { taskId: next?._id, occurrenceOn: '2026-11-20', isPinned: true },
    ]);
    const after = await listBlocks(user);
    const undone = await undo(user, reply.body.commandId);
    expect(await listBlocks(user)).toEqual(planned);
    await undo(user, undone);
    expect(await listBlocks(user)).toEqual(after);
  });

  it('is done with its block, and the series continues', async () => {
    const { user, task } = await person();
    await task('Gym', gym);
    await planAll(user);
    const [first] = await listBlocks(user);
    const { commandId } = (await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' })).body;
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-18' }]);
    expect((await listBlocks(user)).map(({ state, occurrenceOn }) => [state, occurrenceOn])).toEqual([
      ['done', null],
      ['planned', null],
      ['planned', '2026-11-20'],
    ]);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
    await undo(user, commandId);
    expect((await listBlocks(user)).map(({ occurrenceOn }) => occurrenceOn)).toEqual([
      null,
      '2026-11-18',
      '2026-11-20',
    ]);
  });

  it('that is done early is not planned again', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const wednesday = byDate(await listBlocks(user), '2026-11-18');
    const { commandId } = (await user.call('PATCH', `/api/blocks/${wednesday._id}`, { state: 'done' })).body;
    expect(await listTasks(user)).toMatchObject([{ _id: id, dueOn: '2026-11-16' }]);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-20' }]);
    expect(commandId).toBeTypeOf('string');
  });

  it('that is reopened is planned again', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const wednesday = byDate(await listBlocks(user), '2026-11-18');
    await user.call('PATCH', `/api/blocks/${wednesday._id}`, { state: 'done' });
    await user.call('PATCH', `/api/blocks/${wednesday._id}`, { state: 'planned' });
    expect((await user.call('GET', `/api/tasks/${id}`)).body.task.exceptionDates).toEqual([]);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 3 });
  });

  it('can be skipped, until the undo', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const before = await listBlocks(user);
    const skip = async (skipsOccurrence: string | null) =>
      (await user.call('PATCH', `/api/tasks/${id}`, { skipsOccurrence })).body;
    const { commandId } = await skip('2026-11-18');
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '20 08:00']);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
    await undo(user, commandId);
    expect(await listBlocks(user)).toEqual(before);

    const skipped = await skip(null);
    expect(skipped.task).toMatchObject({ _id: id, dueOn: '2026-11-18', status: 'open' });
    expect((await listBlocks(user)).map(({ occurrenceOn }) => occurrenceOn)).toEqual([null, '2026-11-20']);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
    await undo(user, skipped.commandId);
    expect(await listBlocks(user)).toEqual(before);
  });

  it('is skipped once by its block, as it was seen, until the undo', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const before = await listBlocks(user);
    const readTask = async () => (await user.call('GET', `/api/tasks/${id}`)).body.task;
    const skip = (block: Block, key: string, query = '') =>
      user.call('DELETE', `/api/blocks/${block._id}?skipsOccurrence=true${query}`, undefined, {
        'idempotency-key': key,
      });
    const [later, own] = [randomUUID(), randomUUID()];
    for (const _ of [1, 2])
      expect((await skip(byDate(before, '2026-11-18'), later)).body.commandId).toBe(later);
    expect((await readTask()).exceptionDates).toEqual(['2026-11-18']);
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '20 08:00']);
    // Twice would be the next one too.
    for (const _ of [1, 2]) expect((await skip(byDate(before, '2026-11-16'), own)).body.commandId).toBe(own);
    expect(await readTask()).toMatchObject({ dueOn: '2026-11-20', status: 'open' });
    expect(places(await listBlocks(user))).toEqual(['20 08:00']);
    await undo(user, own);
    await undo(user, later);
    expect(await listBlocks(user)).toEqual(before);

    await user.call('PATCH', `/api/blocks/${before[0]?._id}`, { startsAt: '2026-11-16T12:00:00Z' });
    const moved = await listBlocks(user);
    expect((await skip(byDate(before, '2026-11-16'), randomUUID(), '&version=1')).error.code).toBe(
      'version_conflict',
    );
    const other = await server.signUp();
    const path = `/api/blocks/${before[0]?._id}?skipsOccurrence=true`;
    expect((await other.call('DELETE', path)).status).toBe(404);
    expect(await listBlocks(user)).toEqual(moved);
    expect((await readTask()).dueOn).toBe('2026-11-16');
  });

  it('goes on from when it was skipped', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const [block] = await listBlocks(user);
    server.setTime('2026-11-19T08:00:00Z');
    await user.call(
      'DELETE',
      `/api/blocks/${block?._id}?skipsOccurrence=true&madeAt=2026-11-16T07:50:00.000Z`,
    );
    expect((await user.call('GET', `/api/tasks/${id}`)).body.task.dueOn).toBe('2026-11-18');
  });

  it('cannot be skipped when it is the last one', async () => {
    const { user, task } = await person();
    const id = await task('Gym', { dueOn: '2026-11-16', recurrenceRule: 'FREQ=DAILY;UNTIL=20261116' });
    const reply = await user.call('PATCH', `/api/tasks/${id}`, { skipsOccurrence: null });
    expect(reply.status).toBe(400);
    expect(reply.error.fields).toHaveProperty('skipsOccurrence');
  });

  it('that was moved stays where it is, and counts as that occurrence', async () => {
    const { user, task } = await person();
    await task('Gym', gym);
    await planAll(user);
    const wednesday = byDate(await listBlocks(user), '2026-11-18');
    await user.call('PATCH', `/api/blocks/${wednesday._id}`, { startsAt: '2026-11-19T13:00:00Z' });
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '19 13:00', '20 08:00']);
  });

  it('that was missed gives way to the next one', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    server.setTime('2026-11-18T07:50:00Z');
    expect((await propose(user)).changes).toMatchObject([{ kind: 'added', occurrenceOn: '2026-11-23' }]);
    const today = byDate(await listBlocks(user), '2026-11-18');
    const { commandId } = (await user.call('PATCH', `/api/blocks/${today._id}`, { state: 'done' })).body;
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-20' }]);
    expect((await user.call('GET', `/api/tasks/${id}`)).body.task.status).toBe('done');
    await undo(user, commandId);
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-20' }]);
  });

  it('that was missed on an earlier day is planned until the next one comes', async () => {
    const { user, task } = await person();
    await task('Gym', gym);
    server.setTime('2026-11-17T07:50:00Z');
    await planAll(user);
    expect(places(await listBlocks(user))).toEqual(['17 08:00', '18 08:00', '20 08:00', '23 08:00']);
  });
});

describe('a routine', () => {
  it('whose rule is changed loses the times that no longer exist, until the undo', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const pinned = byDate(await listBlocks(user), '2026-11-18');
    await user.call('PATCH', `/api/blocks/${pinned._id}`, { isPinned: true });
    const before = await listBlocks(user);
    const change = { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,FR' };
    const { commandId } = (await user.call('PATCH', `/api/tasks/${id}`, change)).body;
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '20 08:00']);
    await undo(user, commandId);
    expect(await listBlocks(user)).toEqual(before);
  });

  it('is deleted and restored with all its times', async () => {
    const { user, task } = await person();
    const id = await task('Gym', gym);
    await planAll(user);
    const before = await listBlocks(user);
    const { commandId } = (await user.call('DELETE', `/api/tasks/${id}`)).body;
    expect(await listBlocks(user)).toEqual([]);
    const undone = await undo(user, commandId);
    expect(await listBlocks(user)).toEqual(before);
    await undo(user, undone);
    expect(await listBlocks(user)).toEqual([]);
  });

  it('keeps its dates when the home zone changes', async () => {
    const { user, task } = await person();
    await task('Gym', gym);
    await planAll(user);
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    const { proposal } = await planAll(user);
    expect(proposal.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['moved', 'moved', 'moved']);
    expect(places(await listBlocks(user))).toEqual(['16 14:00', '18 14:00', '20 14:00']);
  });

  it('can be accepted in part: the rest of the series stays out', async () => {
    const { user, task } = await person();
    await task('Gym', gym);
    const proposal = await propose(user);
    const { id } = proposal.changes.find((one: Block) => one.occurrenceOn === '2026-11-18');
    const reply = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {
      exceptChanges: [id],
    });
    expect(reply.body.proposal).toBeNull();
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '20 08:00']);
    await undo(user, reply.body.commandId);
    expect(await listBlocks(user)).toEqual([]);
  });
});

describe('times a week on any days', () => {
  const habit = {
    durationMinutes: 60,
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    hasFlexibleDays: true,
    timeOfDay: 'morning',
  };
  const meeting = (user: TestUser, date: string) =>
    user.call('POST', '/api/events', {
      title: 'Away',
      startsAt: `${date}T07:00:00Z`,
      endsAt: `${date}T17:00:00Z`,
    });

  it('are planned on different days of each week, where there is room', async () => {
    const { user, task } = await person();
    await user.call('PATCH', '/api/user/scheduling', { horizonDays: 14 });
    await task('Run', habit);
    // The named days are full; the others are not.
    for (const date of ['2026-11-16', '2026-11-18', '2026-11-23']) await meeting(user, date);
    await planAll(user);
    const blocks = await listBlocks(user);
    expect(places(blocks)).toEqual(['17 08:00', '19 08:00', '20 08:00', '24 08:00', '25 08:00', '27 08:00']);
    expect(blocks.map(({ occurrenceOn }) => occurrenceOn)).toEqual([
      null,
      '2026-11-19',
      '2026-11-20',
      '2026-11-24',
      '2026-11-26',
      '2026-11-27',
    ]);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 6 });
  });

  it('move to the other days of their week when their own are full', async () => {
    const { user, task } = await person();
    await task('Run', habit);
    for (const date of ['2026-11-16', '2026-11-17']) await meeting(user, date);
    const { proposal } = await planAll(user);
    expect(proposal.atRisk).toEqual([]);
    expect(places(await listBlocks(user))).toEqual(['18 08:00', '19 08:00', '20 08:00']);
  });

  it('are due on the last day that each may take, within the hours of the task', async () => {
    const { user, task } = await person();
    await task('Run', habit);
    await task('Read', { ...habit, hours: 'personal' });
    const due = (await listTasks(user)).map(({ title, dueOn, startAfter }) => [title, dueOn, startAfter]);
    expect(new Set(due)).toEqual(
      new Set([
        ['Run', '2026-11-17', null],
        ['Read', '2026-11-18', null],
      ]),
    );
  });

  it('go on with the next one when one is done, not on the same day', async () => {
    const { user, task } = await person();
    const id = await task('Run', habit);
    await planAll(user);
    const reply = await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listTasks(user)).toMatchObject([
      { title: 'Run', dueOn: '2026-11-19', startAfter: '2026-11-17T23:00:00.000Z', hasFlexibleDays: true },
    ]);
    expect(places(await listBlocks(user))).toEqual(['18 08:00', '20 08:00']);
    await undo(user, reply.body.commandId);
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '18 08:00', '20 08:00']);
  });

  it('drop what was missed: a later one takes its place', async () => {
    const { user, task } = await person();
    const id = await task('Run', habit);
    await planAll(user);
    server.setTime('2026-11-18T07:50:00Z');
    await planAll(user);
    expect(places(await listBlocks(user))).toEqual(['16 08:00', '18 08:00', '20 08:00', '23 08:00']);
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-20' }]);
  });

  it('begin with the days that are left, and follow a change of the rule', async () => {
    const { user, task } = await person();
    // Friday, after work.
    server.setTime('2026-11-20T18:00:00Z');
    const id = await task('Run', habit);
    const [first] = await listTasks(user);
    expect(first).toMatchObject({ dueOn: '2026-11-24', startAfter: '2026-11-22T23:00:00.000Z' });
    await user.call('PATCH', `/api/tasks/${id}`, { recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH' });
    expect(await listTasks(user)).toMatchObject([{ dueOn: '2026-11-25' }]);
  });

  it('keep to the named days at a fixed time', async () => {
    const { user, task } = await person();
    await task('Class', {
      ...habit,
      startAfter: '2026-11-16T09:00:00Z',
      dueAt: '2026-11-16T10:00:00Z',
    });
    await planAll(user);
    expect(places(await listBlocks(user))).toEqual(['16 09:00', '18 09:00', '20 09:00']);
  });
});
