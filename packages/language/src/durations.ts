import type { Conventions } from './locale-conventions.ts';
import { parseWhole, WHOLE } from './numbers.ts';
import { type Scan, type TextRange, words } from './scan.ts';

/** The longest duration of a task: a week. */
const MAX_MINUTES = 10_080;
/** '500m' is a distance: more than four hours are not written in minutes with a bare m. */
const MAX_BARE_MINUTES = 240;

/** Four hours of work. */
const HALF_DAY_MINUTES = 240;

const HOURS = '(?:hours?|hrs?|h)';
const MINUTES = '(?:minutes?|mins?|m)';
const FIGURES = '(?:\\d{1,2}\\s)?[13]/[24]|\\d{1,9}(?:[.,]\\d{1,2})?|[¼½¾]|\\d{1,2}[¼½¾]';

/** Named groups: h hours, m minutes after them, n minutes alone, and whole phrases. */
const LENGTH = [
  `(?<hm>\\d{1,2}:[0-5]\\d)\\s?${HOURS}`,
  // '2-3h': the longer one
  `(?:\\d{1,2}\\s?[-–]\\s?)?(?<h>${FIGURES})\\s?${HOURS}(?:(?<m>[0-5]\\d)|\\s?(?:and\\s)?(?<after>\\d{1,2})\\s?${MINUTES})?`,
  `(?<n>${FIGURES})\\s?(?:minutes?|mins?|min)`,
  `(?<bare>\\d{1,3})m`,
  '(?<days>(?:a\\s)?(?:half|full)[\\s-](?:a[\\s-])?day)',
  '(?<half>half[\\s-]an[\\s-]hour|half[\\s-]hour|a half[\\s-]hour)',
  '(?<quarter>(?:a )?quarter(?: of)?[\\s-]an[\\s-]hour)',
  '(?<three>three quarters of an hour)',
  `(?<anAndHalf>an hour and a half|one hour and a half|one and a half hours)`,
  `(?<wordsAndHalf>${WHOLE}) and a half hours`,
  `(?<wordHours>${WHOLE}) ${HOURS}(?: and (?<wordAfter>${WHOLE}) (?:minutes?|mins?))?`,
  `(?<wordMinutes>${WHOLE}) (?:minutes?|mins?)`,
].join('|');

/** The pattern of a length of time; `parseMinutes` reads the match. */
const DURATION = words(`(?<![-−])(?<lead>~\\s?|(?:for|takes?|about|approx\\.?|around)\\s)?(?:${LENGTH})`);
/** 'in 2 h', 'after 2 h', 'within 2 h' say when, not how long. So do words such as 'ago' after the length. */
const BEFORE = /(?:^|[^\p{L}])(?:in|within|after|every|each|last|next|past)\s+(?:about\s+|the\s+)?$/iu;
const BEHIND =
  /^\s*(?:(?:ago|before|after|later|from|early|earlier|late)\b|(?:to|past) (?:[1-9]|1[0-2])(?=\s*(?:$|[,;.!?)])))/i;
/** '30m after lunch' takes 30 minutes, at a time that lunch names; '2 hours after lunch' may be that time. */
const SHORT_LENGTH = /^~?\s?\d+(?:[.,]\d+)?\s?(?:m|mins?|h|hrs?)$/i;
const AFTER_DAILY_EVENT =
  /^\s+(?:after\s+(?:breakfast|brunch|lunch|dinner|supper|work|school|class)(?!\p{L})|(?:before|b4)\s+lunch(?=\s*(?:$|[,;.!?)])))/iu;
/** 'prep 1h before 2pm' takes an hour, whatever it is before. */
const BEFORE_CLOCK =
  /^\s+(?:before|b4)\s+(?:the\s)?(?:\d{1,2}(?::[0-5]\d)?\s?[ap]\.?m(?!\p{L})|noon|midday)/iu;
/** '60 Minutes' in a line without other capitals is a name. */
const CAPITALISED = /\d\s(?:Minutes?|Hours?)$/;
const LOWER_CASE_WORD = /(?:^|\s)\p{Ll}{3,}/u;
const SHOW = /(?:^|\s)(?:watch|record|catch)\s+$/iu;
/** The number of characters before and after a duration that are looked at. */
const NEARBY = 40;
const AT = /(?:^|[^\p{L}])at\s+$/iu;

const CHUNK = [
  words(`(?:in\\s)?(?:chunks?|blocks?|pieces?|sessions?|slots?) of (?:${LENGTH})(?: each)?`),
  words(`(?:in\\s)?(?:${LENGTH})[\\s-](?:chunks|blocks|pieces|sessions)`),
];

