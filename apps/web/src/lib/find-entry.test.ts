import { expect, test } from 'vitest';
import { entryFor } from './find-entry.ts';

test.each([
  ['/', 'site'],
  ['/login', 'app'],
  ['/settings', 'app'],
  ['/settings/', 'app'],
  ['/settings/billing-portal', 'app'],
  ['/auth/callback', 'app'],
  ['/r', 'app'],
  ['/blog/a-post', 'site'],
  ['/pomodoro', 'site'],
  ['/maya-okafor', 'booking'],
  ['/maya-okafor+jonas', 'booking'],
  ['/maya+admin', 'site'],
  ['/maya+', 'site'],
  ['/event/review/abc', 'booking'],
  ['/p/token', 'booking'],
  // Reserved, too short, invalid or too deep for a username.
  ['/admin', 'site'],
  ['/ab', 'site'],
  ['/Maya', 'site'],
  ['/settings/more', 'site'],
  ['/maya/more', 'site'],
] as const)('%s belongs to %s', (path, entry) => {
  expect(entryFor(path)).toBe(entry);
});
