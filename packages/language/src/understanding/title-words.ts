import { NAMES } from './first-names.ts';
import type { Intent, Slot } from './labels.ts';
import type { TimeMark } from './slot-features.ts';
import { readNameRange } from './title-patterns.ts';
import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

/**
 * Which words are the title, once the tagger has labelled all of them: a request has one title, the whole name of a
 * task, and no words around it that only point at it ('my upcoming', 'do I have').
 */

/** What each word is part of. */
export type Kinds = (Slot | null)[];

interface WordRange {
  /** The first word, and the one behind the last. */
  readonly from: number;
  readonly to: number;
}

interface Request {
  readonly words: readonly Word[];
  readonly marks: readonly TimeMark[];
  readonly intent: Intent;
}

/** 'on my shopping list' */
const LIST = '(?: [a-z-]+){0,3} (?:lists?|tasks|to-?dos?|to do)';
const TASK_END = `(?= (?:from|on|onto|to|into|in|off)${LIST}(?: please| as [a-z]+)?$| as (?:finished|done|completed?)\\b| please$|$)`;

/** A task is what was written down, with the times in it: 'delete the task meet John at 8'. */
const TASK_NAMES: readonly RegExp[] = [
  `^(?:[a-z]+ ){0,4}?(?:add|create|make|new|delete|remove|erase|mark|complete|finish|with) (?:an? |the |my )?(?:task|action item|to-?do|to do)(?: item)?(?: that| called| named)?(?: to(?! do\\b)| for(?= [a-z]+ (?:[a-z]+ )?to )| of)? (?!lists?\\b|off\\b|on\\b|from\\b|as\\b|in\\b|to (?:my|the)\\b)(.+?)${TASK_END}`,
  `^(?:please )?add (?:an? )?(?:grocery|shopping) items?(?: to| of)? (.+?)${TASK_END}`,
  `^(?:please )?(?:mark|check off|tick off|check|tick) (?:the |my )?(.+?)(?= as (?:finished|done|completed?)\\b| (?:on|off|from)${LIST}(?: as [a-z]+)?$)`,
  `^(?:please )?(?:add|put) (?!an? |(?:grocery|shopping|task|to-?do)\\b)(.+?)(?= (?:to|on|onto) (?:my|the)${LIST}(?: please)?$)`,
  `^(?:please )?add to (?:my|the)${LIST} (.+)$`,
].map((source) => new RegExp(source));

/** Names that are said to be names. */
const SAID_NAMES: readonly RegExp[] = [
  /\b(?:with|the) (?:title|subject|name)(?: of)? (.{1,80}?)(?= from | on | at | with |$)/,
  /\bmeeting (?:title|subject) (.{1,80}?)(?= from | on | at | with |$)/,
  /\b(?:labelled|labeled|named|titled|called)(?: as)? (.{1,80}?)(?= from | on | at | with | for |$)/,
];

