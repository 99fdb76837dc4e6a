import 'fake-indexeddb/auto';
import { ErrorResponse, User, UserManager } from 'oidc-client-ts';
import { expect, test, vi } from 'vitest';
import { openOfflineStore } from '#lib/offline-store.ts';
import { config, signInAs } from '#test/fixtures.ts';
import { createUserManager, isSigninCallback, restoreSession } from './identity.ts';
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
  const user = await createUserManager(config).signinSilent();
  expect(user?.access_token).toBe('token-of-the-other-tab');
  expect(renew).not.toHaveBeenCalled();
});

test('without a refresh token, renewing fails at once', async () => {
  signInAs();
  const user = User.fromStorageString(localStorage.getItem(key) ?? '{}');
  delete user.refresh_token;
  localStorage.setItem(key, user.toStorageString());
  await expect(createUserManager(config).signinSilent()).rejects.toThrow('There is no refresh token');
});

test('a session that expired while no page was open is renewed at the start, a valid one is kept', async () => {
  signInAs();
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent').mockResolvedValue(null);
  const manager = createUserManager(config);
  await restoreSession(manager);
  expect(renew).not.toHaveBeenCalled();
  storeToken('old', -60);
  await restoreSession(manager);
  expect(renew).toHaveBeenCalledOnce();
});

test.each([
  ['refused by the provider', new ErrorResponse({ error: 'invalid_grant' }), null],
  ['without an answer', new TypeError('Failed to fetch'), 'old'],
  ['while the provider is down', new Error('Bad Gateway (502)'), 'old'],
  ['while the provider is busy', new ErrorResponse({ error: 'temporarily_unavailable' }), 'old'],
])('a renewal %s', async (_name, failure, left) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  storeToken('old', -60);
  const store = await openOfflineStore('user');
  await store.keepAnswers([{ topic: 'plan', key: ['plan'], data: {}, readAt: 1 }]);
  vi.spyOn(UserManager.prototype, 'signinSilent').mockRejectedValue(failure);
  const manager = createUserManager(config);
  await restoreSession(manager);
  expect((await manager.getUser())?.access_token ?? null).toBe(left);
  // A session that is over leaves no copies.
  expect(await store.listAnswers()).toHaveLength(left === null ? 0 : 1);
});

test('the token of a user is not given to another one', async () => {
  signInAs({ sub: 'dayloom|7' });
  const session = apiSession(createUserManager(config), () => {});
  expect(await session.accessToken(`${config.oidc.authority} dayloom|7`)).not.toBeNull();
  await expect(session.accessToken(`${config.oidc.authority} dayloom|8`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('a code in the address is ours on /auth/callback only', () => {
  expect(isSigninCallback({ pathname: '/auth/callback' })).toBe(true);
  expect(isSigninCallback({ pathname: '/settings' })).toBe(false);
});
