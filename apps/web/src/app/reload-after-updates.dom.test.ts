import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isReloading, reloadAfterUpdates } from './reload-after-updates.ts';

reloadAfterUpdates();

beforeEach(() => {
  // jsdom cannot load a page again, and says so.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => onlineManager.setOnline(true));

/** Whether the page is loaded again when one of its scripts is missing. */
function isReloadedAfterFailure(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(isReloading());
  return isReloading();
}

test('a page is loaded again once when a script is missing', () => {
  expect([isReloadedAfterFailure(), isReloadedAfterFailure()]).toEqual([true, false]);
});

test('a page is not loaded again while the browser is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(isReloadedAfterFailure()).toBe(false);
});

test('a page is not loaded again while only the server cannot be reached', () => {
  onlineManager.setOnline(false);
  expect(isReloadedAfterFailure()).toBe(false);
});
