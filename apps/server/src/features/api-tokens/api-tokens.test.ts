import { api, type Endpoint, tokenScopes } from '@dayloom/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';
import { isWellFormed, makeToken } from './rules.ts';

const server = await openTestServer({}, { poolSize: 4 });
const START = '2026-11-16T08:00:00Z';
beforeEach(() => server.setTime(START));
const endpoints = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);

async function createToken(user: TestUser, fields: object = {}) {
  const reply = await user.call('POST', '/api/user/api-tokens', {
    name: 'Script',
    scopes: ['read:tasks', 'write:tasks'],
    ...fields,
  });
  expect(reply.status).toBe(200);
  const token: string = reply.body.token;
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, path, body, { authorization: `Bearer ${token}` });
  return { token, apiToken: reply.body.apiToken, call };
}

describe('an API token', () => {
  it('is shown once, stored as a hash, and identified by its last letters', async () => {
    const user = await server.signUp();
    const { token, apiToken } = await createToken(user);
    expect(token).toMatch(/^dlm_[0-9A-Za-z]{36}$/);
    const listed = await user.call('GET', '/api/user/api-tokens');
    expect(listed.body.tokens).toEqual([apiToken]);
    expect(apiToken).toMatchObject({ hint: token.slice(-4), lastUsedAt: null, requestsPerMinute: 60 });
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(4, -4));
    expect(await server.dump()).not.toContain(token.slice(4, -4));
  });

  it('reads and changes what its scopes allow, as the actor token', async () => {
    const user = await server.signUp();
    const { call } = await createToken(user);
    const added = await call('POST', '/api/tasks', { title: 'By a script' });
    expect(added.status).toBe(200);
    expect((await call('GET', '/api/tasks')).body.tasks).toHaveLength(1);
    const { commands } = (await user.call('GET', '/api/commands')).body;
    expect(commands[0]).toMatchObject({ actor: 'token', summary: "Added 'By a script'" });
    const [listed] = (await user.call('GET', '/api/user/api-tokens')).body.tokens;
    expect(listed.lastUsedAt).toBe('2026-11-16T08:00:00.000Z');
  });

  it('reaches only its user', async () => {
    const [user, other] = [await server.signUp(), await server.signUp()];
    const { task } = (await other.call('POST', '/api/tasks', { title: 'Private' })).body;
    const { call, apiToken } = await createToken(user);
    expect((await call('GET', `/api/tasks/${task._id}`)).status).toBe(404);
    expect((await other.call('DELETE', `/api/user/api-tokens/${apiToken._id}`)).status).toBe(404);
    expect((await call('GET', '/api/tasks')).status).toBe(200);
    expect((await other.call('GET', '/api/user/api-tokens')).body.tokens).toEqual([]);
  });

  it('is refused without a scope, which the error names', async () => {
    const { call } = await createToken(await server.signUp(), { scopes: ['read:tasks'] });
    const refused = await call('POST', '/api/tasks', { title: 'No' });
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('write:tasks'),
    });
    expect((await call('GET', '/api/plan')).status).toBe(403);
  });

  const closed = endpoints.filter(({ access, scope }) => access !== 'public' && scope === undefined);
  it.each(closed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'with every scope may not call %s',
    async (_name, endpoint) => {
      every ??= createToken(await server.signUp(), { scopes: tokenScopes, requestsPerMinute: 600 });
      const path = `/api${endpoint.path.replace(/:\w+/g, '3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11')}`;
      const reply = await (await every).call(endpoint.method, path);
      expect(reply.status).toBe(403);
      expect(reply.error.message).toContain('API tokens cannot do this');
    },
  );
  let every: ReturnType<typeof createToken> | undefined;

  it('declares every endpoint of account, billing, data and tokens as closed', () => {
    const paths = closed.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/user/api-tokens',
        '/user/delete-account',
        '/user/export',
        '/user/checkout',
        '/user/update-profile',
      ]),
    );
  });

  it('stops at once when it is revoked, and when it expires', async () => {
    const user = await server.signUp();
    const { call, apiToken } = await createToken(user);
    expect((await call('GET', '/api/tasks')).status).toBe(200);
    expect((await user.call('DELETE', `/api/user/api-tokens/${apiToken._id}`)).status).toBe(200);
    expect((await call('GET', '/api/tasks')).status).toBe(401);
    expect((await user.call('DELETE', `/api/user/api-tokens/${apiToken._id}`)).status).toBe(404);

    const brief = await createToken(user, { expiresAt: '2026-11-16T09:00:00Z' });
    expect((await brief.call('GET', '/api/tasks')).status).toBe(200);
    server.setTime('2026-11-16T09:00:00Z');
    expect((await brief.call('GET', '/api/tasks')).status).toBe(401);
  });

  it('is limited to its requests per minute, even simultaneous ones', async () => {
    const { call } = await createToken(await server.signUp(), { requestsPerMinute: 5 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('GET', '/api/tasks')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
    server.setTime('2026-11-16T08:01:00Z');
    expect((await call('GET', '/api/tasks')).status).toBe(200);
  });

  it('is limited to its changes per day, but can still read', async () => {
    const { call } = await createToken(await server.signUp(), { changesPerDay: 2 });
    const add = () => call('POST', '/api/tasks', { title: 'One more' });
    expect([(await add()).status, (await add()).status, (await add()).status]).toEqual([200, 200, 429]);
    expect((await call('GET', '/api/tasks')).body.tasks).toHaveLength(2);
    server.setTime('2026-11-17T08:00:00Z');
    expect((await add()).status).toBe(200);
  });

  it('is refused if we did not create it', async () => {
    const { token } = await createToken(await server.signUp());
    const mistyped = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
    for (const wrong of [makeToken(), mistyped, token.slice(0, -1), 'dlm_', `${token}a`]) {
      const reply = await server.call('GET', '/api/tasks', undefined, { authorization: `Bearer ${wrong}` });
      expect(reply.status).toBe(401);
    }
    expect(isWellFormed(token)).toBe(true);
    expect(isWellFormed(`${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`)).toBe(
      false,
    );
  });

  it.each([
    ['no name', { name: ' ' }],
    ['does not have the permission', { scopes: [] }],
    ['an unknown permission', { scopes: ['write:billing'] }],
    ['an end in the past', { expiresAt: '2026-11-16T07:00:00Z' }],
    ['endless requests', { requestsPerMinute: 100_000 }],
  ])('is not created with %s', async (_what, fields) => {
    const user = await server.signUp();
    const reply = await user.call('POST', '/api/user/api-tokens', {
      name: 'Script',
      scopes: ['read:tasks'],
      ...fields,
    });
    expect(reply.status).toBe(400);
    expect((await user.call('GET', '/api/user/api-tokens')).body.tokens).toEqual([]);
  });

  it('is one of at most twenty, even when created simultaneously', async () => {
    const user = await server.signUp();
    const replies = await Promise.all(
      Array.from({ length: 23 }, () =>
        user.call('POST', '/api/user/api-tokens', { name: 'Many', scopes: ['read:tasks'] }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(3);
  });
});
