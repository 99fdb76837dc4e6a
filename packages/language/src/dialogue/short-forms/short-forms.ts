import { shortChanges } from './changes.ts';
import { writeOutExceptions } from './day-exceptions.ts';
import { shortNewEvents } from './new-events.ts';
import { shortQuestions } from './questions.ts';
import type { ShortForm } from './short-form.ts';
import { shortTaskRequests } from './tasks.ts';

export const shortForms: readonly ShortForm[] = [
  ...shortQuestions,
  ...shortChanges,
  ...shortNewEvents,
  ...shortTaskRequests,
];

/** The whole question or request of a short form; other texts as they are. */
export const expandShortForm = (text: string): string =>
  shortForms.reduce(
    (said, { pattern, replacement }) => said.replace(pattern, replacement),
    writeOutExceptions(text),
  );

/** Commands that begin with a slash, as requests. */
export const slashCommands: ReadonlyMap<string, string> = new Map([
  ['/plan', 'plan my week'],
  ['/today', "what's on today"],
  ['/tomorrow', "what's on tomorrow"],
  ['/week', "what's on this week"],
  ['/free', 'when am I free today'],
  ['/tasks', 'list my tasks'],
  ['/undo', 'undo'],
  ['/help', 'help'],
]);
