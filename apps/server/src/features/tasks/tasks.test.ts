import { randomUUID } from 'node:crypto';
import type { HoursOverride } from '@dayloom/contracts';
import { DAY_MS, findDayNumber, formatDayNumber } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { openTestServer } from '#test/server.ts';
import { planNextInSeries } from './model/series.ts';
import { purgeOldTasks } from './operations/purge-tasks.ts';
import { planNewTask } from './rules.ts';

const server = await openTestServer();
const maya = await server.signUp({ timeZone: 'Europe/Berlin' });
const jonas = await server.signUp({ firstName: 'Jonas' });

const create = async (fields: object) =>
  (await maya.call('POST', '/api/tasks', { title: 'Task', ...fields })).body.task;

describe('creating', () => {
  it('fills in defaults', async () => {
    const { status, body } = await maya.call('POST', '/api/tasks', { title: '  Board report ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      task: {
        title: 'Board report',
        durationMinutes: 30,
        priority: 3,
        dueKind: 'soft',
        isSplittable: false,
        version: 1,
        status: 'open',
        planned: null,
      },
    });
    expect(body.commandId).toBeTruthy();
  });

  it('splits long tasks by default, and keeps given chunk sizes valid', async () => {
    expect(await create({ durationMinutes: 360 })).toMatchObject({
      isSplittable: true,
      minChunkMinutes: 30,
      maxChunkMinutes: 120,
    });
    expect(await create({ durationMinutes: 360, isSplittable: false })).toMatchObject({
      isSplittable: false,
      maxChunkMinutes: 360,
    });
    const reply = await maya.call('POST', '/api/tasks', {
      title: 'x',
      durationMinutes: 360,
      minChunkMinutes: 120,
      maxChunkMinutes: 60,
    });
    expect(reply.error).toMatchObject({
      code: 'invalid_request',
      fields: { minChunkMinutes: 'larger than maxChunkMinutes' },
    });
  });

  it('returns what it has stored', async () => {
    const other = await create({ title: 'Before' });
    const given = {
      _id: randomUUID().toUpperCase(),
      title: 'Everything',
      notes: 'Some *notes*',
      subtasks: [{ id: randomUUID(), title: 'First', done: false }],
      durationMinutes: 90,
      dueAt: '2026-12-01T10:00:00+02:00',
      dueKind: 'hard',
      priority: 1,
      project: 'Home',
      hours: 'personal',
      timeOfDay: 'morning',
      startAfter: '2026-11-20T08:30:00.5+01:00',
      isSplittable: true,
      minChunkMinutes: 15,
      maxChunkMinutes: 45,
      bufferMinutes: 5,
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU',
      isAutomatic: false,
    };
    // With dependencies it is several statements, without them one.
    for (const fields of [given, { ...given, _id: randomUUID(), dependsOn: [other._id.toUpperCase()] }]) {
      const { task, commandId } = (await maya.call('POST', '/api/tasks', fields)).body;
      expect(task).toMatchObject({ title: 'Everything', dueAt: '2026-12-01T08:00:00.000Z', version: 1 });
      expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task).toEqual(task);
      expect((await maya.call('POST', `/api/commands/${commandId}/undo`)).status).toBe(200);
      expect((await maya.call('GET', `/api/tasks/${task._id}`)).status).toBe(404);
    }
  });

  it('is refused for an Idempotency-Key of another change, and repeated by its own', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { _id: randomUUID(), title: 'Repeated' };
    const first = await maya.call('POST', '/api/tasks', fields, headers);
    expect(first.body.commandId).toBe(headers['idempotency-key']);
    const again = await maya.call('POST', '/api/tasks', fields, headers);
    expect(again.body).toEqual({ ...first.body, commandId: null });
    const other = await maya.call('POST', '/api/tasks', { title: 'Other' }, headers);
    expect(other.error.fields).toEqual({ 'Idempotency-Key': 'was used for another change' });
    expect((await maya.call('GET', '/api/tasks?q=Other')).body.tasks).toEqual([]);
  });

  it('creates one task for a repeated request', async () => {
    const _id = randomUUID();
    const first = await maya.call('POST', '/api/tasks', { _id, title: 'Once' });
    const second = await maya.call('POST', '/api/tasks', { _id, title: 'Once' });
    expect(second.body.task).toEqual(first.body.task);
    expect((await maya.call('GET', '/api/tasks?q=Once')).body.tasks).toHaveLength(1);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ title: 'x', durationMinutes: 0 }, 'durationMinutes'],
    [{ title: 'x', durationMinutes: 1.5 }, 'durationMinutes'],
    [{ title: 'x', priority: 5 }, 'priority'],
    [{ title: 'x', dueOn: '2026-02-30' }, 'dueOn'],
    [{ title: 'x', dueOn: '2026-11-20', dueAt: '2026-11-20T10:00:00Z' }, 'dueAt'],
    [{ title: 'x', recurrenceRule: 'FREQ=SOMETIMES' }, 'recurrenceRule'],
    [{ title: 'x', recurrenceRule: 'FREQ=HOURLY' }, 'recurrenceRule'],
    [{ title: 'x', dependsOn: [randomUUID()] }, 'dependsOn'],
  ])('refuses %o', async (body, field) => {
    const reply = await maya.call('POST', '/api/tasks', body);
    expect([400, 422]).toContain(reply.status);
    expect(reply.error.success).toBe(false);
    expect(Object.keys(reply.error.fields ?? {})).toContain(field);
  });

  it('reports problems in plain words', async () => {
    const problem = async (body: object) => (await maya.call('POST', '/api/tasks', body)).error.message;
    expect(await problem({})).toBe('title: is missing');
    expect(await problem({ title: 'x'.repeat(301) })).toBe('title: must be at most 300 characters');
    expect(await problem({ title: 'x', durationMinutes: '5' })).toBe('durationMinutes: must be a number');
    expect(await problem({ title: 'x', hours: 'night' })).toBe('hours: must be one of work, personal');
    expect((await maya.call('POST', '/api/tasks')).error.message).toBe('body: is missing');
  });

  it('refuses unstorable characters', async () => {
    expect((await maya.call('POST', '/api/tasks', { title: 'a\u0000b' })).status).toBe(400);
    expect((await maya.call('POST', '/api/tasks', { title: 'ok', notes: '\ud800' })).status).toBe(400);
  });
});

