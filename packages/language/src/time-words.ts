import { WEEKDAY } from './calendar-words.ts';
import type { ClockTime, PartOfDay } from './date-model.ts';
import { parseWhole, WHOLE } from './numbers.ts';

type Groups = Readonly<Record<string, string | undefined>>;

interface TimeForm {
  readonly pattern: RegExp;
  readonly time: (groups: Groups, workdayEnd: number) => ClockTime | null;
}

function form(source: string, time: TimeForm['time']): TimeForm {
  return { pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}_])`, 'iuy'), time };
}

const MERIDIEM = '(?:\\s?(?<half>a\\.?m\\.?|p\\.?m\\.?)|(?<letter>[ap]))';
/**
 * Abbreviations of zones that people write after a time. They do not change its meaning. Those of two letters are only
 * read in capitals: '3pm pt' is physical therapy.
 */
export const ZONE_NAME =
  '(?:[ECMP][SD]?T|AK[SD]T|HST|BRT|GMT|UTC|BST|WES?T|CES?T|EES?T|[WCE]AT|SAST|MSK|GST|PKT|IST|SGT|HKT|JST|KST|A[ECW][SD]?T|NZ[SD]?T|[ecmp][sd]t|gmt|utc|bst|cest|cet|aest)(?![\\p{L}\\p{N}])';

/** A bare number is a time only if it counts nothing: not in 'at 5 places' or 'by 10 %'. */
export const NO_COUNT =
  '(?=\\s*(?:$|[,;.!?)\\u0080](?!\\d)|(?:on|for|sharp|today|tonight|tomorrow|tm[rw]|this|next|in the|every|with|about|from|mon|tue|wed|thu|fri|sat|sun|to\\s\\p{L})))';

const HOUR_WORD = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const MINUTE_WORD = "(?:o[h’']?|zero)[ -]?five|fifteen|(?:twenty|thirty|forty|fifty)(?:[ -]five)?|ten";

/** 'forty-five', 'oh five' */
function parseMinute(text = ''): number {
  const [, tens = '', ones = ''] = /^(.*?)[ -]?(five)?$/i.exec(text) ?? [];
  const whole = /^fift(?:een|y)$/i.test(tens) ? (/y$/i.test(tens) ? 50 : 15) : parseWhole(tens || '0');
  return (Number.isNaN(whole) ? 0 : whole) + (ones ? 5 : 0);
}

/** A day before its time. */
const NAMED_DAY = `today|tomorrow|tmrw?|tmw|${WEEKDAY}`;

const FORMS: readonly TimeForm[] = [
  form(`(?<hour>\\d{1,2})(?:[:.h](?<minute>[0-5]\\d))?${MERIDIEM}`, ({ hour, minute, half, letter }) =>
    twelveHour(Number(hour), Number(minute ?? 0), half ?? letter ?? ''),
  ),
  // '915am'. '720p' is a resolution, '150p' a price.
  form('(?<hour>1[0-2]|[1-9])(?<minute>[0-5]\\d)\\s?(?<half>[ap]\\.?m\\.?)', ({ hour, minute, half }) =>
    twelveHour(Number(hour), Number(minute), half ?? ''),
  ),
  // 'tomorrow 330p'
  form(
    `(?<=(?<![\\p{L}\\p{N}])(?:${NAMED_DAY}|\\d{1,2}/\\d{1,2}),? (?:at |@ ?)?)(?<hour>1[0-2]|[1-9])(?<minute>[0-5][05])(?<half>[ap])`,
    ({ hour, minute, half }) => twelveHour(Number(hour), Number(minute), half ?? ''),
  ),
  // 'at 1530'. 'at 2026' is seldom a time.
  form(
    `(?<=(?:at|@) ?)(?<hour>[01]\\d|2[0-3])(?<minute>[0-5][05])(?:(?: ?(?:hours|hrs))(?![\\p{L}])|${NO_COUNT})`,
    ({ hour, minute }) => clock(Number(hour), Number(minute)),
  ),
  // 'before lunch with Ana' is about another lunch. 'By Friday lunch' is by noon.
  form(
    `(?<=(?:by|before|b4|due) (?:(?:${NAMED_DAY}) )?)lunch(?: ?time)?(?=\\s*(?:$|[,;.!?)\\u0080]|(?:on|today|tomorrow|tmrw?|this|next|mon|tue|wed|thu|fri|sat|sun)))`,
    () => ({ minute: 720, isClear: true, form: 'deadline' }),
  ),
  form('(?<hour>\\d{1,2}):(?<minute>[0-5]\\d)(?!:|\\s?[-–]\\s?\\d(?!\\d?[./]\\d))', ({ hour, minute }) =>
    /^0|^1[3-9]|^2\d/.test(hour ?? '')
      ? clock(Number(hour), Number(minute))
      : halfDay(Number(hour), Number(minute), 'clock', true),
  ),
  // Only after 'at' or 'by': '17.30' alone may be a price.
  form('(?<hour>\\d{1,2})\\.(?<minute>[0-5]\\d)(?![.\\d])', ({ hour, minute }) =>
    halfDay(Number(hour), Number(minute), 'clock', false),
  ),
  // British: 'doors at 7 for 7.30'
  form('(?<hour>[5-9])(?:[:.](?<minute>[0-5]\\d))? for [5-9][:.][0-5]\\d', ({ hour, minute }) =>
    twelveHour(Number(hour), Number(minute ?? 0), 'pm'),
  ),
  form('(?:noon|midday)(?:-?ish)?', () => ({ minute: 720, isClear: true })),
  form('midnight', () => ({ minute: 1440, isClear: true })),
  form("(?<hour>\\d{1,2}) ?o['’]?clock", ({ hour }) => halfDay(Number(hour), 0, 'hour', true)),
  form(`half past (?<hour>${WHOLE})`, ({ hour }) => halfDay(parseWhole(hour ?? ''), 30, 'clock', true)),
  // British: 'half 2' is half past two.
  form(`half (?<hour>${WHOLE})${NO_COUNT}`, ({ hour }) => halfDay(parseWhole(hour ?? ''), 30, 'hour', false)),
  form(`(?:a )?quarter (?:past|after) (?<hour>${WHOLE})`, ({ hour }) =>
    halfDay(parseWhole(hour ?? ''), 15, 'clock', true),
  ),
  form(`(?:a )?quarter (?:to|of|till?) (?<hour>${WHOLE})`, ({ hour }) => {
    const whole = parseWhole(hour ?? '');
    return halfDay(whole === 1 ? 12 : whole - 1, 45, 'clock', true);
  }),
  // 'at ten to six'; 'at 10 to 6' may be a range.
  form(
    `(?<=(?:at|by|before|until|around) )(?<left>five|ten|twenty(?:[- ]five)?) to (?<next>${WHOLE})${NO_COUNT}`,
    ({ left, next }) => {
      const whole = parseWhole(next ?? '');
      if (whole < 1 || whole > 12) return null;
      return halfDay(whole === 1 ? 12 : whole - 1, 60 - parseMinute(left), 'clock', true);
    },
  ),
  // '10 mins to 4', 'twenty past 3'. '5 to 6' may be anything else.
  form(
    `(?<count>${WHOLE})(?: ?(?:minutes?|mins?))? past (?<hour>${WHOLE})(?!\\d|[:.]\\d)|(?<left>${WHOLE}) ?(?:minutes?|mins?) to (?<next>${WHOLE})${NO_COUNT}`,
    ({ count, hour, left, next }) => {
      const minutes = parseWhole(count ?? left ?? '');
      const whole = parseWhole(hour ?? next ?? '');
      if (minutes < 1 || minutes > 59 || whole < 1 || whole > 12) return null;
      if (next === undefined) return halfDay(whole, minutes, 'clock', true);
      return halfDay(whole === 1 ? 12 : whole - 1, 60 - minutes, 'clock', true);
    },
  ),
  form(
    '(?:the )?(?:end of (?:the )?(?:work(?:ing)? ?)?day|end of business|close of (?:business|play)|eod|cob|cop)',
    (_, workdayEnd) => ({
      minute: workdayEnd,
      isClear: true,
      form: 'deadline',
    }),
  ),
  // 'ten thirty am', 'at ten thirty', 'seven pm'
  form(
    `(?:(?<hour>${HOUR_WORD})(?:[ -](?<minute>${MINUTE_WORD}))?\\s(?<half>a\\.?m|p\\.?m)|(?<=(?:at|by|before|after|from|until|till|around) )(?<bare>${HOUR_WORD})[ -](?<rest>${MINUTE_WORD})|(?<alone>${HOUR_WORD})[ -](?<left>fifteen|thirty|forty[ -]five)${NO_COUNT})\\.?`,
    ({ hour, minute, half, bare, rest, alone, left }) =>
      half === undefined
        ? halfDay(parseWhole(bare ?? alone ?? ''), parseMinute(rest ?? left), 'clock', bare !== undefined)
        : twelveHour(parseWhole(hour ?? ''), parseMinute(minute), half),
  ),
  // German: '20 Uhr'
  form('(?<hour>\\d{1,2})(?:[:.](?<minute>[0-5]\\d))? ?uhr', ({ hour, minute }) =>
    clock(Number(hour), Number(minute ?? 0)),
  ),
  form(`(?<hour>\\d{1,2})h(?<minute>[0-5]\\d)?`, ({ hour, minute }) =>
    clock(Number(hour), Number(minute ?? 0), minute !== undefined || Number(hour) > 12),
  ),
  form(`(?<hour>${HOUR_WORD})-?ish`, ({ hour }) => halfDay(parseWhole(hour ?? ''), 0, 'hour', true)),
  form(`(?<hour>\\d{1,2})(?::(?<minute>[0-5]\\d))?${MERIDIEM}?-?ish`, ({ hour, minute, half, letter }) =>
    half || letter
      ? twelveHour(Number(hour), Number(minute ?? 0), half ?? letter ?? '')
      : halfDay(Number(hour), Number(minute ?? 0), 'hour', true),
  ),
  // 'book a new one' says no time.
  form(
    `(?<hour>(?<=(?:at|by|from|to|until|till|before|after|around) )one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)${NO_COUNT}`,
    ({ hour }) => halfDay(parseWhole(hour ?? ''), 0, 'hour', false),
  ),
  form(`(?<hour>\\d{1,2})${NO_COUNT}`, ({ hour }) => halfDay(Number(hour), 0, 'hour', false)),
];

export const TIME_PATTERNS: readonly RegExp[] = FORMS.map(({ pattern }) => pattern);

const SHARP = /(?:\s(?:sharp|exactly|on the dot)|-ish)(?![\p{L}\p{N}_])/iuy;

/** The clock time at exactly `at`. */
export function readTime(
  text: string,
  at: number,
  workdayEnd: number,
): { time: ClockTime; to: number } | null {
  for (const { pattern, time: read } of FORMS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const time = match && read(match.groups ?? {}, workdayEnd);
    if (!time) continue;
    SHARP.lastIndex = at + match[0].length;
    return { time, to: SHARP.test(text) ? SHARP.lastIndex : at + match[0].length };
  }
  return null;
}

/** The end of a part of the day, in minutes: 'tomorrow morning' as a deadline is noon. */
export const PART_OF_DAY_END: Readonly<Record<PartOfDay, number>> = {
  morning: 720,
  afternoon: 1080,
  evening: 1260,
  night: 1380,
};

function clock(hour: number, minute: number, isClear = true): ClockTime | null {
  if (hour > 24 || (hour === 24 && minute > 0)) return null;
  return { minute: hour * 60 + minute, isClear };
}

function twelveHour(hour: number, minute: number, half: string): ClockTime | null {
  // Some write '13pm'. '13p' is a price.
  if (hour > 12 && half.length > 1 && /^p/i.test(half)) return clock(hour, minute);
  if (hour < 1 || hour > 12) return null;
  const isAfternoon = /^p/i.test(half);
  // 12 am is the midnight that begins a day, 12 pm noon.
  return { minute: ((hour % 12) + (isAfternoon ? 12 : 0)) * 60 + minute, isClear: true };
}

/** An hour up to twelve stays as written until its day is known; above it, only one half of the day is left. */
function halfDay(hour: number, minute: number, form: 'hour' | 'clock', isClear: boolean): ClockTime | null {
  if (hour < 1 || hour > 12) return clock(hour, minute, isClear);
  return { minute: (hour % 12) * 60 + minute, isClear, form };
}
