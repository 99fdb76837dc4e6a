import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer();
// A Monday, 09:30 in Berlin.
const setNow = () => server.setTime('2026-11-16T08:30:00Z');
setNow();
beforeEach(setNow);
const maya = await server.signUp({ timeZone: 'Europe/Berlin' });
const jonas = await server.signUp({ firstName: 'Jonas' });

const createTask = async (user: TestUser, fields: object = {}) =>
  (await user.call('POST', '/api/tasks', { title: 'Report', durationMinutes: 60, ...fields })).body.task;
const readDashboard = async (user: TestUser) => (await user.call('GET', '/api/dashboard')).body;
const readPoints = async (user: TestUser): Promise<number> =>
  (await user.call('GET', '/api/user/profile')).body.user.totalTaskPoints;
const pin = async (user: TestUser, taskId: string, startsAt: string, endsAt: string) => {
  const { body } = await user.call('POST', '/api/blocks', { taskId, startsAt, endsAt });
  return body.plan.blocks.find((block: { taskId: string }) => block.taskId === taskId)._id as string;
};
const listBlocks = async (user: TestUser, taskId: string) =>
  (await user.call('GET', '/api/plan')).body.plan.blocks
    .filter((block: { taskId: string }) => block.taskId === taskId)
    .map(({ startsAt, endsAt, state }: Record<string, string>) => `${startsAt} ${endsAt} ${state}`);
const record = (user: TestUser, fields: object) =>
  user.call('POST', '/api/focus/sessions', {
    _id: randomUUID(),
    taskId: null,
    startedAt: '2026-11-16T08:00:00Z',
    endedAt: '2026-11-16T08:25:00Z',
    ...fields,
  });
const undo = (user: TestUser, commandId: string) => user.call('POST', `/api/commands/${commandId}/undo`);

describe('points', () => {
  it('are for finished tasks, more if planned and well estimated, and follow undo', async () => {
    const user = await server.signUp();
    const plain = await createTask(user);
    const { body } = await user.call('PATCH', `/api/tasks/${plain._id}`, { status: 'done' });
    expect(await readPoints(user)).toBe(5);
    await undo(user, body.commandId);
    expect(await readPoints(user)).toBe(0);

    const planned = await createTask(user);
    const block = await pin(user, planned._id, '2026-11-16T07:00:00Z', '2026-11-16T08:00:00Z');
    const done = await user.call('PATCH', `/api/blocks/${block}`, { state: 'done' });
    expect((await readDashboard(user)).points).toEqual({ thisWeek: 15, lastWeek: 0 });
    expect(await readPoints(user)).toBe(15);
    const deletion = await user.call('DELETE', `/api/tasks/${planned._id}`);
    expect(await readPoints(user)).toBe(0);
    await undo(user, deletion.body.commandId);
    expect(await readPoints(user)).toBe(15);
    await undo(user, done.body.commandId);
    expect(await readPoints(user)).toBe(0);
  });

  it('are more for a task that was in the plan, also if it was finished before its time', async () => {
    const user = await server.signUp();
    const readBoth = async () => [await readPoints(user), (await readDashboard(user)).points.thisWeek];
    const never = await createTask(user);
    const done = await record(user, { taskId: never._id, outcome: 'done' });
    expect(await readBoth()).toEqual([5, 5]);
    const undone = await undo(user, done.body.commandId);
    expect(await readBoth()).toEqual([0, 0]);
    await undo(user, undone.body.commandId);
    expect(await readBoth()).toEqual([5, 5]);

    const early = await createTask(user);
    await pin(user, early._id, '2026-11-16T13:00:00Z', '2026-11-16T14:00:00Z');
    const session = { startedAt: '2026-11-16T07:30:00Z', endedAt: '2026-11-16T07:55:00Z' };
    await record(user, { taskId: early._id, ...session, outcome: 'done' });
    expect(await readBoth()).toEqual([15, 15]);

    const inTime = await createTask(user);
    await pin(user, inTime._id, '2026-11-16T08:10:00Z', '2026-11-16T09:10:00Z');
    await record(user, { taskId: inTime._id, outcome: 'done' });
    expect(await readBoth()).toEqual([25, 25]);

    // Its block goes with the tick.
    const ticked = await createTask(user);
    await pin(user, ticked._id, '2026-11-16T15:00:00Z', '2026-11-16T16:00:00Z');
    const tick = await user.call('PATCH', `/api/tasks/${ticked._id}`, { status: 'done' });
    expect(await listBlocks(user, ticked._id)).toEqual([]);
    expect(await readBoth()).toEqual([35, 35]);
    const reverted = await undo(user, tick.body.commandId);
    expect(await readBoth()).toEqual([25, 25]);
    await undo(user, reverted.body.commandId);
    expect(await readBoth()).toEqual([35, 35]);
  });
});

