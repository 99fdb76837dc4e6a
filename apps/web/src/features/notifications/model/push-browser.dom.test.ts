import { beforeEach, expect, test, vi } from 'vitest';
import { type Api, ApiError, installApi } from '#lib/api.ts';
import { leavePush, readPushState, subscribeBrowser, unsubscribeOtherUsers } from './push-browser.ts';

/** What a browser has that is subscribed, or not, and shows a notification. */
function subscribed(isSubscribed = true) {
  const unsubscribe = vi.fn(async () => true);
  const subscription = { endpoint: 'https://push.example.com/x', unsubscribe };
  let shown = [{ close: () => void (shown = []) }];
  const registration = {
    pushManager: { getSubscription: async () => (isSubscribed ? subscription : null) },
    getNotifications: async () => shown,
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {});
  return { unsubscribe, countShown: () => shown.length };
}

beforeEach(() => localStorage.clear());

test('signing out ends the subscription, also while the server cannot be reached', async () => {
  const { unsubscribe, countShown } = subscribed();
  installApi({ call: () => Promise.reject(new ApiError('network', 'No answer')) } as unknown as Api);
  await leavePush();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(countShown()).toBe(0);
});

test('signing out takes the notifications from the screen, also those of a browser without a subscription', async () => {
  const { countShown } = subscribed(false);
  await leavePush();
  expect(countShown()).toBe(0);
});

test('signing out forgets who was here, unless the browser could not be unsubscribed', async () => {
  const { unsubscribe } = subscribed();
  installApi({ call: async () => ({}) } as unknown as Api);
  await unsubscribeOtherUsers('maya');
  await leavePush();
  expect(localStorage).toHaveLength(0);
  await unsubscribeOtherUsers('maya');
  unsubscribe.mockRejectedValueOnce(new Error('No answer'));
  await expect(leavePush()).rejects.toThrow('No answer');
  unsubscribe.mockClear();
  await unsubscribeOtherUsers('jonas');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('the next user does not get what the one before has subscribed to', async () => {
  const { unsubscribe, countShown } = subscribed();
  await unsubscribeOtherUsers('maya');
  await unsubscribeOtherUsers('maya');
  expect(unsubscribe).not.toHaveBeenCalled();
  expect(countShown()).toBe(1);
  await unsubscribeOtherUsers('jonas');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(countShown()).toBe(0);
  await unsubscribeOtherUsers('jonas');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('a question for permission that is closed is no refusal: it can be asked again', async () => {
  subscribed();
  const request = vi.fn(async () => 'default');
  vi.stubGlobal('Notification', { requestPermission: request, permission: 'default' });
  expect([await subscribeBrowser(), await readPushState()]).toEqual(['off', 'off']);
  request.mockResolvedValue('denied');
  vi.stubGlobal('Notification', { requestPermission: request, permission: 'denied' });
  expect([await subscribeBrowser(), await readPushState()]).toEqual(['denied', 'denied']);
});
