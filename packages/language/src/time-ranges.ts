import type { HalfDay } from './clock-times.ts';
import { NAMED_NUMBER } from './date-phrases.ts';
import { type Scan, words } from './scan.ts';
import { NO_COUNT } from './time-words.ts';

/** Times of one day in minutes since its midnight; an end after 1440 is on the next day. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const HALF_DAY = 720;
const WHOLE_DAY = 1440;

const MERIDIEM = (name: string) => `(?:\\s?(?<${name}>a\\.?m\\.?|p\\.?m\\.?)|(?<${name}Letter>[ap]))`;
const TO = '(?:\\s?[-–—]\\s?|\\s(?:to|till|until)\\s)';
const LEAD = '(?:(?:at|from|between|btwn?|around|@)\\s?)?';
const time = (name: string) => `(?<${name}Hour>\\d{1,2})(?:[:.](?<${name}Minute>[0-5]\\d))?`;
const clock = (name: string) => `(?<${name}Hour>\\d{1,2}):(?<${name}Minute>[0-5]\\d)`;
/** '18h', '18h30'; '2h-3h' is a length of time. */
const hClock = (name: string) => `(?<${name}Hour>[7-9]|1\\d|2[0-4])h(?<${name}Minute>[0-5]\\d)?`;
const END = '(?!:\\d)';
const START = '(?<![\\p{Sc}.:/#~-])';

/** Requires am/pm or two colons: '12-14' and '1.5-2' may count anything. */
export const TIME_RANGE_PATTERNS = [
  words(
    `${START}(?:between|btwn?)\\s${time('a')}${MERIDIEM('aHalf')}?\\sand\\s${time('b')}${MERIDIEM('bHalf')}${END}`,
  ),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}?${TO}${time('b')}${MERIDIEM('bHalf')}${END}`),
  words(
    `${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}${TO}(?<bHour>\\d{1,2})[:.](?<bMinute>[0-5]\\d)${END}`,
  ),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}${TO}(?<bHour>\\d{1,2})${NO_COUNT}`),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}[-–](?<bHour>\\d{1,2})${END}`),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}?${TO}(?<bNamed>noon|midday|midnight)`),
  words(`${START}${LEAD}(?<aNamed>noon|midday)${TO}${time('b')}${MERIDIEM('bHalf')}?${END}`),
  words(`${START}(?:between|btwn?)\\s${clock('a')}\\sand\\s${clock('b')}${END}`),
  words(`${START}${LEAD}${clock('a')}${TO}${clock('b')}${END}`),
  words(`${START}${LEAD}${hClock('a')}${TO}${hClock('b')}${END}`),
  // '13-14h'; '8-10h' may be a length of time.
  words(`${START}${LEAD}(?<aHour>1[3-9]|2[0-3])${TO}${hClock('b')}${END}`),
];

/** Hours without am, pm or a colon are a range only next to a day ('2 Dec 9-12'). */
const BARE = words(
  `${START}(?:${LEAD}${time('a')}${TO}${time('b')}|(?:between|btwn?)\\s${time('c')}\\sand\\s${time('d')})${END}`,
);
/** 'block 9-12 for writing' */
const BLOCK = /(?:^|\s)block(?: off| out)?\s$/iu;
const ENDS = /^\s*(?:$|[,;!?)\u0080])/u;
/** Candidates of bare hours that are looked at: each costs a look at the words around. */
const MAX_BARE = 4;
const PART =
  /(?<![\p{L}\p{N}])(?:(?<early>mornings?)|evenings?|eve|tonight|tonite|2ni(?:te|ght)|nite)(?![\p{L}\p{N}])/iu;
/** 'the 3-5pm slot' is a name. */
const NAMES = /(?:^|\s)(?:the|an?|my|our|your)\s$/iu;
const NAMED = /^\s\p{L}/u;
const NOON_HOUR = 12;
const WAKING_HOUR = 7;

/**
 * '12:30-13:15', '2-3pm', 'from 9am to 5pm': the start and the end of the work. `isBesideDay`: whether the words
 * of a day are directly before or after a part of the text.
 */