describe('tasks completed offline', () => {
  const WEDNESDAY = '2026-11-18T08:30:00Z';
  const readTask = async (user: TestUser, id: string) =>
    (await user.call('GET', `/api/tasks/${id}`)).body.task;

  it('counts when it was done, not when the server received it', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const ticked = await createTask(user);
    await pin(user, ticked._id, '2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z');
    const focused = await createTask(user);
    const finished = await createTask(user);
    const block = await pin(user, finished._id, '2026-11-16T07:00:00Z', '2026-11-16T08:00:00Z');
    server.setTime(WEDNESDAY);
    const madeAt = '2026-11-16T08:45:00.000Z';
    const change = { status: 'done', madeAt };
    const done = await user.call('PATCH', `/api/tasks/${ticked._id}`, change);
    expect(done.body.task.completedAt).toBe(madeAt);
    expect(await listBlocks(user, ticked._id)).toEqual([
      '2026-11-16T08:00:00.000Z 2026-11-16T08:45:00.000Z done',
    ]);
    await record(user, { taskId: focused._id, outcome: 'done', madeAt });
    await user.call('PATCH', `/api/blocks/${block}`, { state: 'done', finishedAt: madeAt });
    for (const { _id } of [focused, finished]) expect((await readTask(user, _id)).completedAt).toBe(madeAt);
    expect((await readDashboard(user)).today).toMatchObject({ finishedTasks: 0, firstFinished: [] });
    server.setTime('2026-11-23T08:30:00Z');
    const { points, completion } = await readDashboard(user);
    expect(points).toEqual({ thisWeek: 0, lastWeek: 10 + 5 + 15 });
    expect(completion.at(-2)).toMatchObject({ startsOn: '2026-11-16', finishedTasks: 3 });
  });

  it('lets a series go on from then: the next day is not done with it', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const daily = { dueOn: '2026-11-16', recurrenceRule: 'FREQ=DAILY' };
    const madeAt = '2026-11-16T08:45:00.000Z';
    const [done, skipped] = [await createTask(user, daily), await createTask(user, daily)];
    server.setTime('2026-11-17T08:30:00Z');
    await user.call('PATCH', `/api/tasks/${done._id}`, { status: 'done', madeAt });
    await user.call('PATCH', `/api/tasks/${skipped._id}`, { skipsOccurrence: null, madeAt });
    const { tasks } = (await user.call('GET', '/api/tasks?view=all')).body;
    expect(tasks.map(({ dueOn, status }: Record<string, string>) => `${dueOn} ${status}`).toSorted()).toEqual(
      ['2026-11-16 done', '2026-11-17 open', '2026-11-17 open'],
    );
  });

  it.each([
    ['ahead of now', '2026-11-16T09:00:00Z'],
    ['older than a year', '2025-11-01T09:00:00Z'],
  ])('by a clock that is wrong counts now: %s', async (_, madeAt) => {
    const user = await server.signUp();
    const task = await createTask(user);
    const { body } = await user.call('PATCH', `/api/tasks/${task._id}`, { status: 'done', madeAt });
    expect(body.task.completedAt).toBe('2026-11-16T08:30:00.000Z');
  });
});

describe('blocks planned today', () => {
  it('stays when a task is finished before the end of its block, by hand or after a focus session', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const readToday = async () => {
      const { plannedMinutes, workedMinutes } = (await readDashboard(user)).today;
      return { plannedMinutes, workedMinutes };
    };
    const task = await createTask(user);
    await pin(user, task._id, '2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z');
    const before = await readToday();
    expect(before).toEqual({ plannedMinutes: 60, workedMinutes: 0 });
    const done = await user.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
    expect(await readToday()).toEqual({ plannedMinutes: 60, workedMinutes: 30 });
    await undo(user, done.body.commandId);
    expect(await readToday()).toEqual(before);
    await record(user, { taskId: task._id, outcome: 'done' });
    expect(await readToday()).toEqual({ plannedMinutes: 60, workedMinutes: 25 });
  });
});

describe('an estimate', () => {
  it('counts as it was when the work began, however often it is raised afterwards', async () => {
    const user = await server.signUp();
    const task = await createTask(user, { durationMinutes: 20, project: 'Atlas' });
    // Changed before the work begins: this is the first one.
    await user.call('PATCH', `/api/tasks/${task._id}`, { durationMinutes: 25 });
    const more = await record(user, { taskId: task._id, outcome: 'more', moreMinutes: 25 });
    const minutes = async () =>
      (await user.call('GET', `/api/tasks/${task._id}`)).body.task.durationMinutes as number;
    expect(await minutes()).toBe(50);
    const edited = await user.call('PATCH', `/api/tasks/${task._id}`, { durationMinutes: 45 });
    const last = await record(user, {
      taskId: task._id,
      startedAt: '2026-11-16T07:30:00Z',
      endedAt: '2026-11-16T07:50:00Z',
      outcome: 'done',
    });
    expect(await readPoints(user)).toBe(5);
    const { body } = await user.call('GET', '/api/dashboard/review');
    expect(body.finished).toMatchObject([{ estimatedMinutes: 25, workedMinutes: 45 }]);

    // Undone, it is open for a new estimate again.
    await undo(user, last.body.commandId);
    await undo(user, edited.body.commandId);
    await undo(user, more.body.commandId);
    await user.call('PATCH', `/api/tasks/${task._id}`, { durationMinutes: 30 });
    await record(user, { taskId: task._id, outcome: 'done' });
    expect(await readPoints(user)).toBe(10);
  });
});

describe('points of random changes', () => {
  it('are the same again when all of them are undone, and when they are redone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 6, maxLength: 14 }), async (choices) => {
        const user = await server.signUp();
        const tasks = [await createTask(user), await createTask(user), await createTask(user)];
        const blocks = [
          await pin(user, tasks[0]._id, '2026-11-16T06:00:00Z', '2026-11-16T07:00:00Z'),
          await pin(user, tasks[1]._id, '2026-11-16T07:00:00Z', '2026-11-16T07:30:00Z'),
        ];
        const actions = [
          ...tasks.flatMap(({ _id }) => [
            () => user.call('PATCH', `/api/tasks/${_id}`, { status: 'done' }),
            () => user.call('PATCH', `/api/tasks/${_id}`, { status: 'open' }),
            () => user.call('PATCH', `/api/tasks/${_id}`, { durationMinutes: 25 }),
            () => user.call('DELETE', `/api/tasks/${_id}`),
            () => record(user, { taskId: _id, outcome: 'done' }),
            () => record(user, { taskId: _id, outcome: 'more' }),
          ]),
          ...blocks.flatMap((block) => [
            () => user.call('PATCH', `/api/blocks/${block}`, { state: 'done' }),
            () => user.call('PATCH', `/api/blocks/${block}`, { state: 'planned' }),
          ]),
        ];
        const changes: { commandId: string; before: number }[] = [];
        for (const choice of choices) {
          const before = await readPoints(user);
          // What is not possible any more is refused.
          const { commandId } = (await actions[choice % actions.length]?.())?.body ?? {};
          if (commandId) changes.push({ commandId, before });
        }
        const after = await readPoints(user);
        const inverses: { commandId: string; before: number }[] = [];
        for (const { commandId, before } of changes.toReversed()) {
          const now = await readPoints(user);
          const { body, status } = await undo(user, commandId);
          expect(status).toBe(200);
          inverses.push({ commandId: body.commandId, before: now });
          expect(await readPoints(user)).toBe(before);
        }
        for (const { commandId, before } of inverses.toReversed()) {
          await undo(user, commandId);
          expect(await readPoints(user)).toBe(before);
        }
        expect(await readPoints(user)).toBe(after);
      }),
      { numRuns: Number(process.env['POINTS_RUNS'] ?? 4) },
    );
  });
});

