import { describe, expect, it } from 'vitest';
import { openTestServer } from '#test/server.ts';

const server = await openTestServer();
const user = await server.signUp();
const { body: created } = await user.call('POST', '/api/tasks', { title: 'Write the report' });
for (let index = 0; index < 20; index += 1)
  await user.call('POST', '/api/tasks', { title: `A task that makes the answer worth compressing ${index}` });

const range = 'from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z';

describe('lists that a page fetches again and again', () => {
  it.each([
    '/api/tasks',
    `/api/events?${range}`,
    '/api/calendars',
    '/api/plan',
    '/api/user/profile',
    '/api/calendar-accounts',
  ])('%s is sent again only when it has changed', async (path) => {
    const first = await user.call('GET', path);
    expect(first.status).toBe(200);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await user.call('GET', path, undefined, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.etag).toBe(etag);
    expect(again.headers['cache-control']).toBe('private, no-cache');
    expect(again.headers['content-length'] ?? '0').toBe('0');
  });

  it('have another tag after a change', async () => {
    const before = String((await user.call('GET', '/api/tasks')).headers.etag);
    await user.call('PATCH', `/api/tasks/${created['task']._id}`, { title: 'Write the whole report' });
    const after = await user.call('GET', '/api/tasks', undefined, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before);
  });

  it('have the same tag in every encoding, and vary by it', async () => {
    const plain = await user.call('GET', '/api/tasks');
    const fetchPacked = (headers: Record<string, string>) =>
      server.app.http.inject({
        url: '/api/tasks',
        headers: { authorization: `Bearer ${user.token}`, 'accept-encoding': 'gzip', ...headers },
      });
    const packed = await fetchPacked({});
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    const again = await fetchPacked({ 'if-none-match': `"other", ${packed.headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('are not confirmed to somebody else', async () => {
    const etag = String((await user.call('GET', '/api/tasks')).headers.etag);
    const other = await server.signUp();
    const theirs = await other.call('GET', '/api/tasks', undefined, { 'if-none-match': etag });
    expect(theirs.status).toBe(200);
    expect(theirs.body['tasks']).toEqual([]);
    const nobody = await server.call('GET', '/api/tasks', undefined, { 'if-none-match': etag });
    expect(nobody.status).toBe(401);
    expect(nobody.headers.etag).toBeUndefined();
  });
});

it.each(['/api/user/security', '/api/user/api-tokens'])('%s is kept by no cache', async (path) => {
  const { status, headers } = await user.call('GET', path);
  expect(status).toBe(200);
  expect(headers.etag).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
});
