import { beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let visitor: TestUser;
const path = '/api/booking/own-busy?from=2026-11-18&to=2026-11-18&timeZone=Europe/Berlin';

beforeAll(async () => {
  server = await openTestServer();
  visitor = await server.signUp({ timeZone: 'Europe/Berlin' });
  const add = (from: string, to: string, more: object = {}) =>
    visitor.call('POST', '/api/events', {
      title: 'Secret',
      startsAt: `2026-11-18T${from}:00.000Z`,
      endsAt: `2026-11-18T${to}:00.000Z`,
      ...more,
    });
  await add('09:00', '10:00');
  await add('09:30', '11:00');
  await add('13:00', '14:00', { isBusy: false });
  await add('22:30', '23:30');
});

test('the visitor sees the own busy times of local days, joined and without titles', async () => {
  const { status, body } = await visitor.call('GET', path);
  expect(status).toBe(200);
  // The last event begins at 23:30 in Berlin and ends on the next day.
  expect(body).toEqual({
    success: true,
    busy: [
      { startsAt: '2026-11-18T09:00:00.000Z', endsAt: '2026-11-18T11:00:00.000Z' },
      { startsAt: '2026-11-18T22:30:00.000Z', endsAt: '2026-11-18T23:30:00.000Z' },
    ],
  });
});

test('others see theirs only, and a range has a limit', async () => {
  const other = await server.signUp();
  expect((await other.call('GET', path)).body).toEqual({ success: true, busy: [] });
  const long = await visitor.call('GET', '/api/booking/own-busy?from=2026-11-18&to=2027-11-18');
  expect(long.status).toBe(400);
});