describe('figures', () => {
  it('count today against the hours that meetings leave, in the home zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/events', {
      title: 'Review',
      startsAt: '2026-11-16T12:00:00Z',
      endsAt: '2026-11-16T13:30:00Z',
      timeZone: 'Europe/Berlin',
    });
    const task = await createTask(user, { project: 'Atlas' });
    await pin(user, task._id, '2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z');
    const late = await createTask(user, { hours: 'personal' });
    // 23:30 to 00:30 in Berlin.
    await pin(user, late._id, '2026-11-16T22:30:00Z', '2026-11-16T23:30:00Z');
    const figures = await readDashboard(user);
    expect(figures.today).toEqual({
      date: '2026-11-16',
      startsAt: '2026-11-15T23:00:00.000Z',
      endsAt: '2026-11-16T23:00:00.000Z',
      eveningAt: '2026-11-16T16:00:00.000Z',
      capacityMinutes: 8 * 60 - 90,
      plannedMinutes: 90,
      workedMinutes: 0,
      finishedTasks: 0,
      firstFinished: [],
    });
    expect(figures.week.startsOn).toBe('2026-11-16');
    expect(
      figures.week.categories.map(({ days, ...sums }: { days: { plannedMinutes: number }[] }) => ({
        ...sums,
        days: days.map(({ plannedMinutes }) => plannedMinutes).join(' '),
      })),
    ).toEqual([
      { kind: 'project', project: 'Atlas', plannedMinutes: 60, workedMinutes: 0, days: '60 0 0 0 0 0 0' },
      { kind: 'none', project: null, plannedMinutes: 60, workedMinutes: 0, days: '30 30 0 0 0 0 0' },
      { kind: 'meetings', project: null, plannedMinutes: 90, workedMinutes: 0, days: '90 0 0 0 0 0 0' },
    ]);
    // Weeks that begin with Sunday contain the whole of yesterday.
    const fromSunday = (await user.call('GET', '/api/dashboard?weekStartsOn=sun')).body;
    expect(fromSunday.week.startsOn).toBe('2026-11-15');
    expect(fromSunday.completion.map(({ startsOn }: { startsOn: string }) => startsOn)).toEqual([
      '2026-10-11',
      '2026-10-18',
      '2026-10-25',
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
    ]);
    expect((await user.call('GET', '/api/dashboard?weekStartsOn=someday')).status).toBe(400);
    expect(figures.estimates).toEqual([]);
  });

  it('count what a day has without lunch, and at most what its user wants to work', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const readCapacities = async () => {
      const review = (await user.call('GET', '/api/dashboard/review')).body;
      return [(await readDashboard(user)).today.capacityMinutes, review.next.capacityMinutes];
    };
    const change = (fields: object) => user.call('PATCH', '/api/user/scheduling', fields);
    await change({ lunch: null, mostWorkMinutes: null });
    expect(await readCapacities()).toEqual([480, 5 * 480]);
    await change({ lunch: ['12:00', '12:45'] });
    expect(await readCapacities()).toEqual([435, 5 * 435]);
    await change({ mostWorkMinutes: 360 });
    // On a short day nothing is cut off.
    await user.call('POST', '/api/events', {
      title: 'Workshop',
      startsAt: '2026-11-23T08:00:00Z',
      endsAt: '2026-11-23T13:00:00Z',
    });
    expect(await readCapacities()).toEqual([360, 4 * 360 + 180]);
  });

  it('name the planned blocks under events, and what it takes to move each', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const meet = (title: string, startsAt: string, endsAt: string) =>
      user.call('POST', '/api/events', { title, startsAt, endsAt, timeZone: 'Europe/Berlin' });
    const titles = ['Running', 'Pinned', 'Manual', 'Beside', 'Finished'];
    const places = {
      Running: ['2026-11-16T08:00:00.000Z', '2026-11-16T09:00:00.000Z'],
      Pinned: ['2026-11-17T10:00:00.000Z', '2026-11-17T11:00:00.000Z'],
      Manual: ['2026-11-18T10:00:00.000Z', '2026-11-18T11:00:00.000Z'],
      Beside: ['2026-11-17T11:30:00.000Z', '2026-11-17T12:30:00.000Z'],
      Finished: ['2026-11-19T10:00:00.000Z', '2026-11-19T11:00:00.000Z'],
    } as Record<string, [string, string]>;
    const found: object[] = [];
    for (const title of titles) {
      const task = await createTask(user, { title, ...(title === 'Manual' && { isAutomatic: false }) });
      const [startsAt, endsAt] = places[title] ?? ['', ''];
      const blockId = await pin(user, task._id, startsAt, endsAt);
      if (title === 'Finished') await user.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
      found.push({ blockId, title, startsAt, under: null });
    }
    // A part of the running block is over before its meeting.
    await meet('Call', '2026-11-16T08:45:00Z', '2026-11-16T09:15:00Z');
    await meet('Review', '2026-11-17T10:30:00Z', '2026-11-17T11:30:00Z');
    await meet('Fair', '2026-11-18T08:00:00Z', '2026-11-19T15:00:00Z');
    const [running, pinned, manual] = found;
    expect((await readDashboard(user)).overlaps).toEqual([
      { ...running, movesBy: 'removing' },
      { ...pinned, movesBy: 'unpinning' },
      { ...manual, movesBy: 'hand' },
    ]);
    const { blockId } = pinned as { blockId: string };
    await user.call('PATCH', `/api/blocks/${blockId}`, { isPinned: false });
    expect((await readDashboard(user)).overlaps[1]).toEqual({ ...pinned, movesBy: 'planning' });
    // What is over is no longer in the way.
    server.setTime('2026-11-16T09:15:00Z');
    expect((await readDashboard(user)).overlaps.map(({ title }: { title: string }) => title)).toEqual([
      'Pinned',
      'Manual',
    ]);
  });

  it('count the tasks that missed a part of their time, until it is planned again', async () => {
    const user = await server.signUp();
    const task = await createTask(user, { durationMinutes: 120, isSplittable: true });
    const missed = await pin(user, task._id, '2026-11-16T07:00:00Z', '2026-11-16T08:00:00Z');
    const count = async () => (await readDashboard(user)).partlyPlanned.length;
    // Without any block ahead, it is no planned task at all.
    expect(await count()).toBe(0);
    await pin(user, task._id, '2026-11-17T07:00:00Z', '2026-11-17T08:00:00Z');
    expect(await count()).toBe(1);
    // Three weeks later too, as long as a new plan would take care of it.
    const other = await server.signUp();
    for (const day of ['2026-10-27', '2026-10-08']) {
      const { _id } = await createTask(other, { durationMinutes: 120, isSplittable: true });
      for (const on of [day, '2026-11-17'])
        await pin(other, _id, `${on}T0${day.at(-1)}:00:00Z`, `${on}T0${day.at(-1)}:30:00Z`);
    }
    expect((await readDashboard(other)).partlyPlanned).toHaveLength(1);
    const done = await user.call('PATCH', `/api/blocks/${missed}`, { state: 'done' });
    expect(await count()).toBe(0);
    await undo(user, done.body.commandId);
    await pin(user, task._id, '2026-11-18T07:00:00Z', '2026-11-18T08:00:00Z');
    expect(await count()).toBe(0);
  });

  it('say how good estimates are from three tasks of a project on', async () => {
    const user = await server.signUp();
    for (const hours of [1, 2, 2]) {
      const task = await createTask(user, { project: 'Atlas' });
      await record(user, {
        taskId: task._id,
        startedAt: '2026-11-15T08:00:00Z',
        endedAt: `2026-11-15T${String(8 + hours).padStart(2, '0')}:00:00Z`,
        outcome: 'done',
      });
    }
    await createTask(user, { project: 'Atlas', durationMinutes: 90 });
    await createTask(user, { project: 'Home', durationMinutes: 30 });
    const { estimates, overallEstimate } = await readDashboard(user);
    expect(estimates).toEqual([
      { project: 'Atlas', tasks: 3, factor: 2, openTasks: 1, openMinutes: 90, learnedMinutes: 180 },
    ]);
    expect(overallEstimate).toEqual({
      tasks: 3,
      factor: 2,
      openTasks: 2,
      openMinutes: 120,
      learnedMinutes: 240,
    });
  });

  it('say how good estimates are of three tasks of different projects', async () => {
    const user = await server.signUp();
    for (const [index, project] of ['Atlas', 'Home', null].entries()) {
      expect((await readDashboard(user)).overallEstimate).toBeNull();
      const task = await createTask(user, { project });
      await record(user, {
        taskId: task._id,
        startedAt: `2026-11-15T0${index}:00:00Z`,
        endedAt: `2026-11-15T0${index}:30:00Z`,
        outcome: 'done',
      });
    }
    const { estimates, overallEstimate } = await readDashboard(user);
    expect(estimates).toEqual([]);
    expect(overallEstimate).toEqual({
      tasks: 3,
      factor: 0.5,
      openTasks: 0,
      openMinutes: 0,
      learnedMinutes: 0,
    });
  });
});

