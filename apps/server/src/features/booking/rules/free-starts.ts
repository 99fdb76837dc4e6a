import { type DateHours, type WeeklyHours, weekdays } from '@dayloom/contracts';
import {
  availabilityWindows,
  DAY_MS,
  type DayHours,
  findDayNumber,
  findMinuteOfDay,
  getZone,
  type Interval,
  listSlotStarts,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
} from '@dayloom/time';
import type { StoredEventType } from '../model/event-type.ts';

/** What decides when a host is free, within the range that was asked for. */
export interface HostTime {
  /** The home zone. */
  readonly timeZone: string;
  readonly hours: WeeklyHours;
  /** Dates with hours of their own. */
  readonly overrides: readonly DateHours[];
  readonly busy: readonly Interval[];
  /** The starts of the bookings that count for the caps. */
  readonly bookedStarts: readonly number[];
}

export interface FreeStartsQuery {
  readonly now: number;
  readonly from: number;
  readonly to: number;
  readonly durationMinutes: number;
  /** Distance between starts; the event type's by default. */
  readonly stepMinutes?: number;
}

type Limits = Pick<
  StoredEventType,
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'minimumNoticeMinutes'
  | 'horizonDays'
  | 'stepMinutes'
  | 'dailyCap'
  | 'weeklyCap'
>;

/**
 * The starts at which the host can be booked, sorted, in epoch milliseconds. The same function offers slots and
 * decides about a booking.
 */
export function listFreeStarts(limits: Limits, host: HostTime, question: FreeStartsQuery): number[] {
  const { now, from, to } = question;
  const { zone, weekly, hoursByDate } = toHours(host);
  const lastDay = localDayNumber(zone, now) + limits.horizonDays;
  const starts = listSlotStarts(
    {
      zone,
      weekly,
      hoursByDate,
      windowStart: from,
      windowEnd: Math.max(from, Math.min(to, startOfDayNumber(zone, lastDay + 1))),
      earliest: now + limits.minimumNoticeMinutes * MINUTE_MS,
      slotMs: question.durationMinutes * MINUTE_MS,
      stepMs: (question.stepMinutes ?? limits.stepMinutes) * MINUTE_MS,
      bufferBeforeMs: limits.bufferBeforeMinutes * MINUTE_MS,
      bufferAfterMs: limits.bufferAfterMinutes * MINUTE_MS,
    },
    host.busy,
  );
  if (limits.dailyCap === null && limits.weeklyCap === null) return starts;
  const toDay = (at: number) => localDayNumber(zone, at);
  // Weeks begin on Monday; day 0 (1 January 1970) was a Thursday.
  const toWeek = (at: number) => Math.floor((toDay(at) + 3) / 7);
  const isBelow = (cap: number | null, toPeriod: (at: number) => number) => {
    if (cap === null) return () => true;
    const counts = new Map<number, number>();
    for (const start of host.bookedStarts)
      counts.set(toPeriod(start), (counts.get(toPeriod(start)) ?? 0) + 1);
    return (start: number) => (counts.get(toPeriod(start)) ?? 0) < cap;
  };
  const [fitsDay, fitsWeek] = [isBelow(limits.dailyCap, toDay), isBelow(limits.weeklyCap, toWeek)];
  return starts.filter((start) => fitsDay(start) && fitsWeek(start));
}

/** The range in which bookings count for the caps of an asked range: whole weeks, in any zone. */
export function toCapRange({ from, to }: Range): Range {
  return { from: from - 8 * DAY_MS, to: to + 8 * DAY_MS };
}

/** A range of instants in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The host's open hours in a range. */
export function listOpenHours(host: HostTime, { from, to }: Range): Interval[] {
  const { zone, weekly, hoursByDate } = toHours(host);
  return availabilityWindows(weekly, hoursByDate, zone, from, to);
}

function toHours({ timeZone, hours, overrides }: HostTime) {
  const hoursByDate = new Map<number, DayHours[]>();
  for (const { date, windows } of overrides) {
    const day = findDayNumber(date);
    if (day !== null) hoursByDate.set(day, windows.map(toDayHours));
  }
  return { zone: getZone(timeZone), weekly: toWeekly(hours), hoursByDate };
}

function toWeekly(hours: WeeklyHours): DayHours[][] {
  // The contract begins the week on Monday, the slots on Sunday.
  const [mon, tue, wed, thu, fri, sat, sun] = weekdays.map((day) => (hours[day] ?? []).map(toDayHours));
  return [sun, mon, tue, wed, thu, fri, sat].map((day) => day ?? []);
}

function toDayHours([opens, closes]: readonly [string, string]): DayHours {
  return { startMinute: findMinuteOfDay(opens) ?? 0, endMinute: findMinuteOfDay(closes) ?? 0 };
}
