import { splitDays } from '@dayloom/planner';
import { DAY_MS, dateOfDayNumber, getWeekday } from '@dayloom/time';
import { expand, type RecurrenceRule } from '@dayloom/time/recurrence';

/** The days, by number, on which one of the times of a week may take place. It is due on the last. */
export interface DayGroup {
  readonly first: number;
  readonly last: number;
}

export interface FlexibleSeries {
  readonly text: string;
  readonly rule: RecurrenceRule;
  readonly hasHours: (day: number) => boolean;
}

/** Whether the named days of a rule can stand for a number of times a week. */
export function canBeFlexible({ frequency, weekdays }: RecurrenceRule): boolean {
  return frequency === 'WEEKLY' && (weekdays?.length ?? 0) > 1;
}

/**
 * The groups that end on or after `from` and before `until`, by a rule that applies to the week of `anchor`.
 * Each week's days with hours are divided among its times; times for which no day is left do not take place.
 */
export function listDayGroups(
  series: FlexibleSeries,
  { anchor, from, until }: { anchor: number; from: number; until: number },
): DayGroup[] {
  const open = listGroups(series, anchor, until, series.hasHours);
  const groups = open.length > 0 ? open : listGroups(series, anchor, until, () => true);
  return groups.filter(({ last }) => last >= from && last < until);
}

function listGroups(
  { text, rule }: FlexibleSeries,
  anchor: number,
  until: number,
  isOpen: (day: number) => boolean,
): DayGroup[] {
  const named = (rule.weekdays ?? []).map(({ weekday }) => fromMonday(weekday)).sort((a, b) => a - b);
  const start = getMonday(anchor);
  const days = expand(
    {
      start: { local: { ...dateOfDayNumber(start), hour: 0, minute: 0 }, timeZone: null, isDate: true },
      rules: [text],
    },
    { from: start * DAY_MS, to: (getMonday(until) + 7) * DAY_MS, startOccurs: 'by-rule' },
  ).map(({ startsAt }) => Math.floor(startsAt / DAY_MS));
  return days.flatMap((day) => {
    const monday = getMonday(day);
    const week = [0, 1, 2, 3, 4, 5, 6].map((offset) => monday + offset).filter(isOpen);
    const group = splitDays(week, named.length)[named.indexOf(day - monday)];
    return group ? [{ first: group[0], last: group.at(-1) ?? group[0] }] : [];
  });
}

const fromMonday = (weekday: number) => (weekday + 6) % 7;
const getMonday = (day: number) => day - fromMonday(getWeekday(day));
