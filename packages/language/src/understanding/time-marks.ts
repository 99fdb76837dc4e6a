import type { Times } from '../time-expressions/read-times.ts';
import type { TimeMark } from './slot-features.ts';
import type { Word } from './words.ts';

/** Which words belong to a date, a time of day or a repetition, also as owners: "tomorrow's meeting". */
export function markTimes(words: readonly Word[], { times, repeats }: Times): TimeMark[] {
  return words.map(({ text, from, to: end }) => {
    const to = text.endsWith("'s") ? end - 2 : end;
    if (repeats.some((one) => from >= one.from && to <= one.to)) return 'repeat';
    const found = times.find((one) => from >= one.from && to <= one.to);
    return found ? (found.hasTime ? 'time' : 'date') : '';
  });
}