/** What leads to names that the tagger does not know. A '|' is a time. */
const OTHER_NAMES: readonly RegExp[] = [
  /\b(?:details|information|info|duration|length) (?:about|of|for|on) (?:the |my |our )?([^|]{1,80}?)(?= \|| on | at | with |$)/,
  /\b(?:am|are) (?:i|we) (?:free|available) (?:for|to) (?:an? |the |my )?([^|]{1,80}?)(?= \|| on | at | with | from |$)/,
  /\b(?:my|the) (?:next|upcoming) ([^|]{1,80}?)(?= \|| on | at | with |$)/,
  /\bi (?:have|have got|'ve got) (?:an? |the |my )?([^|]{1,80}?)(?= \|| on | at | in | with |$)/,
];

const HOLIDAY =
  /^(?:christmas|xmas|thanksgiving|easter|halloween|hanukkah|diwali|ramadan|passover|independence|memorial|valentine'?s?|mother'?s|father'?s|new|year'?s?|eve|labou?r|day)$/;
/** 'new' and 'day' alone are not holidays. */
const HOLIDAY_ITSELF =
  /^(?:christmas|xmas|thanksgiving|easter|halloween|hanukkah|diwali|ramadan|passover|independence|memorial|valentine'?s?|mother'?s|father'?s|labou?r|year'?s?)$/;

/** Words that point at an event, or ask whether there is one. */
const POINTERS =
  /^(?:my|the|an?|our|any|all|some|of|that|this|these|those|upcoming|pending|other|next|first|last|coming|there|do|did|does|am|is|are|i|we|be|have|having|got|attend|attending|on|in)$/;
/** Words that end a title: what follows describes the event ('the sync *with* Lee', 'the dentist *is* at ten'). */
const BEHIND_TITLE =
  /^(?:with|do|does|did|coming|repeat|repeats|repeating|which|that|who|when|available|please|over|during|happening|scheduled|supposed|planned|held|is|are|was|will|i'm|am|i|we|opens?|starts?|begins?|ends?)$/;
const LEFT_OVER = /^(?:in|on|at|for|to|of|and|the|my|please|schedule)$/;
/** Words for any event or task, which name none. */
const GENERIC = /^(?:meeting|appointment|appt|event|date|calendar|reminder|task)$/;
/** Words that are dropped if another word of the sentence can be the title. */
const NO_TITLE = /^(?:events?|date|items?|lists?|entry|entries|reminder|it|add|[ap])$/;
/** 'how many days until Thanksgiving' */
const UNIT = /^(?:days?|weeks?|hours?|minutes?|time|long|much|many)$/;
const DETAILS = /^(?:details?|information|info)$/;
/** Words that are not part of a name of several nouns. */
const NO_COMPOUND =
  /^(?:and|or|but|if|as|for|from|to|of|in|on|at|by|with|the|an?|my|our|your|is|are|was|that|this|it|i|me|before|after|event|meeting|calendar|reminder)$/;
const WHOLE = /^(?:day|week|morning|afternoon|evening|schedule|calendar)$/;
const LEADS_TO_NAME = /^(?:for|about|to|called|named|regarding|discuss)$/;
const BEFORE_VERB =
  /^(?:me|us|need|task|item|todo|forget|remember|have|reminder|appointment|appt|meeting|event)$/;

/** Changes `kinds` in place. */
export function settleTitle(kinds: Kinds, request: Request): void {
  const { words, marks, intent } = request;
  const texts = words.map(({ text }) => text);
  const [from, to] = readNameRange(texts, intent === 'set_reminder' ? [] : TASK_NAMES);
  if (to > from) {
    setTitle(kinds, { from, to });
    return;
  }
  const isTaskIntent = intent.endsWith('_task') || intent === 'query_tasks';
  if (!isTaskIntent) {
    const [start, end] = readNameRange(texts, SAID_NAMES);
    if (end > start) setTitle(kinds, { from: start, to: end });
  }
  joinParts(kinds, texts, marks);
  if (isTaskIntent || intent === 'set_reminder' || intent === 'create_event')
    extendToVerb(kinds, texts, marks);
  keepOne(kinds, texts);
  extendToEvent(kinds, texts, marks);
  const [title] = listWordRanges(kinds);
  const isLength = title && texts.slice(title.from, title.to).every((text) => UNIT.test(text));
  const isDetails = title && DETAILS.test(texts[title.to - 1] ?? '');
  if (!title || isLength || isDetails) findOther(kinds, request);
  else if (!isTaskIntent) setTitle(kinds, trim(title, texts, marks));
}

function listWordRanges(kinds: Kinds): WordRange[] {
  const stretches: WordRange[] = [];
  for (let from = 0; from < kinds.length; from++) {
    if (kinds[from] !== 'title') continue;
    let to = from + 1;
    while (kinds[to] === 'title') to++;
    stretches.push({ from, to });
    from = to;
  }
  return stretches;
}

function setTitle(kinds: Kinds, { from, to }: WordRange): void {
  for (let at = 0; at < kinds.length; at++) {
    if (at >= from && at < to) kinds[at] = 'title';
    else if (kinds[at] === 'title') kinds[at] = null;
  }
}

/** 'milk and bread', "doctor ' s appointment" */
function joinParts(kinds: Kinds, texts: readonly string[], marks: readonly TimeMark[]): void {
  for (let at = 1; at < kinds.length - 1; at++) {
    if (kinds[at] === 'title' || kinds[at + 1] !== 'title') continue;
    if (texts[at] === 'and' && kinds[at - 1] === 'title') kinds[at] = 'title';
    if (texts[at] === 's' && !marks[at - 1] && !kinds[at - 1]) kinds[at - 1] = 'title';
    if (texts[at] === 's' && kinds[at - 1] === 'title') kinds[at] = 'title';
  }
}

/** 'remind me to check my clothes': from the verb on. */
function extendToVerb(kinds: Kinds, texts: readonly string[], marks: readonly TimeMark[]): void {
  const lead = texts.findIndex(
    (text, at) => text === 'to' && BEFORE_VERB.test(texts[at - 1] ?? '') && kinds[at] !== 'title',
  );
  const first = lead === -1 ? -1 : kinds.indexOf('title', lead);
  const length = first - lead - 1;
  if (first === -1 || length < 1 || length > 3) return;
  // 'to set up a meeting' is about the meeting.
  if (texts.some((text, at) => kinds[at] === 'title' && toClass(text) === 'EVENT')) return;
  if (marks.slice(lead, first).some((mark) => mark)) return;
  for (let at = 0; at < first; at++) if (kinds[at] === 'title') kinds[at] = null;
  for (let at = lead + 1; at < first; at++) kinds[at] = 'title';
}

/** 'the black tie gala dinner': to the word that says what it is. */
function extendToEvent(kinds: Kinds, texts: readonly string[], marks: readonly TimeMark[]): void {
  const title = listWordRanges(kinds).at(-1);
  if (!title || toClass(texts[title.to - 1] ?? '') === 'EVENT') return;
  const isFree = (at: number) => kinds[at] === null && !marks[at] && !NO_COMPOUND.test(texts[at] ?? '');
  let last = title.to;
  while (last < title.to + 2 && isFree(last) && toClass(texts[last] ?? '') !== 'EVENT') last++;
  if (isFree(last) && toClass(texts[last] ?? '') === 'EVENT') kinds.fill('title', title.to, last + 1);
}

/** Keeps the stretch that names the event: the first one, unless it is only 'appointment'. */
function keepOne(kinds: Kinds, texts: readonly string[]): void {
  const all = listWordRanges(kinds);
  if (all.length < 2) return;
  const said = ({ from, to }: WordRange) => texts.slice(from, to);
  const named = all.filter((one) => !said(one).every((word) => NO_TITLE.test(word) || NAMES.has(word)));
  const [first = all[0], second] = named;
  if (!first) return;
  const isGeneric = said(first).every((word) => GENERIC.test(word));
  const leads = second ? texts.slice(Math.max(0, second.from - 3), second.from) : [];
  setTitle(kinds, second && isGeneric && leads.some((word) => LEADS_TO_NAME.test(word)) ? second : first);
}

function trim({ from, to }: WordRange, texts: readonly string[], marks: readonly TimeMark[]): WordRange {
  const until = texts.findLastIndex((text, at) => at >= from && at < to - 1 && /^(?:until|till)$/.test(text));
  let first = until === -1 ? from : until + 1;
  let last = to;
  const word = (at: number) => texts[at] ?? '';
  const isTime = (at: number) => /^(?:date|time)$/.test(marks[at] ?? '') && !HOLIDAY.test(word(at));
  const isOwner = (at: number) =>
    word(at).endsWith("'s") && /^(?:birthday|party|interview|retirement)$/.test(word(at + 1));
  while (first < last - 1 && (isTime(first) || POINTERS.test(word(first)) || isOwner(first))) first++;
  // 'clear my day from meetings'
  if (WHOLE.test(word(first)) && /^(?:from|of)$/.test(word(first + 1)) && first + 2 < last) first += 2;
  for (let at = first + 1; at < last; at++) if (BEHIND_TITLE.test(word(at))) last = at;
  const isLeftOver = (at: number) =>
    LEFT_OVER.test(word(at)) || (word(at) === 'event' && toClass(word(at - 1)) === 'EVENT');
  while (last > first + 1 && isLeftOver(last - 1)) last--;
  return { from: first, to: last };
}

/** A request that names nothing else may be about a holiday, or about what a few phrases lead to. */
function findOther(kinds: Kinds, { words, marks }: Request): void {
  const texts = words.map(({ text }) => text);
  const [from, to] = readNameRange(
    texts.map((text, at) => (marks[at] ? '|' : text)),
    OTHER_NAMES,
  );
  if (to > from) {
    setTitle(kinds, { from, to });
    return;
  }
  const core = texts.findIndex((text, at) => HOLIDAY_ITSELF.test(text) && marks[at]);
  if (core === -1) return;
  let [first, last] = [core, core + 1];
  while (HOLIDAY.test(texts[first - 1] ?? '')) first--;
  while (HOLIDAY.test(texts[last] ?? '')) last++;
  if (last - first > 1 || !texts[core]?.startsWith('year')) setTitle(kinds, { from: first, to: last });
}
