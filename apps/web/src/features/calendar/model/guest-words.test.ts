import type { AttendeeStatus } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { countAnswers } from './guest-words.ts';

const guests = (...statuses: AttendeeStatus[]) =>
  statuses.map((status, at) => ({ email: `${at}@example.org`, name: '', status }));

test.each([
  [guests('needsAction'), '1 guest: 1 waiting'],
  [guests('accepted', 'needsAction', 'needsAction'), '3 guests: 1 yes, 2 waiting'],
  [guests('declined', 'tentative', 'accepted', 'needsAction'), '4 guests: 1 yes, 1 maybe, 1 no, 1 waiting'],
])('answers are counted', (attendees, words) => {
  expect(countAnswers(attendees)).toBe(words);
});