describe('changing', () => {
  it('refuses a stale version without losing anything', async () => {
    const task = await create({ title: 'Draft' });
    const first = await maya.call('PATCH', `/api/tasks/${task._id}`, { title: 'Mine', version: 1 });
    expect(first.body.task).toMatchObject({ title: 'Mine', version: 2 });
    const stale = await maya.call('PATCH', `/api/tasks/${task._id}`, { title: 'Theirs', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.error.code).toBe('version_conflict');
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task.title).toBe('Mine');
  });

  it('happens once for a repeated Idempotency-Key, and keeps what was changed in between', async () => {
    const task = await create({ title: 'Draft', recurrenceRule: 'FREQ=DAILY', dueOn: '2026-11-20' });
    const key = randomUUID();
    const finish = (id: string, headers: Record<string, string>) =>
      maya.call('PATCH', `/api/tasks/${id}`, { status: 'done', version: 1 }, headers);
    const first = await finish(task._id, { 'idempotency-key': key });
    expect(first.body).toMatchObject({ commandId: key, task: { status: 'done', version: 2 } });
    await maya.call('PATCH', `/api/tasks/${task._id}`, { title: 'Reworded' });
    const all = await Promise.all([1, 2].map(() => finish(task._id, { 'idempotency-key': key })));
    for (const { body } of all) {
      expect(body).toMatchObject({ commandId: key, task: { title: 'Reworded', version: 3 } });
    }
    // The next task of the series exists once.
    const open = (await maya.call('GET', '/api/tasks?q=Draft')).body.tasks;
    expect(open.filter(({ status }: { status: string }) => status === 'open')).toHaveLength(1);
    expect((await maya.call('POST', `/api/commands/${key}/undo`)).status).toBe(200);

    const other = await create({ title: 'Other' });
    expect((await finish(other._id, { 'idempotency-key': key })).status).toBe(422);
    expect((await finish(other._id, { 'idempotency-key': 'once' })).error.fields).toEqual({
      'Idempotency-Key': 'is not a UUID',
    });
    expect((await maya.call('GET', `/api/tasks/${other._id}`)).body.task.status).toBe('open');
    // Keys belong to their user.
    const theirs = (await jonas.call('POST', '/api/tasks', { title: 'Theirs' })).body.task;
    const change = { title: 'Changed' };
    const headers = { 'idempotency-key': key };
    expect((await jonas.call('PATCH', `/api/tasks/${theirs._id}`, change, headers)).body.task.title).toBe(
      'Changed',
    );
  });

  it('is deleted once for a repeated Idempotency-Key', async () => {
    const task = await create({ title: 'Gone' });
    const headers = { 'idempotency-key': randomUUID() };
    const remove = () => maya.call('DELETE', `/api/tasks/${task._id}`, undefined, headers);
    const commandId = headers['idempotency-key'];
    expect((await remove()).body).toMatchObject({ commandId });
    expect((await remove()).body).toMatchObject({ commandId });
    expect((await maya.call('DELETE', `/api/tasks/${task._id}`)).status).toBe(404);
  });

  it('handles PUT like PATCH: absent fields stay', async () => {
    const task = await create({ title: 'Draft', durationMinutes: 45 });
    const { body } = await maya.call('PUT', `/api/tasks/${task._id}`, { title: 'Mine', version: 1 });
    expect(body.task).toMatchObject({ title: 'Mine', durationMinutes: 45, version: 2 });
  });

  it('accepts one of two simultaneous writes', async () => {
    const task = await create({ title: 'Race' });
    const replies = await Promise.all(
      ['A', 'B', 'C'].map((title) => maya.call('PATCH', `/api/tasks/${task._id}`, { title, version: 1 })),
    );
    expect(replies.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('sets one kind of deadline and removes the other', async () => {
    const task = await create({ dueOn: '2026-11-20' });
    const { body } = await maya.call('PATCH', `/api/tasks/${task._id}`, {
      dueAt: '2026-11-21T10:00:00+01:00',
    });
    expect(body.task).toMatchObject({ dueOn: null, dueAt: '2026-11-21T09:00:00.000Z' });
  });

  it('keeps chunk sizes valid when the duration changes', async () => {
    const task = await create({ durationMinutes: 60 });
    const { body } = await maya.call('PATCH', `/api/tasks/${task._id}`, { durationMinutes: 90 });
    expect(body.task).toMatchObject({ isSplittable: false, minChunkMinutes: 90, maxChunkMinutes: 90 });
  });

  it('refuses cycles', async () => {
    const first = await create({ title: 'First' });
    const second = await create({ title: 'Second', dependsOn: [first._id] });
    const third = await create({ title: 'Third', dependsOn: [second._id] });
    const reply = await maya.call('PATCH', `/api/tasks/${first._id}`, { dependsOn: [third._id] });
    expect(reply.status).toBe(422);
    expect(reply.error.message).toContain('wait for each other');
    expect((await maya.call('GET', `/api/tasks/${first._id}`)).body.task).toMatchObject({
      dependsOn: [],
      version: 1,
    });
  });
});

describe('undo', () => {
  it('restores a deleted task, and undoing that deletes it again', async () => {
    const task = await create({ title: 'Keep me' });
    const { commandId } = (await maya.call('DELETE', `/api/tasks/${task._id}`)).body;
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).status).toBe(404);
    const undone = await maya.call('POST', `/api/commands/${commandId}/undo`);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task.title).toBe('Keep me');
    expect((await maya.call('POST', `/api/commands/${commandId}/undo`)).error.code).toBe('already_undone');
    await maya.call('POST', `/api/commands/${undone.body.commandId}/undo`);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).status).toBe(404);
  });

  it('reverts a change and a creation', async () => {
    const { task, commandId: creation } = (
      await maya.call('POST', '/api/tasks', { title: 'New', priority: 1 })
    ).body;
    const { commandId } = (
      await maya.call('PATCH', `/api/tasks/${task._id}`, { title: 'Changed', priority: 2 })
    ).body;
    await maya.call('POST', `/api/commands/${commandId}/undo`);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task).toMatchObject({
      title: 'New',
      priority: 1,
    });
    await maya.call('POST', `/api/commands/${creation}/undo`);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).status).toBe(404);
  });

  it('is recorded in the journal', async () => {
    server.setTime('2026-11-16T08:00:01Z');
    await create({ title: 'Journaled' });
    const { commands } = (await maya.call('GET', '/api/commands?limit=1')).body;
    expect(commands).toMatchObject([
      { kind: 'task.create', summary: "Added 'Journaled'", actor: 'user', undoneAt: null },
    ]);
  });
});

