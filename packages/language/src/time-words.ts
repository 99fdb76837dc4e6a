import type { ClockTime } from './moments.ts';
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
/** A bare number is a time only if it counts nothing: not in 'at 5 places' or 'by 10 %'. */
const NO_COUNT =
  '(?=\\s*(?:$|[,;.!?)\\uFFFC](?!\\d)|(?:on|for|sharp|today|tonight|tomorrow|this|next|in the|every|mon|tue|wed|thu|fri|sat|sun)))';

const FORMS: readonly TimeForm[] = [
  form(`(?<hour>\\d{1,2})(?:[:.h](?<minute>[0-5]\\d))?${MERIDIEM}`, ({ hour, minute, half, letter }) =>
    twelveHour(Number(hour), Number(minute ?? 0), half ?? letter ?? ''),
  ),
  form('(?<hour>\\d{1,2}):(?<minute>[0-5]\\d)(?!:|\\s?[-–]\\s?\\d)', ({ hour, minute }) =>
    clock(Number(hour), Number(minute), true),
  ),
  form('noon|midday', () => ({ minute: 720, isClear: true })),
  form('midnight', () => ({ minute: 1440, isClear: true })),
  form("(?<hour>\\d{1,2}) ?o['’]?clock", ({ hour }) => likely(Number(hour), 0, true)),
  form(`half past (?<hour>${WHOLE})`, ({ hour }) => likely(parseWhole(hour ?? ''), 30, true)),
  form(`quarter past (?<hour>${WHOLE})`, ({ hour }) => likely(parseWhole(hour ?? ''), 15, true)),
  form(`quarter to (?<hour>${WHOLE})`, ({ hour }) => {
    const full = likely(parseWhole(hour ?? ''), 0, true);
    return full && { ...full, minute: full.minute - 15 };
  }),
  form(
    '(?:the )?(?:end of (?:the )?(?:work(?:ing)? ?)?day|end of business|close of business|eod|cob)',
    (_, workdayEnd) => ({
      minute: workdayEnd,
      isClear: true,
    }),
  ),
  form(`(?<hour>\\d{1,2})h(?<minute>[0-5]\\d)?`, ({ hour, minute }) =>
    clock(Number(hour), Number(minute ?? 0), false),
  ),
  form(`(?<hour>\\d{1,2})${NO_COUNT}`, ({ hour }) => likely(Number(hour), 0, false)),
];

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
    if (time) return { time, to: at + match[0].length };
  }
  return null;
}

/** The end of a part of the day, in minutes: 'tomorrow morning' as a deadline is noon. */
export const DAYPART = 'morning|afternoon|evening|night';

export function daypartEnd(name: string): number {
  return { morning: 720, afternoon: 1080, evening: 1260 }[name.toLowerCase()] ?? 1380;
}

function clock(hour: number, minute: number, isClear: boolean): ClockTime | null {
  if (hour > 24 || (hour === 24 && minute > 0)) return null;
  return { minute: hour * 60 + minute, isClear };
}

function twelveHour(hour: number, minute: number, half: string): ClockTime | null {
  if (hour < 1 || hour > 12) return null;
  const isAfternoon = /^p/i.test(half);
  // 12 am is the midnight that begins a day, 12 pm noon.
  return { minute: ((hour % 12) + (isAfternoon ? 12 : 0)) * 60 + minute, isClear: true };
}

/** The likely meaning of a bare hour: 1 to 6 is in the afternoon, 7 to 12 is unchanged. */
function likely(hour: number, minute: number, isClear: boolean): ClockTime | null {
  return clock(hour >= 1 && hour <= 6 ? hour + 12 : hour, minute, isClear);
}
