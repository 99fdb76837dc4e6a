import { DAY_PATTERNS } from './date-words.ts';
import { parseQuickAdd } from './quick-add.ts';
import { REPETITION_PATTERNS } from './recurrences.ts';
import { TIME_RANGE_PATTERNS } from './time-ranges.ts';
import { TIME_PATTERNS } from './time-words.ts';

/** Engines compile a regular expression at its first use, and once more, to machine code, at its second. */
const USES = 2;

/**
 * Makes the first reading as fast as later ones. Its patterns are compiled one by one between the `yield`s: all at once
 * would stop the page for a tenth of a second under the first letter that somebody types.
 */
export function* prepareQuickAdd(): Generator<void, void> {
  for (const pattern of [...REPETITION_PATTERNS, ...TIME_RANGE_PATTERNS, ...DAY_PATTERNS, ...TIME_PATTERNS])
    for (let use = 0; use < USES; use += 1) {
      pattern.lastIndex = 0;
      pattern.test('a');
      pattern.lastIndex = 0;
      yield;
    }
  for (let use = 0; use < USES; use += 1) {
    parseQuickAdd('a', { now: 0, timeZone: 'UTC' });
    yield;
  }
}
