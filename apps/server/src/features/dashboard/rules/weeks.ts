import type { CategoryFigures, CompletionFigures, WeekFigures } from '@dayloom/contracts';
import {
  formatDayNumber,
  type Interval,
  MINUTE_MS,
  startOfDayNumber,
  unionIntervals,
  type Zone,
} from '@dayloom/time';
import type { WorkBlock } from '../model.ts';

export const DAYS_OF_WEEK = 7;

/** The chart has no more colours that are easy to distinguish. */
const MAX_PROJECTS = 3;

interface Sums {
  planned: number;
  worked: number;
}

interface Category extends Sums {
  readonly kind: CategoryFigures['kind'];
  readonly project: string | null;
  readonly days: Sums[];
}

const toMinutes = (milliseconds: number): number => Math.round(milliseconds / MINUTE_MS);
const toFigures = ({ planned, worked }: Sums) => ({
  plannedMinutes: toMinutes(planned),
  workedMinutes: toMinutes(worked),
});

const createCategory = (kind: Category['kind'], project: string | null): Category => ({
  kind,
  project,
  planned: 0,
  worked: 0,
  days: Array.from({ length: DAYS_OF_WEEK }, () => ({ planned: 0, worked: 0 })),
});

interface Week {
  readonly zone: Zone;
  /** The day number of its first day. */
  readonly firstDay: number;
}

/**
 * What was planned and worked on each day of a week, by project, and the meetings. A block over midnight counts on
 * both days. Meetings have taken place when their time has passed.
 */
export function toWeekFigures(
  { blocks, meetings }: { readonly blocks: readonly WorkBlock[]; readonly meetings: readonly Interval[] },
  { now, ...week }: Week & { readonly now: number },
): WeekFigures {
  const starts = Array.from({ length: DAYS_OF_WEEK + 1 }, (_, at) =>
    startOfDayNumber(week.zone, week.firstDay + at),
  );
  const add = (category: Category, { start, end }: Interval, is: { planned: boolean; worked: boolean }) => {
    category.days.forEach((day, at) => {
      const part = Math.min(end, starts[at + 1] ?? 0) - Math.max(start, starts[at] ?? 0);
      if (part <= 0) return;
      for (const sums of [category, day]) {
        if (is.planned) sums.planned += part;
        if (is.worked) sums.worked += part;
      }
    });
  };
  const byProject = new Map<string | null, Category>();
  for (const block of blocks) {
    const { end, plannedEnd, project } = block;
    const category = byProject.get(project) ?? createCategory(project === null ? 'none' : 'project', project);
    byProject.set(project, category);
    add(category, block, { planned: !block.isUnplanned, worked: block.isDone });
    add(category, { start: end, end: plannedEnd }, { planned: !block.isUnplanned, worked: false });
  }
  const held = createCategory('meetings', null);
  for (const meeting of unionIntervals(meetings)) {
    add(held, meeting, { planned: true, worked: false });
    add(held, { start: meeting.start, end: Math.min(meeting.end, now) }, { planned: false, worked: true });
  }
  return {
    startsOn: formatDayNumber(week.firstDay),
    categories: [...joinSmall([...byProject.values()]), held]
      .filter(({ planned, worked }) => planned + worked > 0)
      .map(({ kind, project, days, ...sums }) => ({
        kind,
        project,
        ...toFigures(sums),
        days: days.map(toFigures),
      })),
  };
}

/** The projects with most time, then work without a project, then all other projects as one. */
function joinSmall(categories: readonly Category[]): Category[] {
  const size = ({ planned, worked }: Category) => Math.max(planned, worked);
  const projects = categories
    .filter(({ kind }) => kind === 'project')
    .toSorted((one, other) => size(other) - size(one));
  const rest = createCategory('rest', null);
  for (const small of projects.slice(MAX_PROJECTS)) {
    [rest, ...rest.days].forEach((sums, at) => {
      const added = at === 0 ? small : small.days[at - 1];
      sums.planned += added?.planned ?? 0;
      sums.worked += added?.worked ?? 0;
    });
  }
  return [...projects.slice(0, MAX_PROJECTS), ...categories.filter(({ kind }) => kind === 'none'), rest];
}

/** For each of `count` weeks from `firstDay` on, what had to be done by now, and how much of it was. */
export function toCompletion(
  { blocks, finishedAt }: { readonly blocks: readonly WorkBlock[]; readonly finishedAt: readonly number[] },
  { zone, firstDay, count, now }: Week & { readonly count: number; readonly now: number },
): CompletionFigures[] {
  const weeks = Array.from({ length: count }, (_, at) => ({
    start: startOfDayNumber(zone, firstDay + at * DAYS_OF_WEEK),
    end: startOfDayNumber(zone, firstDay + (at + 1) * DAYS_OF_WEEK),
    due: 0,
    done: 0,
    finished: 0,
  }));
  for (const { start, end, isDone, isUnplanned } of blocks) {
    if (isUnplanned || (!isDone && end > now)) continue;
    for (const week of weeks) {
      const part = Math.max(0, Math.min(end, week.end) - Math.max(start, week.start));
      week.due += part;
      if (isDone) week.done += part;
    }
  }
  for (const instant of finishedAt) {
    const week = weeks.find(({ start, end }) => start <= instant && instant < end);
    if (week) week.finished += 1;
  }
  return weeks.map(({ due, done, finished }, at) => ({
    startsOn: formatDayNumber(firstDay + at * DAYS_OF_WEEK),
    dueMinutes: toMinutes(due),
    doneMinutes: toMinutes(done),
    finishedTasks: finished,
  }));
}

/** The minute of the week's last working day from which on the week is reviewed. */
const REVIEW_FROM = 15 * 60;

/**
 * The first day of the week to review, as a day number: this week from the afternoon of its last working day on, last week
 * until the end of the first working day, otherwise null.
 */
export function findReviewWeek(
  { today, minuteOfDay }: { readonly today: number; readonly minuteOfDay: number },
  firstDay: number,
  isWorkday: (day: number) => boolean,
): number | null {
  const days = Array.from({ length: DAYS_OF_WEEK }, (_, at) => firstDay + at);
  const workdays = days.filter(isWorkday);
  const lastWorkday = workdays.at(-1) ?? firstDay + DAYS_OF_WEEK - 1;
  if (today > lastWorkday || (today === lastWorkday && minuteOfDay >= REVIEW_FROM)) return firstDay;
  return today <= (workdays[0] ?? firstDay) ? firstDay - DAYS_OF_WEEK : null;
}
