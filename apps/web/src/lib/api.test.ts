import { accountApi, taskApi } from '@dayloom/contracts';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse, type SeenRequest } from '../test/fake-server.ts';
import { aProfile } from '../test/fixtures.ts';
import { ApiError, type ApiSession, createApi } from './api.ts';

function client(session: Partial<ApiSession> = {}) {
  return createApi('http://localhost:3000/api', {
    accessToken: async () => 'token-1',
    refreshToken: async () => 'token-2',
    sessionEnded: async () => {},
    ...session,
  });
}

const onlyFor = (token: string) => (request: SeenRequest) =>
  request.token === token
    ? answer({ success: true, user: aProfile(), message: '' })
    : refuse('unauthenticated', 'Invalid token');

test('sends the bearer token and parses the response', async () => {
  const server = fakeServer();
  const { user } = await client().call(accountApi.getProfile);
  expect(user.firstName).toBe('Maya');
  expect(server.seen[0]?.token).toBe('token-1');
});

test('after a 401 it refreshes once and repeats', async () => {
  const server = fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const { user } = await client().call(accountApi.getProfile);
  expect(user.firstName).toBe('Maya');
  expect(server.seen.map(({ token }) => token)).toEqual(['token-1', 'token-2']);
});

test('a repeated request that is refused again is not refreshed again', async () => {
  const server = fakeServer({ 'GET /user/profile': onlyFor('token-3') });
  const refreshToken = vi.fn(async () => 'token-2');
  await expect(client({ refreshToken }).call(accountApi.getProfile)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'Invalid token',
  });
  expect(refreshToken).toHaveBeenCalledOnce();
  expect(server.seen).toHaveLength(2);
});

test('concurrent failures share one refresh', async () => {
  const server = fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const refreshed = Promise.withResolvers<string>();
  const refreshToken = vi.fn(() => refreshed.promise);
  const api = client({ refreshToken });
  const calls = [1, 2, 3].map(() => api.call(accountApi.getProfile));
  await vi.waitFor(() => expect(server.seen).toHaveLength(3));
  refreshed.resolve('token-2');
  await Promise.all(calls);
  expect(refreshToken).toHaveBeenCalledOnce();
});

test('a token that another request has renewed is used without a refresh', async () => {
  fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const tokens = ['token-1', 'token-2'];
  const refreshToken = vi.fn(async () => 'token-9');
  await client({ accessToken: async () => tokens.shift() ?? 'token-2', refreshToken }).call(
    accountApi.getProfile,
  );
  expect(refreshToken).not.toHaveBeenCalled();
});

test.each([
  ['answers nothing', async () => null],
  ['fails', () => Promise.reject(new Error('invalid_grant'))],
])('the session ends once when the refresh %s', async (_, refreshToken) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const sessionEnded = vi.fn(async () => {});
  const api = client({ refreshToken, sessionEnded });
  const results = await Promise.allSettled([
    api.call(accountApi.getProfile),
    api.call(accountApi.getProfile),
  ]);
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(sessionEnded).toHaveBeenCalledOnce();
});

test('a provider that cannot be reached does not end the session', async () => {
  fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const sessionEnded = vi.fn(async () => {});
  const refreshToken = () => Promise.reject(new ApiError('network', 'No answer'));
  await expect(client({ refreshToken, sessionEnded }).call(accountApi.getProfile)).rejects.toMatchObject({
    code: 'network',
  });
  expect(sessionEnded).not.toHaveBeenCalled();
});

test('a gateway without its server is no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  await expect(client().call(accountApi.getProfile)).rejects.toMatchObject({ code: 'network' });
});

test('without a token it sends unauthenticated and warns', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const server = fakeServer();
  await client({ accessToken: async () => null }).call(accountApi.getProfile);
  expect(server.seen[0]?.token).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});

test('fills path and query and leaves out undefined values', async () => {
  let address = '';
  vi.stubGlobal('fetch', async (url: string) => {
    address = url;
    return refuse('not_found', 'There is no such task');
  });
  const id = '7b0e8a52-6f43-4d3c-9f0a-0d9b5f3d7a11';
  await expect(
    client().call(taskApi.remove, { params: { id }, query: { version: undefined } }),
  ).rejects.toBeInstanceOf(ApiError);
  expect(address).toBe(`http://localhost:3000/api/tasks/${id}`);
});

test('errors carry code, message, fields and request id', async () => {
  fakeServer({
    'PUT /user/update-profile': () =>
      answer(
        {
          success: false,
          code: 'invalid_request',
          message: 'bio: too long',
          requestId: 'r9',
          fields: { bio: 'too long' },
        },
        400,
      ),
  });
  await expect(client().call(accountApi.updateProfile, { body: { bio: 'x' } })).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'bio: too long',
    fields: { bio: 'too long' },
    requestId: 'r9',
  });
});

test('a response that does not match the contract is unreadable', async () => {
  fakeServer({ 'GET /user/profile': () => answer({ success: true }) });
  await expect(client().call(accountApi.getProfile)).rejects.toMatchObject({ code: 'unreadable' });
});

test('no response is a network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(client().call(accountApi.getProfile)).rejects.toMatchObject({ code: 'network' });
});

test('an answer that was requested ahead is used once', async () => {
  const server = fakeServer();
  const api = client();
  await api.prefetch(['/user/profile']);
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
  expect((await api.call(accountApi.getProfile)).user.firstName).toBe('Maya');
  expect(server.seen).toHaveLength(1);
  await api.call(accountApi.getProfile);
  expect(server.seen).toHaveLength(2);
});

test('a call sends its own request where the one ahead failed', async () => {
  const server = fakeServer({ 'GET /user/profile': onlyFor('token-2') });
  const api = client();
  await api.prefetch(['/user/profile', '/unknown']);
  expect((await api.call(accountApi.getProfile)).user.firstName).toBe('Maya');
  expect(server.seen.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-2']);
});

test('an answer that was requested ahead of a change is not used after it', async () => {
  const server = fakeServer({ 'DELETE /tasks/a': () => refuse('not_found', 'Task not found') });
  const api = client();
  await api.prefetch(['/user/profile']);
  // A failed change may have changed something all the same.
  await expect(api.call(taskApi.remove, { params: { id: 'a' }, query: {} })).rejects.toThrow(ApiError);
  await api.call(accountApi.getProfile);
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /user/profile',
    'DELETE /tasks/a',
    'GET /user/profile',
  ]);
});

test('nothing is requested ahead without a session', async () => {
  const server = fakeServer();
  const api = client({ accessToken: async () => null });
  await api.prefetch(['/user/profile']);
  expect(server.seen).toHaveLength(0);
});
