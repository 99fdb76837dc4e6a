import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

/** Bits of a feature's place in the table of weights. */
export const INTENT_BITS = 15;

/** FNV-1a of a name, cut to the table's size. */
export function hash(name: string, bits: number): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), 0x01000193);
  value ^= value >>> 15;
  return (Math.imul(value, 0x2c1b3c6d) >>> 0) >>> (32 - bits);
}

/** Places in the table of what is true of a request, each one once. */
export function toIntentFeatures(words: readonly Word[]): number[] {
  const names = new Set<string>();
  const texts = ['^', ...words.map(({ text }) => text), '$'];
  const classes = texts.map((text) => (text === '^' || text === '$' ? text : toClass(text)));
  const mixed = texts.map((text, at) => classes[at] || text);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? '';
    names.add(`w ${text}`);
    if (text.length > 4) names.add(`p ${text.slice(0, 4)}`);
    if (classes[at]) names.add(`c ${classes[at]}`);
    if (at > 0) {
      names.add(`ww ${texts[at - 1]} ${text}`);
      names.add(`mm ${mixed[at - 1]} ${mixed[at]}`);
    }
    if (at > 1) names.add(`mmm ${mixed[at - 2]} ${mixed[at - 1]} ${mixed[at]}`);
    if (at > 1) names.add(`ws ${texts[at - 2]} ${text}`);
  }
  const sequence = classes.filter(
    (one, at) => one !== '' && one !== '^' && one !== '$' && one !== classes[at - 1],
  );
  names.add(`first ${sequence[0] ?? 'NONE'} ${sequence[1] ?? 'NONE'}`);
  names.add(`start ${texts[1]} ${texts[2]} ${texts[3]}`);
  const present = [...new Set(sequence)].toSorted();
  for (const [at, one] of present.entries())
    for (const other of present.slice(at + 1)) names.add(`cc ${one} ${other}`);
  names.add(
    `verb ${classes.find((one) => ['ADD', 'PLAN', 'REMIND', 'REMOVE', 'CHANGE', 'DONE', 'ASK', 'SHOW'].includes(one)) ?? 'NONE'}`,
  );
  names.add(
    present.some((one) => ['EVENT', 'TASK', 'FREE', 'REMIND'].includes(one)) ? 'about us' : 'about others',
  );
  return [...new Set([...names].map((name) => hash(name, INTENT_BITS)))];
}
