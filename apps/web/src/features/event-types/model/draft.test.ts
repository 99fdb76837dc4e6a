import type { EventType } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { anEventType as anyEventType } from '#test/booking-fixtures.ts';
import { findProblems, newDraft, problemAt, toChange, toCopy, toDraft, toSlug } from './draft.ts';
import { inOrder, moveId } from './order.ts';

const anEventType = (change: Partial<EventType> = {}) =>
  anyEventType({ title: 'Talk', slug: 'talk', version: 3, ...change });

test('a title becomes the end of an address', () => {
  expect(['Café & talk', '  -- ', 'Ⅳ. Runde', '日本', 'x'.repeat(59) + ' yz'].map(toSlug)).toEqual([
    'cafe-talk',
    '',
    'iv-runde',
    '',
    'x'.repeat(59),
  ]);
});

test('a change has the changed fields and the version', () => {
  const edited = anEventType();
  expect(toChange(edited, { ...toDraft(edited), title: 'Tea', durations: [30] })).toEqual({
    title: 'Tea',
    version: 3,
  });
});

test('a copy has an address of its own, within the longest', () => {
  const long = anEventType({ slug: 'x'.repeat(60) });
  const first = toCopy(long, [long]);
  expect(first).toMatchObject({ slug: `${'x'.repeat(55)}-copy`, title: 'Talk (copy)' });
  expect(toCopy(long, [long, anEventType({ slug: first.slug })]).slug).toBe(`${'x'.repeat(53)}-copy-2`);
});

test('problems are named by the path of their field', () => {
  const draft = newDraft();
  const problems = findProblems({
    ...draft,
    durations: [],
    location: { kind: 'link', url: ' ' },
    hours: { mon: [['10:00', '09:00']] },
    overrides: [
      { date: '2026-12-24', windows: [] },
      { date: '2026-12-24', windows: [] },
    ],
    questions: [{ id: 'q', label: '', kind: 'choice', choices: [], isRequired: false }],
  });
  expect(Object.keys(problems).sort()).toEqual([
    'durations',
    'hours.mon',
    'location.url',
    'overrides.1.date',
    'questions.0.choices',
    'questions.0.label',
    'slug',
    'title',
  ]);
  expect(problemAt(problems, 'hours')).toBe('The end must be after the start');
  expect(problemAt(problems, 'over')).toBeUndefined();
  expect(findProblems({ ...draft, title: 'Talk', slug: 'talk' })).toEqual({});
});

test('one moves a place up or down, and not over the ends', () => {
  const all = ['a', 'b', 'c'].map((_id) => anEventType({ _id }));
  expect(moveId(all, 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moveId(all, 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moveId(all, 'a', -1)).toBeNull();
  expect(moveId(all, 'c', 1)).toBeNull();
  expect(inOrder(all, ['c', 'a']).map(({ _id }) => _id)).toEqual(['c', 'a', 'b']);
});
