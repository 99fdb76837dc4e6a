import { type Scan, words } from './scan.ts';

/** Times of one day in minutes since its midnight; an end after 1440 is on the next day. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const HALF_DAY = 720;
const WHOLE_DAY = 1440;

const MERIDIEM = (name: string) => `(?:\\s?(?<${name}>a\\.?m\\.?|p\\.?m\\.?)|(?<${name}Letter>[ap]))`;
const TO = '(?:\\s?[-–—]\\s?|\\s(?:to|till|until)\\s)';
const LEAD = '(?:(?:at|from|between|around|@)\\s?)?';
const time = (name: string) => `(?<${name}Hour>\\d{1,2})(?:[:.](?<${name}Minute>[0-5]\\d))?`;
const clock = (name: string) => `(?<${name}Hour>\\d{1,2}):(?<${name}Minute>[0-5]\\d)`;
const END = '(?!:\\d)';
const START = '(?<![\\p{Sc}.:/#~-])';

/** Requires am/pm or two colons: '12-14' and '1.5-2' may count anything. */
const FORMS = [
  words(`${START}between\\s${time('a')}${MERIDIEM('aHalf')}?\\sand\\s${time('b')}${MERIDIEM('bHalf')}${END}`),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}?${TO}${time('b')}${MERIDIEM('bHalf')}${END}`),
  words(`${START}${LEAD}${time('a')}${MERIDIEM('aHalf')}${TO}${clock('b')}${END}`),
  words(`${START}between\\s${clock('a')}\\sand\\s${clock('b')}${END}`),
  words(`${START}${LEAD}${clock('a')}${TO}${clock('b')}${END}`),
];

/** '12:30-13:15', '2-3pm', 'from 9am to 5pm': the start and the end of the work. */
export function takeTimeRange(scan: Scan): TimeRange | null {
  for (const pattern of FORMS) {
    for (const match of scan.rest.matchAll(pattern)) {
      const range = parseRange(match.groups ?? {});
      if (range === null) continue;
      scan.take('start', match.index, match.index + match[0].length);
      return range;
    }
  }
  return null;
}

function parseRange(groups: Readonly<Record<string, string | undefined>>): TimeRange | null {
  const starts = parseMinutes(groups.aHour, groups.aMinute, groups.aHalf ?? groups.aHalfLetter);
  const ends = parseMinutes(groups.bHour, groups.bMinute, groups.bHalf ?? groups.bHalfLetter);
  const isWritten24 = !(groups.aHalf ?? groups.aHalfLetter ?? groups.bHalf ?? groups.bHalfLetter);
  if (isWritten24) {
    const [from] = starts;
    const [to] = ends;
    if (from === undefined || to === undefined || from === to || from >= WHOLE_DAY) return null;
    if (to > from) return { from, to };
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