describe('the review of a week', () => {
  it('says what was done, carried over and comes next, in the home zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const [done, missed, moved, gone] = [
      await createTask(user, { title: 'Slides', project: 'Atlas' }),
      await createTask(user, { title: 'Letter', durationMinutes: 120 }),
      await createTask(user, { title: 'Plan' }),
      await createTask(user, { title: 'Gone' }),
    ];
    // Thursday and Friday of last week, and Tuesday of this one.
    await pin(user, done._id, '2026-11-12T08:00:00Z', '2026-11-12T09:00:00Z');
    await pin(user, missed._id, '2026-11-12T09:00:00Z', '2026-11-12T11:00:00Z');
    await pin(user, moved._id, '2026-11-13T09:00:00Z', '2026-11-13T10:00:00Z');
    await pin(user, gone._id, '2026-11-13T10:00:00Z', '2026-11-13T11:00:00Z');
    await user.call('DELETE', `/api/tasks/${gone._id}`);
    await pin(user, moved._id, '2026-11-17T09:00:00Z', '2026-11-17T10:00:00Z');
    // Too little for what is left of it.
    await pin(user, missed._id, '2026-11-18T09:00:00Z', '2026-11-18T10:00:00Z');
    const session = { startedAt: '2026-11-12T08:00:00Z', endedAt: '2026-11-12T09:15:00Z' };
    await record(user, { taskId: done._id, ...session, outcome: 'done' });
    // Half an hour of the letter was done on Saturday.
    await record(user, {
      taskId: missed._id,
      startedAt: '2026-11-14T09:00:00Z',
      endedAt: '2026-11-14T09:30:00Z',
    });
    const { body } = await user.call('GET', '/api/dashboard/review?date=2026-11-15');
    expect(body.week.startsOn).toBe('2026-11-09');
    expect(body.completion).toMatchObject({ dueMinutes: 240, doneMinutes: 60 });
    expect(body.unplannedMinutes).toBe(45);
    expect(body.carriedOver).toEqual({
      count: 2,
      tasks: [
        { _id: missed._id, title: 'Letter', project: null, missedMinutes: 90, plannedAt: null },
        {
          _id: moved._id,
          title: 'Plan',
          project: null,
          missedMinutes: 60,
          plannedAt: '2026-11-17T09:00:00.000Z',
        },
      ],
    });
    expect(body.focusMinutes).toBe(105);
    // From now on, Monday at 09:30: 7 h 30 are left of today.
    expect(body.next).toEqual({
      startsOn: '2026-11-16',
      capacityMinutes: 4 * 480 + 450,
      plannedMinutes: 120,
    });
    // On the first working day, the last week is looked back on.
    expect((await readDashboard(user)).reviewWeek).toBe('2026-11-09');
    expect((await readDashboard(await server.signUp())).reviewWeek).toBeNull();
    expect((await readDashboard(user)).today).toMatchObject({
      finishedTasks: 1,
      firstFinished: [{ _id: done._id, title: 'Slides' }],
    });
    const current = (await user.call('GET', '/api/dashboard/review')).body;
    expect(current.finished).toEqual([
      { _id: done._id, title: 'Slides', project: 'Atlas', estimatedMinutes: 60, workedMinutes: 75 },
    ]);
    expect(current.points).toEqual({ week: 10, weekBefore: 0 });
    expect((await user.call('GET', '/api/dashboard/review?date=2020-06-01')).body.next).toBeNull();
    expect((await jonas.call('GET', '/api/dashboard/review')).body.finished).toEqual([]);
    expect((await user.call('GET', '/api/dashboard/review?date=tomorrow')).status).toBe(400);
  });
});

