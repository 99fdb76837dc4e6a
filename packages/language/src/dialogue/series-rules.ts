import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame } from './frames.ts';
import { readCount } from './number-words.ts';
import { readWhen, type When } from './when.ts';

/** The rule of a new series, and its end. */

export const NTH =
  /\b(first|second|third|fourth|last) (mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b/i;
/** 'every second Monday' is every other one. */
const EVERY_NTH = /\bevery (first|third|fourth|last) (mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b/i;
const NTHS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

/** 'weekly ... on Mondays' and 'monthly ... on the first Monday' are one rule each. */
export function joinRules(rules: readonly string[], clause: string): string | null {
  const [first] = rules;
  if (first === undefined) return null;
  const each = EVERY_NTH.exec(clause);
  if (each?.[1] && each[2])
    return [
      `FREQ=MONTHLY;BYDAY=${NTHS[each[1].toLowerCase()]}${each[2].slice(0, 2).toUpperCase()}`,
      ...first.split(';').filter((part) => /^BY(?:HOUR|MINUTE)=/.test(part)),
    ].join(';');
  const nth = NTH.exec(clause);
  if (first === 'FREQ=MONTHLY' && nth?.[1] && nth[2])
    return `FREQ=MONTHLY;BYDAY=${NTHS[nth[1].toLowerCase()]}${nth[2].slice(0, 2).toUpperCase()}`;
  const frequency = /^FREQ=[A-Z]+/.exec(first)?.[0] ?? '';
  // The one that says more, if they agree on how often.
  return (
    rules
      .filter((rule) => rule.startsWith(frequency))
      .toSorted((one, other) => other.length - one.length)[0] ?? first
  );
}

/** 'every Monday at 10': the time of day is that of the event, not a part of its rule. */
export function splitRule(rule: string | null): {
  readonly rule: string | null;
  readonly minute: number | null;
} {
  const hour = /BYHOUR=(\d{1,2})(?=;|$)/.exec(rule ?? '')?.[1];
  if (rule === null || hour === undefined) return { rule, minute: null };
  const past = /BYMINUTE=(\d{1,2})(?=;|$)/.exec(rule)?.[1] ?? '0';
  const parts = rule.split(';').filter((part) => !/^BY(?:HOUR|MINUTE)=/.test(part));
  return { rule: parts.join(';'), minute: Number(hour) * 60 + Number(past) };
}

type SeriesEnd = { readonly count: number; readonly unit: string } | { readonly until: When };

const FOR_TIMES =
  /\b(?:for |over )?(?:the )?(?:next )?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (weeks?|months?|times|sessions)\b/i;
const UNTIL =
  /,? (?:until|till|through|up to|ending(?: on)?) (?!\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?: (?!(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|$))(.{2,40})$/i;

/** 'every Monday at 6 for 8 weeks': the end of a series is not its time. */
export function splitSeriesEnd(
  text: string,
  data: DialogueData,
): { readonly text: string; readonly end: SeriesEnd } | null {
  if (
    !/\b(?:every|each|weekly|daily|monthly|biweekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i.test(
      text,
    )
  )
    return null;
  const times = FOR_TIMES.exec(text);
  if (times?.[1] && times[2] && !/\bevery $/i.test(text.slice(0, times.index))) {
    const count = readCount(times[1]) ?? 1;
    return { text: text.replace(times[0], ' '), end: { count, unit: times[2].toLowerCase() } };
  }
  const until = UNTIL.exec(text);
  const when = until?.[1] ? readWhen(until[1], data) : null;
  return until && when?.hasDate ? { text: text.slice(0, until.index), end: { until: when } } : null;
}

/** The rule with its end; dates are to the end of the day in the zone of the conversation. */
export function endRule(
  { recurrenceRule, when }: CreateEventFrame,
  end: SeriesEnd,
  data: DialogueData,
): string {
  // An end that the rule has gives way.
  const rule = (recurrenceRule ?? '').replaceAll(/;(?:UNTIL|COUNT)=[^;]*/g, '');
  if ('count' in end && /^(?:times|sessions)/.test(end.unit)) return `${rule};COUNT=${end.count}`;
  const clock = createWallClock(data);
  const first = floorTo('day', when?.from ?? clock.now);
  const last =
    'until' in end
      ? floorTo('day', (end.until.to ?? (end.until.from ?? first) + DAY_MS) - 1)
      : addUnits(computeNextByRule(rule, first), end) - DAY_MS;
  const instant = clock.toInstant(last + DAY_MS) - 1_000;
  return `${rule};UNTIL=${new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}`;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The first day from `day` on that the weekdays of a rule name. */
function computeNextByRule(rule: string, day: number): number {
  const named = /BYDAY=([A-Z,]+)/.exec(rule)?.[1]?.split(',');
  const days = Array.from({ length: 7 }, (_, at) => day + at * DAY_MS);
  return days.find((one) => named?.includes(WEEKDAYS[new Date(one).getUTCDay()] ?? '')) ?? day;
}

function addUnits(day: number, { count, unit }: { readonly count: number; readonly unit: string }): number {
  if (unit.startsWith('week')) return day + count * 7 * DAY_MS;
  const date = new Date(day);
  return date.setUTCMonth(date.getUTCMonth() + count);
}
