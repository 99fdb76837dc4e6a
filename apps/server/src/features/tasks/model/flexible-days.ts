import { splitDays } from '@dayloom/planner';
import { DAY_MS, fromDayNumber, getWeekday } from '@dayloom/time';
import { expand, type RecurrenceRule } from '@dayloom/time/recurrence';

/** The day numbers among which one occurrence of a week may be moved. It is due on the last of them. */
export interface DayGroup {
  readonly first: number;
  readonly last: number;
}

export interface FlexibleSeries {
  readonly text: string;
  readonly rule: RecurrenceRule;
  readonly hasHours: (day: number) => boolean;
}

/** Whether a rule's weekdays can be read as a number of occurrences a week, on any days. */
export function canBeFlexible({ frequency, weekdays }: RecurrenceRule): boolean {
  return frequency === 'WEEKLY' && (weekdays?.length ?? 0) > 1;
}

/**
 * The groups that end on or after `from` and before `until`. The rule counts weeks from the week of `anchor`. The days of
 * a week that have hours are divided among its occurrences; an occurrence that gets no day is dropped.
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
      start: { local: { ...fromDayNumber(start), hour: 0, minute: 0 }, timeZone: null, isDate: true },
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