describe('a task that is only ticked', () => {
  /** What the plan and the figures say of a week; both must agree. */
  const readWork = async (user: TestUser) => {
    const { plan } = (await user.call('GET', '/api/plan')).body;
    const review = (await user.call('GET', '/api/dashboard/review?date=2026-11-16')).body;
    const figures = await readDashboard(user);
    expect(figures.completion.at(-1)).toEqual(review.completion);
    expect(figures.week).toEqual(review.week);
    const [worked] = review.week.categories.map(
      ({ workedMinutes }: { workedMinutes: number }) => workedMinutes,
    );
    expect(worked ?? 0).toBe(review.completion.doneMinutes);
    return {
      finished: plan.blocks.map(({ isFinished }: { isFinished: boolean }) => isFinished),
      share: `${review.completion.doneMinutes}/${review.completion.dueMinutes}`,
      carried: review.carriedOver.count,
      estimates: figures.estimates.length,
    };
  };

  it('counts its earlier blocks as done until the completion is undone, and not for estimates', async () => {
    server.setTime('2026-11-16T04:00:00Z');
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const ids: string[] = [];
    for (const hour of [5, 6, 7]) {
      const task = await createTask(user, { project: 'Atlas', durationMinutes: 30 });
      await pin(user, task._id, `2026-11-16T0${hour}:00:00Z`, `2026-11-16T0${hour}:30:00Z`);
      ids.push(task._id);
    }
    server.setTime('2026-11-16T08:30:00Z');
    expect(await readWork(user)).toEqual({
      finished: [false, false, false],
      share: '0/90',
      carried: 3,
      estimates: 0,
    });
    const tick = async (id: string | undefined, status = 'done') =>
      (await user.call('PATCH', `/api/tasks/${id}`, { status })).body.commandId;
    const commands = [await tick(ids[0]), await tick(ids[1]), await tick(ids[2])];
    const all = { finished: [true, true, true], share: '90/90', carried: 0, estimates: 0 };
    expect(await readWork(user)).toEqual(all);
    expect((await readDashboard(user)).today).toMatchObject({ plannedMinutes: 90, workedMinutes: 90 });
    await undo(user, commands[1]);
    expect(await readWork(user)).toEqual({
      finished: [true, false, true],
      share: '60/90',
      carried: 1,
      estimates: 0,
    });
    await tick(ids[1]);
    expect(await readWork(user)).toEqual(all);
    await tick(ids[0], 'open');
    expect(await readWork(user)).toMatchObject({ share: '60/90', carried: 1 });
  });

  it('has no work twice that was missed and then recorded at another time', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const task = await createTask(user);
    await pin(user, task._id, '2026-11-16T05:00:00Z', '2026-11-16T06:00:00Z');
    const session = { startedAt: '2026-11-16T07:00:00Z', endedAt: '2026-11-16T08:00:00Z' };
    await record(user, { taskId: task._id, ...session, outcome: 'done' });
    const figures = await readDashboard(user);
    expect(figures.today).toMatchObject({ plannedMinutes: 60, workedMinutes: 60, finishedTasks: 1 });
    expect(figures.completion.at(-1)).toMatchObject({ dueMinutes: 60, doneMinutes: 0 });
    // The task needs no new time.
    expect((await user.call('GET', '/api/plan')).body.plan.blocks).toMatchObject([
      { state: 'planned', isFinished: true },
      { state: 'done', isFinished: true },
    ]);
  });

  it('repeats: the date that was planned last is done, a missed one stays missed', async () => {
    server.setTime('2026-11-16T04:00:00Z');
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const task = await createTask(user, {
      dueOn: '2026-11-16',
      durationMinutes: 30,
      recurrenceRule: 'FREQ=DAILY',
    });
    const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {});
    server.setTime('2026-11-17T20:00:00Z');
    await user.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
    const { finished, share } = await readWork(user);
    expect(finished.slice(0, 3)).toEqual([false, true, false]);
    expect(share).toBe('30/60');
  });
});