describe('series', () => {
  it('adds the next task when one is completed; undo removes it', async () => {
    const ivy = await server.signUp({ timeZone: 'Europe/Berlin' });
    const { task } = (
      await ivy.call('POST', '/api/tasks', {
        title: 'Report',
        dueOn: '2026-11-20',
        recurrenceRule: 'FREQ=WEEKLY',
      })
    ).body;
    const done = await ivy.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
    expect(done.body.task).toMatchObject({ status: 'done', recurrenceRule: null });
    const open = (await ivy.call('GET', '/api/tasks?view=upcoming')).body.tasks;
    expect(open).toMatchObject([{ title: 'Report', dueOn: '2026-11-27', recurrenceRule: 'FREQ=WEEKLY' }]);
    await ivy.call('POST', `/api/commands/${done.body.commandId}/undo`);
    expect((await ivy.call('GET', '/api/tasks?view=upcoming')).body.tasks).toMatchObject([
      { _id: task._id, dueOn: '2026-11-20', recurrenceRule: 'FREQ=WEEKLY' },
    ]);
  });

  it('adds the same next task when the completion is redone after the purge', async () => {
    const ivy = await server.signUp({ timeZone: 'Europe/Berlin' });
    const fields = { title: 'Report', dueOn: '2026-11-20', recurrenceRule: 'FREQ=WEEKLY' };
    const { task } = (await ivy.call('POST', '/api/tasks', fields)).body;
    const done = await ivy.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
    const upcoming = async () => (await ivy.call('GET', '/api/tasks?view=upcoming')).body.tasks;
    const [next] = await upcoming();
    await ivy.call('PATCH', `/api/tasks/${next._id}`, { title: 'Next report' });
    const undone = await ivy.call('POST', `/api/commands/${done.body.commandId}/undo`);
    const inFiveWeeks = new Date(server.now().getTime() + 35 * DAY_MS);
    await purgeOldTasks({ ...server.app.platform, clock: () => inFiveWeeks });
    expect((await ivy.call('POST', `/api/commands/${undone.body.commandId}/undo`)).status).toBe(200);
    expect(await upcoming()).toMatchObject([
      {
        _id: next._id,
        title: 'Next report',
        dueOn: '2026-11-27',
        startAfter: next.startAfter,
        status: 'open',
      },
    ]);
  });

  it('does not restore a next task that was deleted before the completion was undone', async () => {
    const ivy = await server.signUp({ timeZone: 'Europe/Berlin' });
    const fields = { title: 'Report', dueOn: '2026-11-20', recurrenceRule: 'FREQ=WEEKLY' };
    const { task } = (await ivy.call('POST', '/api/tasks', fields)).body;
    const done = await ivy.call('PATCH', `/api/tasks/${task._id}`, { status: 'done' });
    const upcoming = async () => (await ivy.call('GET', '/api/tasks?view=upcoming')).body.tasks;
    const [next] = await upcoming();
    await ivy.call('DELETE', `/api/tasks/${next._id}`);
    const undone = await ivy.call('POST', `/api/commands/${done.body.commandId}/undo`);
    await ivy.call('POST', `/api/commands/${undone.body.commandId}/undo`);
    expect(await upcoming()).toEqual([]);
  });

  const series = (fields: object) => planNewTask({ title: 'T', ...fields });
  const workdays = (windows: [string, string][]) =>
    Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, windows]));
  const hours = {
    work: workdays([['09:00', '17:00']]),
    personal: { ...workdays([['18:00', '21:00']]), sat: [['10:00', '18:00'] as [string, string]] },
  };
  const next = (fields: object, now: string) =>
    planNextInSeries(series(fields), {
      timeZone: 'America/New_York',
      hours,
      hoursOverrides: [],
      now: new Date(now),
    });

  it.each([
    [
      'month ends',
      { dueOn: '2026-01-31', recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
      '2026-01-30T12:00:00Z',
      { dueOn: '2026-02-28' },
    ],
    [
      'long overdue',
      { dueOn: '2026-01-05', recurrenceRule: 'FREQ=WEEKLY' },
      '2026-03-04T12:00:00Z',
      { dueOn: '2026-03-09' },
    ],
    ['no deadline', { recurrenceRule: 'FREQ=DAILY' }, '2026-03-04T12:00:00Z', { dueOn: '2026-03-05' }],
    [
      'over the clock change',
      { dueAt: '2026-03-07T14:00:00.000Z', recurrenceRule: 'FREQ=WEEKLY;BYDAY=SA,SU' },
      '2026-03-07T12:00:00Z',
      { dueAt: '2026-03-08T13:00:00.000Z', startAfter: '2026-03-08T05:00:00.000Z' },
    ],
    [
      'not before the day it is for',
      { dueOn: '2026-01-05', recurrenceRule: 'FREQ=DAILY' },
      '2026-01-05T12:00:00Z',
      { dueOn: '2026-01-06', startAfter: '2026-01-06T05:00:00.000Z' },
    ],
    [
      'not before the last one was due',
      { dueOn: '2026-11-20', recurrenceRule: 'FREQ=WEEKLY' },
      '2026-11-17T12:00:00Z',
      { dueOn: '2026-11-27', startAfter: '2026-11-21T05:00:00.000Z' },
    ],
    [
      'with its own, later start',
      { dueOn: '2026-11-20', startAfter: '2026-11-18T14:00:00.000Z', recurrenceRule: 'FREQ=WEEKLY' },
      '2026-11-17T12:00:00Z',
      { dueOn: '2026-11-27', startAfter: '2026-11-25T14:00:00.000Z' },
    ],
    [
      'every day, when the next ones have no hours',
      { recurrenceRule: 'FREQ=DAILY' },
      '2026-11-20T22:00:00Z',
      { dueOn: '2026-11-23', startAfter: '2026-11-23T05:00:00.000Z' },
    ],
    [
      'every day, in the personal hours',
      { recurrenceRule: 'FREQ=DAILY', hours: 'personal' },
      '2026-11-20T22:00:00Z',
      { dueOn: '2026-11-21', startAfter: '2026-11-21T05:00:00.000Z' },
    ],
    [
      'on the next day of a list',
      { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR' },
      '2026-11-16T22:00:00Z',
      { dueOn: '2026-11-18', startAfter: '2026-11-18T05:00:00.000Z' },
    ],
    [
      'before a listed day without hours',
      { dueOn: '2026-11-18', recurrenceRule: 'FREQ=WEEKLY;BYDAY=WE,SA' },
      '2026-11-18T22:00:00Z',
      { dueOn: '2026-11-21', startAfter: '2026-11-19T05:00:00.000Z' },
    ],
    [
      'counted',
      { dueOn: '2026-01-05', recurrenceRule: 'FREQ=DAILY;COUNT=3' },
      '2026-01-05T12:00:00Z',
      { dueOn: '2026-01-06', recurrenceRule: 'FREQ=DAILY;COUNT=2' },
    ],
    [
      'the last one',
      { dueOn: '2026-01-05', recurrenceRule: 'FREQ=DAILY;COUNT=2' },
      '2026-01-05T12:00:00Z',
      { recurrenceRule: null },
    ],
  ])('%s', (_name, fields, now, expected) => {
    expect(next(fields, now)).toMatchObject(expected);
  });

  it('uses the hours of special dates: closed days are skipped, even a long holiday', () => {
    const on = (date: string, windows: [string, string][]) => ({ date, work: windows, personal: null });
    const nextDaily = (hoursOverrides: HoursOverride[]) =>
      planNextInSeries(series({ recurrenceRule: 'FREQ=DAILY' }), {
        timeZone: 'America/New_York',
        hours,
        hoursOverrides,
        now: new Date('2026-11-19T22:00:00Z'),
      })?.dueOn;
    expect(nextDaily([on('2026-11-20', [])])).toBe('2026-11-23');
    expect(nextDaily([on('2026-11-20', []), on('2026-11-21', [['10:00', '12:00']])])).toBe('2026-11-21');
    const threeWeeks = Array.from({ length: 21 }, (_, day) =>
      on(formatDayNumber((findDayNumber('2026-11-20') ?? 0) + day), []),
    );
    expect(nextDaily(threeWeeks)).toBe('2026-12-11');
  });

  it('ends with its rule', () => {
    expect(
      next({ dueOn: '2026-01-05', recurrenceRule: 'FREQ=DAILY;UNTIL=20260105' }, '2026-01-05T12:00:00Z'),
    ).toBeNull();
    expect(next({ dueOn: '2026-01-05' }, '2026-01-05T12:00:00Z')).toBeNull();
  });
});

