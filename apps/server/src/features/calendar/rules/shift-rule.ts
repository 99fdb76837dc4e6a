import { DAY_MS, daysInMonth, fromDayNumber, getWeekday, toDayNumber } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';
import type { SeriesClock } from './series-clock.ts';

/** A move of a series on the wall clock. */
export interface SeriesMove {
  /** Day numbers of the master, before and after. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly byMs: number;
  /** The time of day at which the master started. */
  readonly fromTimeMs: number;
  /** The clock of the rules before and after: the zone may change, or the event may become all-day. */
  readonly from: SeriesClock;
  readonly to: SeriesClock;
  readonly isSameClock: boolean;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * The repeat rule of a series that is moved as a whole. The days in the rule move too. Otherwise 'every
 * Tuesday', moved to Wednesday, would be on a Wednesday once and on Tuesdays after that. The end moves too.
 * Otherwise the series would gain or lose its last instance.
 */
export function shiftRule(rule: string, move: SeriesMove): string {
  const parts = new Map(
    rule.split(';').map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at).toUpperCase(), part.slice(at + 1)];
    }),
  );
  const days = move.fromDay === move.toDay ? null : shiftedDays(parts, move);
  const times = shiftedTimes(parts, move);
  const until = parts.get('UNTIL');
  return rule
    .split(';')
    .map((part) => {
      const name = part.slice(0, part.indexOf('=')).toUpperCase();
      if (name === 'UNTIL' && until !== undefined) return `UNTIL=${shiftedUntil(until, move)}`;
      const shifted = days?.get(name) ?? times?.get(name);
      return shifted === undefined ? part : `${name}=${shifted}`;
    })
    .join(';');
}

/** Null if the rule names no day, or in a way that has no clear shifted form. */
function shiftedDays(parts: Map<string, string>, { fromDay, toDay }: SeriesMove): Map<string, string> | null {
  const frequency = parts.get('FREQ')?.toUpperCase();
  const weekdays = parts.get('BYDAY')?.toUpperCase().split(',');
  const from = fromDayNumber(fromDay);
  const to = fromDayNumber(toDay);
  const isRare = ['BYSETPOS', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name));
  if (isRare) return null;
  if (frequency === 'WEEKLY' || frequency === 'DAILY') {
    if (!weekdays?.every((day) => WEEKDAYS.includes(day))) return null;
    const moved = weekdays.map((day) => WEEKDAYS[(((WEEKDAYS.indexOf(day) + toDay - fromDay) % 7) + 7) % 7]);
    return new Map([['BYDAY', moved.join(',')]]);
  }
  const months = parts.get('BYMONTH');
  const isOtherMonth = months !== undefined && months !== String(from.month) && from.month !== to.month;
  if (isOtherMonth) return null;
  const month: [string, string][] = months === String(from.month) ? [['BYMONTH', String(to.month)]] : [];
  const monthDay = parts.get('BYMONTHDAY');
  if (monthDay !== undefined) {
    const isItsDay =
      Number(monthDay) === from.day || Number(monthDay) === from.day - daysInMonth(from.year, from.month) - 1;
    if (!isItsDay || weekdays) return null;
    const fromEnd = to.day - daysInMonth(to.year, to.month) - 1;
    return new Map([...month, ['BYMONTHDAY', String(Number(monthDay) < 0 ? fromEnd : to.day)]]);
  }
  const [weekday, ...others] = weekdays ?? [];
  if (weekday === undefined) return month.length > 0 ? new Map(month) : null;
  const ordinal = Number(/^([+-]?\d+)(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(weekday)?.[1] ?? 0);
  const isYearWide = frequency === 'YEARLY' && months === undefined;
  if (others.length > 0 || ordinal === 0 || isYearWide) return null;
  const last = toDayNumber(to.year, to.month, daysInMonth(to.year, to.month));
  const nth = ordinal < 0 ? -(Math.floor((last - toDay) / 7) + 1) : Math.ceil(to.day / 7);
  return new Map([...month, ['BYDAY', `${nth}${WEEKDAYS[getWeekday(toDay)]}`]]);
}

/** Parts of a rule with their unit in seconds. */
const TIME_PARTS = [
  ['BYHOUR', 3_600],
  ['BYMINUTE', 60],
  ['BYSECOND', 1],
] as const;
const DAY_SECONDS = 86_400;

/**
 * The moved hours, minutes and seconds of a rule. A rule combines each hour with each minute, so it cannot
 * express every move. Such a move is refused, because otherwise only the first time would move.
 */
function shiftedTimes(
  parts: Map<string, string>,
  { fromDay, toDay, byMs, from, to, fromTimeMs }: SeriesMove,
): Map<string, string> | null {
  const named = TIME_PARTS.filter(([name]) => parts.has(name));
  const bySeconds = (byMs - (toDay - fromDay) * DAY_MS) / 1_000;
  // All-day rules have no times (RFC 5545 §3.3.10).
  if (named.length === 0 || bySeconds === 0 || from.isAllDay || to.isAllDay) return null;
  const startSeconds = Math.floor(fromTimeMs / 1_000);
  const own = [Math.floor(startSeconds / 3_600), Math.floor(startSeconds / 60) % 60, startSeconds % 60];
  const values = TIME_PARTS.map(
    ([name], index) => parts.get(name)?.split(',').map(Number) ?? [own[index] ?? 0],
  );
  const [hours = [], minutes = [], seconds = []] = values;
  const moved = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3_600 + minute * 60 + second + bySeconds)),
  );
  const [movedHours, movedMinutes, movedSeconds] = [3_600, 60, 1].map((unit, index) => [
    ...new Set(moved.map((time) => Math.floor(time / unit) % (index === 0 ? 24 : 60))),
  ]) as [number[], number[], number[]];
  const isDaily = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(parts.get('FREQ')?.toUpperCase() ?? '');
  const isSaid =
    moved.every((time) => time >= 0 && time < DAY_SECONDS) &&
    movedHours.length * movedMinutes.length * movedSeconds.length === new Set(moved).size;
  if (!isDaily || !isSaid)
    throw new AppError(
      'unprocessable',
      'This event repeats at several times of the day, which cannot all be moved this way. Nothing was changed. Move it by whole hours within the day, or choose a new repeat rule.',
    );
  const [first, second, third] = [movedHours, movedMinutes, movedSeconds].map((each) =>
    each.toSorted((a, b) => a - b).join(','),
  ) as [string, string, string];
  return new Map([
    ['BYHOUR', first],
    ['BYMINUTE', second],
    ['BYSECOND', third],
  ]);
}

function shiftedUntil(until: string, { fromDay, toDay, byMs, from, to }: SeriesMove): string {
  const wall = from.findUntilWallMs(until);
  if (wall === null) return until;
  const isDateOnly = until.length === 8 && !from.isAllDay;
  return isDateOnly ? to.toUntil(wall + (toDay - fromDay) * DAY_MS, true) : to.toUntil(wall + byMs, false);
}