describe('a focus session', () => {
  it('counts as work in place of what was planned then, once, and one undo takes it back', async () => {
    const task = await createTask(maya);
    await pin(maya, task._id, '2026-11-16T07:50:00Z', '2026-11-16T08:50:00Z');
    const before = await listBlocks(maya, task._id);
    const _id = randomUUID();
    const { body } = await record(maya, { _id, taskId: task._id });
    expect(await listBlocks(maya, task._id)).toEqual([
      '2026-11-16T08:00:00.000Z 2026-11-16T08:25:00.000Z done',
      '2026-11-16T08:25:00.000Z 2026-11-16T08:50:00.000Z planned',
    ]);
    expect((await readDashboard(maya)).focus).toEqual({ todayMinutes: 25, weekMinutes: 25 });
    expect((await record(maya, { _id, taskId: task._id })).body.commandId).toBeNull();
    await undo(maya, body.commandId);
    expect(await listBlocks(maya, task._id)).toEqual(before);
    expect((await maya.call('GET', '/api/focus')).body).toMatchObject({ todayMinutes: 0, todaySessions: 0 });
  });

  it('with pauses counts when it was worked, on each day of the home zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const task = await createTask(user);
    // 00:30 on Tuesday in Berlin: it began before midnight, was paused twice, and is stopped now.
    server.setTime('2026-11-16T23:30:00Z');
    const worked = [
      { startedAt: '2026-11-16T22:00:00Z', endedAt: '2026-11-16T22:10:00Z' },
      { startedAt: '2026-11-16T22:55:00Z', endedAt: '2026-11-16T23:05:00Z' },
      { startedAt: '2026-11-16T23:15:00Z', endedAt: '2026-11-16T23:19:00Z' },
    ];
    const session = { startedAt: '2026-11-16T22:00:00Z', endedAt: '2026-11-16T23:19:00Z', worked };
    const { body } = await record(user, { taskId: task._id, ...session });
    expect(await listBlocks(user, task._id)).toEqual([
      '2026-11-16T22:00:00.000Z 2026-11-16T22:10:00.000Z done',
      '2026-11-16T22:55:00.000Z 2026-11-16T23:05:00.000Z done',
      '2026-11-16T23:15:00.000Z 2026-11-16T23:19:00.000Z done',
    ]);
    const dashboard = await readDashboard(user);
    expect(dashboard.focus).toEqual({ todayMinutes: 9, weekMinutes: 24 });
    expect(dashboard.week.categories[0].days.slice(0, 2)).toEqual([
      { plannedMinutes: 0, workedMinutes: 15 },
      { plannedMinutes: 0, workedMinutes: 9 },
    ]);
    const undone = await undo(user, body.commandId);
    expect((await readDashboard(user)).focus).toEqual({ todayMinutes: 0, weekMinutes: 0 });
    await undo(user, undone.body.commandId);
    expect((await readDashboard(user)).focus).toEqual({ todayMinutes: 9, weekMinutes: 24 });
    // A pause over midnight leaves the new day empty.
    await record(user, {
      startedAt: '2026-11-16T20:00:00Z',
      endedAt: '2026-11-16T23:25:00Z',
      worked: [
        { startedAt: '2026-11-16T20:00:00Z', endedAt: '2026-11-16T20:20:00Z' },
        { startedAt: '2026-11-16T23:24:00Z', endedAt: '2026-11-16T23:25:00Z' },
      ],
    });
    expect((await readDashboard(user)).focus).toEqual({ todayMinutes: 10, weekMinutes: 45 });
    expect((await user.call('GET', '/api/focus')).body).toMatchObject({ todayMinutes: 10, todaySessions: 2 });
  });

  it.each([
    ['is not in order', ['08:10', '08:25'], ['08:00', '08:05']],
    ['begins later', ['08:05', '08:25'], null],
    ['ends earlier', ['08:00', '08:10'], null],
    ['has an empty stretch', ['08:00', '08:25'], ['08:25', '08:25']],
  ])('whose work %s is refused', async (_, ...stretches) => {
    const worked = stretches.flatMap((stretch) =>
      stretch ? [{ startedAt: `2026-11-16T${stretch[0]}:00Z`, endedAt: `2026-11-16T${stretch[1]}:00Z` }] : [],
    );
    const refused = await record(maya, { worked });
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      { worked: 'must lie between startedAt and endedAt, in order' },
    ]);
  });

  it('that was recorded again after an undo is not recorded a second time by a redo', async () => {
    const user = await server.signUp();
    const task = await createTask(user);
    const session = { _id: randomUUID(), taskId: task._id };
    const first = await record(user, session);
    const undone = await undo(user, first.body.commandId);
    const again = await record(user, session);
    const [blocks, { todayMinutes }] = [
      await listBlocks(user, task._id),
      (await user.call('GET', '/api/focus')).body,
    ];
    const redone = await undo(user, undone.body.commandId);
    expect([redone.status, redone.body.code]).toEqual([409, 'version_conflict']);
    expect(await listBlocks(user, task._id)).toEqual(blocks);
    expect((await user.call('GET', '/api/focus')).body.todayMinutes).toBe(todayMinutes);
    expect((await undo(user, again.body.commandId)).status).toBe(200);
    expect((await undo(user, undone.body.commandId)).status).toBe(200);
    expect(await listBlocks(user, task._id)).toEqual(blocks);
  });

  it('completes its task, or lengthens the estimate', async () => {
    const task = await createTask(maya);
    await record(maya, { taskId: task._id, outcome: 'more', moreMinutes: 45 });
    const longer = (await maya.call('GET', `/api/tasks/${task._id}`)).body.task;
    expect(longer).toMatchObject({ durationMinutes: 70, status: 'open' });
    const blocksBefore = await listBlocks(maya, task._id);
    const { body } = await record(maya, {
      taskId: task._id,
      startedAt: '2026-11-16T08:10:00Z',
      endedAt: '2026-11-16T08:30:00Z',
      outcome: 'done',
    });
    expect(body.taskWas).toBe('open');
    const after = await record(maya, {
      taskId: task._id,
      startedAt: '2026-11-16T08:29:00Z',
      endedAt: '2026-11-16T08:30:00Z',
      outcome: 'more',
    });
    expect(after.body).toMatchObject({ commandId: expect.any(String), taskWas: 'done' });
    await undo(maya, after.body.commandId);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task.status).toBe('done');
    // What both sessions cover is one time.
    expect(await listBlocks(maya, task._id)).toEqual([
      '2026-11-16T08:00:00.000Z 2026-11-16T08:25:00.000Z done',
      '2026-11-16T08:25:00.000Z 2026-11-16T08:30:00.000Z done',
    ]);
    await undo(maya, body.commandId);
    const { version: _version, updatedAt: _updatedAt, ...before } = longer;
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task).toMatchObject(before);
    expect(await listBlocks(maya, task._id)).toEqual(blocksBefore);
  });

  it('completes its task too when that is answered after it was recorded, once', async () => {
    const user = await server.signUp();
    const task = await createTask(user);
    const readStatus = async () => (await user.call('GET', `/api/tasks/${task._id}`)).body.task.status;
    const session = { _id: randomUUID(), taskId: task._id };
    await record(user, { ...session, outcome: 'stopped' });
    const blocks = await listBlocks(user, task._id);
    expect((await record(user, { ...session, outcome: 'more' })).body.commandId).toBeNull();
    const done = await record(user, { ...session, outcome: 'done' });
    expect(done.body).toMatchObject({ commandId: expect.any(String), taskWas: 'open' });
    expect([await readStatus(), await listBlocks(user, task._id)]).toEqual(['done', blocks]);
    const again = await record(user, { ...session, outcome: 'done' });
    expect(again.body).toMatchObject({ commandId: null, taskWas: null });
    await undo(user, done.body.commandId);
    expect([await readStatus(), await listBlocks(user, task._id)]).toEqual(['open', blocks]);
    expect((await user.call('GET', '/api/focus')).body.todaySessions).toBe(1);
  });

  it('completes one time of a repeating task, also when it is sent again', async () => {
    const user = await server.signUp();
    const task = await createTask(user, {
      dueAt: '2026-11-16T16:00:00Z',
      recurrenceRule: 'FREQ=DAILY',
    });
    const session = { _id: randomUUID(), taskId: task._id, outcome: 'done' };
    await record(user, session);
    const listTasks = async () => (await user.call('GET', '/api/tasks?view=all')).body.tasks;
    const once = await listTasks();
    expect(once.map(({ status }: { status: string }) => status).toSorted()).toEqual(['done', 'open']);
    await record(user, session);
    expect(await listTasks()).toEqual(once);
  });

  it('by a clock that runs ahead is recorded until now', async () => {
    const user = await server.signUp();
    const now = Date.parse((await user.call('GET', '/api/focus')).body.now);
    const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
    const task = await createTask(user);
    const worked = [
      { startedAt: at(-30), endedAt: at(-20) },
      { startedAt: at(-10), endedAt: at(1) },
      { startedAt: at(2), endedAt: at(4) },
    ];
    const sent = { taskId: task._id, startedAt: at(-30), endedAt: at(4), worked };
    expect((await record(user, sent)).status).toBe(200);
    expect(await listBlocks(user, task._id)).toEqual([
      `${at(-30)} ${at(-20)} done`,
      `${at(-10)} ${at(0)} done`,
    ]);
  });

  it('is recorded although its task was deleted meanwhile', async () => {
    const user = await server.signUp();
    const task = await createTask(user);
    const deletion = await user.call('DELETE', `/api/tasks/${task._id}`);
    const recorded = await record(user, { taskId: task._id, outcome: 'done' });
    expect(recorded.body).toMatchObject({ commandId: expect.any(String), taskWas: 'deleted' });
    expect((await user.call('GET', '/api/focus')).body.todayMinutes).toBe(25);
    // One on another device at the same time adds what it does not share.
    await record(user, { taskId: null, startedAt: '2026-11-16T08:10:00Z', endedAt: '2026-11-16T08:30:00Z' });
    expect((await user.call('GET', '/api/focus')).body).toMatchObject({ todayMinutes: 30, todaySessions: 2 });
    await undo(user, deletion.body.commandId);
    expect(await listBlocks(user, task._id)).toEqual([]);
  });

  it('is refused with the field that is wrong, and for tasks of others', async () => {
    const task = await createTask(maya);
    expect((await record(maya, { endedAt: '2026-11-16T08:00:00Z' })).error.fields).toHaveProperty('endedAt');
    expect((await record(maya, { endedAt: '2026-11-17T08:00:00Z' })).error.fields).toHaveProperty('endedAt');
    expect((await record(maya, { endedAt: '2026-11-16T09:00:00Z' })).error.fields).toEqual({
      endedAt: 'is in the future',
    });
    const old = { startedAt: '1999-12-31T08:00:00Z', endedAt: '1999-12-31T08:25:00Z' };
    expect((await record(maya, { taskId: task._id, ...old })).error.fields).toEqual({
      startedAt: 'is more than 366 days ago',
    });
    const lastYear = { startedAt: '2025-11-17T08:00:00Z', endedAt: '2025-11-17T08:25:00Z' };
    expect((await record(maya, lastYear)).status).toBe(200);
    // Too short to count as a minute of work.
    const moment = { startedAt: '2026-11-16T08:00:00Z', endedAt: '2026-11-16T08:00:10Z' };
    expect((await record(maya, { taskId: task._id, ...moment })).status).toBe(200);
    expect(await listBlocks(maya, task._id)).toEqual([]);
    expect((await record(jonas, { taskId: task._id })).status).toBe(404);
    expect((await jonas.call('GET', '/api/focus')).body.todaySessions).toBe(0);
  });
});