describe('listing', () => {
  it('filters by view, project, priority and words, and counts each view', async () => {
    const lee = await server.signUp({ timeZone: 'Europe/Berlin' });
    const add = (body: object) => lee.call('POST', '/api/tasks', body);
    await add({ title: 'Inbox one' });
    await add({ title: 'Due today 100%', dueOn: '2026-11-16', project: '#Work', priority: 1 });
    await add({ title: 'Later', dueOn: '2026-11-30', project: 'work', notes: 'call the bank' });
    await add({ title: 'Some day', isSomeday: true });
    const done = (await add({ title: 'Finished' })).body.task;
    await lee.call('PATCH', `/api/tasks/${done._id}`, { status: 'done' });
    const titles = async (query: string) =>
      (await lee.call('GET', `/api/tasks?${query}`)).body.tasks
        .map((task: { title: string }) => task.title)
        .sort();
    expect(await titles('view=inbox')).toEqual(['Inbox one']);
    expect(await titles('view=today')).toEqual(['Due today 100%']);
    expect(await titles('view=someday')).toEqual(['Some day']);
    expect(await titles('view=done')).toEqual(['Finished']);
    expect(await titles('project=WORK')).toEqual(['Due today 100%', 'Later']);
    expect(await titles('priority=1')).toEqual(['Due today 100%']);
    expect(await titles('q=BANK')).toEqual(['Later']);
    expect(await titles('q=100%25')).toEqual(['Due today 100%']);
    const { counts } = (await lee.call('GET', '/api/tasks')).body;
    expect(counts).toEqual({ all: 5, inbox: 1, today: 1, upcoming: 3, 'at-risk': 0, someday: 1, done: 1 });
  });

  it('pages through everything once', async () => {
    const sam = await server.signUp();
    for (let i = 0; i < 7; i++) await sam.call('POST', '/api/tasks', { title: `Task ${i}` });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await sam.call('GET', `/api/tasks?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.tasks.map((task: { title: string }) => task.title));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, i) => `Task ${i}`));
    expect((await sam.call('GET', '/api/tasks?cursor=nonsense')).status).toBe(400);
  });
});

describe("somebody else's tasks", () => {
  it('do not exist', async () => {
    const task = await create({ title: 'Private' });
    for (const [method, body] of [['GET'], ['PATCH', { title: 'Stolen' }], ['DELETE']] as const) {
      expect((await jonas.call(method, `/api/tasks/${task._id}`, body)).status).toBe(404);
    }
    const { commandId } = (await maya.call('PATCH', `/api/tasks/${task._id}`, { title: 'Still private' }))
      .body;
    expect((await jonas.call('POST', `/api/commands/${commandId}/undo`)).status).toBe(404);
    expect((await jonas.call('POST', '/api/tasks', { title: 'x', dependsOn: [task._id] })).status).toBe(422);
    expect(
      (await jonas.call('GET', '/api/tasks')).body.tasks.every(
        (one: { title: string }) => one.title !== 'Private',
      ),
    ).toBe(true);
    // Two users may use the same id: ids are unique only per user.
    expect((await jonas.call('POST', '/api/tasks', { _id: task._id, title: 'Mine' })).status).toBe(200);
    expect((await maya.call('GET', `/api/tasks/${task._id}`)).body.task.title).toBe('Still private');
  });
});

describe('many tasks at once', () => {
  it('are one change: all or none, once, and undone together', async () => {
    const user = await server.signUp();
    const ids = [randomUUID(), randomUUID()];
    const tasks = [
      { _id: ids[0], title: 'Pay rent', dueOn: '2026-12-01', recurrenceRule: 'FREQ=MONTHLY' },
      { _id: ids[1], title: 'Pack', subtasks: [{ id: randomUUID(), title: 'Passport', done: false }] },
    ];
    const add = (list: object[]) => user.call('POST', '/api/tasks/import', { tasks: list });
    const titles = async () =>
      (await user.call('GET', '/api/tasks?view=all')).body.tasks
        .map(({ title }: { title: string }) => title)
        .sort();
    const refused = await add([
      ...tasks,
      { title: 'Both', dueOn: '2026-12-01', dueAt: '2026-12-01T08:00:00Z' },
    ]);
    expect([refused.status, await titles()]).toEqual([400, []]);
    const { body } = await add(tasks);
    expect(await titles()).toEqual(['Pack', 'Pay rent']);
    expect((await add(tasks)).body.commandId).toBeNull();
    expect(await titles()).toEqual(['Pack', 'Pay rent']);
    await user.call('POST', `/api/commands/${body.commandId}/undo`);
    expect(await titles()).toEqual([]);
    expect((await add([])).status).toBe(400);
  });

  it('keep later changes when they are undone, and can be redone', async () => {
    const user = await server.signUp();
    const names = ['Pack', 'Pay', 'Call', 'Read'];
    const ids = names.map(() => randomUUID());
    const tasks = names.map((title, index) => ({ _id: ids[index], title, dependsOn: [] }));
    const titles = async () =>
      (await user.call('GET', '/api/tasks?view=all')).body.tasks
        .map(({ title }: { title: string }) => title)
        .sort();
    const undo = async (id: string) => (await user.call('POST', `/api/commands/${id}/undo`)).body;
    // The same task twice is one task.
    const { commandId } = (
      await user.call('POST', '/api/tasks/import', { tasks: [...tasks, tasks[0] as object] })
    ).body;
    await user.call('PATCH', `/api/tasks/${ids[0]}`, { notes: 'Passport', version: 1 });
    await user.call('DELETE', `/api/tasks/${ids[1]}`);
    const undone = await undo(commandId);
    expect(undone.notice).toBe('One task was changed since then, and stays.');
    expect(await titles()).toEqual(['Pack']);
    const redone = await undo(undone.commandId);
    expect(await titles()).toEqual(['Call', 'Pack', 'Read']);
    await undo(redone.commandId);
    expect(await titles()).toEqual(['Pack']);
  });
});
