import { expect, test } from 'vitest';
import type { Command } from '#ui/commands.ts';
import { listCommands } from './list-commands.ts';

const command = (label: string, group: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  group,
  run: () => {},
  ...more,
});
const all = [
  command('New event', 'Actions', { keywords: 'meeting' }),
  command('Sign out', 'Actions'),
  command('Go to Calendar', 'Go to'),
  command('Settings: Accounts', 'Go to', { keywords: 'calendars import' }),
  command('Next days', 'Calendar', { isHidden: true }),
];
const found = (query: string) =>
  listCommands(all, query).map(({ name, commands }) => [name, ...commands.map(({ label }) => label)]);

test('every word must match: at the start of a word, then within one, then in other search terms', () => {
  expect(found('calendar')).toEqual([['Go to', 'Go to Calendar', 'Settings: Accounts']]);
  expect(found('ev new')).toEqual([['Actions', 'New event']]);
  expect(found('new out')).toEqual([]);
});

test('letters may be missing, but not the first', () => {
  expect(found('clndr')).toEqual([['Go to', 'Go to Calendar', 'Settings: Accounts']]);
  expect(found('alndr')).toEqual([]);
  expect(found('so')).toEqual([]);
});

test('without a query all commands are listed, each heading once', () => {
  expect(found('').map(([name]) => name)).toEqual(['Actions', 'Go to']);
});
