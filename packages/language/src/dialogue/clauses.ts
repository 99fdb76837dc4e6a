import { DAY, LENGTH, TIME, WEEKDAY } from './patterns.ts';
import { splitTimedList } from './timed-lists.ts';
import { trimEnd } from './trimming.ts';
import { beginsWithVerb, CHORES, VERBS } from './verbs.ts';

/** Cuts a request into the things that it asks for: 'cancel lunch and move the review to Friday'. */

const NEXT = new RegExp(
  `(?:\\s*[;.!?]\\s+|,?\\s+(?:and then|and also|then|also|and|plus)\\s+|,\\s+)(?=(?:please |also |then |can you |could you |(?:so )?i (?:need|have) to (?=(?:push|move|cancel|re-?schedule|postpone|shift|delete|skip)\\b))?(?:${VERBS})\\b)`,
  'i',
);
const POLITE =
  /^(?:(?:hey|hi|hello|good (?:morning|afternoon|evening)|ok|okay|please|pls|kindly|dayloom|olly|alexa|siri|cortana|pda|google|assistant|computer|do(?= (?:add|remove|delete|move))|just|now|then|also|and|so|well|oh|actually)[,\s]+|(?:can|could|would|will) (?:you|u)(?: please| kindly)?\s+|(?:can|could) we (?=(?:move|push|shift|postpone|cancel|swap|re-?schedule)\b)|i(?:'d| would) (?:like|love)(?: you)? to\s+|i (?:want|need)(?: you)? to (?=(?:move|cancel|delete|reschedule|change|push|shift|rename|add|book|schedule|create|remove|plan|postpone|extend|shorten|swap|invite|set|clear|block)\b)|(?:let's|let us)\s+|go ahead and\s+|help me\s+|see if you can\s+|(?:i )?(?:still |really |also )?(?:have|need|want) to\s+|i (?:must|gotta) (?!(?:be|have|know|see)\b)|(?:yes|yeah|yep|sure)[, ]+(?:please )?(?=(?:cancel|move|delete|add|book|schedule|invite|remove|skip|push|rename|create|send)\b)|i(?:['’]ve)? got(?:ta| to)\s+|make sure to\s+|(?:gotta|got to) (?=\p{L})|i should (?:probably |really |definitely |maybe )?(?!(?:be|have|know|see|get)\b)(?=\p{L})|i(?:'m| am) going to need you to\s+)/iu;

/** Removes words that only make it polite. */
export function withoutPoliteness(text: string): string {
  let rest = text.trim().replace(MIND, (_all, verb: string) => (SILENT_E.test(verb) ? `${verb}e` : verb));
  for (;;) {
    const next = rest.replace(POLITE, '');
    if (next === rest) break;
    rest = next;
  }
  for (let times = 0; times < 3; times++)
    rest = trimEnd(trimEnd(rest).replace(UNASKED, '').replace(POLITE_END, ''));
  return rest;
}

const POLITE_END =
  /[ ,](?:please|thanks|thank you|ty|cheers|for me|if you can|if possible|will you|would you)$/i;
/** What concerns others is drafted, whatever somebody says. */
const UNASKED =
  /[ ,;]{1,3}(?:and )?(?:(?:don['’]?t|do not|no need to) ask(?: me)?(?: anything| again)?|without asking(?: me)?|no questions asked)(?:[, ]{1,2}(?:and )?(?:just )?(?:apply|do|book|send|save) it)?$|[ ,;]{1,3}(?:and )?just (?:apply|do|book|save) it$/i;
const MIND =
  /^(?:(?:would|do) you )?mind (mov|cancel|delet|remov|re-?schedul|add|invit|renam|shift|push|postpon|book|chang|extend)l?(?:ing)\b/i;
const SILENT_E = /(?:mov|delet|remov|schedul|invit|renam|postpon|chang)$/i;

/** Longer requests are pasted texts, and no list of orders. */
const MAX_CLAUSES = 8;

/** 'from next week on, move the sync': when something begins to hold is not a request of its own. */
const SINCE = /^(?:from|starting|as of|beginning) .{2,40}$/i;

const DAYS = ` ${DAY}`;
const TWO_AT_TIMES = new RegExp(
  String.raw`^(\S.{1,60}? at ${TIME})(${DAYS})?,? and (\S[^,]{1,60}? at ${TIME})(${DAYS})?$`,
  'i',
);
const DAY_AND_TIME = String.raw`(?:on |this |next )?(?:today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}),? (?:at )?${TIME}`;
const TWO_FROM_TIMES = new RegExp(
  String.raw`^(${DAY_AND_TIME} \p{L}[^,]{1,60}?)(?:,| and|, and) (${DAY_AND_TIME} \p{L}.{1,60})$`,
  'iu',
);
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const NEW_TIME = String.raw`(?:${TIME}|(?:(?:this |next )?(?:today|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})|(?:the )?\d{1,2}(?:st|nd|rd|th)|${MONTH} \d{1,2}|\d{1,2} ${MONTH}|next week)(?: at ${TIME})?)`;
/** 'Monday: gym at 7, Wednesday: pool at 7' */
const TWO_DAYS = new RegExp(
  String.raw`^((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}): ?(\S.{1,60}? at ${TIME})[,;] (?:and )?((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}): ?(\S.{1,60}? at ${TIME})$`,
  'i',
);
const TWO_MOVED = new RegExp(
  String.raw`^((?:move|push|shift|re-?schedule|change) )(\S.{1,60}? to ${NEW_TIME}),? and (?:then )?(\S.{1,60}? to ${NEW_TIME})$`,
  'i',
);
const DATE = String.raw`(?:on )?(?:${MONTH} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|\d{1,2}/\d{1,2})`;
/** 'dentist jan 5 10am and haircut jan 6 2pm' */
const TWO_DATED = new RegExp(
  String.raw`^(\S[^,]{1,60}? ${DATE},? (?:at )?${TIME})(?:,| and|, and) (\p{L}[^,]{1,60}? ${DATE},? (?:at )?${TIME})$`,
  'iu',
);
const ADDING = /^(?:schedule|book|block|add|create|put|cancel|delete|remove|skip) /i;

const RANGE = String.raw`(?:from )?${TIME} ?(?:-|–|to|until) ?${TIME}`;
const AGENDA_LINE = new RegExp(String.raw`^(${RANGE}):? (\p{L}.{1,60})$`, 'iu');
const DAY_FIRST = new RegExp(
  String.raw`^((?:on |this |next )?(?:today|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}))(?:[:,] ?| (?=(?:from )?\d))`,
  'i',
);

/** 'tomorrow: 9-10 review, 10-11 planning': each part has its hours; null if one has none. */
function splitAgenda(text: string): string[] | null {
  const day = DAY_FIRST.exec(text);
  const parts = text.slice(day?.[0].length ?? 0).split(/[,;] ?(?:and )?| and (?=(?:from )?\d)/i);
  const last = new RegExp(`${DAYS}$`, 'i').exec(parts.at(-1) ?? '')?.[0] ?? '';
  const on = day ? ` ${day[1]}` : last;
  if (parts.length < 2 || parts.length > MAX_CLAUSES) return null;
  const clauses = parts.flatMap((part) => {
    const [, hours, title] = AGENDA_LINE.exec(part.trim()) ?? [];
    if (!hours || !title) return [];
    const [from, to] = hours.replace(/^from /i, '').split(/ ?(?:[-–]|to|until) ?/i);
    return [
      `schedule ${title.slice(0, title.length - (title.endsWith(last) ? last.length : 0))} from ${from} to ${to}${on}`,
    ];
  });
  return clauses.length === parts.length ? clauses : null;
}

/** 'take pills every day at 8am and 8pm' as two. */
const TWICE_EACH = new RegExp(
  String.raw`^(.{3,120}?)(?: at|(?= \d{1,2}(?::\d\d| ?[ap]m))) (${TIME}),? (?:and|&) (?:at )?(${TIME}) (every day|daily|each day|every weekday|every morning)$`,
  'i',
);
const TWICE_A_DAY = new RegExp(
  String.raw`^(.{3,120}\b(?:every|each|daily)\b.{0,40}) at (${TIME}),? (?:and|&) (?:at )?(${TIME})$`,
  'i',
);

/** 'block 2h tomorrow for the report and 1h on Friday for email' */
const TWO_BLOCKS = new RegExp(
  String.raw`^((?:block|book|schedule|reserve) )(${LENGTH} .{2,80}?),? and (${LENGTH} .{2,80})$`,
  'i',
);
/** 'block travel time before and after the dentist' */
const AROUND =
  /^(.{3,80}?) (before and after|after and before) ((?:the|my|our) (?!meetings|events|calls).{2,60})$/i;

/** 'buy milk and call mom' */
const TWO_CHORES = new RegExp(
  String.raw`^((?:${CHORES}) (?!(?:it|them|that|this|up|and)\b)[^,]{2,60}?),? and ((?:${CHORES}) (?!(?:it|them|that|this|up|off|at|to|in|on|with|for|from|by)\b)\S.{1,80})$`,
  'iu',
);

/** 'add milk, eggs and call mom at 5': the time is that of the call. */
const THINGS_AND_CHORE = new RegExp(
  String.raw`^((?:add|buy|get|order) (?!(?:${CHORES})\b)[^\d]{2,80}?),? and ((?:call|phone|ring|e-?mail|text|pick up|drop off|collect|pay) (?!(?:it|them|that|this)\b)\S.{0,60}? at ${TIME}(?:${DAYS})?)$`,
  'iu',
);

/** 'buy milk tomorrow and dentist at 9 on Friday' */
const CHORE_AND_DATED = new RegExp(
  String.raw`^((?:${CHORES}) [^,]{2,60}?${DAYS}(?: at ${TIME})?),? and (?!(?:at|on|in|by|for|from|to|until|every|each|then|again|also|this|next|it|them|ask|tell|see|check|talk)\b)(\p{L}[^,]{1,60}?${DAYS}(?: at ${TIME})?)$`,
  'iu',
);
/** 'the call is done and so is the rent' */
const DONE_TOO = /^(.{2,120}?) (?:is|are) (?:done|finished|completed?),? and so (?:is|are) (.{2,120})$/i;

/** 'mark the rent as done and renew the insurance' */
const DONE_AND = new RegExp(
  String.raw`^((?:mark|tick|check|set) [^,]{2,80}? (?:as )?(?:off|done|complete|completed|finished))(?:,| and|, and) (?:also |then )?((?:${CHORES}) \S.{1,80})$`,
  'i',
);

/** 'water the plants on Monday and every Friday' */
const ON_AND_EVERY = new RegExp(
  String.raw`^(\S.{2,60}?)(${DAYS}),? and (?:then )?((?:every|each) (?:other )?(?:${WEEKDAY}|day|week|month))((?:,| at)? ${TIME})?$`,
  'i',
);

/** 'clean the kitchen tomorrow and the bathroom on Friday' */
const CHORE_ON_TWO_DAYS = new RegExp(
  String.raw`^((?:${CHORES}) )((?:the|my|our|some) [^,]{2,40}?${DAYS}),? and ((?:the|my|our|some) [^,]{2,40}?${DAYS})$`,
  'i',
);

/** 'copy the gym to Thursday and Friday' */
const COPY_TO_TWO = new RegExp(
  String.raw`^((?:copy|duplicate) .{2,80}? (?:to|on)) ?(${DAYS}),? and(?: on)?(${DAYS})$`,
  'i',
);

/** 'lunch with Tom and dinner with Ana on Friday' */
const TWO_MEALS = new RegExp(
  String.raw`^((?:coffee|breakfast|brunch|lunch|dinner|drinks|tea|call|1:1) with [^,]{2,40}?),? and ((?:coffee|breakfast|brunch|lunch|dinner|drinks|tea|call|1:1) with [^,]{2,40}?)(${DAYS})?$`,
  'i',
);

/** ' tomorrow' of 'call tomorrow at 3'; empty if no day was said. */
const findDay = (text: string): string => new RegExp(DAYS, 'i').exec(text)?.[0] ?? '';

/** 'dentist for Mia and Ben on Thursday at 3 and 3:30' */
const NAMES_AND_TIMES = new RegExp(
  String.raw`^(.{2,60}?) (for|with) (\p{L}{2,20}) and (\p{L}{2,20})(${DAYS})?,? (?:at )?(${TIME}) and (${TIME})(${DAYS})?(?: respectively)?$`,
  'iu',
);

const DAY_PART = String.raw`(?:on )?(?:this |next )?(?:today|tomorrow|${WEEKDAY})(?: (?:in the )?(?:morning|afternoon|evening|night))?(?:,? at ${TIME})?`;
/** 'gym tomorrow morning, Thursday morning and Saturday at 9' */
const ON_DAY_PARTS = new RegExp(
  String.raw`^((?:add|schedule|book|put|create|plan)? ?(?!(?:move|cancel|push|what|is|am|do|show|list|delete|remove)\b)\p{L}.{1,60}?) (${DAY_PART}(?:, ?${DAY_PART}){0,5},? and ${DAY_PART})$`,
  'iu',
);

/** One request for each part of a day that is named; null for days alone, which are read elsewhere. */
function splitDayParts(clause: string): string[] | null {
  const [, what, list] = ON_DAY_PARTS.exec(clause) ?? [];
  const parts = list?.split(/, ?(?:and )?| and /i) ?? [];
  const isPart = (part: string) => /morning|afternoon|evening|night|\bat /i.test(part);
  return what && parts.length > 1 && parts.every(isPart) ? parts.map((part) => `${what} ${part}`) : null;
}

/** Two requests that share their words: 'copy the gym to Thursday and Friday'. Null for other texts. */
function splitPair(clause: string): string[] | null {
  const [, what, whose, one, other, day, time, otherTime, lastDay] = NAMES_AND_TIMES.exec(clause) ?? [];
  if (what && one && other)
    return [
      `${what} ${whose} ${one}${day ?? lastDay ?? ''} at ${time}`,
      `${what} ${whose} ${other}${day ?? lastDay ?? ''} at ${otherTime}`,
    ];
  const [, marked, next] = DONE_AND.exec(clause) ?? [];
  if (marked && next) return [marked, next];
  const [, routine, once, rule, at = ''] = ON_AND_EVERY.exec(clause) ?? [];
  if (routine && once && rule) return [`${routine}${once}${at}`, `${routine} ${rule}${at}`];
  const [, verb, early, late] = CHORE_ON_TWO_DAYS.exec(clause) ?? [];
  if (verb && early && late) return [verb + early, verb + late];
  const [, copying, target, otherTarget] = COPY_TO_TWO.exec(clause) ?? [];
  if (copying && target && otherTarget) return [`${copying}${target}`, `${copying}${otherTarget}`];
  const [, around, between, anchor] = AROUND.exec(clause) ?? [];
  if (around && between && anchor) return [`${around} before ${anchor}`, `${around} after ${anchor}`];
  const [, meal, otherMeal, mealDay = ''] = TWO_MEALS.exec(clause) ?? [];
  if (meal && otherMeal) return [`${meal}${mealDay}`, `${otherMeal}${mealDay}`];
  const [, done, alsoDone] = DONE_TOO.exec(clause) ?? [];
  if (done && alsoDone) return [`mark ${done} done`, `mark ${alsoDone} done`];
  const [, dated, otherDated] = CHORE_AND_DATED.exec(clause) ?? [];
  if (dated && otherDated) return [dated, otherDated];
  const [, things, timed] = THINGS_AND_CHORE.exec(clause) ?? [];
  if (things && timed && findDay(things) === '') return [things, timed];
  const [, chore, otherChore] = TWO_CHORES.exec(clause) ?? [];
  // 'buy milk and call mom by Friday' is both by Friday, so it stays one.
  const areDated = chore !== undefined && findDay(chore) !== '';
  if (
    chore &&
    otherChore &&
    (areDated || (!/ (?:by|before|due|until) /i.test(otherChore) && findDay(otherChore) === ''))
  )
    return [chore, otherChore];
  const [, blocking, long, longer] = TWO_BLOCKS.exec(clause) ?? [];
  if (blocking && long && longer)
    return [`${blocking}${long}`, `${blocking}${longer}${findDay(longer) === '' ? findDay(long) : ''}`];
  return null;
}

/** '8am and 8', '8 and 20', and not '8 and 9', which could be a number of things. */
const areTimes = (one = '', other = ''): boolean =>
  /[ap]\.?m|:/i.test(`${one}${other}`) || Number(other) > 12;

/** 'dentist at 9 and haircut at 11 tomorrow' as two, which share their verb and their day. */
function splitTimes(clause: string): string[] {
  const [, day, event, otherDay, other] = TWO_DAYS.exec(clause) ?? [];
  if (day && event && otherDay && other) return [`${event} on ${day}`, `${other} on ${otherDay}`];
  const [, what, morning, evening, each] = TWICE_EACH.exec(clause) ?? [];
  if (what && each && areTimes(morning, evening))
    return [`${what} ${each} at ${morning}`, `${what} ${each} at ${evening}`];
  const [, often, early, late] = TWICE_A_DAY.exec(clause) ?? [];
  if (often && early && late && areTimes(early, late)) return [`${often} at ${early}`, `${often} at ${late}`];
  const [, first, second] = TWO_FROM_TIMES.exec(clause) ?? [];
  if (first && second) return [first, second];
  const [, dated, alsoDated] = TWO_DATED.exec(clause) ?? [];
  if (dated && alsoDated && !beginsWithVerb(alsoDated)) {
    const verb = ADDING.exec(dated)?.[0] ?? '';
    return verb === '' && beginsWithVerb(dated) ? [clause] : [dated, `${verb}${alsoDated}`];
  }
  const [, moving, from, to] = TWO_MOVED.exec(clause) ?? [];
  if (moving && from && to && !beginsWithVerb(to)) return [`${moving}${from}`, `${moving}${to}`];
  return splitPair(clause) ?? splitDayParts(clause) ?? splitAtTimes(clause);
}

function splitAtTimes(clause: string): string[] {
  const [, one, oneDay, two, twoDay] = TWO_AT_TIMES.exec(clause) ?? [];
  const verb = one ? (ADDING.exec(one)?.[0] ?? '').trim() : '';
  if (!one || !two || (verb === '' && beginsWithVerb(one)) || beginsWithVerb(two)) return [clause];
  // 'and with Lee at 4' is of the same kind.
  const other = two.replace(/^(?:also )?(?:another )?(?:one )?(?=with )/i, '');
  const kind = /^with /i.test(other) ? (/^(.{2,60}?) with /i.exec(one)?.[1] ?? verb) : verb;
  const [day, otherDay] = [oneDay ?? findDay(one), twoDay ?? findDay(two)];
  return [
    `${one}${oneDay ?? (day === '' ? otherDay : '')}`,
    `${kind === '' ? '' : `${kind} `}${other}${twoDay ?? (otherDay === '' ? day : '')}`,
  ];
}

const TWO_CANCELLED =
  /^((?:cancel|delete|skip|call off) )((?:my|the) [^,]{2,60}?) and ((?:my|the) [^,]{2,60})$/i;

/** 'cancel my 3pm and my 4pm' as two. */
function splitObjects(clause: string): string[] {
  const [, verb, one, two] = TWO_CANCELLED.exec(clause) ?? [];
  if (!verb || !one || !two || / (?:with|between|about|on) /i.test(one)) return [clause];
  const day = new RegExp(`${DAYS}$`, 'i').exec(two)?.[0] ?? '';
  return [`${verb}${one}${new RegExp(`${DAYS}$`, 'i').test(one) ? '' : day}`, `${verb}${two}`];
}

const CHORE = new RegExp(`^(?:${CHORES}|e-?mail|text|message|order|get|book) \\S`, 'i');
/** 'add "buy bulbs" and "fix the sink" to my home list' */
const QUOTED_LIST =
  /^((?:add|put|note) )((?:"[^"]{1,100}"(?:,? and |, )){1,9}"[^"]{1,100}")( (?:to|on) (?:my|the) .{2,40})?$/i;

/** 'add order new bits and book the van to my list' */
const ITEMS_OF_LIST =
  /^(?:add|put) ([^"]{5,300}?)( (?:to|on) (?:my|the) (?:\p{L}{2,20} )?(?:list|to-?dos?))$/iu;

/** 'put soda on the shopping list and add carrots': both are on that list. */
const ADDED_TO_SAME =
  /^((?:add|put|place|include|throw) [^,]{1,80}?)( (?:to|on|onto|in) (?:my|the|our) (?:\p{L}{2,20} )?list)(?:,| and|, and) (?:also |then )?(?:add|put|include) (?!.{0,80}\b(?:to|on|onto|list|at|meeting|event)\b)([^,]{2,80})$/iu;

/** 'add call the bank, email the landlord and buy stamps' as one request for each; null for other texts. */
function splitTaskList(text: string): string[] | null {
  const [, verb, quoted, list = ''] = QUOTED_LIST.exec(text.replaceAll(/[“”]/g, '"')) ?? [];
  if (verb && quoted) return [...quoted.matchAll(/"[^"]+"/g)].map(([title]) => `${verb}${title}${list}`);
  const [, one, same, other] = ADDED_TO_SAME.exec(text) ?? [];
  if (one && same && other) return [`${one}${same}`, `add ${other}${same}`];
  const [, items, of] = ITEMS_OF_LIST.exec(text) ?? [];
  const chores = items?.split(/,? and |, /i) ?? [];
  if (of && chores.length > 1 && chores.every((part) => CHORE.test(part)))
    return chores.map((part) => `add "${part}"${of}`);
  const [, said] = /^(?:add|create|new)(?: (?:the )?(?:tasks?|to-?dos?))?:? (.{5,300})$/i.exec(text) ?? [];
  const parts = said?.split(/,? and |, /i) ?? [];
  // A day could be that of all of them, or of one.
  return said && parts.length > 1 && findDay(said) === '' && parts.every((part) => CHORE.test(part))
    ? parts.map((part) => `add a task ${part}`)
    : null;
}

/** The parts of a request, in their order. Quoted words are never cut. */
export function splitClauses(text: string): string[] {
  const tasks = splitTaskList(text);
  if (tasks) return tasks;
  const quotes: string[] = [];
  // 'running late - push the review back'
  const said = EXPLANATION.test(text) ? text.replace(/ [-–—] |: /, ', ') : text;
  const masked = (CHANGING.test(said) ? said.replace(REASON, '') : said).replaceAll(
    /"[^"]{1,200}"|“[^”]{1,200}”/g,
    (quoted) => {
      quotes.push(quoted);
      return `\uE000${quotes.length - 1}\uE000`;
    },
  );
  const agenda = quotes.length === 0 ? (splitAgenda(masked) ?? splitTimedList(masked)) : null;
  if (agenda) return agenda;
  const parts = masked.split(NEXT);
  const [first = '', second, ...others] = parts;
  if (second !== undefined && SINCE.test(first))
    parts.splice(0, parts.length, `${first}, ${second}`, ...others);
  return (parts.length > MAX_CLAUSES ? [masked] : parts)
    .map((part) => part.replaceAll(/\uE000(\d+)\uE000/g, (_mark, at: string) => quotes[Number(at)] ?? ''))
    .map(withoutPoliteness)
    .flatMap(splitTimes)
    .flatMap(splitObjects)
    .filter((part) => part !== '');
}

/** 'reschedule the review, he can't make it', 'cancel lunch because I'm sick' */
const CHANGING =
  /^(?:i can['’]?t make|cancel|delete|move|re-?schedule|push|postpone|shift|skip|shorten|re-?plan|plan|clear|block|no) |^.{2,80} (?:is|are|was|has been|got) (?:cancell?ed|moved|postponed|pushed|off)\b/i;
const REASON =
  /,? because .{3,80}$|, (?:(?:the|my|our) )?\p{L}{2,20}(?:['’]s| is| are) (?:closed|shut|ill|sick|away|off sick|broken|cancell?ed|not (?:open|well|in|there))$|, (?:as )?(?:it|there)['’]?s (?!(?:at|on|in|now)\b)[^,\d]{2,40}$|, (?:since )?(?:he|she|they|we|i)(?:['’](?:s|re|m)| (?:is|are|am|can['’]?t|cannot|won['’]?t|has to|have to)) [^,]{2,60}$|, (?:(?:the|my|our) \p{L}{2,20}|i|it|everything|things|today|something|\p{Lu}\p{L}{1,20}) (?![^,]{0,60}\b(?:moved|pushed|shifted|re-?scheduled|postponed|cancell?ed|called off|changed)\b)(?:just )?(?:got|ran|went|fell|took|came|feels?|hurts?|aches?|broke|died|is running|was|were|has been|overslept|slept in|forgot|lost)\b[^,\d]{0,60}$/iu;

const EXPLANATION =
  /^(?:\p{L}{2,20} (?:can['’]?t|cannot|won['’]?t) (?:make it|come|attend|do (?:it|that|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b|i overslept\b|i slept in\b|traffic\b|my \S{1,12}(?: meeting| call)? (?:ran|is running|went) (?:over|late|long)\b)|^(?:i(?:['’]m| am|['’]ll be| will be)|we(?:['’]re| are)) (?:sick|ill|late|unwell|stuck|delayed|not feeling|running late|out sick|held up)\b|^i(?:['’]ve| have)(?: got)? (?:an? |the )?(?:\p{L}{3,12} )?(?:flu|cold|covid|fever|migraine|headache|temperature|bug|cough|emergency|stomach ache|puncture|flat tyre)\b|^(?!(?:what|who|where|when|how|it|that|there)\b)\p{L}{2,20}(?: \p{L}{2,20})? (?:is|are) (?:off )?(?:ill|sick|unwell|away|not well|running late)\b(?! (?:from|to|until|till|for)\b)|^(?:running late|something(?:['’]s| has)? (?:came|come) up|change of plans?|sorry|bad news|good news|my flight is delayed)\b/iu;
const DAY_OF_REASON =
  / (today|tomorrow|tonight|this (?:morning|afternoon|evening)|on (?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})\b/i;

/** Removes a reason that was given first: 'I'm sick today, cancel everything' is about today. */
export function withoutExplanation(clauses: readonly string[]): readonly string[] {
  const [first = '', ...rest] = clauses;
  if (rest.length === 0 || !EXPLANATION.test(first)) return clauses;
  const day = DAY_OF_REASON.exec(first)?.[1];
  return day ? rest.map((clause) => (DAY_OF_REASON.test(clause) ? clause : `${clause} ${day}`)) : rest;
}
