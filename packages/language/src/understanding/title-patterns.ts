import type { TimeMark } from './slot-features.ts';
import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

const DET = '(?:(?:my|the|an?|our|this|that|any|all|some|another|new|upcoming|next|first|last|one) )*';
/** Where a name ends: at a time (\u0001), at the place it is in, or at words that belong to the request. */
const END =
  '(?= \u0001| (?:to|on|in|into|from|off|onto|out of) (?:of )?(?:my|the|our|your|his|her|personal|google|family|work)? ?(?:[a-z]+ )?(?:calendar|calender|list|lists|schedule|agenda|diary|tasks|todos|to do|todo|cart|reminders?)| with | please| at | on | for | scheduled| starting| is | as | and (?:remind|set|add|notify)|$)';

/** The words around a name in everyday requests. The first that fits counts. */
const PATTERNS: readonly RegExp[] = [
  `(?:called|named|titled|labelled|labeled|subject|title) (.+?)${END}`,
  `(?:mark|check off|tick off|check|tick|complete|finish) ${DET}(.+?)(?= as | off| on my | from |$)`,
  `(?:remind|reminder|notify|alert|nudge)(?: me| us)?(?: \u0001)*(?: that i need)? (?:to|about|of|that|for) (?:go to )?${DET}(.+?)${END}`,
  `(?:forget|need|have|want|got) to (.+?)${END}`,
  `(?:add|put|append|insert|include|place|enter|write|note) (?:a |an |the )?(?:task|todo|to do|item|event|appointment|reminder) (?:to|for|of|called|named) (.+?)${END}`,
  `(?:to do|todo|task|tasks|shopping|grocery) list (.+?)$`,
  `(?:add|put|append|insert|include|place|enter) ${DET}(.+?)${END}`,
  `(?:remove|delete|take|erase|drop|omit|scratch|cross|clear|cancel|scrap)(?: off| out)? ${DET}(.+?)${END}`,
  `(?:move|reschedule|shift|postpone|push|change|rename|extend|edit|update|modify|shorten|delay) ${DET}(.+?)${END}`,
  `(?:schedule|book|plan|arrange|organize|set up|create|make|set|start|reserve|need) ${DET}(.+?)${END}`,
  `(?:when|where|what time|how long|who|what day|what)(?:'s| is| are| will| does| do i have)? ${DET}(.+?)${END}`,
  `(?:do i have|have i got|are there|is there|show me|show|list|find|search|tell me about|how many) ${DET}(.+?)${END}`,
  `(?:until|till|before|after) ${DET}(.+?)$`,
].map((source) => new RegExp(`(?:^| )${source}`));

/** Whether each word is part of the name that the words around it suggest. */
export function suggestTitle(words: readonly Word[], marks: readonly TimeMark[]): boolean[] {
  const parts = words.map(({ text }, at) => (marks[at] ? '\u0001' : text));
  const [from, to] = readNameRange(parts, PATTERNS);
  return parts.map((_, at) => at >= from && at < to && !marks[at]);
}

/** Where the words of the first group of a pattern begin and end; the first pattern that fits counts. */
export function readNameRange(
  parts: readonly string[],
  patterns: readonly RegExp[],
): readonly [from: number, to: number] {
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.length + 1;
  }
  const line = parts.join(' ');
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    const name = match?.[1];
    if (!match || !name) continue;
    const start = match.index + match[0].lastIndexOf(name);
    const from = starts.findIndex((one) => one >= start);
    const to = starts.findIndex((one, at) => one + (parts[at]?.length ?? 0) > start + name.length);
    return [from, to === -1 ? parts.length : to];
  }
  return [0, 0];
}

/** Words for the calendar itself, or for what is done in it. */
const NO_NAME =
  /^(?:calend[ae]rs?|schedules?|scheduled|agenda|events?|dates?|diary|itinerary|planner|bookings?|reminders?|alarms?|tasks?|lists?|items?)$/;

/** The words of the event of a request that names none: those that patterns suggest, or 'meeting'. */
export function listEventWords(
  words: readonly Word[],
  suggested: readonly boolean[],
  isFree: (at: number) => boolean,
): number[] {
  const places = words.map((_, at) => at).filter(isFree);
  const named = places.filter((at) => suggested[at]);
  if (named.some((at) => !NO_NAME.test(words[at]?.text ?? ''))) return named;
  const events = places.filter((at) => {
    const text = words[at]?.text ?? '';
    return toClass(text) === 'EVENT' && !NO_NAME.test(text);
  });
  return events.slice(-1);
}
