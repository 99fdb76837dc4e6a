import { randomUUID } from 'node:crypto';
import { defaultScheduling } from '@dayloom/contracts';
import { parseInstance } from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import { describe, expect, it, vi } from 'vitest';
import { mintScope } from '#platform/scope.ts';
import { openTestServer, type TestUser } from '#test/server.ts';
import { acceptProposal } from './operations/proposals.ts';

// Monday, ten minutes before working hours in Berlin.
const server = await openTestServer();
server.setTime('2026-11-16T07:50:00Z');

async function person() {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const task = async (title: string, fields: object = {}) =>
    (await user.call('POST', '/api/tasks', { title, ...fields })).body.task._id as string;
  const event = (startsAt: string, endsAt: string) =>
    user.call('POST', '/api/events', { title: 'Meeting', startsAt, endsAt });
  return { user, task, event };
}

const propose = async (user: TestUser, body: object = {}) =>
  (await user.call('POST', '/api/plan/proposals', body)).body.proposal;
const listBlocks = async (user: TestUser) =>
  (await user.call('GET', '/api/plan')).body.plan.blocks as {
    _id: string;
    taskId: string;
    title: string;
    startsAt: string;
    endsAt: string;
    isPinned: boolean;
    version: number;
    chunk: number;
    chunkCount: number;
    state: string;
  }[];

async function planAll(user: TestUser, body: object = {}) {
  const proposal = await propose(user, body);
  const reply = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
  expect(reply.status).toBe(200);
  return { proposal, commandId: reply.body.commandId };
}

