import { expect, test } from 'vitest';
import {
  emptyForm,
  findProblems,
  nextRow,
  type RequestForm,
  toFormProblems,
  toRequest,
  toRow,
  withTypedPeople,
} from './request-form.ts';

const now = new Date(2026, 10, 23, 9);
const row = toRow(new Date(2026, 10, 24, 9, 30), 'a');
const form: RequestForm = {
  ...emptyForm,
  title: 'Review',
  people: [{ email: 'ada@x.org', name: 'Ada' }],
  times: [row],
};

test('a complete form has no problem and becomes a request', () => {
  expect(findProblems(form, now)).toEqual({});
  expect(toRequest(form, 'Europe/Berlin')).toEqual({
    title: 'Review',
    durationMinutes: 30,
    times: [new Date(2026, 10, 24, 9, 30).toISOString()],
    attendees: [{ email: 'ada@x.org', name: 'Ada' }],
    message: '',
    location: '',
    timeZone: 'Europe/Berlin',
    showsAnswers: false,
    answerBy: null,
  });
});

test('each problem stands at its field', () => {
  expect(findProblems(emptyForm, now)).toEqual({
    title: 'Say what the meeting is about.',
    people: 'Add at least one person.',
    times: 'Propose at least one time.',
  });
  const times = [row, { ...row, id: 'b' }, { id: 'c', date: '2026-11-24', time: '' }, toRow(now, 'd')];
  expect(findProblems({ ...form, times }, now).rows).toEqual({
    b: 'This time is listed twice.',
    c: 'Choose a day and a time.',
    d: 'This time is over.',
  });
  expect(findProblems({ ...form, answerBy: '2026-11-22' }, now).answerBy).toBe('This day is over.');
  expect(findProblems({ ...form, answerBy: '2026-11-25' }, now).answerBy).toBe(
    'Choose a day before the last time.',
  );
});

test('typed attendees are parsed before they are sent', () => {
  const typed = withTypedPeople({ ...form, typed: 'Bo <bo@x.org>, nobody' });
  expect(typed.people.map(({ email }) => email)).toEqual(['ada@x.org', 'bo@x.org']);
  expect(findProblems(typed, now).people).toBe('“nobody” is not an email address.');
});

test('the problems of the server stand at their fields', () => {
  const fields = {
    'attendees.0.email': 'must be an email address',
    'times.0': 'is over',
    title: 'is empty',
  };
  expect(toFormProblems(fields, form)).toEqual({
    title: 'The title is empty.',
    people: 'ada@x.org must be an email address.',
    rows: { a: 'This time is over.' },
  });
});

test('the next time is a day later', () => {
  expect(nextRow([], now, 'x')).toEqual({ id: 'x', date: '2026-11-24', time: '10:00' });
  expect(nextRow([row], now, 'x')).toEqual({ id: 'x', date: '2026-11-25', time: '09:30' });
});
