import { expect, test } from 'vitest';
import { openTestServer } from '#test/server.ts';

test('one visitor keeps only a few times, also by requests that come at once', async () => {
  const server = await openTestServer({ BOOKING_HOLDS_PER_VISITOR: '2' }, { poolSize: 4 });
  const host = await server.signUp({ timeZone: 'UTC' });
  const hold = (hour: number) =>
    server.call('POST', '/api/booking/holds', {
      username: host.profile.username,
      eventType: '30-min',
      startsAt: `2026-11-23T${hour}:00:00.000Z`,
      timeZone: 'UTC',
    });
  const statuses = (await Promise.all([10, 11, 12, 13, 14, 15].map(hold))).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 429, 429, 429, 429]);
  expect((await hold(16)).status).toBe(429);
});