describe('planning the week', () => {
  it('proposes first, and moves nothing before it is accepted', async () => {
    const { user, task } = await person();
    await task('Board report', { durationMinutes: 120, dueOn: '2026-11-18', priority: 1 });
    const proposal = await propose(user);
    expect(proposal).toMatchObject({ state: 'pending', stayed: 0, atRisk: [] });
    expect(proposal.changes).toMatchObject([
      { kind: 'added', title: 'Board report', from: null, reason: expect.any(String) },
    ]);
    expect(await listBlocks(user)).toEqual([]);
    const waiting = (await user.call('GET', '/api/plan')).body.proposal;
    expect(waiting._id).toBe(proposal._id);
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
    expect(await listBlocks(user)).toMatchObject([
      { title: 'Board report', startsAt: proposal.changes[0].to.startsAt, isPinned: false },
    ]);
    expect((await user.call('GET', '/api/plan')).body.proposal).toBeNull();
  });

  it('uses real free time: working hours, around meetings, tasks in order', async () => {
    const { user, task, event } = await person();
    await event('2026-11-16T08:00:00Z', '2026-11-16T11:00:00Z');
    await event('2026-11-16T12:00:00Z', '2026-11-16T15:30:00Z');
    const first = await task('Collect', { durationMinutes: 60 });
    await task('Write', { durationMinutes: 60, dependsOn: [first] });
    await planAll(user);
    const blocks = await listBlocks(user);
    expect(blocks.map(({ title, startsAt }) => [title, startsAt])).toEqual([
      ['Collect', '2026-11-16T11:00:00.000Z'],
      ['Write', '2026-11-17T08:00:00.000Z'],
    ]);
  });

  it('counts lateness from the deadline, also when that is past', async () => {
    const { user, task } = await person();
    // Friday evening; the plan begins on Monday at 9:00 in Berlin.
    await task('Expenses', { durationMinutes: 60, dueAt: '2026-11-13T16:00:00Z' });
    const { proposal } = await planAll(user);
    const [block] = await listBlocks(user);
    const late = (Date.parse(block?.endsAt ?? '') - Date.parse('2026-11-13T16:00:00Z')) / MINUTE_MS;
    expect(proposal.atRisk.map(({ lateMinutes }: { lateMinutes: number }) => lateMinutes)).toEqual([late]);
    expect(proposal.atRisk[0].sentence).toMatch(/^'Expenses' will be 2 days \d+ h late\.$/);
  });

  it('needs at most ten queries', async () => {
    const { user, task } = await person();
    for (let i = 0; i < 12; i++) await task(`Task ${i}`, { durationMinutes: 45 });
    server.queries.length = 0;
    await propose(user);
    expect(server.queries.length).toBeLessThanOrEqual(10);
  });

  it('reports what does not fit', async () => {
    const { user, task } = await person();
    await task('Impossible', {
      durationMinutes: 600,
      isSplittable: true,
      dueAt: '2026-11-16T12:00:00Z',
      dueKind: 'hard',
    });
    const { proposal } = await planAll(user);
    expect(proposal.atRisk).toMatchObject([
      {
        title: 'Impossible',
        isHard: true,
        sentence: expect.stringMatching(/Impossible.*don't fit before the deadline/),
      },
    ]);
    const { tasks } = (await user.call('GET', '/api/tasks?view=at-risk')).body;
    expect(tasks).toMatchObject([{ title: 'Impossible', risk: 'unplanned' }]);
  });

  it('gives blocks the length that was asked for', async () => {
    const { user, task } = await person();
    const call = await task('Call', { durationMinutes: 20, priority: 1 });
    await task('Mail', { durationMinutes: 25, priority: 2 });
    await task('Report', { durationMinutes: 60 });
    await planAll(user);
    const places = async () =>
      (await listBlocks(user)).map(({ title, startsAt, endsAt }) => [
        title,
        startsAt.slice(11, 16),
        endsAt.slice(11, 16),
      ]);
    expect(await places()).toEqual([
      ['Call', '08:00', '08:20'],
      ['Mail', '08:20', '08:45'],
      ['Report', '08:45', '09:45'],
    ]);
    // What is on the finer grid stays there when the wider one would be enough.
    await user.call('DELETE', `/api/tasks/${call}`);
    await user.call('PATCH', '/api/user/scheduling', { stability: 'steady' });
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 2 });
  });

  it('leaves no gap of five minutes where the project changes', async () => {
    const { user, task } = await person();
    await task('Call', { durationMinutes: 20, project: 'home', priority: 1 });
    await task('Report', { durationMinutes: 60, project: 'work', priority: 2 });
    await task('Slides', { durationMinutes: 25, project: 'talk' });
    await planAll(user);
    const blocks = await listBlocks(user);
    expect(blocks.map(({ title, startsAt }) => [title, startsAt.slice(11, 16)])).toEqual([
      ['Call', '08:00'],
      ['Report', '08:20'],
      ['Slides', '09:20'],
    ]);
    expect(await propose(user)).toMatchObject({ changes: [], stayed: 3 });
  });

  it('keeps lunch and the time after meetings free, and plans no more work than a day may have', async () => {
    const { user, task, event } = await person();
    const breaks = { lunch: ['12:00', '13:00'], afterEventMinutes: 15, mostWorkMinutes: 180 };
    expect((await user.call('PATCH', '/api/user/scheduling', breaks)).status).toBe(200);
    await event('2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z');
    for (const title of ['A', 'B', 'C', 'D']) await task(title, { durationMinutes: 90 });
    const evening = { work: (await user.call('GET', '/api/user/profile')).body.user.settings.workingHours };
    await user.call('PUT', '/api/user/working-hours', {
      ...evening,
      personal: { mon: [['18:00', '22:00']] },
    });
    await task('Piano', { durationMinutes: 60, hours: 'personal' });
    await planAll(user);
    const places = (await listBlocks(user)).map(({ startsAt }) => startsAt.slice(8, 16).replace('T', ' '));
    // From 11:00 to 12:00 and 13:00 to 14:00 in UTC lie noon in Berlin and its end.
    expect(places).toEqual(['16 09:15', '16 12:00', '16 17:00', '17 08:00', '17 09:30']);
  });

  it('leaves a lunch break, a moment after meetings and an evening to those who choose nothing', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin', hasBreaks: true });
    const settings = async () => (await user.call('GET', '/api/user/profile')).body.user.settings.scheduling;
    const breaks = { lunch: ['12:00', '13:00'], afterEventMinutes: 5, mostWorkMinutes: 360 };
    expect(await settings()).toEqual({ ...defaultScheduling, ...breaks });
    await user.call('POST', '/api/events', {
      title: 'Meeting',
      startsAt: '2026-11-16T08:00:00Z',
      endsAt: '2026-11-16T09:00:00Z',
    });
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
      await user.call('POST', '/api/tasks', { title, durationMinutes: 60 });
    const place = async () =>
      (await propose(user)).changes.map(({ to }: { to: { startsAt: string } }) =>
        to.startsAt.slice(8, 16).replace('T', ' '),
      );
    const planned = ['16 09:15', '16 12:00', '16 13:00', '16 14:00', '16 15:00', '17 08:00', '17 09:00'];
    expect(await place()).toEqual(planned);
    // The form of the first plan is dismissed.
    expect((await user.call('PATCH', '/api/user/scheduling', { isChosen: true })).status).toBe(200);
    expect(await settings()).toEqual({ ...defaultScheduling, ...breaks, isChosen: true });
    expect(await place()).toEqual(planned);
    await user.call('PATCH', '/api/user/scheduling', {
      lunch: null,
      afterEventMinutes: 0,
      mostWorkMinutes: null,
    });
    expect(await place()).toEqual(
      ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'].map((time) => `16 ${time}`),
    );
  });

  it('makes a first proposal at once, which a full search replaces', async () => {
    const { user, task } = await person();
    for (let index = 0; index < 30; index++) await task(`Task ${index}`, { durationMinutes: 60 });
    const first = await propose(user, { effort: 'first' });
    expect(first.changes.length).toBeGreaterThan(20);
    expect(first.changes[0].reason).toBeNull();
    expect((await user.call('GET', '/api/plan')).body.proposal).toEqual(first);
    const full = await propose(user);
    expect(full.cost).toBeLessThanOrEqual(first.cost);
    expect(full.gap).toBeTypeOf('number');
    expect((await user.call('POST', `/api/plan/proposals/${full._id}/accept`)).status).toBe(200);
  });

  it('accepts the first proposal as it was shown, also when a better one was just found', async () => {
    const { user, task } = await person();
    await task('Report', { durationMinutes: 60 });
    const first = await propose(user, { effort: 'first' });
    const full = await propose(user, { improves: first._id });
    const { status, body } = await user.call('POST', `/api/plan/proposals/${first._id}/accept`);
    expect(status).toBe(200);
    expect(body.plan.blocks).toHaveLength(1);
    expect((await user.call('GET', '/api/plan')).body.proposal).toBeNull();
    for (const { _id } of [first, full])
      expect((await user.call('POST', `/api/plan/proposals/${_id}/accept`)).body.code).toBe(
        'proposal_outdated',
      );
  });

  it('counts apart what may wait for a later plan', async () => {
    const { user, task } = await person();
    const whole = { durationMinutes: 480, isSplittable: false };
    for (const day of [16, 17, 18, 19, 20]) await task(`Day ${day}`, { ...whole, dueOn: `2026-11-${day}` });
    await task('This week', { ...whole, dueOn: '2026-11-20', priority: 4 });
    await task('Some time', { ...whole, priority: 4 });
    await task('Next month', { ...whole, dueOn: '2026-12-18', priority: 4 });
    const proposal = await propose(user);
    expect(proposal.atRisk).toMatchObject([{ title: 'This week', shortMinutes: 480 }]);
    expect(proposal.notPlannedYet).toBe(2);
    expect((await user.call('GET', '/api/plan')).body.proposal.notPlannedYet).toBe(2);
  });

  it('reports how far the plan is from the optimum: an ordinary week is proven optimal', async () => {
    const { user, task } = await person();
    for (const title of ['A', 'B', 'C', 'D']) await task(title, { durationMinutes: 90, dueOn: '2026-11-19' });
    const proposal = await propose(user);
    expect(proposal).toMatchObject({ bound: proposal.cost, gap: 0 });
    expect((await user.call('GET', '/api/plan')).body.proposal).toMatchObject({ gap: 0 });
  });

  it('computes only the newest request', async () => {
    const { user, task } = await person();
    // More tasks than can be proven optimal in a moment.
    for (let i = 0; i < 60; i++) {
      const dueOn = `2026-11-${20 + (i % 9)}`;
      await task(`Task ${i}`, { durationMinutes: 30 + 15 * (i % 7), dueOn, priority: 1 + (i % 4) });
    }
    const ask = () => user.call('POST', '/api/plan/proposals', {});
    const replies = await Promise.all([ask(), ask()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.error.code).toBe('proposal_outdated');
    const { proposal } = replies.find(({ status }) => status === 200)?.body ?? {};
    expect(proposal.bound).toBeLessThanOrEqual(proposal.cost);
    expect((await user.call('GET', '/api/plan')).body.proposal._id).toBe(proposal._id);
  });

  it('plans the same thing twice without moving anything', async () => {
    const { user, task } = await person();
    for (const title of ['A', 'B', 'C']) await task(title, { durationMinutes: 90 });
    await planAll(user);
    const again = await propose(user);
    expect(again.changes).toEqual([]);
    expect(again.stayed).toBe(3);
  });

  it('replaces the open proposal, and refuses one that is outdated', async () => {
    const { user, task } = await person();
    await task('A');
    const old = await propose(user);
    const fresh = await propose(user);
    expect((await user.call('POST', `/api/plan/proposals/${old._id}/accept`)).status).toBe(404);
    await user.call('POST', '/api/blocks', { taskId: await task('B'), startsAt: '2026-11-17T09:00:00Z' });
    const reply = await user.call('POST', `/api/plan/proposals/${fresh._id}/accept`);
    expect(reply.status).toBe(409);
    expect(reply.error.code).toBe('proposal_outdated');
  });

  it('cannot be accepted over a meeting that was added since', async () => {
    const { user, task, event } = await person();
    await task('A');
    await task('B', { durationMinutes: 90 });
    const { changes, _id } = await propose(user);
    const [first, second] = changes;
    await event(second.to.startsAt, second.to.endsAt);
    const all = await user.call('POST', `/api/plan/proposals/${_id}/accept`);
    expect(all).toMatchObject({ status: 409, error: { code: 'proposal_outdated' } });
    expect(all.error.message).toContain('calendar');
    expect(await listBlocks(user)).toEqual([]);
    // The changes that the event does not touch are still valid.
    const some = await user.call('POST', `/api/plan/proposals/${_id}/accept`, { exceptChanges: [second.id] });
    expect(some.status).toBe(200);
    expect(await listBlocks(user)).toMatchObject([{ title: first.title, startsAt: first.to.startsAt }]);
  });

  it('ignores an event without length', async () => {
    const { user, task, event } = await person();
    await task('A', { durationMinutes: 60 });
    await event('2026-11-16T08:30:00Z', '2026-11-16T08:30:00Z');
    await planAll(user);
    expect(await listBlocks(user)).toMatchObject([{ startsAt: '2026-11-16T08:00:00.000Z' }]);
  });

  it('cannot be accepted once its hours have passed', async () => {
    const { user, task } = await person();
    await task('A');
    const { _id } = await propose(user);
    const before = server.now().toISOString();
    server.setTime('2026-11-17T07:50:00Z');
    const late = await user.call('POST', `/api/plan/proposals/${_id}/accept`);
    server.setTime(before);
    expect(late).toMatchObject({ status: 409, error: { code: 'proposal_outdated' } });
    expect(late.error.message).toContain('have passed');
  });

  it('removes blocks of the last day too if it is accepted in the evening', async () => {
    const { user, task, event } = await person();
    await user.call('PATCH', '/api/user/scheduling', { horizonDays: 2 });
    const before = server.now().toISOString();
    server.setTime('2026-11-16T19:00:00Z');
    await task('A', { durationMinutes: 60 });
    await planAll(user);
    expect(await listBlocks(user)).toMatchObject([{ startsAt: '2026-11-17T08:00:00.000Z' }]);
    await event('2026-11-17T07:00:00Z', '2026-11-17T19:00:00Z');
    const { proposal } = await planAll(user);
    const left = await listBlocks(user);
    server.setTime(before);
    expect(proposal.changes).toMatchObject([{ kind: 'removed' }]);
    expect(left).toEqual([]);
  });

  it('leaves later blocks where they are, unless they are late there', async () => {
    const { user, task } = await person();
    const far = await task('Far', { durationMinutes: 60 });
    await task('Next', { durationMinutes: 30, dependsOn: [far], dueOn: '2026-11-20' });
    await user.call('POST', '/api/blocks', { taskId: far, startsAt: '2026-12-08T09:00:00Z' });
    const [block] = await listBlocks(user);
    await user.call('PATCH', `/api/blocks/${block?._id}`, { isPinned: false });
    const { proposal } = await planAll(user);
    expect(proposal.changes).toEqual([]);
    expect(proposal.atRisk).toMatchObject([
      { title: 'Next', sentence: expect.stringContaining("waits for 'Far'") },
    ]);
    await user.call('PATCH', `/api/tasks/${far}`, { dueOn: '2026-11-18' });
    await planAll(user);
    expect((await listBlocks(user)).map(({ title, startsAt }) => [title, startsAt])).toEqual([
      ['Far', '2026-11-16T08:00:00.000Z'],
      ['Next', '2026-11-16T09:00:00.000Z'],
    ]);
  });

  it('starts tomorrow if less than one grid step of today is left', async () => {
    const before = server.now().toISOString();
    // Midnight in Kathmandu is at 18:15 UTC, and the next half hour begins at 18:00.
    server.setTime('2026-11-16T17:50:00Z');
    const user = await server.signUp({ timeZone: 'Asia/Kathmandu' });
    await user.call('PATCH', '/api/user/scheduling', { horizonDays: 1, gridMinutes: 30 });
    await user.call('POST', '/api/tasks', { title: 'A' });
    const { instance } = (await user.call('GET', '/api/plan/instance')).body;
    const { proposal } = await planAll(user);
    const blocks = await listBlocks(user);
    server.setTime(before);
    expect(parseInstance(instance)).toMatchObject({
      start: '2026-11-16T18:00:00Z',
      end: '2026-11-17T18:00:00Z',
    });
    expect(proposal.changes).toHaveLength(1);
    expect(blocks).toMatchObject([{ title: 'A', startsAt: '2026-11-17T03:30:00.000Z' }]);
  });

  it('of today alone leaves the other days, and the risks that it says nothing about', async () => {
    const { user, task, event } = await person();
    // Tuesday to Thursday are full but for an hour, so the third task is at risk.
    for (const day of [17, 18, 19]) await event(`2026-11-${day}T08:00:00Z`, `2026-11-${day}T15:00:00Z`);
    await event('2026-11-16T07:00:00Z', '2026-11-16T11:00:00Z');
    const { body: gap } = await event('2026-11-16T11:00:00Z', '2026-11-16T11:30:00Z');
    await event('2026-11-16T11:30:00Z', '2026-11-16T17:00:00Z');
    for (const title of ['Tuesday', 'Wednesday', 'Thursday', 'Too much'])
      await task(title, { durationMinutes: 60, dueOn: '2026-11-19', dueKind: 'hard' });
    const { proposal: week } = await planAll(user);
    expect(week.atRisk).toHaveLength(1);
    const before = await listBlocks(user);
    expect(before).toHaveLength(3);
    expect((await user.call('DELETE', `/api/events/${gap.eventId}`)).status).toBe(200);
    const { atRisk } = (await user.call('GET', '/api/plan')).body;
    await task('Call', { durationMinutes: 30, dueOn: '2026-11-16' });
    const { proposal } = await planAll(user, { horizonDays: 1 });
    expect(proposal.changes).toMatchObject([
      { kind: 'added', title: 'Call', to: { startsAt: '2026-11-16T11:00:00.000Z' } },
    ]);
    expect((await listBlocks(user)).filter(({ title }) => title !== 'Call')).toEqual(before);
    expect((await user.call('GET', '/api/plan')).body.atRisk).toEqual(atRisk);
    expect(atRisk).toHaveLength(1);
  });

  it('is undone as a whole', async () => {
    const { user, task } = await person();
    await task('A');
    const { commandId } = await planAll(user);
    expect(await listBlocks(user)).toHaveLength(1);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await listBlocks(user)).toEqual([]);
    const { commands } = (await user.call('GET', '/api/commands')).body;
    const undoing = commands.find(({ undoes }: { undoes: string | null }) => undoes === commandId);
    expect(undoing).toMatchObject({ undoneAt: null });
  });

  it('leaves out rejected changes, pins their blocks, and solves the rest again', async () => {
    const { user, task, event } = await person();
    await task('A', { durationMinutes: 60, priority: 1 });
    await task('B', { durationMinutes: 60, priority: 2 });
    await planAll(user);
    const before = await listBlocks(user);
    // A meeting overlaps both blocks.
    await event(before[0]?.startsAt ?? '', before[1]?.endsAt ?? '');
    const proposal = await propose(user);
    expect(proposal.changes.map((change: { kind: string }) => change.kind)).toEqual(['moved', 'moved']);
    const keep = proposal.changes.find((change: { title: string }) => change.title === 'A');
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, { exceptChanges: [keep.id] });
    const after = await listBlocks(user);
    expect(after.find((block) => block.title === 'A')).toMatchObject({
      startsAt: before.find((block) => block.title === 'A')?.startsAt,
      isPinned: true,
    });
    expect(after.find((block) => block.title === 'B')?.isPinned).toBe(false);
    expect(Date.parse(after.find((block) => block.title === 'B')?.startsAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(before[1]?.endsAt ?? ''),
    );
  });

  it('places accepted blocks where they were shown, and proposes the rest again', async () => {
    const { user, task } = await person();
    await task('Late', { durationMinutes: 120, priority: 4 });
    await planAll(user);
    const [stayed] = await listBlocks(user);
    await task('Urgent', {
      durationMinutes: 120,
      priority: 1,
      dueAt: '2026-11-16T10:00:00Z',
      dueKind: 'hard',
    });
    await task('Report', { durationMinutes: 180, priority: 2, dueOn: '2026-11-16' });
    await task('Letter', { durationMinutes: 60, priority: 3 });
    const proposal = await propose(user);
    type Change = { id: string; kind: string; title: string; to: { startsAt: string; endsAt: string } };
    const changes = proposal.changes as Change[];
    const refused = changes.find(({ title }) => title === 'Urgent') as Change;
    const { body } = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {
      exceptChanges: [refused.id],
    });
    const shown = changes
      .filter(({ id }) => id !== refused.id)
      .map(({ title, to }) => [title, to.startsAt, to.endsAt]);
    expect(shown.map(([title]) => title)).toEqual(expect.arrayContaining(['Report', 'Letter']));
    const blocks = await listBlocks(user);
    expect(blocks.map(({ title, startsAt, endsAt }) => [title, startsAt, endsAt])).toEqual(
      expect.arrayContaining(shown),
    );
    expect(blocks.every(({ isPinned }) => !isPinned)).toBe(true);
    expect(blocks.some(({ title }) => title === 'Urgent')).toBe(false);
    expect(stayed).toBeDefined();
    const waiting = (await user.call('GET', '/api/plan')).body.proposal;
    expect(waiting).toEqual(body.proposal);
    // The accepted blocks do not change again, and the left-out task stays out.
    for (const change of (waiting?.changes ?? []) as Change[]) expect(change.title).toBe('Late');
  });

  it('proposes what changes around a rejected move, which can be accepted', async () => {
    const { user, task, event } = await person();
    await task('A', { durationMinutes: 60, priority: 2 });
    await task('B', { durationMinutes: 60, priority: 2 });
    await planAll(user);
    const before = await listBlocks(user);
    // The first place is taken, so its block has to move.
    await event(before[0]?.startsAt ?? '', before[0]?.endsAt ?? '');
    const first = await propose(user);
    const [move] = first.changes;
    expect(move.kind).toBe('moved');
    await task('C', { durationMinutes: 60, priority: 1, dueAt: before[1]?.endsAt, dueKind: 'hard' });
    const proposal = await propose(user);
    const pushed = proposal.changes.find(
      (change: { from: { startsAt: string } | null }) => change.from?.startsAt === before[1]?.startsAt,
    );
    expect(proposal.changes.find((change: { title: string }) => change.title === 'C').to.startsAt).toBe(
      before[1]?.startsAt,
    );
    const { body, status } = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {
      exceptChanges: [pushed.id],
    });
    expect(status).toBe(200);
    const after = await listBlocks(user);
    // Both blocks are where they were shown, in the same place. The resolution is only proposed.
    expect(after.find(({ title }) => title === 'C')?.startsAt).toBe(before[1]?.startsAt);
    expect(after.find(({ title }) => title === pushed.title)).toMatchObject({
      startsAt: before[1]?.startsAt,
      isPinned: true,
    });
    expect(body.proposal.changes).toMatchObject([{ title: 'C' }]);
    const next = await user.call('POST', `/api/plan/proposals/${body.proposal._id}/accept`);
    expect(next.status).toBe(200);
    await user.call('POST', `/api/commands/${next.body.commandId}/undo`);
    expect((await listBlocks(user)).find(({ title }) => title === 'C')?.startsAt).toBe(before[1]?.startsAt);
  });

  it('keeps the other parts of a task if one of them is rejected', async () => {
    const { user, task } = await person();
    await task('Taxes', {
      durationMinutes: 240,
      isSplittable: true,
      minChunkMinutes: 60,
      maxChunkMinutes: 60,
    });
    const proposal = await propose(user);
    expect(proposal.changes).toHaveLength(4);
    const [, ...others] = proposal.changes;
    const { body } = await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {
      exceptChanges: [proposal.changes[0].id],
    });
    expect(body.proposal).toBeNull();
    expect((await listBlocks(user)).map(({ startsAt }) => startsAt)).toEqual(
      others.map((change: { to: { startsAt: string } }) => change.to.startsAt),
    );
  });
});

