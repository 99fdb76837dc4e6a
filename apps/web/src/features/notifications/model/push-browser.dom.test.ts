import { beforeEach, expect, test, vi } from 'vitest';
import { type Api, ApiError, installApi } from '#lib/api.ts';
import { endPushOfOthers, unsubscribeBrowser } from './push-browser.ts';

/** What a browser has that is subscribed. */
function subscribed() {
  const unsubscribe = vi.fn(async () => true);
  const subscription = { endpoint: 'https://push.example.com/x', unsubscribe };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {});
  return unsubscribe;
}

beforeEach(() => localStorage.clear());

test('signing out ends the subscription, also while the server cannot be reached', async () => {
  const unsubscribe = subscribed();
  installApi({ call: () => Promise.reject(new ApiError('network', 'No answer')) } as unknown as Api);
  await unsubscribeBrowser();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('the next user does not get what the one before has subscribed to', async () => {
  const unsubscribe = subscribed();
  await endPushOfOthers('maya');
  await endPushOfOthers('maya');
  expect(unsubscribe).not.toHaveBeenCalled();
  await endPushOfOthers('jonas');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  await endPushOfOthers('jonas');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
