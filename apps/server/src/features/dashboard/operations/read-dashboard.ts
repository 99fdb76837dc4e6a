import { DASHBOARD_DAYS, type dashboardApi, windowsByDate } from '@dayloom/contracts';
import {
  DAY_MS,
  findMinuteOfDay,
  formatDayNumber,
  getWeekday,
  getZone,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  windowsOn,
  type Zone,
} from '@dayloom/time';
import type { z } from 'zod';
import { getTimeRulesOfRequest, type TimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { sumFocusMinutes } from '#features/focus/operations/focus-minutes.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { getCapacity, toDayFigures, toEstimateFigures, toProjectFigures } from '../rules/figures.ts';
import { listEstimates, listFinished, listWork, sumOpenWork, sumPoints } from '../store.ts';

type Dashboard = Omit<z.infer<typeof dashboardApi.read.response>, 'success' | 'message'>;

const ESTIMATE_DAYS = 90;
const DAYS_OF_WEEK = 7;

export async function readDashboard(platform: DbContext, scope: Scope): Promise<Dashboard> {
  const { db } = platform;
  const now = platform.clock();
  const rules = await getTimeRulesOfRequest(platform, scope);
  const zone = getZone(rules.homeTimeZone);
  const today = localDayNumber(zone, now.getTime());
  const monday = today - ((getWeekday(today) + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK);
  const toStart = (day: number) => new Date(startOfDayNumber(zone, day));
  const firstDay = today - DASHBOARD_DAYS + 1;
  const [from, endOfToday, weekStartsAt] = [toStart(firstDay), toStart(today + 1), toStart(monday)];
  const [points, blocks, finishedAt, estimates, open, busy, todayFocus, weekFocus] = await Promise.all([
    sumPoints(db, scope, { weekStartsAt, lastWeekStartsAt: toStart(monday - DAYS_OF_WEEK) }),
    listWork(db, scope, { from, to: toStart(monday + DAYS_OF_WEEK), now }),
    listFinished(db, scope, from),
    listEstimates(db, scope, new Date(now.getTime() - ESTIMATE_DAYS * DAY_MS)),
    sumOpenWork(db, scope),
    listBusyIntervals(db, scope, toStart(today), endOfToday, {
      allDay: rules.scheduling.allDayEventsBlock,
      homeTimeZone: rules.homeTimeZone,
    }),
    sumFocusMinutes(db, scope, toStart(today)),
    sumFocusMinutes(db, scope, weekStartsAt),
  ]);
  const days = toDayFigures({ blocks, finishedAt }, { zone, firstDay, count: DASHBOARD_DAYS });
  const { plannedMinutes = 0, workedMinutes = 0 } = days.at(-1) ?? {};
  return {
    today: {
      date: formatDayNumber(today),
      capacityMinutes: getCapacity(listWorkHours(rules, zone, today), busy),
      plannedMinutes,
      workedMinutes,
    },
    points,
    focus: { todayMinutes: todayFocus, weekMinutes: weekFocus },
    days,
    projects: toProjectFigures(blocks, {
      start: weekStartsAt.getTime(),
      end: toStart(monday + DAYS_OF_WEEK).getTime(),
    }),
    estimates: toEstimateFigures(estimates, open),
  };
}

/** The working hours of a day as instants; times that the clock skips move forward. */
function listWorkHours({ hours, hoursOverrides }: TimeRules, zone: Zone, day: number): Interval[] {
  const toInstant = (time: string) =>
    zone.localMsToInstant(day * DAY_MS + (findMinuteOfDay(time) ?? 0) * MINUTE_MS);
  return windowsOn(day, hours.work, windowsByDate(hoursOverrides, 'work')).map(([opens, closes]) => ({
    start: toInstant(opens),
    end: toInstant(closes),
  }));
}

/** All points of a user, for their profile. */
export async function sumTaskPoints({ db, clock }: DbContext, scope: Scope): Promise<number> {
  const now = clock();
  return (await sumPoints(db, scope, { weekStartsAt: now, lastWeekStartsAt: now })).total;
}
