import { DAY_MS } from '@dayloom/time';
import { readLengths, readTimes } from '../time-expressions/read-times.ts';
import { add, floorTo } from '../time-expressions/spans.ts';
import type { Understanding } from '../understanding/understand.ts';
import { getUsualMinutes } from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame } from './frames.ts';
import { listAddresses, splitGuestList, withoutAddresses } from './guest-lists.ts';
import { readNextTo } from './move-next-to.ts';
import { LENGTH, STREET } from './patterns.ts';
import { findPeople } from './people.ts';
import { readCompanions, withoutTimes } from './references.ts';
import { mergeWhen } from './replies.ts';
import { endRule, joinRules, NTH, splitRule, splitSeriesEnd } from './series-rules.ts';
import { toOneLine, trimEnd } from './trimming.ts';
import { hasDayRange, NO_CLOCK, readWhen, type When } from './when.ts';
import { capitalise, joinNames } from './wording.ts';

const CREATING =
  /^(?:schedule|book(?! (?:club|fair|launch|signing|review|talk|report|release|group|reading)\b)|block|reserve|set up|set|plan|arrange|organi[sz]e|create|add|put|new|make|get|give me(?= (?:an?|half|\d))|need|write down|pencil in|hook up|hold|have|grab)\b/i;

/** Nobody is invited to their own birthday. */
const POSSESSIVE =
  /\b(?:birthday|anniversary)(?: (?:party|dinner|lunch|drinks|present|gift))? (?:of|for)\b|['’]s (?:birthday|anniversary)(?! (?:party|dinner|lunch|drinks))/i;

const QUOTED = /"([^"]{1,200})"|“([^”]{1,200})”/;
const AT_FREE_TIME =
  /\b(?:in|at|during|for|on) (?:my |the |a )?(?:next|first|earliest) (?:free|available|open) (?:slot|time|spot|gap|window|hour)|\bat (?:the )?(?:earliest|next|first) (?:possible )?(?:time|slot|opportunity)(?: that (?:works|suits)(?: for (?:us|everyone|everybody|all|both))?)?|\b(?:whenever|when|next time) i(?:'m| am) (?:next )?(?:free|available)|\bfind (?:me )?(?:a |some )?(?:time|slot)|\b(?:asap|as soon as possible)\b/i;
const ALL_DAY =
  /\ball[- ]day\b|\bfull[- ]day\b|\b(?:vacation|holiday|birthday|anniversary|day off|out of office|ooo|pto|work(?:ing)? from home|wfh)\b/i;

export function toCreate(text: string, said: Understanding, data: DialogueData): CreateEventFrame {
  const [linked, link] = LINK.exec(text) ?? [];
  if (linked && link) {
    const frame = toCreate(text.replace(linked, ' '), said, data);
    return { ...frame, text, location: frame.location ?? link };
  }
  const list = splitGuestList(text, data);
  const frame = toCreateTimed((list?.text ?? text).replace(PARTY_SIZE, ' '), said, data);
  const addresses = listAddresses(text.replace(QUOTED, ' ')).filter((address) =>
    frame.title?.toLowerCase().includes(address.toLowerCase()),
  );
  const people = [...new Set([...frame.people, ...(list?.people ?? [])])];
  const others = TO_SOMEBODY.test(frame.title ?? '')
    ? []
    : addresses.filter((address) => !people.includes(address));
  const named = readMeantNames(frame.title, data);
  const guests = [...people, ...others, ...(people.length + others.length === 0 ? named : [])];
  const title = others.length > 0 ? withoutAddresses(frame.title ?? '') : frame.title;
  return {
    ...frame,
    text,
    title: title ?? (guests.length > 0 ? `Meeting with ${joinNames(guests)}` : null),
    people: guests,
  };
}

/** The address of a call: 'sync at 3, link https://…'. */
const LINK =
  /,? (?:(?:with |at |on |via |using )?(?:the |this |my )?(?:(?:zoom |meet |teams |video )?(?:link|call|url)):? |(?:at|on|via|using) )?(https?:\/\/\S{3,500})(?=\s|$)/i;

/** 'Ana' of 'Meeting with Ana', which 'Ana Friday 3pm' is called. */
function readMeantNames(title: string | null, data: DialogueData): readonly string[] {
  const name = /^Meeting with (\p{L}[\p{L}\s.'’-]{0,60})$/u.exec(title ?? '')?.[1];
  return name && isPerson(name, data) ? [name] : [];
}

/** 'dinner at 8, table for 3': no time, and nobody's name. */
const PARTY_SIZE =
  /,? (?:and )?(?:an? )?(?:table|seats?|places?) for (?:\d{1,2}|two|three|four|five|six|seven|eight)(?: people| persons)?(?=$|,)/i;

/** 'email sam@example.org' is what somebody does, and invites nobody. */
const TO_SOMEBODY = /^(?:e-?mail|mail|write|message|send|call|text|reply|contact|ask|forward|answer)\b/i;

function toCreateTimed(text: string, said: Understanding, data: DialogueData): CreateEventFrame {
  const within = toSeriesWithin(text, said, data);
  if (within) return within;
  const beside = toCreateBeside(text, said, data);
  if (beside) return beside;
  const series = splitSeriesEnd(text, data);
  if (!series) return toSingle(text, said, data);
  const frame = toSingle(series.text, said, data);
  if (frame.recurrenceRule === null) return toSingle(text, said, data);
  return { ...frame, text, recurrenceRule: endRule(frame, series.end, data) };
}

/** 'lunch with Ana after the design review'; null if a time was said, or no event. */
function toCreateBeside(text: string, said: Understanding, data: DialogueData): CreateEventFrame | null {
  const beside = readNextTo(text, data);
  const frame = beside && toSingle(beside.text, said, data);
  if (!frame || frame.when !== null || frame.recurrenceRule !== null) return null;
  const minutes = frame.minutes ?? getUsualMinutes(frame.title ?? '');
  return { ...frame, text, minutes, when: beside.toWhen(minutes) };
}

const WITHIN =
  /\b((?:every|each) (?:morning|afternoon|evening|night|day|weekday)|daily)((?: (?:at |from )?\d[^,]{0,24}?)?)(?<! (?:starting|beginning|until|till|through|by|from))(?: of| in)? ((?:this|next) (?:week|month))\b/i;

/** 'every morning next week', 'every day from 2 to 4 this week': from its first day, or today, to its last one. Null if the text says no such thing. */
function toSeriesWithin(text: string, said: Understanding, data: DialogueData): CreateEventFrame | null {
  const [whole, each, between = '', period] = WITHIN.exec(text) ?? [];
  const range = period ? readWhen(period, data) : null;
  if (!whole || !each || range?.from == null) return null;
  const frame = toSingle(text.replace(whole, `${each}${between}`), said, data);
  if (frame.recurrenceRule === null) return null;
  const from = Math.max(range.from, floorTo('day', createWallClock(data).now));
  const day = { from, to: from + DAY_MS, hasDate: true, isWithinDay: true, isWeekday: false };
  const when = { ...NO_CLOCK, ...frame.when, ...day };
  return { ...frame, text, when, recurrenceRule: endRule({ ...frame, when }, { until: range }, data) };
}

const FEAST = String.raw`(?:christmas|xmas|thanksgiving|halloween|easter|hanukkah|diwali|valentine['’]?s?(?: day)?|new year['’]?s?(?: eve| day)?|st\.? patrick['’]?s(?: day)?|mother['’]?s day|father['’]?s day)`;
/** 'Christmas party', but not 'dinner on Christmas' */
const NAMED_AFTER = new RegExp(
  String.raw`\b(?<!\b(?:on|at|by|before|after|until|till|for|since|from|to) )(${FEAST}) (?=(?:party|dinner|lunch|brunch|breakfast|drinks|concert|market|shopping|photos?|break|play|parade|service|celebration|presents?|gifts?|cards?|potluck|reception|gala|show|movie|cookies|bake|ball)\b)`,
  'i',
);

function toSingle(text: string, said: Understanding, data: DialogueData): CreateEventFrame {
  const feast = QUOTED.test(text) ? null : NAMED_AFTER.exec(text);
  if (!feast?.[1]) return toNamed(text, said, data);
  // Its own day counts only without another one: 'Christmas party Dec 18'.
  const rest = `${text.slice(0, feast.index)}${text.slice(feast.index + feast[0].length)}`;
  const frame = toNamed(rest, said, data);
  const title =
    frame.title === null ? capitalise(feast[1]) : `${capitalise(feast[1])} ${lowerFirst(frame.title)}`;
  const own = frame.when?.hasDate ? null : toNamed(text, said, data).when;
  const when = own ? (frame.when ? mergeWhen(own, frame.when) : own) : frame.when;
  return { ...frame, text, title, when };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function toNamed(text: string, said: Understanding, data: DialogueData): CreateEventFrame {
  const street = OUR_PLACE.exec(text) ?? AT_STREET.exec(text);
  if (!street?.[1]) return toPlaced(text, said, data);
  const frame = toPlaced(text.replace(street[0], ' '), said, data);
  return { ...frame, text, location: street[1] };
}

function toPlaced(text: string, said: Understanding, data: DialogueData): CreateEventFrame {
  // What is in quotes is a name, whatever it says.
  const clause = text.replace(QUOTED, ' ');
  const { now } = createWallClock(data);
  const { repeats } = readTimes(clause, { now, isMonthFirst: data.isMonthFirst });
  const { rule, minute } = splitRule(
    joinRules(
      repeats.filter(({ from }) => !belongsToName(clause, from)).map((repeat) => repeat.rule),
      clause,
    ),
  );
  const isAtFreeTime = AT_FREE_TIME.test(clause);
  // 'a table for 4 at 7' is at seven. '30 minutes in my first free slot from tomorrow' is not '30 minutes from tomorrow'.
  const timed = clause
    .replace(AT_FREE_TIME, ' ; ')
    .replace(
      /\bfor (?:\d{1,2}(?!\d)|two|three|four|five|six|seven|eight)(?! ?(?:h|hours?|hrs?|m|min(?:ute)?s?|days?|weeks?)\b)(?= (?:people|persons|guests)\b|.{0,30} at \d| (?!\d|[ap]\.?m\b)\D{1,60} \d{1,2}(?::\d\d)? ?[ap]m\b)/i,
      ' ',
    );
  const { people } = readCompanions(withoutTimes(clause, data).rest);
  // What the tagger takes for a name is one only if somebody is called so.
  const tagged = findPeople(said.slots.attendees ?? [], data).known.map(({ email }) => email);
  const pair = readPair(clause, data);
  const invited = tagged.some((email) => pair.includes(email)) ? [...new Set([...pair, ...tagged])] : tagged;
  const marked = findMarkedPlace(clause, data);
  const location =
    marked ??
    findLocation(clause.replace(AT_FREE_TIME, ' '), said) ??
    findNamelessPlace(timed.replaceAll(LENGTHS, ' '), data);
  const minutes = readOwnLength(withoutMoments(timed), data);
  const coming = readComing(timed, data);
  const yearly = coming === null ? findYearlyDay(rule, data) : null;
  const isUnclear = coming !== null && rule === null && saysSeveralTimes(timed, data);
  const when = isUnclear ? withoutTime(coming) : (yearly ?? coming);
  return {
    act: 'create_event',
    text,
    title: withoutPlace(readTitle(marked ? text.replace(AT_SIGN_PLACE, ' ') : text, said, data), location),
    people: POSSESSIVE.test(clause) ? [] : people.length > 0 ? people : invited,
    when: atTime(when, minute === null ? null : toEvening(minute, clause)),
    minutes,
    location,
    recurrenceRule: rule,
    isAllDay: ALL_DAY.test(clause) || hasDayRange(clause, when) || (yearly !== null && minute === null),
    isAtFreeTime,
    ...(isUnclear && { isTimeUnclear: true }),
  };
}

/** The next day of 'every year on June 5'. */
function findYearlyDay(rule: string | null, data: DialogueData): When | null {
  const [, month, day] = /BYMONTH=(\d{1,2});BYMONTHDAY=(\d{1,2})$/.exec(rule ?? '') ?? [];
  if (!month || !day) return null;
  const today = floorTo('day', createWallClock(data).now);
  const year = new Date(today).getUTCFullYear();
  const days = [year, year + 1].map((one) => Date.UTC(one, Number(month) - 1, Number(day)));
  const from = days.find((one) => one >= today) ?? null;
  return from === null
    ? null
    : { ...NO_CLOCK, from, to: from + DAY_MS, hasDate: true, isWithinDay: true, isWeekday: false };
}

/** 'a swim at 8 and a nap at 9': which time is meant cannot be known. */
function saysSeveralTimes(text: string, data: DialogueData): boolean {
  const { times } = readTimes(text, { now: createWallClock(data).now, isMonthFirst: data.isMonthFirst });
  const clocks = times.filter(({ hasTime, from, to }) => hasTime && /\d|noon/i.test(text.slice(from, to)));
  return new Set(clocks.map(({ start }) => start % (DAY_MS / 2))).size > 1;
}

/** The day alone; null if none was said. */
const withoutTime = (when: When): When | null =>
  when.from !== null && when.hasDate
    ? { ...when, from: floorTo('day', when.from), minute: null, endMinute: null, isEitherHalf: false }
    : null;

const NTH_DAY = new RegExp(
  String.raw`\b(?:on |every )?(?:the )?${NTH.source}(?: of (?:the|every|each) month)?`,
  'i',
);
/** 'the quarterly report' is a report that there is, and a 'night shift' is no shift. 'A weekly sync' repeats. */
const RHYTHM_OF_NAME =
  /\b(?:(the|my|our|this|that|his|her|their) (daily|weekly|monthly|quarterly|yearly)(?= \p{L})|(?:(an?|the|my|our|add|book|schedule|after|before|during) |^)(morning|afternoon|evening|night)(?= (?:shifts?|run|jog|walk|swim|ride|yoga|workout|routine|class|course|school|service|tea|prayers?|stand-?up|market|train|flight|bus)\b)|((?:date|movie|games?|poker|quiz|trivia|family|girls|boys|ladies|parents['’]?|opening) (?:night|evening)|(?:parents['’]?|open|prize|awards|sports) (?:evening|morning|afternoon|day)))/iu;
/** A word that says no time. */
const MASK = 'Rhythmical';

/** Whether the words at `from` are those of a name. */
function belongsToName(clause: string, from: number): boolean {
  const match = RHYTHM_OF_NAME.exec(clause);
  return match !== null && from > match.index && from < match.index + match[0].length;
}

const EVENING_NAME =
  /\b(?:dinner|supper|date night|movie|drinks|poker|game night|games night|book club|wine|party|concert|happy hour|pub|beers?|band practice|choir|rehearsal)\b/i;

/** 'dinner every Friday at 7' is in the evening. */
const toEvening = (minute: number, clause: string): number =>
  minute >= 300 && minute < 720 && EVENING_NAME.test(clause) && !/\bam\b|\da\.?m|morning|\b0\d:/i.test(clause)
    ? minute + 720
    : minute;

function atTime(when: When | null, minute: number | null): When | null {
  if (minute === null) return when;
  const time = { minute, endMinute: null, isEitherHalf: false };
  if (when) return { ...when, ...time };
  return { ...time, from: null, to: null, open: null, hasDate: false, isWeekday: false, isWithinDay: true };
}

const OUR_PLACE = /,? at ((?:our|my|her|his|their) (?:place|house|flat|apartment|home))\b/i;

/** The place after 'at' or 'in'. The subject of an event is not a place. */
function findLocation(said: string, { slots }: Understanding): string | null {
  // 'put in Mrs Green on Friday' names no place.
  const clause = said.replace(/^(?:put|pencil|pop|stick|squeeze|fit|get|slot|book) in /i, '');
  const place = slots.location?.find(
    (words) =>
      clause.includes(words) && / (?:at|in|@) (?:the )?$/i.test(clause.slice(0, clause.indexOf(words))),
  );
  return place === undefined ? null : trimEnd(place.replace(LENGTH_BEHIND, ''));
}

/** ', 75 min' of 'at Lupa, 75 min' */
const LENGTH_BEHIND = new RegExp(String.raw`,? (?:for )?${LENGTH}$`, 'i');

const LENGTHS = new RegExp(String.raw`,? \b(?:for )?${LENGTH}\b`, 'gi');

/** 'the shop' of 'coffee with Ana at the shop', which is in no name. */
const AT_PLACE =
  / at ((?:the|my|our|his|her|their) (?!(?:same|latest|earliest|end|start|beginning|moment|weekend|time|usual|very|first|last|next)\b)\p{L}[\p{L}'’]{0,20}(?: [\p{L}'’]{2,20}){0,2})(?: with .{2,60})?$/iu;

const findNamelessPlace = (clause: string, data: DialogueData): string | null =>
  AT_PLACE.exec(toOneLine(withoutTimes(clause, data).rest.replaceAll(/[,;.!?] ?/g, ' ')))?.[1]?.trim() ??
  null;

/** '5 Main Street' of 'dentist at 10:30 at 5 Main Street': the number is no time of day. */
const AT_STREET = new RegExp(String.raw` (?:at|in|@) (${STREET})`, 'iu');

const AT_SIGN = / @ ?((?!\d)[\p{L}][\p{L}\d'’&. ]{1,60})$/iu;

const AT_SIGN_PLACE = / @ ?(?!\d)\p{L}[\p{L}\d'’&.]{0,60}/iu;

/** 'Cafe Nero' of 'coffee @ Cafe Nero tomorrow 3pm', where nothing marks a place as plainly. */
const findMarkedPlace = (clause: string, data: DialogueData): string | null =>
  AT_SIGN.exec(toOneLine(withoutTimes(clause, data).rest))?.[1]?.trim() ?? null;

const TWO_NAMES = /(?:^|\s)(\p{L}{2,30})(?: and | ?& ?)(\p{L}{2,30})(?=\s)/iu;

/** 'Sam & Lee call': both, if both are known. */
function readPair(clause: string, data: DialogueData): string[] {
  const [, one, other] = TWO_NAMES.exec(clause) ?? [];
  if (!one || !other) return [];
  const { known, unknown, ambiguous } = findPeople([one, other], data);
  return unknown.length === 0 && ambiguous === null ? known.map(({ email }) => email) : [];
}

/** 'Review' of 'Review in Room 5', if the place is known from it. */
function withoutPlace(title: string | null, place: string | null): string | null {
  if (title === null || place === null) return title;
  // A title has no commas.
  const said = toOneLine(place.replaceAll(',', ' '));
  const at = title.toLowerCase().lastIndexOf(said.toLowerCase());
  const behind = at > 0 ? title.slice(at + said.length) : '';
  // 'Dinner at Lupa with Mark'
  const before = at > 0 && (behind === '' || behind.startsWith(' with ')) ? title.slice(0, at) : '';
  const name = before.replace(/ (?:at|in|@) (?:the )?$/i, '');
  return name === before || name === '' ? title : `${name}${behind}`;
}

/** 'in 2 hours' is a time, and no length. */
export const withoutMoments = (text: string): string =>
  text.replace(
    /\bin (?:an?|the|\d+|half|one|two|three)\b[^,.]{0,16}?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)\b/gi,
    ' ',
  );

/** 'the first Tuesday of the month' is that of the next month, when this month's is over. */
function readComing(text: string, data: DialogueData): When | null {
  const when = readWhen(text, data);
  const { now, toInstant } = createWallClock(data);
  const isOver = when?.from != null && when.from < floorTo('day', now);
  if (!isOver || !/\bof the month\b/i.test(text)) return when;
  return readWhen(text, { ...data, now: toInstant(add(floorTo('month', now), 1, 'month')) });
}

/** How long something takes: 'a week from Thursday' and 'an hour later' are times. */
function readOwnLength(text: string, data: DialogueData): number | null {
  const { now } = createWallClock(data);
  const { times, repeats } = readTimes(text, { now, isMonthFirst: data.isMonthFirst });
  const isTime = ({ from, to }: { readonly from: number; readonly to: number }) =>
    // 'every 3 weeks'
    repeats.some((repeat) => repeat.from <= from && to <= repeat.to) ||
    times.some(
      (time) =>
        time.from <= from &&
        to <= time.to &&
        !/\b(?:for|lasting) /i.test(text.slice(time.from, from)) &&
        !/\b(?:for|lasting) $/i.test(text.slice(0, from)),
    );
  return readLengths(text).find((length) => !isTime(length))?.minutes ?? null;
}

const CALLED =
  /\b(?:called|named|titled|entitled|labell?ed) ([^,.]{1,120}?)(?= (?:on|at|for|from|every|tomorrow|today|next|this|with|in|by|lasting|starting)\b|[,.]|$)/i;

/** 'all day' of 'party on Friday all day', but not that of 'all day breakfast'. */
const LASTS_ALL_DAY =
  /,? (?:\(?all|for the whole|the whole|for the entire)[- ]day\)?(?: long)?(?=$|,| (?:with|on|in|at|today|tomorrow|this|next|every|from|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})\b)/i;

/** What a new event is called; null if that was not said. */
function readTitle(clause: string, said: Understanding, data: DialogueData): string | null {
  const quoted = QUOTED.exec(clause);
  const named = quoted?.[1] ?? quoted?.[2] ?? CALLED.exec(clause)?.[1];
  if (named) return named.trim();
  // The rhythm of a name stays in it.
  const [, , rhythm, , part, name] = RHYTHM_OF_NAME.exec(clause) ?? [];
  const timed = clause.replace(RHYTHM_OF_NAME, `$1$3 ${MASK}`);
  const cut = withoutTimes(
    timed.replace(AT_FREE_TIME, ' ').replace(NTH_DAY, ' ').replace(LASTS_ALL_DAY, ' '),
    data,
  ).rest;
  const rest = cut.replace(MASK, rhythm ?? part ?? name ?? MASK);
  const about =
    /\b(?:about|regarding|re:?|to discuss|to talk about) (.{1,120}?)(?= (?:on|at|with|for|in my|tomorrow|today)\b|[,.]|$)/i
      .exec(rest)?.[1]
      ?.trim();
  const { people: company, rest: alone } = readCompanions(rest);
  const people = company.map((name) => writeName(name, data));
  const core = toCore(alone);
  const isGeneric =
    core === '' || /^(?:meeting|call|chat|appointment|event|sync|session|catch-?up|time|slot)$/i.test(core);
  // 'a call with Omar about leave' is not called 'Leave', as if it were one.
  const isWithNames = people.length > 0 && !people.some((name) => name.includes('@'));
  if (about && isGeneric && isWithNames)
    return `${capitalise(core || 'meeting')} with ${joinNames(people)} about ${about}`;
  if (about && isGeneric) return capitalise(about.replace(/^(?:the|my|our) /i, ''));
  if (core === '')
    return people.length > 0
      ? capitalise(`Meeting with ${joinNames(people)}`)
      : AT_FREE_TIME.test(clause)
        ? 'Meeting'
        : (said.slots.title?.[0] && capitalise(said.slots.title[0])) || null;
  // 'book Sam on Wednesday'
  if (people.length === 0 && isPerson(core, data)) return `Meeting with ${writeName(core, data)}`;
  const isJustTime =
    /^(?:start|begin|end|stop|finish|time|slot|block|event|entry|something|reminder|it|that|this|i|we|(?:i['’]m|we['’]re|it['’]s|that['’]s)(?: working)?)$/i.test(
      core,
    );
  if (isJustTime) return people.length > 0 ? capitalise(`Meeting with ${joinNames(people)}`) : null;
  return capitalise(people.length > 0 ? `${core} with ${joinNames(people)}` : core);
}

const isPerson = (name: string, data: DialogueData): boolean => {
  const { known, ambiguous } = findPeople([name], data);
  return ambiguous !== null || (known.length > 0 && !name.includes('@'));
};

/** 'sam' as 'Sam', if somebody is called so. */
const writeName = (name: string, data: DialogueData): string =>
  findPeople([name], data).known.length > 0 && !name.includes('@')
    ? name.split(' ').map(capitalise).join(' ')
    : name;

/** The words that are left when verbs, articles and lengths are gone. */
function toCore(text: string): string {
  const [subject = ''] = ` ${text}`.split(/ (?:about|regarding|re:?|to discuss) /i);
  const core = toOneLine(subject)
    .replace(/^put me down (?:as |for )?/i, ' ')
    .replace(
      /^(?:i|we)(?:['’]ve| have| got|['’]m| am|['’]re| are| need|['’]d like| would like)(?: got| having| to have)? (?=\S)/i,
      ' ',
    )
    .replace(
      /^(?:i(?:['’]m| am) )?tak(?:e|ing) (?:the |an? )?(?=(?:half )?(?:day|morning|afternoon|week)s? off\b)/i,
      ' ',
    )
    .replace(
      /,? (?:it )?(?:lasts|lasting|will last|takes|taking)(?=$| (?:about |around )?(?:\d|an? |half ))/i,
      ' ',
    )
    .replace(/^there(?:['’]s| is| will be) (?:an? )?(?=\S)/i, ' ')
    .replace(/^please /i, '')
    .replace(CREATING, ' ')
    .replace(/^ {0,2}(?:down|in|out(?! of)|off|up) /i, ' ')
    .replace(
      /\b(?:to|on|in|into|onto|from) (?:my|the|our) (?:\p{L}{1,30} )?(?:calend[ae]r|schedule|agenda|diary|planner)\b| (?:to|on|in) calend[ae]r\b/giu,
      ' ',
    )
    .replace(
      /\b(?:for |lasting |of )?(?:an?|\d{1,3}(?:\.\d{1,2})?|half an?|one|two|three|thirty|fifteen|forty[- ]five|sixty|ninety)(?: and a half)?[- ]?(?:hours?|hrs?|h|minutes?|mins?|m)(?:[- ]long)?\b(?: and \d{1,2} min(?:ute)?s?)?/gi,
      ' ',
    )
    .replace(/\bat (?:the )?[\p{L}' ]{2,40}$/iu, ' ')
    .replace(/[,;:!?.]/g, (mark, at: number, all: string) => (isInWord(all, at) ? mark : ' '));
  const words = toOneLine(core.replace(/ (?:starts|begins|takes place) *$/i, ' ')).split(' ');
  while (LEADING.has(words[0]?.toLowerCase() ?? '-')) words.shift();
  while (TRAILING.has(words.at(-1)?.toLowerCase() ?? ' ')) words.pop();
  return words.join(' ');
}

/** '1:1' and 'v1.2' keep their marks. */
const isInWord = (text: string, at: number): boolean =>
  /\S/.test(text[at + 1] ?? ' ') && /\S/.test(text[at - 1] ?? ' ');

const LEADING = new Set(
  'me us a an the my our another new some recurring repeating event entry for to of on at in from time and'
    .split(' ')
    .concat(''),
);
const TRAILING = new Set(
  'at on for in to from by and of a the my every starting between around with until is instead then again - – —'
    .split(' ')
    .concat(''),
);
