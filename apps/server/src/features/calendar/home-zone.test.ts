import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockWaiters } from '#test/lock-waiters.ts';
import { openTestServer, type Reply, type TestUser } from '#test/server.ts';

const server = await openTestServer({}, { poolSize: 4 });
const { db } = server.app.platform;
server.setTime('2026-11-16T07:50:00Z');

const DAY = { startsOn: '2026-11-19', endsOn: '2026-11-20' };
/** Midnight of that day in New York. */
const THERE = '2026-11-19T05:00:00.000Z';

const listEvents = async (user: TestUser): Promise<Reply['body'][]> =>
  (await user.call('GET', '/api/events?from=2026-11-17T00:00:00Z&to=2026-11-22T00:00:00Z')).body.occurrences;
const moveToNewYork = (user: TestUser) =>
  user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });

/** Changes the home zone while `save` has begun and waits for the lock on the events. */
async function moveDuring(user: TestUser, save: () => Promise<Reply>): Promise<Reply[]> {
  const [saving, moving] = await db.transaction().execute(async (tx) => {
    await sql`lock table events in share mode`.execute(tx);
    const saving = save();
    await lockWaiters(db, 1);
    const moving = moveToNewYork(user);
    await Promise.race([moving, lockWaiters(db, 2)]);
    return [saving, moving];
  });
  return Promise.all([saving, moving]);
}

it('an all-day event created during a change of the home zone is in the new one', async () => {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const replies = await moveDuring(user, () => user.call('POST', '/api/events', { title: 'Away', ...DAY }));
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await listEvents(user)).toMatchObject([{ title: 'Away', startsOn: '2026-11-19', startsAt: THERE }]);
});

it('so is a meeting that becomes an all-day event meanwhile', async () => {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const { body } = await user.call('POST', '/api/events', {
    title: 'Offsite',
    startsAt: '2026-11-18T09:00:00Z',
    endsAt: '2026-11-18T10:00:00Z',
    timeZone: 'Europe/Berlin',
  });
  const replies = await moveDuring(user, () =>
    user.call('PATCH', `/api/events/${body.eventId}`, { scope: 'all', ...DAY }),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await listEvents(user)).toMatchObject([
    { title: 'Offsite', startsOn: '2026-11-19', startsAt: THERE },
  ]);
});

it('an import during a change of the home zone is refused, and can be repeated', async () => {
  const user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:away@example.com',
    'SUMMARY:Away',
    'DTSTART;VALUE=DATE:20261119',
    'DTEND;VALUE=DATE:20261120',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const read = () => user.call('POST', '/api/calendars/import?name=Work.ics', file);
  const [reading, moving] = await moveDuring(user, read);
  expect(moving?.status).toBe(200);
  expect(reading).toMatchObject({ status: 409, body: { message: expect.stringContaining('home zone') } });
  expect(await listEvents(user)).toEqual([]);
  expect((await read()).status).toBe(200);
  expect(await listEvents(user)).toMatchObject([{ title: 'Away', startsOn: '2026-11-19', startsAt: THERE }]);
});
