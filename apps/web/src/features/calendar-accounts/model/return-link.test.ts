import { expect, test } from 'vitest';
import { toReturnLink } from './return-link.ts';

test.each([
  ['/dashboard', '/dashboard', 'Back to the dashboard'],
  [
    '/calendar-flow?view=week&date=2026-11-23',
    '/calendar-flow?view=week&date=2026-11-23',
    'Back to the calendar',
  ],
  ['/tasks/', '/tasks/', 'Back to the tasks'],
  ['/settings?tab=data', '/settings?tab=data', 'Back to the import'],
  // Unknown, missing or of another site.
  ['/keep-account?token=1', '/calendar-flow', 'Go to the calendar'],
  [null, '/calendar-flow', 'Go to the calendar'],
  ['//evil.example/tasks', '/calendar-flow', 'Go to the calendar'],
])('after %s the way back is %s', (lastPage, to, label) => {
  expect(toReturnLink(lastPage)).toEqual({ to, label });
});
