import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

/** What several tabs, processes and guests see of drafts that are decided. */
let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;

beforeAll(async () => {
  server = await openTestServer(
    { RATE_LIMIT_PER_MINUTE: '100000', PREMIUM_DAILY_MESSAGES: '12' },
    { poolSize: 4 },
  );
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
  guests = openInvitations(server, maya);
});

const post = (path: string) => maya.call('POST', path);
const send = (text: string, conversationId?: string): Promise<Reply> =>
  maya.call('POST', '/api/chat/turns', { text, ...(conversationId && { conversationId }) });
const say = async (text: string, conversationId?: string): Promise<Reply['body']> => {
  const { status, body } = await send(text, conversationId);
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: 'Answered' });
  return body;
};
const readTurn = async (id: string) => (await maya.call('GET', `/api/chat/turns/${id}`)).body['turn'];
const countMade = async (): Promise<number> =>
  (await maya.call('GET', '/api/events?from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z')).body[
    'occurrences'
  ].length;
/** The statuses, in their order. */
const byStatus = (replies: readonly Reply[]): number[] =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

describe('a draft that several tabs decide at once', () => {
  const draft = async () => {
    const { turn, conversationId } = await say('schedule lunch with lee@example.org on Friday at 12');
    expect(turn).toMatchObject({ state: 'waiting' });
    return { id: String(turn.id), conversationId: String(conversationId) };
  };

  test('is applied once', async () => {
    const { id } = await draft();
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(`/api/chat/turns/${id}/apply`)));
    expect(byStatus(replies)).toEqual([200, 409, 409, 409, 409]);
    const refused = replies.flatMap(({ status, error }) => (status === 409 ? [error.message] : []));
    expect(new Set(refused)).toEqual(new Set(['This draft was already applied or discarded.']));
    expect(await countMade()).toBe(1);
    expect(await readTurn(id)).toMatchObject({ state: 'done', isUndoable: true });
  });

  test('is applied or discarded, not both', async () => {
    const { id } = await draft();
    const replies = await Promise.all([
      post(`/api/chat/turns/${id}/discard`),
      post(`/api/chat/turns/${id}/apply`),
      post(`/api/chat/turns/${id}/discard`),
    ]);
    expect(byStatus(replies)).toEqual([200, 409, 409]);
    const { state } = await readTurn(id);
    expect({ state, made: await countMade() }).toEqual(
      state === 'done' ? { state, made: 1 } : { state: 'discarded', made: 0 },
    );
  });

  test('by the button and by words is applied once', async () => {
    const { id, conversationId } = await draft();
    const [button, words] = await Promise.all([
      post(`/api/chat/turns/${id}/apply`),
      send('yes', conversationId),
    ]);
    expect(words.status).toBe(200);
    expect([button.status, words.body['turn'].state].join()).toMatch(/^(?:200,failed|409,done)$/);
    expect(await countMade()).toBe(1);
  });

  test('is not applied, and not denied, by words after another change', async () => {
    const { id, conversationId } = await draft();
    await say('add yoga on Thursday at 18:00', conversationId);
    for (const text of ['yes', 'apply'])
      expect((await say(text, conversationId))['turn']).toMatchObject({
        state: 'done',
        reply: 'Nothing was applied. An earlier draft still waits: press Apply or Discard below it.',
      });
    expect(await readTurn(id)).toMatchObject({ state: 'waiting' });
    await post(`/api/chat/turns/${id}/apply`);
    expect((await say('apply', conversationId))['turn']).toMatchObject({
      reply: 'Nothing waits to be applied.',
    });
  });

  test('is undone once', async () => {
    const { id } = await draft();
    await post(`/api/chat/turns/${id}/apply`);
    const replies = await Promise.all(Array.from({ length: 4 }, () => post(`/api/chat/turns/${id}/undo`)));
    expect(byStatus(replies)).toEqual([200, 409, 409, 409]);
    expect(await countMade()).toBe(0);
    expect(await readTurn(id)).toMatchObject({ state: 'undone', isUndoable: false });
  });
});

describe('an invitation by the assistant', () => {
  const invite = async (guest: string): Promise<string> => {
    const { turn } = await say(`schedule lunch with ${guest} on Friday at 12`);
    const { body } = await post(`/api/chat/turns/${turn.id}/apply`);
    expect(body['turn']).toMatchObject({ state: 'done', isUndoable: true });
    return turn.id;
  };

  test('is sent after 30 seconds, whichever process is there then', async () => {
    const guest = guests.newAddress();
    await invite(guest);
    guests.pass(29);
    await server.runJob('invitations.send', {});
    await server.runJob('mails.send-due', {});
    expect(await guests.subjects(guest)).toEqual([]);
    // Due mails are in the database, so another process sends them if this one dies.
    const other = await server.openOther();
    guests.pass(2);
    for (const name of ['invitations.send', 'mails.send-due'])
      await other.jobs.find((job) => job.name === name)?.run({});
    expect(await guests.subjects(guest)).toEqual([
      `Invitation: Lunch with ${guest}, Fri, 20 November 2026, 12:00`,
    ]);
  });

  test('has a job that outlives its process', async () => {
    const count = async () =>
      Number(
        (
          await sql<{ count: string }>`
            select count(*) from pgboss.job where name = 'invitations.send' and state = 'created'
          `.execute(server.app.platform.db)
        ).rows[0]?.count,
      );
    // What is due at one moment is one job.
    guests.pass(7);
    const before = await count();
    await invite(guests.newAddress());
    expect(await count()).toBe(before + 1);
  });

  test('that is undone in time is never sent, and one undone later is cancelled', async () => {
    const [soon, late] = [guests.newAddress(), guests.newAddress()];
    const undone = await invite(soon);
    guests.pass(20);
    expect(await post(`/api/chat/turns/${undone}/undo`)).toMatchObject({ status: 200 });
    await guests.send();
    expect(await guests.subjects(soon)).toEqual([]);
    const sent = await invite(late);
    await guests.send();
    await post(`/api/chat/turns/${sent}/undo`);
    await guests.send();
    expect(await guests.subjects(late)).toEqual([
      `Invitation: Lunch with ${late}, Fri, 20 November 2026, 12:00`,
      `Cancelled: Lunch with ${late}`,
    ]);
  });
});

test('messages that come at once do not get past the limit of the day', async () => {
  const limit = (await maya.call('GET', '/api/user/chat/history')).body['messages'].today.limit;
  const replies = await Promise.all(
    Array.from({ length: limit + 8 }, (_, at) => send(`add task number ${at}`)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(limit);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(8);
  for (const { status, body } of refused)
    expect({ status, code: body['code'] }).toEqual({ status: 402, code: 'limit_reached' });
  expect((await maya.call('GET', '/api/tasks?limit=100')).body['tasks']).toHaveLength(limit);
  expect((await maya.call('GET', '/api/user/chat/history')).body['messages'].today).toEqual({
    used: limit,
    limit,
  });
  expect(await send('one more')).toMatchObject({ body: { code: 'limit_reached' } });
});
