import { hash } from './feature-hash.ts';
import type { TimeMark } from './slot-features.ts';
import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

/** Bits of a feature's place in the table of weights. */
export const INTENT_BITS = 16;

/** Words before what is asked for: names of machines, politeness, and wishes. */
const LEAD_IN = new Set(
  "hey hi hello ok okay google siri olly alexa pda cortana assistant please can could would will you i i'd id i'm want wanna need like to lets let's let just kindly go ahead and now help me us do my the so then also oh yes no".split(
    ' ',
  ),
);
/** Longer parts of a word than this are not looked at. */
const LONGEST_PART = 5;

/** Places in the table of what is true of a request, each one once. */
export function toIntentFeatures(words: readonly Word[], marks: readonly TimeMark[]): number[] {
  const names = new Set<string>();
  const texts = ['^', ...words.map(({ text }) => text), '$'];
  const classes = texts.map((text) => (text === '^' || text === '$' ? text : toClass(text)));
  const taken = findTakenOff(texts);
  if (taken > 0) classes[taken] = 'REMOVE';
  const mixed = texts.map((text, at) => classes[at] || text);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? '';
    names.add(`w ${text}`);
    if (text.length > 4) names.add(`p ${text.slice(0, 4)}`);
    addParts(text, names);
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
  for (const name of listLeads(words)) names.add(name);
  const kinds = [...new Set(marks.filter((mark) => mark !== ''))].toSorted();
  names.add(`times ${kinds.join(' ')}`);
  for (const kind of kinds) names.add(`time ${kind} ${sequence[0] ?? 'NONE'}`);
  return [...new Set([...names].map((name) => hash(name, INTENT_BITS)))];
}

/** The place of 'take' in 'take the concert off my schedule', else -1. */
function findTakenOff(texts: readonly string[]): number {
  const off = texts.findIndex(
    (text, at) =>
      text === 'off' &&
      texts.slice(at + 1, at + 5).some((one) => /^(?:calendar|schedule|agenda|diary|list)s?$/.test(one)),
  );
  return texts.slice(0, Math.max(0, off)).lastIndexOf('take');
}

/** Parts of words, so that 'rescheduling' and 'mettings' say something although nobody has seen them. */
function addParts(text: string, names: Set<string>): void {
  if (text.length < 5) return;
  const word = `<${text.slice(0, 20)}>`;
  for (let size = 4; size <= LONGEST_PART; size++)
    for (let at = 0; at + size <= word.length; at++) names.add(`n ${word.slice(at, at + size)}`);
}

/** What the request begins with, after politeness, and what that is done to. */
function listLeads(words: readonly Word[]): string[] {
  const from = words.findIndex(({ text }) => !LEAD_IN.has(text));
  if (from === -1) return ['lead NONE'];
  const lead = words[from]?.text ?? '';
  const group = toClass(lead);
  const rest = words.slice(from + 1).map(({ text }) => text);
  const groups = rest.map(toClass);
  const object = groups.find((one) => ['EVENT', 'TASK', 'FREE', 'MACHINE', 'REMIND'].includes(one)) ?? 'NONE';
  const last =
    groups.findLast((one) => ['EVENT', 'TASK', 'FREE', 'MACHINE', 'REMIND'].includes(one)) ?? 'NONE';
  const particle = rest.find((one) => ['off', 'out', 'from', 'on', 'to', 'in', 'as', 'until'].includes(one));
  const said = group || lead;
  return [
    `lead ${lead}`,
    `lead ${lead} ${rest[0]}`,
    `leads ${said}`,
    `leads ${said} ${object}`,
    `leads ${said} ${object} ${last}`,
    `leads ${said} ${particle} ${last}`,
    `lead ${lead} ${particle} ${last}`,
    `lead ${lead} ${object}`,
    `lead size ${said} ${Math.min(rest.length, 4)}`,
  ];
}
