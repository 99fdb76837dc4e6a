import { expect, test } from 'vitest';
import { findReturnPath } from './return-path.ts';

test.each(['/tasks', '/settings?tab=billing', '/calendar-flow#today', '/'])('%s may be followed', (path) => {
  expect(findReturnPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'tasks',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  ' /tasks',
  'javascript:alert(1)',
])('%j is refused', (path) => {
  expect(findReturnPath(path)).toBeNull();
});
