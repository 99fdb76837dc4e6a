import { expect, it } from 'vitest';
import { openTestServer } from '#test/server.ts';

const server = await openTestServer();
const user = await server.signUp();
const other = await user.call('POST', '/api/tasks', { title: 'First' });
await user.call('POST', '/api/events', {
  title: 'Meeting',
  startsAt: '2026-11-17T09:00:00Z',
  endsAt: '2026-11-17T10:00:00Z',
});
const month = 'from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z';

// Each statement is a round trip to the database (begin and commit too), and they are most of the time of a request.
it.each([
  { method: 'GET', path: '/api/tasks', most: 3 },
  { method: 'GET', path: '/api/tasks?view=today', most: 3 },
  { method: 'GET', path: `/api/tasks/${other.body['task']._id}`, most: 2 },
  { method: 'GET', path: `/api/events?${month}`, most: 3 },
  { method: 'POST', path: '/api/tasks', body: { title: 'Another' }, most: 2 },
])('$method $path takes at most $most statements', async ({ method, path, body, most }) => {
  server.queries.length = 0;
  expect((await user.call(method, path, body)).status).toBe(200);
  expect(server.queries.length, server.queries.join('\n')).toBeLessThanOrEqual(most);
});

it('books a time in at most 19 statements', async () => {
  const host = await server.signUp();
  const { username } = host.profile;
  const slots = await server.call('GET', `/api/booking/optimal-slots?username=${username}`);
  const [first, second] = slots.body['slots'].slice(-2) as { startsAt: string }[];
  const book = (startsAt = '') =>
    server.call('POST', '/api/booking/create', {
      username,
      startsAt,
      timeZone: 'Europe/Berlin',
      name: 'Vera',
      email: 'vera@example.com',
    });
  expect((await book(first?.startsAt)).status).toBe(201);
  server.queries.length = 0;
  expect((await book(second?.startsAt)).status).toBe(201);
  // Shared counts are written once a second, whatever is asked for.
  const own = server.queries.filter((query) => !query.includes('request_counts'));
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(19);
});
