import type { Subscription } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { describeNext, isOwing } from './subscription.ts';

const base: Subscription = {
  status: 'active',
  trialEndsAt: null,
  currentPeriodEndsAt: '2026-11-23T23:30:00Z',
  cancelsAtPeriodEnd: false,
  graceEndsAt: null,
};

test("the next step is shown with its date in the viewer's zone", () => {
  expect(describeNext(base, 'America/New_York')).toContain('November 23, 2026');
  expect(describeNext(base, 'Europe/Berlin')).toContain('November 24, 2026');
  expect(describeNext({ ...base, cancelsAtPeriodEnd: true }, 'UTC')).toMatch(/^Cancelled: Premium ends on/);
  expect(describeNext({ ...base, status: 'trialing', trialEndsAt: base.currentPeriodEndsAt }, 'UTC')).toMatch(
    /^Your free trial lasts until/,
  );
  expect(describeNext({ ...base, status: 'past_due', graceEndsAt: '2026-11-30T00:00:00Z' }, 'UTC')).toContain(
    'Everything works until November 30, 2026',
  );
  expect(describeNext({ ...base, currentPeriodEndsAt: null }, 'UTC')).toBe('Your subscription is active.');
});

test('nothing is sold while a payment is owed', () => {
  expect(isOwing({ ...base, status: 'past_due' })).toBe(true);
  expect(isOwing({ ...base, status: 'canceled' })).toBe(false);
  expect(isOwing(null)).toBe(false);
});
