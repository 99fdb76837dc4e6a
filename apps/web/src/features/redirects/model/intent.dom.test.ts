import { expect, test } from 'vitest';
import {
  consumeIntentTarget,
  findIntent,
  getTarget,
  getText,
  INTENT_LIFETIME_MS,
  needsSignIn,
  readIntent,
  storeIntent,
  toReturnIntent,
  UnsafeDestination,
} from './intent.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const read = (path: string, search = '') => readIntent(path, search, NOW);

test.each([
  ['/upgrade', 'upgrade', '/settings?tab=billing'],
  ['/pay', 'billing', '/settings?tab=billing'],
  ['/join', 'signup', '/settings?tab=billing'],
  ['/verify', 'verify', '/settings?tab=profile'],
  ['/upgrade/', 'upgrade', '/settings?tab=billing'],
  ['/verify//?source=sms', 'verify', '/settings?tab=profile'],
  ['/r?intent=calendar', 'calendar', '/calendar-flow'],
  ['/r?intent=chat', 'chat', '/chat'],
  ['/r?intent=unheard-of', 'unheard-of', '/dashboard'],
  ['/r?intent=constructor', 'constructor', '/dashboard'],
  ['/r', null, '/dashboard'],
])('%s means %s and leads to %s', (address, intent, target) => {
  const { pathname, search } = new URL(address, 'http://x');
  const found = read(pathname, search);
  expect(found.intent).toBe(intent);
  expect(getTarget(found)).toBe(target);
});

test('named parameters have their fields, all others land in params', () => {
  expect(read('/r', '?source=sms&campaign=spring&token=abc&tab=profile&dest=/settings&plan=weekly')).toEqual({
    destination: '/settings',
    intent: null,
    source: 'sms',
    campaign: 'spring',
    magicToken: 'abc',
    tab: 'profile',
    params: { plan: 'weekly' },
    expiresAt: NOW + INTENT_LIFETIME_MS,
  });
});

test('a destination keeps its query, gets the tab and the custom parameters, and never the token', () => {
  const intent = read('/r', '?dest=/settings%3Fa%3D1&tab=profile&plan=weekly&token=secret');
  expect(getTarget(intent)).toBe('/settings?a=1&tab=profile&plan=weekly');
});

test('a link cannot inject parameters that only a provider may send', () => {
  expect(getTarget(read('/upgrade', '?code=evil&state=outlook&error=x'))).toBe('/settings?tab=billing');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'tasks'])(
  '%s is no destination',
  (dest) => {
    expect(() => read('/r', `?dest=${encodeURIComponent(dest)}`)).toThrow(UnsafeDestination);
  },
);

test.each([
  ['/', false],
  ['/blog', false],
  ['/blog/a-post', false],
  ['/policies/privacy-policy?x=1', false],
  ['/dashboard', true],
  ['/blogger', true],
])('%s needs sign-in: %s', (path, needed) => {
  expect(needsSignIn(path)).toBe(needed);
});

test('the page that required sign-in is stored with its tab', () => {
  expect(toReturnIntent('/settings', '?tab=billing', NOW)).toMatchObject({
    destination: '/settings?tab=billing',
    tab: 'billing',
    source: 'web',
  });
  expect(getTarget(toReturnIntent('/settings', '?tab=billing', NOW))).toBe('/settings?tab=billing');
});

test('an intent lives for 24 hours', () => {
  storeIntent(read('/upgrade'));
  expect(findIntent(NOW + INTENT_LIFETIME_MS - 1)?.intent).toBe('upgrade');
  expect(findIntent(NOW + INTENT_LIFETIME_MS)).toBeNull();
  expect(sessionStorage.getItem('dayloom.redirectIntent')).toBeNull();
});

test('an intent is taken once; the next one is taken again', () => {
  storeIntent(read('/upgrade'));
  expect(consumeIntentTarget(NOW)).toBe('/settings?tab=billing');
  expect(consumeIntentTarget(NOW)).toBeNull();
  storeIntent(read('/r', '?intent=chat'));
  expect(consumeIntentTarget(NOW)).toBe('/chat');
});

test('an unreadable intent is ignored', () => {
  sessionStorage.setItem('dayloom.redirectIntent', '{');
  expect(findIntent(NOW)).toBeNull();
});

test.each([
  ['upgrade', null, 'Setting up your upgrade...', null],
  ['signup', null, 'Preparing your account...', null],
  ['chat', 'web', 'Redirecting you...', null],
  [
    'upgrade',
    'sms',
    'Setting up your upgrade...',
    "Thanks for clicking the link! We're getting everything ready for you.",
  ],
])('%s from %s says %s', (intent, source, title, thanks) => {
  expect(getText({ intent, source })).toEqual({ title, thanks });
});
