import { describe, expect, test } from 'vitest';
import { aSyncedCalendar } from '#test/fixtures.ts';
import { describeSync } from './sync-words.ts';

const context = {
  now: new Date('2026-11-19T10:40:00Z'),
  formatTime: (instant: string) => instant.slice(11, 16),
  domain: 'google',
} as const;

describe('the state of a calendar', () => {
  test.each([
    [0, '2026-11-19T10:38:00.000Z', /^In sync · /],
    [0, null, /^In sync$/],
    [600, '2026-11-19T10:28:00.000Z', /^Behind by 10 minutes · last in sync /],
    [600, null, /^Behind by 10 minutes$/],
  ])('behind by %i s, last synced %s', (lagSeconds, lastSyncAt, text) => {
    const calendar = aSyncedCalendar();
    const sync = { ...calendar.sync, state: 'in_step' as const, lagSeconds, lastSyncAt };
    expect(describeSync({ ...calendar, isSynced: true, sync }, context).text).toMatch(text);
  });
});
