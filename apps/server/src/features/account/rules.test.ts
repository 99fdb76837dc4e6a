import type { Subscription } from '@dayloom/contracts';
import { describe, expect, it } from 'vitest';
import { decideAccountStatus, parseLocale, usesTwelveHours } from './rules.ts';

const now = new Date('2026-11-16T08:00:00Z');
const subscription = (change: Partial<Subscription>): Subscription => ({
  status: 'active',
  trialEndsAt: null,
  currentPeriodEndsAt: null,
  cancelsAtPeriodEnd: false,
  graceEndsAt: null,
  ...change,
});

describe('entitlements of a subscription', () => {
  it.each([
    ['nothing at all', null, 'FREE'],
    ['a trial', subscription({ status: 'trialing' }), 'ACTIVE'],
    ['a paid week', subscription({}), 'ACTIVE'],
    ['one that ends with the week', subscription({ cancelsAtPeriodEnd: true }), 'ACTIVE'],
    ['a cancelled one', subscription({ status: 'canceled' }), 'FREE'],
    ['one never completed', subscription({ status: 'incomplete' }), 'FREE'],
    [
      'a failed payment, the last moment of grace',
      subscription({ status: 'past_due', graceEndsAt: '2026-11-16T08:00:00.001Z' }),
      'ACTIVE',
    ],
    [
      'a failed payment, grace over',
      subscription({ status: 'past_due', graceEndsAt: '2026-11-16T08:00:00Z' }),
      'FREE',
    ],
    ['given up on', subscription({ status: 'unpaid', graceEndsAt: '2026-12-01T00:00:00Z' }), 'FREE'],
  ] as const)('%s', (_name, given, expected) => {
    expect(decideAccountStatus(given, now)).toBe(expected);
  });
});

describe('the locale of a browser', () => {
  it.each([
    ['en-US,en;q=0.9', 'en-US', true],
    ['en-gb', 'en-GB', false],
    ['de', 'de', false],
    ['zh-hant-tw;q=1', 'zh-Hant-TW', true],
    [undefined, null, true],
    ['', null, true],
    ['*', null, true],
    ['x'.repeat(10_000), null, true],
    ['en-u-hc-h12-u-hc-h23', null, true],
  ])('%j', (header, locale, hour12) => {
    expect(parseLocale(header)).toBe(locale);
    expect(usesTwelveHours(locale)).toBe(hour12);
  });
});