describe('the focus timer', () => {
  it('is the same on every device, and a change made from an old state is refused', async () => {
    const { body } = await maya.call('GET', '/api/focus');
    expect(body.timer).toMatchObject({ mode: 'focus', leftMs: 25 * MINUTE_MS, version: 0 });
    const running = { ...body.timer, endsAt: '2026-11-16T09:00:00Z' };
    const started = await maya.call('PUT', '/api/focus/timer', running);
    expect(started.body.timer.version).toBe(1);
    expect((await maya.call('PUT', '/api/focus/timer', running)).status).toBe(409);
    const paused = await maya.call('PUT', '/api/focus/timer', { ...started.body.timer, endsAt: null });
    expect(paused.body.timer).toMatchObject({ version: 2, endsAt: null });
    expect((await maya.call('PUT', '/api/focus/timer', started.body.timer)).status).toBe(409);
    for (const wrong of [{ finished: 9 }, { version: 2_147_483_647 }, { leftMs: -1 }, { endsAt: 'soon' }])
      expect((await maya.call('PUT', '/api/focus/timer', { ...running, ...wrong })).status).toBe(400);
    const never = { ...paused.body.timer, endsAt: '2199-01-01T00:00:00Z' };
    const refused = await maya.call('PUT', '/api/focus/timer', never);
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toEqual({ endsAt: 'is more than 12 hours ahead' });
    expect((await jonas.call('GET', '/api/focus')).body.timer.version).toBe(0);
  });

  it('is of a task of its user: one of somebody else, and one that was deleted, is left out', async () => {
    const [user, other] = [await server.signUp(), await server.signUp()];
    const createTask = async (owner: TestUser) =>
      (await owner.call('POST', '/api/tasks', { title: 'Report' })).body.task._id;
    const [own, foreign] = [await createTask(user), await createTask(other)];
    const save = async (taskId: string) => {
      const { timer } = (await user.call('GET', '/api/focus')).body;
      const saved = await user.call('PUT', '/api/focus/timer', { ...timer, taskId });
      expect(saved.status).toBe(200);
      const read = (await user.call('GET', '/api/focus')).body;
      expect(read.timer).toEqual(saved.body.timer);
      return read.timer.taskId;
    };
    expect(await save(own)).toBe(own);
    expect(await save(foreign)).toBeNull();
    expect(await save(crypto.randomUUID())).toBeNull();
    await user.call('DELETE', `/api/tasks/${own}`);
    expect(await save(own)).toBeNull();
  });

  it('keeps when it was worked; a client that knows nothing of it leaves it out', async () => {
    const user = await server.signUp();
    const { timer } = (await user.call('GET', '/api/focus')).body;
    expect(timer.worked).toEqual([]);
    const worked = [{ startedAt: '2026-11-16T08:00:00.000Z', endedAt: '2026-11-16T08:10:00.000Z' }];
    const paused = await user.call('PUT', '/api/focus/timer', { ...timer, leftMs: 900_000, worked });
    expect((await user.call('GET', '/api/focus')).body.timer).toEqual({
      ...timer,
      leftMs: 900_000,
      worked,
      version: 1,
    });
    const { worked: _, ...old } = paused.body.timer;
    expect((await user.call('PUT', '/api/focus/timer', old)).body.timer.worked).toEqual([]);
  });

  it('keeps the question how a session went for every device, until the session is recorded', async () => {
    const user = await server.signUp();
    const task = (await user.call('POST', '/api/tasks', { title: 'Report' })).body.task;
    const readTimer = async () => (await user.call('GET', '/api/focus')).body.timer;
    const [startedAt, endedAt] = ['2026-11-16T07:00:00.000Z', '2026-11-16T07:25:00.000Z'];
    const question = { taskId: task._id, title: 'Report', startedAt, endedAt };
    const timer = await readTimer();
    expect(timer.question).toBeNull();
    const asked = await user.call('PUT', '/api/focus/timer', { ...timer, question });
    expect(asked.body.timer).toEqual({ ...timer, question, version: 1 });
    expect(await readTimer()).toEqual(asked.body.timer);
    for (const wrong of [{ startedAt: '2026-11-16T07:30:00Z' }, { endedAt: '2026-11-16T20:00:00Z' }])
      expect(
        (
          await user.call('PUT', '/api/focus/timer', {
            ...asked.body.timer,
            question: { ...question, ...wrong },
          })
        ).status,
      ).toBe(400);
    // The web app makes the id of the session from its end.
    const end = Date.parse(endedAt).toString(16).padStart(12, '0');
    const session = { _id: `00000000-0000-4000-8000-${end}`, taskId: task._id, startedAt, endedAt };
    expect((await user.call('POST', '/api/focus/sessions', session)).status).toBe(200);
    expect((await readTimer()).question).toBeNull();
    // Another device does not ask again.
    const late = await user.call('PUT', '/api/focus/timer', asked.body.timer);
    expect(late.body.timer).toEqual({ ...timer, version: 2 });
    expect(await readTimer()).toEqual(late.body.timer);
  });

  it('refuses work that is not done yet or ends before it begins, and joins what overlaps', async () => {
    const user = await server.signUp();
    const { timer } = (await user.call('GET', '/api/focus')).body;
    const at = (time: string) => `2026-11-16T${time}:00.000Z`;
    const save = (...stretches: [string, string][]) =>
      user.call('PUT', '/api/focus/timer', {
        ...timer,
        worked: stretches.map(([from, to]) => ({ startedAt: at(from), endedAt: at(to) })),
      });
    const backward = await save(['08:10', '08:05']);
    const early = await save(['08:00', '08:10'], ['20:00', '20:05']);
    expect([backward, early].map(({ status, error }) => [status, error.fields])).toEqual([
      [400, { worked: 'has a stretch that ends before it starts' }],
      [400, { worked: 'has a stretch in the future' }],
    ]);
    const old = await user.call('PUT', '/api/focus/timer', { ...timer, endsAt: '2025-09-26T08:00:00Z' });
    expect([old.status, old.error.fields]).toEqual([400, { endsAt: 'is more than 366 days ago' }]);
    const saved = await save(['07:00', '07:10'], ['07:05', '07:20'], ['07:30', '07:40']);
    const joined = [
      { startedAt: at('07:00'), endedAt: at('07:20') },
      { startedAt: at('07:30'), endedAt: at('07:40') },
    ];
    expect(saved.body.timer).toEqual({ ...timer, worked: joined, version: 1 });
    expect((await user.call('GET', '/api/focus')).body.timer).toEqual(saved.body.timer);
  });

  it('is started and paused by the assistant', async () => {
    const user = await server.signUp();
    const task = await createTask(user, { title: 'Tax return' });
    const say = async (text: string) =>
      (await user.call('POST', '/api/chat/turns', { text }, { accept: 'application/json' })).body.turn;
    const readTimer = async () => (await user.call('GET', '/api/focus')).body.timer;

    const started = await say('start a 50 minute focus session on the tax return');
    expect(started).toMatchObject({
      state: 'done',
      reply: expect.stringContaining("50 min of focus on 'Tax return', Mon, 16 Nov 2026"),
    });
    expect(await readTimer()).toMatchObject({ endsAt: '2026-11-16T09:20:00.000Z', taskId: task._id });
    expect((await say('start a focus session')).reply).toContain('The timer is running already.');
    expect((await say('stop the focus session')).reply).toContain('with 50 min left');
    expect(await readTimer()).toMatchObject({ endsAt: null, leftMs: 50 * MINUTE_MS });
    expect((await say('start a focus session on the moon')).reply).toContain("no open task called 'moon'");
    expect((await say('how long have I focused today?')).reply).toContain('No focus time recorded today.');
  });

  it('of which nobody has said how it went is recorded before the assistant starts another one', async () => {
    const user = await server.signUp();
    const task = await createTask(user, { title: 'Tax return' });
    const say = async (text: string) =>
      (await user.call('POST', '/api/chat/turns', { text }, { accept: 'application/json' })).body.turn;
    await say('start a 50 minute focus session on the tax return');
    server.setTime('2026-11-16T08:42:00Z');
    await say('stop the focus session');
    const paused = (await user.call('GET', '/api/focus')).body.timer;
    expect(paused.worked).toEqual([
      { startedAt: '2026-11-16T08:30:00.000Z', endedAt: '2026-11-16T08:42:00.000Z' },
    ]);
    server.setTime('2026-11-16T09:00:00Z');
    await say('start a 20 minute focus session');
    const { timer, ...focus } = (await user.call('GET', '/api/focus')).body;
    expect(timer).toMatchObject({ endsAt: '2026-11-16T09:20:00.000Z', worked: [] });
    expect(focus).toMatchObject({ todayMinutes: 12, todaySessions: 1 });
    expect(await listBlocks(user, task._id)).toEqual([
      '2026-11-16T08:30:00.000Z 2026-11-16T08:42:00.000Z done',
    ]);
    // This one ends by itself, and no page is open.
    server.setTime('2026-11-16T10:00:00Z');
    await say('start a focus session');
    expect((await user.call('GET', '/api/focus')).body).toMatchObject({ todayMinutes: 32, todaySessions: 2 });
  });
});
