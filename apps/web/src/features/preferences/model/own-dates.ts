import { type HoursOverride, MAX_DATES_AT_ONCE } from '@dayloom/contracts';
import { findDayNumber, formatDayNumber } from '@dayloom/time';
import { formatClock, formatShortDate } from '#lib/format-time.ts';
import { type DayWindow, findProblem } from '#ui/day-windows.ts';

type Windows = NonNullable<HoursOverride['work']>;

/** Consecutive dates with the same special hours; null means the usual hours. */
export interface OwnDates {
  readonly from: string;
  readonly until: string;
  readonly work: Windows | null;
  readonly personal: Windows | null;
}

const isSame = (a: HoursOverride, b: OwnDates) =>
  JSON.stringify([a.work, a.personal]) === JSON.stringify([b.work, b.personal]);
const toDay = (date: string) => findDayNumber(date) ?? 0;

/** Current and future dates in order; consecutive dates with the same hours are merged. */
export function toGroups(overrides: readonly HoursOverride[], today: string): OwnDates[] {
  const groups: OwnDates[] = [];
  for (const override of overrides.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (override.date < today) continue;
    const { date, work, personal } = override;
    const last = groups.at(-1);
    if (last && toDay(date) === toDay(last.until) + 1 && isSame(override, last))
      groups[groups.length - 1] = { ...last, until: date };
    else groups.push({ from: date, until: date, work, personal });
  }
  return groups;
}

/** `Thu 24 Dec`, `Thu 24 Dec – Fri 1 Jan 2027`: with the year if it is not this one. */
export function formatDates({ from, until }: Pick<OwnDates, 'from' | 'until'>, today: string): string {
  const words = (date: string) => {
    const year = date.slice(0, 4);
    const day = formatShortDate(new Date(`${date}T12:00`));
    return year === today.slice(0, 4) ? day : `${day} ${year}`;
  };
  return from === until ? words(from) : `${words(from)} – ${words(until)}`;
}

/** `as usual`, `closed`, `09:00–12:00, 14:00–16:00` */
export function formatHours(windows: readonly DayWindow[] | null): string {
  if (windows === null) return 'as usual';
  if (windows.length === 0) return 'closed';
  return windows.map(([opens, closes]) => `${formatClock(opens)}–${formatClock(closes)}`).join(', ');
}

export type HoursChoice = 'usual' | 'closed' | 'other';

/** One set of hours during editing. The windows are kept while another choice is selected. */
export interface ChosenHours {
  readonly choice: HoursChoice;
  readonly windows: readonly DayWindow[];
}

export interface Draft {
  readonly from: string;
  readonly until: string;
  readonly work: ChosenHours;
  readonly personal: ChosenHours;
}

const USUAL: ChosenHours = { choice: 'usual', windows: [] };

/** The default draft: tomorrow off. */
export function newDraft(today: string): Draft {
  const tomorrow = formatDayNumber(toDay(today) + 1);
  return { from: tomorrow, until: tomorrow, work: { choice: 'closed', windows: [] }, personal: USUAL };
}

export function toDraft({ from, until, work, personal }: OwnDates): Draft {
  const chosen = (windows: Windows | null): ChosenHours =>
    windows === null ? USUAL : { choice: windows.length === 0 ? 'closed' : 'other', windows };
  return { from, until, work: chosen(work), personal: chosen(personal) };
}

/** Changes the first day and moves the last one along, so that the number of days stays. */
export function withFirstDay(draft: Draft, from: string): Draft {
  const [was, is, last] = [findDayNumber(draft.from), findDayNumber(from), findDayNumber(draft.until)];
  if (was !== null && is !== null && last !== null && last >= was)
    return { ...draft, from, until: formatDayNumber(last + is - was) };
  const isPassed = is !== null && last !== null && is > last;
  return { ...draft, from, until: isPassed ? from : draft.until };
}

export interface DraftProblems {
  readonly from?: string;
  readonly until?: string;
  readonly work?: string;
  readonly personal?: string;
}

/** The problems of each part, in words; empty if it can be saved. */
export function findProblems({ from, until, work, personal }: Draft, today: string): DraftProblems {
  const [first, last] = [findDayNumber(from), findDayNumber(until)];
  const checkChoice = ({ choice, windows }: ChosenHours) =>
    choice !== 'other' ? null : windows.length === 0 ? 'Add hours, or choose Closed' : findProblem(windows);
  const problems = {
    from: first === null ? 'Enter a date' : null,
    until:
      last === null
        ? 'Enter a date'
        : first === null
          ? null
          : last < first
            ? 'The last day must not be before the first'
            : last - first >= MAX_DATES_AT_ONCE
              ? `At most ${MAX_DATES_AT_ONCE} days at once`
              : until < today
                ? 'That date is in the past'
                : null,
    work: checkChoice(work),
    personal:
      checkChoice(personal) ??
      (work.choice === 'usual' && personal.choice === 'usual'
        ? 'Choose other hours for one of the two'
        : null),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** Converts a draft to the request. */
export function toDates({ from, until, work, personal }: Draft): OwnDates {
  const windows = ({ choice, windows }: ChosenHours): Windows | null =>
    choice === 'usual' ? null : choice === 'closed' ? [] : windows.map(([opens, closes]) => [opens, closes]);
  return { from, until, work: windows(work), personal: windows(personal) };
}

/** The days that are no longer included when `before` becomes `after`: they get the usual hours. */
export function daysLeft(before: OwnDates, after: OwnDates): OwnDates[] {
  const usual = (from: string, until: string): OwnDates => ({ from, until, work: null, personal: null });
  const next = (date: string, days: number) => formatDayNumber(toDay(date) + days);
  if (after.until < before.from || before.until < after.from) return [usual(before.from, before.until)];
  return [
    ...(before.from < after.from ? [usual(before.from, next(after.from, -1))] : []),
    ...(after.until < before.until ? [usual(next(after.until, 1), before.until)] : []),
  ];
}