export function takeTimeRange(
  scan: Scan,
  half: HalfDay,
  isBesideDay: (from: number, to: number) => boolean,
): TimeRange | null {
  for (const pattern of TIME_RANGE_PATTERNS) {
    for (const match of scan.rest.matchAll(pattern)) {
      const range = parseRange(match.groups ?? {});
      if (range === null || isName(scan.rest, match.index, match.index + match[0].length)) continue;
      scan.take('start', match.index, match.index + match[0].length);
      return range;
    }
  }
  let looks = 0;
  for (const match of scan.rest.matchAll(BARE)) {
    const range = parseBareRange(match.groups ?? {}, half ?? findSaidHalf(scan.rest));
    const to = match.index + match[0].length;
    if (range === null) continue;
    if (looks++ >= MAX_BARE) return null;
    const before = scan.rest.slice(Math.max(0, match.index - 20), match.index);
    // 'problems 3-9 tonight'
    if (NAMED_NUMBER.test(before)) continue;
    const isClock =
      BLOCK.test(before) ||
      (/:|^b(?:etween|twn?)/i.test(match[0]) && ENDS.test(scan.rest.slice(to, to + 20)));
    if (!isClock && !isBesideDay(match.index, to)) continue;
    scan.take('start', match.index, to);
    return range;
  }
  return null;
}

function isName(text: string, from: number, to: number): boolean {
  return NAMES.test(text.slice(Math.max(0, from - 6), from)) && NAMED.test(text.slice(to, to + 2));
}

/** 'tonight 9-11', 'Saturday morning 6-8' */
function findSaidHalf(text: string): HalfDay {
  const part = PART.exec(text)?.groups;
  return part ? (part.early ? 'morning' : 'evening') : null;
}

/** '9-12', '2-4', '18-20', '9-5': in waking hours, the evening only if the line is about it. */
function parseBareRange(
  groups: Readonly<Record<string, string | undefined>>,
  half: HalfDay,
): TimeRange | null {
  const [first, last] = [Number(groups.aHour ?? groups.cHour), Number(groups.bHour ?? groups.dHour)];
  if (first < 1 || first > 23 || last < 1 || last > 24) return null;
  const isAfternoon = first < (half === 'evening' ? NOON_HOUR : WAKING_HOUR);
  const from =
    (first + (isAfternoon && !(half === 'morning' && first >= 4) ? 12 : 0)) * 60 +
    Number(groups.aMinute ?? groups.cMinute ?? 0);
  const end = last * 60 + Number(groups.bMinute ?? groups.dMinute ?? 0);
  if (end === from) return null;
  if (end > from) return last <= NOON_HOUR && first > NOON_HOUR ? null : { from, to: end };
  return first <= NOON_HOUR && last <= NOON_HOUR && end + HALF_DAY > from
    ? { from, to: end + HALF_DAY }
    : null;
}

function parseRange(groups: Readonly<Record<string, string | undefined>>): TimeRange | null {
  const { aNamed, bNamed } = groups;
  const starts = aNamed
    ? [HALF_DAY]
    : parseMinutes(groups.aHour, groups.aMinute, groups.aHalf ?? groups.aHalfLetter);
  const ends = bNamed
    ? [/^midnight/i.test(bNamed) ? 0 : HALF_DAY]
    : parseMinutes(groups.bHour, groups.bMinute, groups.bHalf ?? groups.bHalfLetter);
  const isWritten24 =
    !(aNamed ?? bNamed) && !(groups.aHalf ?? groups.aHalfLetter ?? groups.bHalf ?? groups.bHalfLetter);
  if (isWritten24) {
    const [from] = starts;
    const [to] = ends;
    if (from === undefined || to === undefined || from === to || from >= WHOLE_DAY) return null;
    // '3:00-4:30' without a zero before it is in the afternoon.
    const isAfternoon = /^[1-6]$/.test(groups.aHour ?? '') && to < HALF_DAY;
    if (to > from) return isAfternoon ? { from: from + HALF_DAY, to: to + HALF_DAY } : { from, to };
    // '12:30-1:15' ends in the afternoon, '22:00-1:00' at night.
    return { from, to: to + HALF_DAY > from ? to + HALF_DAY : to + WHOLE_DAY };
  }
  // A missing am/pm is the one that gives the shorter range.
  const ranges = starts.flatMap((from) => ends.map((to) => ({ from, to: to > from ? to : to + WHOLE_DAY })));
  const [shortest] = ranges
    .filter(({ from, to }) => to - from < WHOLE_DAY)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  return shortest ?? null;
}

/** The possible minutes of the day of a time: two without am/pm. */
function parseMinutes(hourText = '', minuteText = '0', half: string | undefined): number[] {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return [];
    return [((hour % 12) + (/^p/i.test(half) ? 12 : 0)) * 60 + minute];
  }
  if (hour > 24 || (hour === 24 && minute > 0)) return [];
  const minutes = hour * 60 + minute;
  return hour >= 1 && hour <= 12 ? [minutes % WHOLE_DAY, (minutes + HALF_DAY) % WHOLE_DAY] : [minutes];
}