/** Minutes of a match of `LENGTH`; null if it is not a length, 'out of range' if no task can have it. */
function parseMinutes(groups: Readonly<Record<string, string | undefined>>): number | 'out of range' | null {
  if (groups.bare && (Number(groups.bare) > MAX_BARE_MINUTES || Number(groups.bare) === 0)) return null;
  let minutes = 0;
  if (groups.hm) {
    const [hours = '0', rest = '0'] = groups.hm.split(':');
    minutes = Number(hours) * 60 + Number(rest);
  } else if (groups.h) minutes = figures(groups.h) * 60 + Number(groups.m ?? groups.after ?? 0);
  else if (groups.n) minutes = figures(groups.n);
  else if (groups.bare) minutes = Number(groups.bare);
  else if (groups.days) minutes = /half/i.test(groups.days) ? HALF_DAY_MINUTES : 2 * HALF_DAY_MINUTES;
  else if (groups.half) minutes = 30;
  else if (groups.quarter) minutes = 15;
  else if (groups.three) minutes = 45;
  else if (groups.anAndHalf) minutes = 90;
  else if (groups.wordsAndHalf) minutes = parseWhole(groups.wordsAndHalf) * 60 + 30;
  else if (groups.wordHours) {
    minutes = parseWhole(groups.wordHours) * 60 + (groups.wordAfter ? parseWhole(groups.wordAfter) : 0);
  } else if (groups.wordMinutes) minutes = parseWhole(groups.wordMinutes);
  const whole = Math.round(minutes);
  return whole >= 1 && whole <= MAX_MINUTES ? whole : 'out of range';
}

const FRACTIONS: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

function figures(text: string): number {
  const fraction = FRACTIONS[text.at(-1) ?? ''];
  if (fraction !== undefined) return Number(text.slice(0, -1) || 0) + fraction;
  const [, whole = '0', above, below] = /^(?:(\d+)\s)?(\d)\/(\d)$/.exec(text) ?? [];
  if (above !== undefined) return Number(whole) + Number(above) / Number(below);
  return Number(text.replace(',', '.'));
}

/** 'chunks of 1 h', '30 min blocks': the longest stretch of work. */
export function takeChunk(scan: Scan): number | null {
  for (const pattern of CHUNK) {
    for (const match of scan.rest.matchAll(pattern)) {
      const minutes = parseMinutes(match.groups ?? {});
      if (minutes === null) continue;
      const to = match.index + match[0].length;
      if (minutes === 'out of range') {
        scan.take('problem', match.index, to);
        continue;
      }
      scan.take('chunk', match.index, to);
      return minutes;
    }
  }
  return null;
}

/** What the words around a duration say about it. */
export interface Surroundings {
  /** Whether a day begins here: '90m before Friday' takes 90 minutes, '90m before the flight' does not. */
  readonly isDay: (from: number) => boolean;
  /** Whether a day ends here: 'tomorrow 19h' is a time of day. */
  readonly isAfterDay: (to: number) => boolean;
}

export interface Duration extends TextRange {
  readonly minutes: number;
  /** The hour that the words may mean as well: 'Friday 9h', '19h Friday'. */
  readonly otherHour: number | null;
}

/**
 * From the first of these hours on, 'N h' may be a time of day. From the second on it is always one, because no estimate is so long.
 */
const MAY_BE_TIME = 7;
const LATE = 13;
const ENOUGH_SIGNS = 2;
const DEADLINE = /^\s?(?:by|due|before|until)\b/i;
const WRITTEN_HOUR = /^(?<hour>\d{1,2})h(?<minute>[0-5]\d)?$/i;

/** The first length of time that applies to the task itself. */
export function takeDuration(
  scan: Scan,
  { isDay, isAfterDay }: Surroundings,
  { writesHourWithH }: Conventions,
): Duration | null {
  let problem: TextRange | null = null;
  for (const match of scan.rest.matchAll(DURATION)) {
    const from = match.index;
    const to = from + match[0].length;
    const before = scan.rest.slice(Math.max(0, from - NEARBY), from);
    const behind = scan.rest.slice(to, to + NEARBY);
    if (BEFORE.test(before)) continue;
    const isBeforeEvent =
      SHORT_LENGTH.test(match[0]) && (AFTER_DAILY_EVENT.test(behind) || BEFORE_CLOCK.test(behind));
    if (BEHIND.test(behind) && !isBeforeEvent && !isDay(to + behind.search(/\S/))) continue;
    if (CAPITALISED.test(match[0]) && (SHOW.test(before) || LOWER_CASE_WORD.test(before + behind))) continue;
    // 'at 13h30' is a time of day.
    if (match.groups?.h !== undefined && AT.test(before)) continue;
    const written = WRITTEN_HOUR.exec(match[0])?.groups;
    const hour = Number(written?.hour ?? 0);
    const mayBeTime = hour >= MAY_BE_TIME && hour < 24;
    const isBehindDay = mayBeTime && isAfterDay(from);
    const timeSigns = [hour >= LATE, written?.minute !== undefined, isBehindDay, writesHourWithH];
    if (mayBeTime && timeSigns.filter(Boolean).length >= ENOUGH_SIGNS) continue;
    const isBeforeDay =
      mayBeTime && hour >= LATE && !DEADLINE.test(behind) && isDay(to + behind.search(/\S/));
    const otherHour = isBehindDay || isBeforeDay || (mayBeTime && writesHourWithH) ? hour : null;
    const minutes = parseMinutes(match.groups ?? {});
    if (minutes === null) continue;
    if (minutes === 'out of range') {
      problem ??= { from, to };
      continue;
    }
    scan.take('duration', from, to);
    return { minutes, otherHour, from, to };
  }
  // 'Celebrate 400 hours, 1 h': if another length is possible, the impossible one stays in the title.
  if (problem) scan.take('problem', problem.from, problem.to);
  return null;
}
