import { expect, test, vi } from 'vitest';
import { findStoredToken } from './stored-token.ts';

const oidc = { authority: 'https://id.example', clientId: 'web', audience: 'api' };
const NOW = Date.parse('2026-11-20T09:00:00Z');
const KEY = 'oidc.user:https://id.example:web';
const find = () => findStoredToken(oidc, NOW);

test('a token is found until it expires', () => {
  expect(find()).toBeNull();
  localStorage.setItem(KEY, JSON.stringify({ access_token: 'abc', expires_at: NOW / 1_000 + 60 }));
  expect(find()).toBe('abc');
  localStorage.setItem(KEY, JSON.stringify({ access_token: 'abc', expires_at: NOW / 1_000 }));
  expect(find()).toBeNull();
});

test.each(['{', 'null', '[]', '{"access_token":5}', '{"access_token":""}', '"abc"'])(
  '%s has no token',
  (text) => {
    localStorage.setItem(KEY, text);
    expect(find()).toBeNull();
  },
);

test('without storage there is no token', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Switched off', 'SecurityError');
  });
  expect(find()).toBeNull();
});