describe('the preferred part of the day', () => {
  it('moves work there, and gives way to nothing else', async () => {
    const { user, task } = await person();
    const stretch = await task('Stretch', { timeOfDay: 'afternoon', durationMinutes: 30 });
    await task('Report', { durationMinutes: 30 });
    await planAll(user);
    const places = (await listBlocks(user)).map(({ title, startsAt }) => [title, startsAt]);
    expect(places).toEqual([
      ['Report', '2026-11-16T08:00:00.000Z'],
      ['Stretch', '2026-11-16T11:00:00.000Z'],
    ]);
    const change = await user.call('PATCH', `/api/tasks/${stretch}`, { timeOfDay: null });
    expect(change.body.task.timeOfDay).toBeNull();
  });

  it('is one that the day has', async () => {
    const { user } = await person();
    const reply = await user.call('POST', '/api/tasks', { title: 'Stretch', timeOfDay: 'noonish' });
    expect(reply).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
  });
});

describe("the planner's instance", () => {
  type Named = { title: string };
  const instanceFor = async (user: TestUser) => (await user.call('GET', '/api/plan/instance')).body;

  it('is sent to the page, with the current plan and the blocks of each task', async () => {
    const { user, task, event } = await person();
    const report = await task('Report', { durationMinutes: 120, bufferMinutes: 10 });
    await task('Someday', { isSomeday: true });
    await planAll(user);
    await event('2026-11-17T08:00:00Z', '2026-11-17T09:00:00Z');
    const [block] = await listBlocks(user);
    const { instance, tasks, meetings } = await instanceFor(user);
    expect(parseInstance(instance).tasks).toMatchObject([{ id: report, minutes: 135, minChunk: 135 }]);
    expect(instance).toMatchObject({
      zone: 'Europe/Berlin',
      start: '2026-11-16T08:00:00Z',
      slotMinutes: 15,
      busy: [{ start: '2026-11-17T08:00:00Z', end: '2026-11-17T09:00:00Z' }],
      previous: [{ task: report, start: block?.startsAt.replace('.000', '') }],
    });
    expect(tasks.find(({ title }: Named) => title === 'Report')).toEqual({
      taskId: report,
      title: 'Report',
      bufferMinutes: 15,
      settledMinutes: 0,
      lockedMinutes: 0,
      dependents: { after: [report], notBefore: null },
    });
    expect(tasks.map(({ title }: Named) => title)).toContain('Someday');
    expect(meetings).toMatchObject([{ title: 'Meeting', startsAt: '2026-11-17T08:00:00.000Z' }]);

    await user.call('PATCH', `/api/blocks/${block?._id}`, { isPinned: true });
    const pinned = await instanceFor(user);
    expect(pinned.instance.locked).toMatchObject([{ task: report }]);
    expect(pinned.tasks.find(({ title }: Named) => title === 'Report')).toMatchObject({
      settledMinutes: 120,
      lockedMinutes: 120,
    });
  });

  it("offers to move only the user's own meetings without guests", async () => {
    const { user } = await person();
    const file = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:alone@example.com',
      'DTSTART:20261117T090000Z',
      'DTEND:20261117T100000Z',
      'SUMMARY:Alone',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:together@example.com',
      'DTSTART:20261117T110000Z',
      'DTEND:20261117T120000Z',
      'SUMMARY:Together',
      'ORGANIZER:mailto:a@example.com',
      'ATTENDEE:mailto:b@example.com',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    await user.call('POST', '/api/calendars/import', file, { 'content-type': 'text/calendar' });
    const { instance, meetings } = await instanceFor(user);
    expect(instance.busy).toHaveLength(2);
    expect(meetings.map(({ title }: Named) => title)).toEqual(['Alone']);
  });

  it('is nobody else’s', async () => {
    const { task } = await person();
    await task('Mine');
    expect((await instanceFor((await person()).user)).tasks).toEqual([]);
    expect((await server.call('GET', '/api/plan/instance')).status).toBe(401);
  });
});

