import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { lockWaiters } from '../test/lock-waiters.ts';
import { openTestServer, type Reply } from '../test/server.ts';
import { openDatabase } from './db.ts';

const server = await openTestServer({ LOG_LEVEL: 'fatal', RATE_LIMIT_PER_MINUTE: '100000' });
const { db, hub } = server.app.platform;
const database = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;

const listening = await server.signUp();

/** The administrator's session, which this test never terminates. */
const admin = new pg.Client({
  connectionString: inject('postgresUrl').replace(/\/dayloom$/, `/${database}`),
  application_name: 'administrator',
});
await admin.connect();
afterAll(() => admin.end());

async function terminate(condition: string): Promise<number> {
  const { rows } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
  );
  return rows.length;
}

const newTask = (title: string) => ({ title });
const listTitles = async (userId: string) =>
  (await db.selectFrom('tasks').select('title').where('user_id', '=', userId).execute()).map(
    ({ title }) => title,
  );

describe('a lost database connection', () => {
  it('loses no acknowledged write and no process under load', async () => {
    const user = await server.signUp();
    const replies: { title: string; reply: Reply }[] = [];
    const over = new AbortController();
    const writer = async () => {
      while (!over.signal.aborted) {
        const title = `Task ${randomUUID()}`;
        replies.push({ title, reply: await user.call('POST', '/api/tasks', newTask(title)) });
      }
    };
    const writers = Array.from({ length: 8 }, writer);
    let terminated = 0;
    for (let round = 1; round <= 15; round++) {
      terminated += await terminate(`application_name like 'dayloom%'`);
      const target = round * 40;
      await eventually(() => expect(replies.length).toBeGreaterThan(target));
    }
    over.abort();
    await Promise.all(writers);
    expect(terminated).toBeGreaterThan(15);
    const refused = replies.filter(({ reply }) => reply.status !== 201 && reply.status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { reply } of refused) {
      expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
      expect(['unavailable', 'outcome_unknown']).toContain(reply.error.code);
    }
    const saved = new Set(await listTitles(user.profile._id));
    const lost = replies.filter(({ title, reply }) => reply.status < 300 && !saved.has(title));
    expect(lost).toEqual([]);
    // The code `unavailable` promises that nothing was saved.
    const surprising = replies.filter(
      ({ title, reply }) => reply.error.code === 'unavailable' && saved.has(title),
    );
    expect(surprising).toEqual([]);
  });

  it('in the middle of a transaction is an error after which the request can be repeated', async () => {
    const user = await server.signUp();
    const { body } = await user.call('POST', '/api/tasks', newTask('Held'));
    await admin.query('begin');
    await admin.query('select from tasks where id = $1 for update', [body['task']._id]);
    const answer = user.call('PATCH', `/api/tasks/${body['task']._id}`, {
      title: 'Changed',
      version: body['task'].version,
    });
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await answer).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    await admin.query('rollback');
    expect(await listTitles(user.profile._id)).toEqual(['Held']);
  });

  it('in the middle of a commit leaves the outcome open, and reports that', async () => {
    const user = await server.signUp();
    // A deferred constraint trigger makes the commit wait.
    await admin.query(`
      create function wait_at_commit() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
      create constraint trigger wait_at_commit after insert on tasks
        deferrable initially deferred for each row execute function wait_at_commit();
      select pg_advisory_lock(4711)`);
    const answer = user.call('POST', '/api/tasks', newTask('Perhaps'));
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await answer).toMatchObject({ status: 503, error: { code: 'outcome_unknown' } });
    await admin.query('select pg_advisory_unlock(4711); drop function wait_at_commit cascade');
  });

  it('leaves the outcome open where the commit was sent with the last statement', async () => {
    const { profile } = await server.signUp({ timeZone: 'UTC' });
    await admin.query('begin');
    await admin.query('lock table followed_events in exclusive mode');
    const answer = server.call('POST', '/api/booking/create', {
      username: profile.username,
      startsAt: '2026-11-18T10:00:00.000Z',
      timeZone: 'UTC',
      name: 'Ada',
      email: 'ada@example.org',
    });
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await answer).toMatchObject({ status: 503, error: { code: 'outcome_unknown' } });
    await admin.query('rollback');
  });

  it('leaves the outcome open where the commit was sent with the first statement', async () => {
    const { profile } = await server.signUp({ timeZone: 'UTC' });
    const book = (hour: number) =>
      server.call('POST', '/api/booking/create', {
        username: profile.username,
        eventType: '30-min',
        startsAt: `2026-11-18T${hour}:00:00.000Z`,
        timeZone: 'UTC',
        name: 'Ada',
        email: 'ada@example.org',
      });
    // Then the host is known, and the statements are prepared.
    for (const hour of [10, 11, 12, 13, 14, 15]) expect((await book(hour)).status).toBe(201);
    await admin.query('begin');
    await admin.query('lock table users in exclusive mode');
    const answer = book(16);
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await answer).toMatchObject({ status: 503, error: { code: 'outcome_unknown' } });
    await admin.query('rollback');
  });

  it('in the middle of a write without a transaction leaves the outcome open too', async () => {
    await admin.query('begin');
    await admin.query('lock table identity_attempts');
    const answer = sql`delete from identity_attempts`.execute(db).catch((error: unknown) => error);
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await answer).toMatchObject({ code: 'outcome_unknown' });
    await admin.query('rollback');
  });

  it('makes the identity provider ask to try again, too', async () => {
    await admin.query('begin');
    await admin.query('lock table identity_payloads');
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'dayloom-web' };
    const answer = server.app.http.inject({
      method: 'POST',
      url: '/oidc/token',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    // `inject` sends the request only when its promise is awaited.
    const sent = answer.then((reply) => reply);
    await lockWaiters(db, 1);
    await terminate(`wait_event_type = 'Lock'`);
    expect(await sent).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    await admin.query('rollback');
  });

  it('does not end the notifications: they resume, and missed changes are fetched', async () => {
    const user = listening;
    const heard: unknown[] = [];
    const stop = hub.subscribe(user.profile._id, (message) => heard.push(message));
    for (let round = 0; round < 3; round++) {
      await eventually(async () => expect(await terminate(`application_name = 'dayloom-stream'`)).toBe(1));
      await eventually(() =>
        expect(heard).toContainEqual({
          type: 'changed',
          topics: expect.arrayContaining(['tasks', 'events', 'plan', 'profile']),
        }),
      );
      heard.length = 0;
      await user.call('POST', '/api/tasks', newTask(`Round ${round}`));
      await eventually(() =>
        expect(heard).toContainEqual({ type: 'changed', topics: expect.arrayContaining(['tasks']) }),
      );
      heard.length = 0;
    }
    stop();
  });

  it('does not end the jobs: new ones run', async () => {
    await server.app.work();
    for (let round = 0; round < 3; round++) {
      const challenge = `Round ${round}`;
      const row = { challenge, purpose: 'sign-in' as const, bound_to: '', expires_at: new Date(0) };
      await db.insertInto('identity_challenges').values(row).execute();
      expect(await terminate(`application_name = 'dayloom-jobs'`)).toBeGreaterThan(0);
      await eventually(() => server.app.platform.jobs.enqueue('identity.purge', {}));
      await eventually(async () => {
        const left = db.selectFrom('identity_challenges').selectAll().where('challenge', '=', challenge);
        expect(await left.execute()).toEqual([]);
      });
    }
  });

  it('that never existed gives the same error at once', async () => {
    const away = openDatabase('postgres://dayloom@127.0.0.1:1/dayloom', 2);
    const error = await sql`select 1`.execute(away.db).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await away.close();
  });
});
