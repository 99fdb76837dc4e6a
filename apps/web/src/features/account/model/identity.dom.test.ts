import 'fake-indexeddb/auto';
import { ErrorResponse, ErrorTimeout, User, UserManager } from 'oidc-client-ts';
import { expect, test, vi } from 'vitest';
import { openOfflineStore } from '#lib/offline-store.ts';
import { config, signInAs } from '#test/fixtures.ts';
import { AuthSession, isRenewingQuietly, isSigninCallback } from './auth-session.ts';
import { restoreSession } from './identity.ts';
import { apiSession } from './session.ts';

const key = `oidc.user:${config.oidc.authority}:${config.oidc.clientId}`;

function storeToken(access_token: string, secondsLeft = 3_600): void {
  const user = User.fromStorageString(localStorage.getItem(key) ?? '{}');
  user.access_token = access_token;
  user.expires_at = Math.floor(Date.now() / 1_000) + secondsLeft;
  localStorage.setItem(key, user.toStorageString());
}

test('a token that another tab has fetched is used instead of a second refresh', async () => {
  signInAs();
  // The other tab takes the lock first and finishes before ours gets it.
  const request = async (_: string, work: () => Promise<unknown>) => {
    storeToken('token-of-the-other-tab');
    return work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent');
  const user = await new AuthSession(config).renew();
  expect(user?.access_token).toBe('token-of-the-other-tab');
  expect(renew).not.toHaveBeenCalled();
});

test('without a refresh token, renewing fails at once', async () => {
  signInAs();
  const user = User.fromStorageString(localStorage.getItem(key) ?? '{}');
  delete user.refresh_token;
  localStorage.setItem(key, user.toStorageString());
  await expect(new AuthSession(config).renew()).rejects.toThrow('There is no refresh token');
});

test('a session that expired while no page was open is renewed at the start, a valid one is kept', async () => {
  signInAs();
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent').mockResolvedValue(null);
  const session = new AuthSession(config);
  await restoreSession(session);
  expect(renew).not.toHaveBeenCalled();
  storeToken('old', -60);
  await restoreSession(session);
  expect(renew).toHaveBeenCalledOnce();
});

test.each([
  ['refused by the provider', new ErrorResponse({ error: 'invalid_grant' }), null],
  ['without an answer', new TypeError('Failed to fetch'), 'old'],
  ['while the provider is down', new Error('Bad Gateway (502)'), 'old'],
  ['that takes too long', new ErrorTimeout('Timed out'), 'old'],
  ['while the provider is busy', new ErrorResponse({ error: 'temporarily_unavailable' }), 'old'],
])('a renewal %s', async (_name, failure, left) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  storeToken('old', -60);
  const store = await openOfflineStore('user');
  await store.keepResponses([{ topic: 'plan', key: ['plan'], data: {}, readAt: 1 }]);
  vi.spyOn(UserManager.prototype, 'signinSilent').mockRejectedValue(failure);
  const session = new AuthSession(config);
  await restoreSession(session);
  expect(session.findUser()?.access_token ?? null).toBe(left);
  // A session that is over leaves no copies.
  expect(await store.listResponses()).toHaveLength(left === null ? 0 : 1);
});

test('a token is renewed once, shortly before it expires, and a failure leaves the session', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  storeToken('first', 120);
  const quiet: boolean[] = [];
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent').mockImplementation(async () => {
    quiet.push(isRenewingQuietly());
    if (renew.mock.calls.length > 1) throw new TypeError('Failed to fetch');
    storeToken('second', 120);
    return User.fromStorageString(localStorage.getItem(key) ?? '');
  });
  const session = new AuthSession(config);
  const stop = session.keepFresh();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(session.findUser()?.access_token).toBe('second'));
  await vi.advanceTimersByTimeAsync(300_000);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(renew).toHaveBeenCalledTimes(2);
  // A page is not reloaded because a renewal that nobody waits for lacks its file.
  expect([...quiet, isRenewingQuietly()]).toEqual([true, true, false]);
  expect(session.findUser()?.access_token).toBe('second');
  stop();
});

test("the client's stored values are the state of the session", async () => {
  const session = new AuthSession(config);
  const seen: unknown[] = [];
  session.subscribe(() => {
    const { user, ...state } = session.getState();
    seen.push({ ...state, token: user?.access_token ?? null });
  });
  const client = await session.loadClient();
  signInAs();
  storeToken('new');
  await client.getUser(true);
  await client.removeUser();
  expect(seen).toEqual([
    { isLoading: false, isSignedIn: true, error: null, token: 'new' },
    { isLoading: false, isSignedIn: false, error: null, token: null },
  ]);
  expect(session.findUser()).toBeNull();
});

test('a client that could not be loaded is loaded by the next attempt', async () => {
  const session = new AuthSession(config);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  vi.doMock('./open-id-client.ts', () => ({
    createUserManager() {
      throw failure;
    },
  }));
  vi.resetModules();
  await expect(session.loadClient()).rejects.toBe(failure);
  vi.doUnmock('./open-id-client.ts');
  vi.resetModules();
  expect((await session.loadClient()).settings.client_id).toBe(config.oidc.clientId);
});

test('the token of a user is not given to another one', async () => {
  signInAs({ sub: 'dayloom|7' });
  const session = apiSession(new AuthSession(config), () => {});
  expect(await session.accessToken(`${config.oidc.authority} dayloom|7`)).not.toBeNull();
  await expect(session.accessToken(`${config.oidc.authority} dayloom|8`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('a code in the address is ours on /auth/callback only', () => {
  expect(isSigninCallback({ pathname: '/auth/callback' })).toBe(true);
  expect(isSigninCallback({ pathname: '/settings' })).toBe(false);
});