describe('manual blocks', () => {
  it('are pinned where they are dropped, and planning works around them', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await task('B', { durationMinutes: 60 });
    await planAll(user);
    const block = (await listBlocks(user)).find((one) => one.taskId === id);
    const moved = await user.call('PATCH', `/api/blocks/${block?._id}`, {
      startsAt: '2026-11-17T10:10:00Z',
      version: block?.version,
    });
    expect(moved.status).toBe(200);
    await planAll(user);
    expect((await listBlocks(user)).find((one) => one.taskId === id)).toMatchObject({
      startsAt: '2026-11-17T10:10:00.000Z',
      endsAt: '2026-11-17T11:10:00.000Z',
      isPinned: true,
    });
    await user.call('PATCH', `/api/blocks/${block?._id}`, { isPinned: false });
    await planAll(user);
    expect((await listBlocks(user)).find((one) => one.taskId === id)).toMatchObject({ isPinned: false });
  });

  it('keep their time if their task becomes manually planned', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await planAll(user);
    await user.call('PATCH', `/api/tasks/${id}`, { isAutomatic: false });
    await task('B', { durationMinutes: 60, priority: 1 });
    await planAll(user);
    expect((await listBlocks(user)).map(({ title, startsAt }) => [title, startsAt])).toEqual([
      ['A', '2026-11-16T08:00:00.000Z'],
      ['B', '2026-11-16T09:00:00.000Z'],
    ]);
  });

  it('can be undone in any order', async () => {
    const { user, task } = await person();
    await user.call('POST', '/api/blocks', { taskId: await task('A'), startsAt: '2026-11-17T09:00:00Z' });
    const [block] = await listBlocks(user);
    const path = `/api/blocks/${block?._id}`;
    const moved = await user.call('PATCH', path, { startsAt: '2026-11-18T09:00:00Z' });
    const removed = await user.call('DELETE', path);
    const undo = async ({ body }: { body: Record<string, any> }) =>
      (await user.call('POST', `/api/commands/${body.commandId}/undo`)).status;
    expect(await undo(moved)).toBe(200);
    expect(await undo(removed)).toBe(200);
    expect(await listBlocks(user)).toMatchObject([{ _id: block?._id, startsAt: '2026-11-18T09:00:00.000Z' }]);
  });

  it('free their time when their task is undone', async () => {
    const { user, task } = await person();
    const { body } = await user.call('POST', '/api/tasks', { title: 'A' });
    const pin = (taskId: string) =>
      user.call('POST', '/api/blocks', { taskId, startsAt: '2026-11-17T09:00:00Z' });
    await pin(body.task._id);
    expect((await user.call('POST', `/api/commands/${body.commandId}/undo`)).status).toBe(200);
    expect((await pin(await task('B'))).status).toBe(200);
  });

  it('do not overlap if both are pinned', async () => {
    const { user, task } = await person();
    const [a, b] = [await task('A'), await task('B')];
    await user.call('POST', '/api/blocks', { taskId: a, startsAt: '2026-11-17T10:00:00Z' });
    const reply = await user.call('POST', '/api/blocks', { taskId: b, startsAt: '2026-11-17T10:15:00Z' });
    expect(reply.status).toBe(409);
    expect(reply.error.code).toBe('time_conflict');
  });

  it('count as done work when they are finished', async () => {
    const { user, task } = await person();
    const id = await task('Long', {
      durationMinutes: 240,
      minChunkMinutes: 60,
      maxChunkMinutes: 120,
      isSplittable: true,
    });
    await planAll(user);
    const [first] = await listBlocks(user);
    expect(first).toMatchObject({ chunk: 1, chunkCount: 2 });
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' });
    await planAll(user);
    const minutes = (await listBlocks(user))
      .filter((block) => block.taskId === id && block.state === 'planned')
      .reduce((sum, block) => sum + (Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS, 0);
    expect(minutes).toBe(120);
  });

  it('complete the task with its last work, in one change and one undo', async () => {
    const { user, task } = await person();
    const id = await task('Long', { durationMinutes: 120, isSplittable: true, maxChunkMinutes: 60 });
    await planAll(user);
    const [first, second] = await listBlocks(user);
    const readStatus = async () => (await user.call('GET', `/api/tasks/${id}`)).body.task.status;
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' });
    expect(await readStatus()).toBe('open');
    const { commandId } = (await user.call('PATCH', `/api/blocks/${second?._id}`, { state: 'done' })).body;
    expect((await user.call('GET', `/api/tasks/${id}`)).body.task).toMatchObject({
      status: 'done',
      completedAt: '2026-11-16T07:50:00.000Z',
    });
    const undone = await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(undone.status).toBe(200);
    expect(await readStatus()).toBe('open');
    expect((await listBlocks(user)).map(({ state }) => state)).toEqual(['done', 'planned']);
    await user.call('POST', `/api/commands/${undone.body.commandId}/undo`);
    expect(await readStatus()).toBe('done');
    expect((await listBlocks(user)).map(({ state }) => state)).toEqual(['done', 'done']);
    await user.call('PATCH', `/api/blocks/${second?._id}`, { state: 'planned' });
    expect(await readStatus()).toBe('open');
  });

  it('leave an early completed task completed if finished work is undone', async () => {
    const { user, task } = await person();
    const id = await task('Long', { durationMinutes: 120, isSplittable: true, maxChunkMinutes: 60 });
    await planAll(user);
    const [first] = await listBlocks(user);
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' });
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'planned' });
    expect((await user.call('GET', `/api/tasks/${id}`)).body.task.status).toBe('done');
  });

  it('free the rest of their time if the work was done sooner', async () => {
    const { user, task } = await person();
    const id = await task('Report', { durationMinutes: 60 });
    const put = async (startsAt: string) =>
      (await user.call('POST', '/api/blocks', { taskId: id, startsAt })).body.plan.blocks;
    await put('2026-11-17T09:00:00Z');
    const blocks = await put('2026-11-18T09:00:00Z');
    expect(blocks).toHaveLength(2);
    const reply = await user.call('PATCH', `/api/blocks/${blocks[0]._id}`, { state: 'done' });
    expect(reply.body.plan.blocks).toMatchObject([{ _id: blocks[0]._id, state: 'done' }]);
    await user.call('POST', `/api/commands/${reply.body.commandId}/undo`);
    expect((await listBlocks(user)).map(({ state }) => state)).toEqual(['planned', 'planned']);
  });

  it('take no time ahead from their task if their own is over: nobody says that it was worked', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`, {});
    const [ahead] = await listBlocks(user);
    const [startsAt, endsAt] = ['2026-11-15T09:00:00.000Z', '2026-11-15T10:00:00.000Z'];
    await user.call('POST', '/api/blocks', { taskId: id, startsAt, endsAt });
    expect(await listBlocks(user)).toEqual([
      expect.objectContaining({ startsAt, endsAt, chunk: 1 }),
      { ...ahead, chunk: 2, chunkCount: 2 },
    ]);
  });

  it('are no longer than the remaining work', async () => {
    const { user, task } = await person();
    const id = await task('Long', { durationMinutes: 120, isSplittable: true, maxChunkMinutes: 120 });
    await user.call('POST', '/api/blocks', {
      taskId: id,
      startsAt: '2026-11-17T09:00:00Z',
      endsAt: '2026-11-17T10:30:00Z',
    });
    const [block] = await listBlocks(user);
    await user.call('PATCH', `/api/blocks/${block?._id}`, { state: 'done' });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-18T09:00:00Z' });
    expect((await listBlocks(user))[1]).toMatchObject({ endsAt: '2026-11-18T09:30:00.000Z' });
  });

  it('start the next task of a series when they finish one', async () => {
    const { user, task } = await person();
    const id = await task('Water', { dueOn: '2026-11-16', recurrenceRule: 'FREQ=WEEKLY' });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-16T09:00:00Z' });
    const [block] = await listBlocks(user);
    const { commandId } = (await user.call('PATCH', `/api/blocks/${block?._id}`, { state: 'done' })).body;
    const list = async () =>
      (await user.call('GET', '/api/tasks?view=all')).body.tasks
        .map(({ status, dueOn, recurrenceRule }: Record<string, string>) => [dueOn, status, recurrenceRule])
        .sort();
    expect(await list()).toEqual([
      ['2026-11-16', 'done', null],
      ['2026-11-23', 'open', 'FREQ=WEEKLY'],
    ]);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await list()).toEqual([['2026-11-16', 'open', 'FREQ=WEEKLY']]);
  });

  it('free their time when the task is completed from the list, until the undo', async () => {
    const { user, task } = await person();
    const [a, b] = [await task('A', { durationMinutes: 60 }), await task('B')];
    const pin = (taskId: string) =>
      user.call('POST', '/api/blocks', { taskId, startsAt: '2026-11-17T09:00:00Z' });
    await pin(a);
    for (const change of [
      () => user.call('PATCH', `/api/tasks/${a}`, { status: 'done' }),
      () => user.call('DELETE', `/api/tasks/${a}`),
    ]) {
      const { commandId } = (await change()).body;
      const other = await pin(b);
      expect(other.status).toBe(200);
      await user.call('POST', `/api/commands/${other.body.commandId}/undo`);
      await user.call('POST', `/api/commands/${commandId}/undo`);
      expect(await listBlocks(user)).toMatchObject([{ taskId: a, isPinned: true, state: 'planned' }]);
    }
  });

  it('end now when their task is completed while they run', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-16T08:00:00Z' });
    server.setTime('2026-11-16T08:40:30Z');
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listBlocks(user)).toMatchObject([{ state: 'done', endsAt: '2026-11-16T08:40:00.000Z' }]);
    server.setTime('2026-11-16T07:50:00Z');
  });

  it('end when their work was finished sooner, and the task is done, until they are open again', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-16T08:00:00Z' });
    const [block] = await listBlocks(user);
    const change = (body: object) => user.call('PATCH', `/api/blocks/${block?._id}`, body);
    const readTask = async () => (await user.call('GET', `/api/tasks/${id}`)).body.task;
    server.setTime('2026-11-16T08:40:30Z');
    const { commandId } = (await change({ state: 'done' })).body;
    expect(await listBlocks(user)).toMatchObject([
      { state: 'done', endsAt: '2026-11-16T08:40:00.000Z', version: (block?.version ?? 0) + 1 },
    ]);
    expect(await readTask()).toMatchObject({ status: 'done', durationMinutes: 60 });
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await listBlocks(user)).toEqual([block]);
    expect((await readTask()).status).toBe('open');

    // A browser that had no network then says when it happened.
    server.setTime('2026-11-16T12:00:00Z');
    await change({ state: 'done', finishedAt: '2026-11-16T08:30:00Z' });
    expect(await listBlocks(user)).toMatchObject([{ state: 'done', endsAt: '2026-11-16T08:30:00.000Z' }]);
    await change({ state: 'planned' });
    expect(await listBlocks(user)).toMatchObject([{ state: 'planned', endsAt: '2026-11-16T09:00:00.000Z' }]);
    expect((await readTask()).status).toBe('open');
    // A clock that is fast.
    await change({ state: 'done', finishedAt: '2027-01-01T00:00:00Z' });
    expect(await listBlocks(user)).toMatchObject([{ state: 'done', endsAt: '2026-11-16T09:00:00.000Z' }]);
    server.setTime('2026-11-16T07:50:00Z');
  });

  it('leave no more work to do when a part is finished sooner', async () => {
    const { user, task } = await person();
    const id = await task('Long', { durationMinutes: 120, isSplittable: true, maxChunkMinutes: 60 });
    await planAll(user);
    const [first, second] = await listBlocks(user);
    const readTask = async () => (await user.call('GET', `/api/tasks/${id}`)).body.task;
    server.setTime(new Date(Date.parse(first?.startsAt ?? '') + 20 * MINUTE_MS).toISOString());
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' });
    expect(await readTask()).toMatchObject({ status: 'open', durationMinutes: 80 });
    expect((await propose(user)).atRisk).toEqual([]);
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'planned' });
    expect(await readTask()).toMatchObject({ status: 'open', durationMinutes: 120 });
    await user.call('PATCH', `/api/blocks/${first?._id}`, { state: 'done' });
    await user.call('PATCH', `/api/blocks/${second?._id}`, { state: 'done' });
    expect(await readTask()).toMatchObject({ status: 'done' });
    server.setTime('2026-11-16T07:50:00Z');
  });

  it('change once for a repeated Idempotency-Key, and keep what was changed in between', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-17T09:00:00Z' });
    const [block] = await listBlocks(user);
    const key = randomUUID();
    const change = (blockId: string | undefined, body: object, headers: Record<string, string>) =>
      user.call('PATCH', `/api/blocks/${blockId}`, body, headers);
    const longer = { endsAt: '2026-11-17T10:15:00Z', isPinned: false, version: block?.version };
    const first = await change(block?._id, longer, { 'idempotency-key': key });
    expect(first.body.commandId).toBe(key);
    await change(block?._id, { endsAt: '2026-11-17T10:45:00Z' }, {});
    const again = await Promise.all([1, 2].map(() => change(block?._id, longer, { 'idempotency-key': key })));
    for (const { body } of again)
      expect(body).toMatchObject({
        commandId: key,
        plan: { blocks: [{ endsAt: '2026-11-17T10:45:00.000Z' }] },
      });
    expect((await change(block?._id, longer, {})).error.code).toBe('version_conflict');

    const finishing = randomUUID();
    for (const _ of [1, 2])
      expect(
        (await change(block?._id, { state: 'done' }, { 'idempotency-key': finishing })).body,
      ).toMatchObject({ commandId: finishing, plan: { blocks: [{ state: 'done' }] } });
    const commands = (await user.call('GET', '/api/commands')).body.commands;
    expect(commands.filter(({ _id }: { _id: string }) => _id === finishing)).toHaveLength(1);

    await user.call('POST', '/api/blocks', { taskId: await task('B'), startsAt: '2026-11-18T09:00:00Z' });
    const other = (await listBlocks(user)).find(({ title }) => title === 'B');
    expect((await change(other?._id, { state: 'done' }, { 'idempotency-key': key })).status).toBe(422);
    expect((await change(other?._id, { state: 'done' }, { 'idempotency-key': 'once' })).status).toBe(400);
    expect((await listBlocks(user)).find(({ title }) => title === 'B')).toEqual(other);
  });

  it('are removed once for a repeated Idempotency-Key, and only in the version that was seen', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await user.call('POST', '/api/blocks', { taskId: await task('B'), startsAt: '2026-11-18T09:00:00Z' });
    await user.call('POST', '/api/blocks', { taskId: id, startsAt: '2026-11-17T09:00:00Z' });
    const before = await listBlocks(user);
    const [block, other] = before;
    const remove = (blockId: string | undefined, query: string, headers: Record<string, string>) =>
      user.call('DELETE', `/api/blocks/${blockId}${query}`, undefined, headers);
    const [key, stale] = [randomUUID(), randomUUID()];
    const first = await remove(block?._id, '?version=1', { 'idempotency-key': key });
    expect(first.body).toMatchObject({ commandId: key, plan: { blocks: [other] } });
    // Undone in between, it stays where it was.
    await user.call('POST', `/api/commands/${key}/undo`);
    for (const { body } of await Promise.all(
      [1, 2].map(() => remove(block?._id, '?version=1', { 'idempotency-key': key })),
    ))
      expect(body).toMatchObject({ commandId: key, plan: { blocks: before } });
    const used = await remove(other?._id, '', { 'idempotency-key': key });
    expect([used.status, used.error.fields]).toEqual([422, { 'Idempotency-Key': expect.any(String) }]);

    await user.call('PATCH', `/api/blocks/${block?._id}`, { state: 'done' });
    const finished = await listBlocks(user);
    const refused = await remove(block?._id, '?version=1', { 'idempotency-key': stale });
    expect([refused.status, refused.error.code]).toEqual([409, 'version_conflict']);
    expect((await remove(block?._id, '?version=0', {})).status).toBe(400);
    expect((await remove(block?._id, '?skipsOccurrence=true', {})).status).toBe(400);
    expect(await listBlocks(user)).toEqual(finished);
    // The refused request has used up no key.
    expect((await remove(block?._id, '?version=2', { 'idempotency-key': stale })).body.commandId).toBe(stale);
    expect(await listBlocks(user)).toEqual([other]);
  });

  it('are pinned once for a repeated Idempotency-Key, with the id that was chosen', async () => {
    const { user, task } = await person();
    const taskId = await task('A', { durationMinutes: 60 });
    const [_id, key] = [randomUUID(), randomUUID()];
    const wanted = { _id, taskId, startsAt: '2026-11-17T09:00:00Z' };
    const pin = (body: object, caller = user, headers: Record<string, string> = { 'idempotency-key': key }) =>
      caller.call('POST', '/api/blocks', body, headers);
    for (const { body } of await Promise.all([pin(wanted), pin(wanted)]))
      expect(body).toMatchObject({ commandId: key, plan: { blocks: [{ _id, taskId }] } });
    await user.call('PATCH', `/api/blocks/${_id}`, { startsAt: '2026-11-17T12:00:00Z' });
    expect((await pin(wanted)).body.plan.blocks).toMatchObject([
      { _id, startsAt: '2026-11-17T12:00:00.000Z', version: 2 },
    ]);
    const blocks = await listBlocks(user);
    const second = { ...wanted, taskId: await task('B') };
    expect((await pin(second)).status).toBe(422);
    expect((await pin(second, user, {})).error.fields).toHaveProperty('_id');
    expect(await listBlocks(user)).toEqual(blocks);

    // Somebody else's ids and keys are their own.
    const { user: stranger, task: addForStranger } = await person();
    expect((await pin(wanted, stranger)).status).toBe(404);
    const theirs = { ...wanted, taskId: await addForStranger('C') };
    expect((await pin(theirs, stranger)).body).toMatchObject({ commandId: key, plan: { blocks: [{ _id }] } });
    await stranger.call('DELETE', `/api/blocks/${_id}`);
    expect(await listBlocks(user)).toEqual(blocks);
  });

  it('leave the plan when their task moves to Someday, until the undo', async () => {
    const { user, task } = await person();
    const id = await task('A', { durationMinutes: 60 });
    await planAll(user);
    const { commandId } = (await user.call('PATCH', `/api/tasks/${id}`, { isSomeday: true })).body;
    expect(await listBlocks(user)).toEqual([]);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await listBlocks(user)).toHaveLength(1);
  });

  it('are deleted and restored with their task', async () => {
    const { user, task } = await person();
    const id = await task('A');
    await planAll(user);
    const { commandId } = (await user.call('DELETE', `/api/tasks/${id}`)).body;
    expect(await listBlocks(user)).toEqual([]);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await listBlocks(user)).toHaveLength(1);
    await user.call('PATCH', `/api/tasks/${id}`, { status: 'done' });
    expect(await listBlocks(user)).toEqual([]);
  });

  it('explain their place', async () => {
    const { user, task, event } = await person();
    await event('2026-11-16T08:00:00Z', '2026-11-16T10:00:00Z');
    await task('A', { durationMinutes: 60, dueOn: '2026-11-18' });
    await planAll(user);
    const [block] = await listBlocks(user);
    const { explanation } = (await user.call('GET', `/api/blocks/${block?._id}/why`)).body;
    expect(explanation.places.at(-1)).toMatchObject({ isChosen: true, startsAt: block?.startsAt });
    expect(explanation.places[0]).toMatchObject({
      isChosen: false,
      headline: 'Busy',
      startsAt: '2026-11-16T08:00:00.000Z',
    });
    await task('B', { durationMinutes: 60 });
    await planAll(user);
    const later = (await listBlocks(user)).find(({ title }) => title === 'B');
    const why = (await user.call('GET', `/api/blocks/${later?._id}/why`)).body.explanation;
    expect(why.places[1].headline).toMatch(/^Taken by 'A'/);
    expect(why.places[1].detail).toBe('');
    await user.call('PATCH', `/api/blocks/${block?._id}`, { isPinned: true });
    expect((await user.call('GET', `/api/blocks/${block?._id}/why`)).body.explanation.summary).toBe(
      'You put it here.',
    );
  });

  it.each([
    ['longer than a day', { startsAt: '2026-11-17T09:00:00Z', endsAt: '2026-11-18T09:15:00Z' }, 'endsAt'],
    ['in a year that nobody plans', { startsAt: '2150-11-17T09:00:00Z' }, 'startsAt'],
    ['backwards', { startsAt: '2026-11-17T09:00:00Z', endsAt: '2026-11-17T08:00:00Z' }, 'endsAt'],
  ])('cannot be placed %s', async (_name, times, field) => {
    const { user, task } = await person();
    const taskId = await task('A');
    const refused = await user.call('POST', '/api/blocks', { taskId, ...times });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
    await user.call('POST', '/api/blocks', { taskId, startsAt: '2026-11-17T07:00:00Z' });
    const [block] = await listBlocks(user);
    expect((await user.call('PATCH', `/api/blocks/${block?._id}`, times)).status).toBe(400);
  });

  it('cannot be longer than a day', async () => {
    const { user, task } = await person();
    await user.call('POST', '/api/blocks', { taskId: await task('A'), startsAt: '2026-11-17T07:00:00Z' });
    const [block] = await listBlocks(user);
    const refused = await user.call('PATCH', `/api/blocks/${block?._id}`, { endsAt: '2026-11-19T07:00:00Z' });
    expect(refused.status).toBe(400);
    expect(refused.error.message).toBe('A block is at most 24 hours long.');
  });

  it('count only work of the same project as similar', async () => {
    const { user, task } = await person();
    await task('Slides', { durationMinutes: 60, project: 'work' });
    await task('Dentist', { durationMinutes: 60 });
    await task('Taxes', { durationMinutes: 60 });
    await planAll(user);
    const details: string[] = [];
    for (const { _id } of await listBlocks(user)) {
      const { explanation } = (await user.call('GET', `/api/blocks/${_id}/why`)).body;
      details.push(`${explanation.summary} ${JSON.stringify(explanation.places)}`);
    }
    expect(details).toHaveLength(3);
    expect(details.join()).not.toContain('similar work');
  });

  it("are nobody else's", async () => {
    const { user, task } = await person();
    await task('A');
    const proposal = await propose(user);
    const other = await server.signUp();
    expect((await other.call('POST', `/api/plan/proposals/${proposal._id}/accept`)).status).toBe(404);
    expect((await other.call('POST', `/api/plan/proposals/${proposal._id}/reject`)).status).toBe(404);
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
    const [block] = await listBlocks(user);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/why'],
    ] as const) {
      expect(
        (
          await other.call(
            method,
            `/api/blocks/${block?._id}${path}`,
            method === 'PATCH' ? { isPinned: true } : undefined,
          )
        ).status,
      ).toBe(404);
    }
    expect(
      (await other.call('POST', '/api/blocks', { taskId: block?.taskId, startsAt: '2026-11-17T10:00:00Z' }))
        .status,
    ).toBe(404);
    expect((await user.call('PATCH', `/api/blocks/${randomUUID()}`, { isPinned: true })).status).toBe(404);
  });
});

describe('buffers', () => {
  it('keep time free after a block without shortening the block', async () => {
    const { user, task } = await person();
    await task('Workshop', { durationMinutes: 60, bufferMinutes: 20, priority: 1 });
    await task('After', { durationMinutes: 60, priority: 4 });
    await planAll(user);
    const [workshop, after] = await listBlocks(user);
    expect(workshop).toMatchObject({
      title: 'Workshop',
      startsAt: '2026-11-16T08:00:00.000Z',
      endsAt: '2026-11-16T09:00:00.000Z',
    });
    expect(after).toMatchObject({ title: 'After', startsAt: '2026-11-16T09:30:00.000Z' });
    const again = await propose(user);
    expect(again.changes).toEqual([]);
    const { explanation } = (await user.call('GET', `/api/blocks/${workshop?._id}/why`)).body;
    expect(explanation.places.at(-1)).toMatchObject({ isChosen: true, endsAt: workshop?.endsAt });
  });

  it('do not make work late or unplanned', async () => {
    const { user, task } = await person();
    await task('Just in time', {
      durationMinutes: 60,
      bufferMinutes: 30,
      dueAt: '2026-11-16T09:00:00Z',
      dueKind: 'hard',
    });
    await task('Long', {
      durationMinutes: 300,
      isSplittable: true,
      minChunkMinutes: 30,
      maxChunkMinutes: 120,
      bufferMinutes: 15,
    });
    const { proposal } = await planAll(user);
    expect(proposal.atRisk).toEqual([]);
    const minutes = (await listBlocks(user))
      .filter((block) => block.title === 'Long')
      .reduce((sum, block) => sum + (Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS, 0);
    expect(minutes).toBe(300);
  });
});

describe('a partial acceptance', () => {
  it('leaves dependents of a rejected task where they are', async () => {
    const { user, task, event } = await person();
    await user.call('PATCH', '/api/user/scheduling', { stability: 'loose' });
    const second = await task('Write', { durationMinutes: 60, startAfter: '2026-11-17T00:00:00Z' });
    await planAll(user);
    // Only one hour of Monday is free, and the first task takes it.
    await event('2026-11-16T08:00:00Z', '2026-11-16T15:00:00Z');
    const first = await task('Collect', { durationMinutes: 60, priority: 1 });
    await user.call('PATCH', `/api/tasks/${second}`, { startAfter: null, dependsOn: [first] });
    const { _id, changes } = await propose(user);
    expect(changes).toMatchObject([{ title: 'Collect', to: { startsAt: '2026-11-16T15:00:00.000Z' } }]);
    const { body } = await user.call('POST', `/api/plan/proposals/${_id}/accept`, {
      exceptChanges: [changes[0].id],
    });
    expect(body.proposal).toBeNull();
    expect(body.plan.blocks).toMatchObject([{ title: 'Write', startsAt: '2026-11-17T08:00:00.000Z' }]);
  });

  it('is saved even if the replanning is aborted', async () => {
    const { user, task } = await person();
    await task('Board report', { durationMinutes: 120, priority: 1 });
    await task('Mail', { durationMinutes: 60 });
    const proposal = await propose(user);
    const [kept, refused] = proposal.changes;
    const { compute } = server.app.platform;
    const run = compute.run.bind(compute);
    // The longest possible search: it ends only when it is aborted.
    const spy = vi.spyOn(compute, 'run').mockImplementationOnce(async (module, name, argument, options) => {
      await vi.waitUntil(() => options?.signal?.aborted, 5_000);
      return await run(module, name, argument, options);
    });
    const gone = new AbortController();
    const scope = mintScope(user.profile._id, 'user');
    const answer = acceptProposal(server.app.platform, scope, proposal._id, {
      except: [refused.id],
      gone: gone.signal,
    });
    gone.abort();
    expect((await answer).plan.blocks).toMatchObject([{ title: kept.title, ...kept.to }]);
    expect(await listBlocks(user)).toMatchObject([{ title: kept.title }]);
    spy.mockRestore();
  });
});

describe('deadlines and zones', () => {
  it('a date means the end of working hours at home, over the clock change', async () => {
    server.setTime('2026-03-27T08:00:00Z');
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/tasks', {
      title: 'Due Monday',
      durationMinutes: 480,
      isSplittable: true,
      maxChunkMinutes: 480,
      dueOn: '2026-03-30',
      dueKind: 'hard',
      startAfter: '2026-03-28T00:00:00Z',
    });
    await planAll(user);
    // The Monday after the DST change: 9 to 17 in Berlin is 7 to 15 UTC.
    expect(await listBlocks(user)).toMatchObject([
      { startsAt: '2026-03-30T07:00:00.000Z', endsAt: '2026-03-30T15:00:00.000Z' },
    ]);
    server.setTime('2026-11-16T07:50:00Z');
  });
});
