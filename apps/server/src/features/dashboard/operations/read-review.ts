import type { weeklyReviewApi } from '@dayloom/contracts';
import {
  DAY_MS,
  findDayNumber,
  formatDayNumber,
  getZone,
  type Interval,
  localDayNumber,
} from '@dayloom/time';
import type { z } from 'zod';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { sumFocusMinutes } from '#features/focus/operations/focus-minutes.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { ESTIMATE_DAYS, getCapacity, MIN_TASKS, sumMinutes, toEstimateFigures } from '../rules/figures.ts';
import { DAYS_OF_WEEK, toCompletion, toWeekFigures } from '../rules/weeks.ts';
import {
  listCarriedOver,
  listFinished,
  listFinishedTasks,
  listWork,
  sumFinished,
  sumOpenWork,
} from '../store.ts';
import { getFirstDay, listWorkHours, toWeek, type WeekStart } from './home-weeks.ts';

type Review = Omit<z.infer<typeof weeklyReviewApi.read.response>, 'success' | 'message'>;

const MAX_TASKS = 20;

/** A week, and the one after it. `date`: a day of the week, this week by default. */
export async function readReview(
  platform: DbContext,
  scope: Scope,
  { date, weekStartsOn }: { readonly date?: string | undefined; readonly weekStartsOn: WeekStart },
): Promise<Review> {
  const { db } = platform;
  const now = platform.clock();
  const rules = await getCachedTimeRules(platform, scope);
  const { homeTimeZone, scheduling } = rules;
  const zone = getZone(homeTimeZone);
  const today = localDayNumber(zone, now.getTime());
  const firstDay = getFirstDay((date === undefined ? null : findDayNumber(date)) ?? today, weekStartsOn);
  const nextDay = firstDay + DAYS_OF_WEEK;
  const [week, next] = [toWeek(zone, firstDay), toWeek(zone, nextDay)];
  const range = { from: week.startsAt, to: week.endsAt };
  const listBusy = (from: Date, to: Date, allDay: boolean) =>
    listBusyIntervals(db, scope, from, to, { allDay, homeTimeZone });
  const [history, work, finishedAt, finished, carried, open, meetings, busyNext, focusMinutes] =
    await Promise.all([
      sumFinished(db, scope, week, {
        estimatesSince: new Date(now.getTime() - ESTIMATE_DAYS * DAY_MS),
        leastTasks: MIN_TASKS,
      }),
      listWork(db, scope, { from: week.startsAt, to: next.endsAt, now }),
      listFinished(db, scope, range),
      listFinishedTasks(db, scope, { ...range, limit: MAX_TASKS }),
      listCarriedOver(db, scope, { ...range, now }),
      sumOpenWork(db, scope),
      listBusy(week.startsAt, week.endsAt, false),
      listBusy(next.startsAt, next.endsAt, scheduling.allDayEventsBlock),
      sumFocusMinutes(db, scope, range),
    ]);
  const at = { zone, now: now.getTime() };
  const [completion] = toCompletion({ blocks: work, finishedAt }, { ...at, firstDay, count: 1 });
  const ahead = work.filter(({ isDone, start }) => !isDone && start >= next.startsAt.getTime());
  const capacities = Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
    const left = after(listWorkHours(rules, zone, nextDay + index), now.getTime());
    return getCapacity(left, busyNext, scheduling.mostWorkMinutes);
  });
  const unplanned = toWeekFigures(
    { blocks: work.filter(({ isUnplanned }) => isUnplanned), meetings: [] },
    { ...at, firstDay },
  );
  return {
    week: toWeekFigures({ blocks: work, meetings }, { ...at, firstDay }),
    completion: completion ?? {
      startsOn: formatDayNumber(firstDay),
      dueMinutes: 0,
      doneMinutes: 0,
      finishedTasks: 0,
    },
    unplannedMinutes: unplanned.categories.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
    finished: finished.map(({ id, ...task }) => ({ _id: id, ...task })),
    carriedOver: {
      count: carried.length,
      tasks: carried.slice(0, MAX_TASKS).map(({ id, plannedAt, ...task }) => ({
        _id: id,
        ...task,
        plannedAt: plannedAt?.toISOString() ?? null,
      })),
    },
    points: { week: history.thisWeek, weekBefore: history.lastWeek },
    focusMinutes,
    estimates: toEstimateFigures(history.estimates, open),
    next:
      next.endsAt <= now
        ? null
        : {
            startsOn: formatDayNumber(nextDay),
            capacityMinutes: capacities.reduce((sum, minutes) => sum + minutes, 0),
            plannedMinutes: sumMinutes(after(ahead, now.getTime())),
          },
  };
}

/** What is left of it. */
const after = (intervals: readonly Interval[], now: number): Interval[] =>
  intervals
    .map(({ start, end }) => ({ start: Math.max(start, now), end }))
    .filter(({ start, end }) => start < end);
