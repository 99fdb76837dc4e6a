import { expect, test } from 'vitest';
import type { Command } from '#ui/commands.ts';
import { listCommands, sortFinds } from './list-commands.ts';

const command = (label: string, group: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  group,
  run: () => {},
  ...more,
});
const all = [
  command('Undo', 'General'),
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

test('without a query all commands are listed, each heading once, and undo is not the first choice', () => {
  expect(found('').map(([name]) => name)).toEqual(['Actions', 'Go to', 'General']);
});

test('of what a search has found, titles with a word that begins with the query come first', () => {
  const finds = ['Fix the onboarding mail', 'Call Ann', 'Board slides', 'Prepare the board demo'];
  const sorted = sortFinds(
    finds.map((title) => command(title, 'Tasks')),
    'board',
  );
  expect(sorted.map(({ label }) => label)).toEqual([
    'Board slides',
    'Prepare the board demo',
    'Fix the onboarding mail',
    'Call Ann',
  ]);
});
