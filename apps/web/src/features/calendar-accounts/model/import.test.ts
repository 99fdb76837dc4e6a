import { expect, test } from 'vitest';
import { findEarlierImport, summarize, toCalendarName } from './import.ts';

test("the file name becomes the calendar's name", () => {
  expect(toCalendarName('Work 2026.ics')).toBe('Work 2026');
  expect(toCalendarName('.ics')).toBe('Imported calendar');
});

test('the report summarises the result', () => {
  const report = {
    calendarId: 'c',
    events: 3,
    created: 2,
    updated: 0,
    unchanged: 1,
    todos: 0,
    problems: [],
    problemCount: 0,
  };
  expect(summarize(report)).toBe('3 events read: 2 new, 1 unchanged.');
  expect(summarize({ ...report, events: 4 })).toBe('4 events read: 2 new, 1 unchanged, 1 left out.');
  expect(summarize({ ...report, events: 0, created: 0, unchanged: 0 })).toBe('The file has no events.');
});

test('importing a file again updates its calendar, never the built-in one', () => {
  const base = {
    color: '#5CAAFF',
    isVisible: true,
    blocksTime: true,
    isWritable: true,
    canInvite: true,
    isDefault: false,
    accountId: null,
    version: 1,
  };
  const builtIn = { ...base, _id: '1', name: 'Work', kind: 'dayloom' as const };
  const imported = { ...base, _id: '2', name: 'Work', kind: 'imported' as const };
  expect(findEarlierImport([builtIn, imported], 'Work')).toBe(imported);
  expect(findEarlierImport([builtIn], 'Work')).toBeUndefined();
});
