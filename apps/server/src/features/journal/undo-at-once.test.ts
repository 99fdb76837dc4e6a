import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockWaiters } from '#test/lock-waiters.ts';
import { openTestServer } from '#test/server.ts';

const server = await openTestServer({}, { poolSize: 4 });
server.setTime('2026-11-16T07:50:00Z');

it('two simultaneous undos of the same objects in opposite order wait for each other', async () => {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const { db } = server.app.platform;
  await user.call('POST', '/api/tasks', { title: 'Report', durationMinutes: 60 });
  const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
  await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
  const [block] = (await user.call('GET', '/api/plan')).body.plan.blocks;
  const finish = () => user.call('PATCH', `/api/blocks/${block._id}`, { state: 'done' });
  const undo = (id: string) => user.call('POST', `/api/commands/${id}/undo`);
  // Finishing changes the task and then the plan. Undo locks the plan first, redo the task.
  const taskFirst = (await undo((await finish()).body.commandId)).body.commandId;
  const planFirst = (await finish()).body.commandId;
  const both = await db.transaction().execute(async (tx) => {
    await sql`select 1 from plans where user_id = ${user.profile._id} for update`.execute(tx);
    const first = undo(planFirst);
    await lockWaiters(db, 1);
    const second = undo(taskFirst);
    await lockWaiters(db, 2);
    return [first, second];
  });
  expect((await Promise.all(both)).map(({ status }) => status)).not.toContain(500);
});
