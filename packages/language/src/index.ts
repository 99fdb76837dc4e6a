/**
 * Reads a task from one line of everyday English: `parseQuickAdd('Write report 2h by Friday #work', options)`.
 *
 * Pure: its inputs are the text, the current time (epoch milliseconds), the IANA zone and the locale. Instants are
 * ISO 8601 in UTC, dates are `YYYY-MM-DD` in the user's zone, lengths are minutes, repetitions are RFC 5545 rules.
 * Words with two plausible readings give a question (`doubt`) and its answers (`choices`), never a silent guess.
 *
 * Date and time words are our own patterns; chrono-node reads written-out dates that they do not cover. What 3/12
 * and 7:30 mean follows the region of the locale (Unicode CLDR). `fixtures/` has typed lines with their readings.
 */
export type { ClarificationChoice } from './clarifications.ts';
export type { PartOfDay } from './date-model.ts';
export { toConventions } from './locale-conventions.ts';
export { prepareQuickAdd } from './prepare.ts';
export { parseQuickAdd, type QuickAdd, type QuickAddOptions } from './quick-add.ts';
export type { TextRange, Token, TokenKind } from './scan.ts';
