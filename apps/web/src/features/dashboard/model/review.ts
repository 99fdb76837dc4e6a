import type { weeklyReviewApi } from '@dayloom/contracts';
import type { z } from 'zod';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatWeekdayAndTime } from '#lib/format-time.ts';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import { toShare } from './week.ts';

export type Review = z.infer<typeof weeklyReviewApi.read.response>;

/** What was planned for the week and done, in one or two sentences. */
export function describeWork(
  { completion, unplannedMinutes, week }: Pick<Review, 'completion' | 'unplannedMinutes' | 'week'>,
  today: Date,
): string {
  const share = toShare(completion);
  const isAhead = week.categories.some(
    ({ kind, plannedMinutes }) => kind !== 'meetings' && plannedMinutes > 0,
  );
  const nothing = isAhead ? 'What is planned is still to come.' : 'Nothing was planned.';
  // What is due later counts as planned below, but not here.
  const isOver = findAdjacentWeeks(week.startsOn, today).after !== null;
  const planned =
    share === null
      ? nothing
      : `${formatMinutes(completion.doneMinutes)} of ${formatMinutes(completion.dueMinutes)} planned work was done${isOver ? '' : ' so far'} (${share} %).`;
  return unplannedMinutes === 0
    ? planned
    : `${planned} ${formatMinutes(unplannedMinutes)} more without a plan.`;
}

export function describeCarried({
  missedMinutes,
  plannedAt,
}: Review['carriedOver']['tasks'][number]): string {
  const rest = `${formatMinutes(missedMinutes)} left`;
  return plannedAt === null
    ? `${rest}, not planned again yet`
    : `${rest}, planned for ${formatWeekdayAndTime(new Date(plannedAt))}`;
}

export function describeNext({ capacityMinutes, plannedMinutes }: NonNullable<Review['next']>): string {
  if (capacityMinutes === 0) return 'There are no free working hours.';
  return `${formatMinutes(plannedMinutes)} of ${formatMinutes(capacityMinutes)} free working hours are planned.`;
}

/** Meetings further back are no longer known to the server. */
const MAX_WEEKS_BACK = 12;

/** The weeks before and after that can be shown; null where there is none. */
export function findAdjacentWeeks(
  startsOn: string,
  today: Date,
): { before: string | null; after: string | null } {
  const before = isoDate(addDays(localDate(startsOn), -7));
  const after = isoDate(addDays(localDate(startsOn), 7));
  return {
    before: before < isoDate(addDays(today, -7 * MAX_WEEKS_BACK)) ? null : before,
    after: after > isoDate(today) ? null : after,
  };
}
