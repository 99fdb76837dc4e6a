import { expect, test } from 'vitest';
import { getGreeting } from './greeting.ts';

test.each([
  [4, 'Good Night'],
  [5, 'Good Morning'],
  [11, 'Good Morning'],
  [12, 'Good Afternoon'],
  [16, 'Good Afternoon'],
  [17, 'Good Evening'],
  [20, 'Good Evening'],
  [21, 'Good Night'],
  [0, 'Good Night'],
])('at %i h: %s', (hour, greeting) => {
  expect(getGreeting(hour)).toBe(greeting);
});
