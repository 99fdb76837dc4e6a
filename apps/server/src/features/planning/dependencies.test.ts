import { parseInstance } from '@dayloom/planner';
import { expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

// Monday, ten minutes before working hours in Berlin. The horizon is seven days.
const server = await openTestServer();
server.setTime('2026-11-16T07:50:00Z');

async function person() {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const task = async (title: string, fields: object = {}) =>
    (await user.call('POST', '/api/tasks', { title, durationMinutes: 30, ...fields })).body.task
      ._id as string;
  const pin = async (taskId: string, startsAt: string, endsAt?: string) => {
    const { status, body } = await user.call('POST', '/api/blocks', { taskId, startsAt, endsAt });
    expect(status).toBe(200);
    return body.plan.blocks.find((block: { taskId: string }) => block.taskId === taskId)._id as string;
  };
  return { user, task, pin };
}

async function propose(user: TestUser, body: object = {}) {
  const reply = await user.call('POST', '/api/plan/proposals', body);
  expect(reply.status).toBe(200);
  const { changes, atRisk } = reply.body.proposal as {
    changes: { title: string; to: { startsAt: string } | null }[];
    atRisk: { title: string; sentence: string }[];
  };
  return { places: changes.map(({ title, to }) => [title, to?.startsAt]), atRisk };
}

async function readInstance(user: TestUser) {
  const reply = await user.call('GET', '/api/plan/instance');
  expect(reply.status).toBe(200);
  return {
    instance: parseInstance(reply.body.instance),
    tasks: reply.body.tasks as { taskId: string; dependents: object }[],
  };
}

it('a task that waits for one placed after the planned days is not planned, and says why', async () => {
  const { user, task, pin } = await person();
  const first = await task('Collect');
  const second = await task('Write', { dependsOn: [first], dueOn: '2026-11-19' });
  await task('Print', { dependsOn: [second], dueOn: '2026-11-20' });
  await pin(first, '2026-12-07T09:00:00Z');
  const { places, atRisk } = await propose(user);
  expect(places).toEqual([]);
  const reason = "It waits for 'Collect', which ends Mon 7 Dec, 10:30.";
  expect(Object.fromEntries(atRisk.map(({ title, sentence }) => [title, sentence]))).toEqual({
    Write: `30 min of 'Write' don't fit. ${reason}`,
    Print: `30 min of 'Print' don't fit. ${reason}`,
  });
  const { instance, tasks } = await readInstance(user);
  expect(instance.tasks.find(({ id }) => id === second)).toMatchObject({
    notBefore: '2026-12-07T09:30:00Z',
    after: [],
  });
  expect(instance.tasks.find(({ id }) => id !== second)?.after).toEqual([second]);
  // The page asks what a new dependent of these tasks would have to wait for.
  const listDependents = (id: string) => tasks.find(({ taskId }) => taskId === id)?.dependents;
  expect(listDependents(first)).toEqual({ after: [], notBefore: '2026-12-07T09:30:00.000Z' });
  expect(listDependents(second)).toEqual({ after: [second], notBefore: null });
});

it('a longer plan places it after the last block of what it waits for', async () => {
  const { user, task, pin } = await person();
  const first = await task('Collect', { durationMinutes: 60 });
  await task('Write', { dependsOn: [first] });
  await pin(first, '2026-12-07T09:00:00Z', '2026-12-07T09:30:00Z');
  await pin(first, '2026-12-08T09:00:00Z', '2026-12-08T09:30:00Z');
  const { places } = await propose(user, { horizonDays: 28 });
  expect(places).toEqual([['Write', '2026-12-08T09:30:00.000Z']]);
});

it('a task that waits for one placed partly after the planned days is not planned before that part', async () => {
  const { user, task, pin } = await person();
  const first = await task('Collect', { durationMinutes: 60, isSplittable: true, minChunkMinutes: 30 });
  await task('Write', { dependsOn: [first], dueOn: '2026-11-20' });
  await pin(first, '2026-12-07T09:00:00Z', '2026-12-07T09:30:00Z');
  const { places, atRisk } = await propose(user);
  expect(places.map(([title]) => title)).toEqual(['Collect']);
  expect(atRisk.map(({ title }) => title)).toEqual(['Write']);
});

it('a task waits for nothing if the work before it is done, although that task was reopened', async () => {
  const { user, task, pin } = await person();
  const first = await task('Collect');
  await task('Write', { dependsOn: [first] });
  const block = await pin(first, '2026-11-17T09:00:00Z');
  await user.call('PATCH', `/api/blocks/${block}`, { state: 'done' });
  await user.call('PATCH', `/api/tasks/${first}`, { status: 'open' });
  expect((await propose(user)).places).toEqual([['Write', '2026-11-16T08:00:00.000Z']]);
});

it('a task waits for the blocks of a manually planned one', async () => {
  const { user, task, pin } = await person();
  const first = await task('Visit', { isAutomatic: false });
  await task('Report', { dependsOn: [first] });
  await pin(first, '2026-11-18T10:00:00Z');
  expect((await propose(user)).places).toEqual([['Report', '2026-11-18T10:30:00.000Z']]);
});

it('a task waits for the predecessors of a manually planned one', async () => {
  const { user, task } = await person();
  const first = await task('Collect', { durationMinutes: 60 });
  const second = await task('Visit', { isAutomatic: false, dependsOn: [first] });
  await task('Report', { dependsOn: [second], priority: 1 });
  expect((await propose(user)).places).toEqual([
    ['Collect', '2026-11-16T08:00:00.000Z'],
    ['Report', '2026-11-16T09:00:00.000Z'],
  ]);
});
