import { type dashboardApi, NAMED_TASKS, TREND_WEEKS } from '@dayloom/contracts';
import {
  DAY_MS,
  formatDayNumber,
  getZone,
  HOUR_MS,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
} from '@dayloom/time';
import type { z } from 'zod';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { sumFocusMinutes } from '#features/focus/operations/focus-minutes.ts';
import { CARRIED_OVER_DAYS } from '#features/planning/model/carried-over.ts';
import { listOverlaps } from '#features/planning/operations/list-overlaps.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import {
  ESTIMATE_DAYS,
  getCapacity,
  MIN_TASKS,
  toEstimateFigures,
  toOverallEstimate,
} from '../rules/figures.ts';
import { DAYS_OF_WEEK, findReviewWeek, toCompletion, toWeekFigures } from '../rules/weeks.ts';
import {
  listFinished,
  listFirstFinished,
  listPartlyPlanned,
  listWork,
  sumFinished,
  sumOpenWork,
  sumPoints,
} from '../store.ts';
import { getFirstDay, isWorkday, listWorkHours, toWeek, type WeekStart } from './home-weeks.ts';

type Dashboard = Omit<z.infer<typeof dashboardApi.read.response>, 'success' | 'message'>;

/** The hour from which the day is looked back on. */
const EVENING = 17;

export async function readDashboard(
  platform: DbContext,
  scope: Scope,
  weekStartsOn: WeekStart,
): Promise<Dashboard> {
  const { db } = platform;
  const now = platform.clock();
  const rules = await getCachedTimeRules(platform, scope);
  const { homeTimeZone, scheduling } = rules;
  const zone = getZone(homeTimeZone);
  const today = localDayNumber(zone, now.getTime());
  const [startOfToday, endOfToday] = [startOfDayNumber(zone, today), startOfDayNumber(zone, today + 1)];
  const firstDay = getFirstDay(today, weekStartsOn);
  const firstTrendDay = firstDay - (TREND_WEEKS - 1) * DAYS_OF_WEEK;
  const week = toWeek(zone, firstDay);
  const trend = { from: new Date(startOfDayNumber(zone, firstTrendDay)), to: week.endsAt };
  const listBusy = (from: Date, to: Date, allDay: boolean) =>
    listBusyIntervals(db, scope, from, to, { allDay, homeTimeZone });
  const [
    history,
    blocks,
    finishedAt,
    firstFinished,
    open,
    meetings,
    wholeDays,
    todayFocus,
    weekFocus,
    overlaps,
    partlyPlanned,
  ] = await Promise.all([
    sumFinished(db, scope, week, {
      estimatesSince: new Date(now.getTime() - ESTIMATE_DAYS * DAY_MS),
      leastTasks: MIN_TASKS,
    }),
    listWork(db, scope, { ...trend, now }),
    listFinished(db, scope, trend),
    listFirstFinished(db, scope, {
      from: new Date(startOfToday),
      to: new Date(endOfToday),
      limit: NAMED_TASKS,
    }),
    sumOpenWork(db, scope),
    listBusy(week.startsAt, week.endsAt, false),
    scheduling.allDayEventsBlock ? listBusy(new Date(startOfToday), new Date(endOfToday), true) : [],
    sumFocusMinutes(db, scope, { from: new Date(startOfToday), to: now }),
    sumFocusMinutes(db, scope, { from: week.startsAt, to: now }),
    listOverlaps(platform, scope),
    listPartlyPlanned(db, scope, { since: new Date(now.getTime() - CARRIED_OVER_DAYS * DAY_MS), now }),
  ]);
  const figures = toWeekFigures({ blocks, meetings }, { zone, firstDay, now: now.getTime() });
  const completion = toCompletion(
    { blocks, finishedAt },
    { zone, firstDay: firstTrendDay, count: TREND_WEEKS, now: now.getTime() },
  );
  const estimates = toEstimateFigures(history.estimates, open);
  const minuteOfDay = (now.getTime() + zone.offsetMsAt(now.getTime()) - today * DAY_MS) / MINUTE_MS;
  const reviewed = findReviewWeek({ today, minuteOfDay }, firstDay, (day) => isWorkday(rules, zone, day));
  const reviewWeek = reviewed === null ? null : formatDayNumber(reviewed);
  return {
    today: {
      date: formatDayNumber(today),
      startsAt: new Date(startOfToday).toISOString(),
      endsAt: new Date(endOfToday).toISOString(),
      eveningAt: new Date(zone.localMsToInstant(today * DAY_MS + EVENING * HOUR_MS)).toISOString(),
      capacityMinutes: getCapacity(
        listWorkHours(rules, zone, today),
        [...meetings, ...wholeDays],
        scheduling.mostWorkMinutes,
      ),
      ...sumDay(figures, today - firstDay),
      finishedTasks: finishedAt.filter((time) => time >= startOfToday && time < endOfToday).length,
      firstFinished: firstFinished.map(({ id, title }) => ({ _id: id, title })),
    },
    points: { thisWeek: history.thisWeek, lastWeek: history.lastWeek },
    focus: { todayMinutes: todayFocus, weekMinutes: weekFocus },
    week: figures,
    completion,
    estimates,
    overallEstimate: toOverallEstimate(history.overall, estimates, open),
    overlaps,
    partlyPlanned,
    // Nothing to look back on without work.
    reviewWeek: completion.some(
      ({ startsOn, dueMinutes, finishedTasks }) => startsOn === reviewWeek && dueMinutes + finishedTasks > 0,
    )
      ? reviewWeek
      : null,
  };
}

/** The work of a day of the week, without meetings. */
function sumDay({ categories }: Dashboard['week'], at: number) {
  const days = categories.filter(({ kind }) => kind !== 'meetings').flatMap(({ days }) => days[at] ?? []);
  return {
    plannedMinutes: days.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
    workedMinutes: days.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
  };
}

/** All points of a user, for their profile. */
export const sumTaskPoints = ({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<number> =>
  sumPoints(db, scope);
