import { expect, test } from 'vitest';
import { writeOutExceptions } from './day-exceptions.ts';
import { shortForms } from './short-forms.ts';

test.each(shortForms.map((form) => [form.example[0], form] as const))(
  '%s',
  (said, { example: [, writtenOut], pattern, replacement }) => {
    expect(said.replace(pattern, replacement).replaceAll(/ {2,}/g, ' ').trim()).toBe(writtenOut);
  },
);

test.each([
  ['gym at 7am every weekday except Wednesday', 'gym at 7am every Mon, Tue, Thu, Fri'],
  ['run every day at 7 except on Sat and Sun', 'run every Mon, Tue, Wed, Thu, Fri at 7'],
  ['standup daily, but not weekends', 'standup every Mon, Tue, Wed, Thu, Fri'],
  ['everything on weekdays except Lee', 'everything on weekdays except Lee'],
  ["every day except Sam's birthday", "every day except Sam's birthday"],
])('%s', (said, writtenOut) => {
  expect(writeOutExceptions(said)).toBe(writtenOut);
});
