import { DAY_MS, fromDayNumber, fromLocalMs, toLocalMs } from '@dayloom/time';
import { type FindZone, formatLocal } from '@dayloom/time/recurrence';
import type { EventTime } from '../model/event.ts';
import {
  type EventTimes,
  getInstant,
  getZones,
  parseRecurrenceId,
  toCalendarTime,
  toRecurrenceId,
  toZonedEventTime,
  type ZonedTimes,
} from '../model/event-record.ts';

/**
 * The wall clock on which the rules of a series are evaluated. A 'wall' value is what the clock shows, in
 * milliseconds. All-day instances are at midnight, and floating times use the home zone.
 */
export class SeriesClock {
  readonly isAllDay: boolean;
  readonly #timeZone: string | null;
  readonly #homeTimeZone: string;
  readonly #findZone: FindZone;
  readonly #timeOfDay: number;

  constructor({ isAllDay, start }: EventTimes, homeTimeZone: string, findZone: FindZone) {
    this.isAllDay = isAllDay;
    this.#timeZone = isAllDay ? null : start.timeZone;
    this.#homeTimeZone = homeTimeZone;
    this.#findZone = findZone;
    this.#timeOfDay = modulo(toWallClockMs(start), DAY_MS);
  }

  /** What the clock shows at an instant. */
  at(instant: number): number {
    return instant + this.#findZone(this.#timeZone ?? this.#homeTimeZone).offsetMsAt(instant);
  }

  /**
   * The wall time that the rule gives the instance at an instant. On a day when DST skips that hour, the
   * clock shows a later one.
   */
  byRule(instant: number): number {
    const shown = this.at(instant);
    const usual = shown - modulo(shown, DAY_MS) + this.#timeOfDay;
    return this.instant(usual) === instant ? usual : shown;
  }

  instant(wall: number): number {
    const stands = this.isAllDay ? wall - modulo(wall, DAY_MS) : wall;
    return this.#findZone(this.#timeZone ?? this.#homeTimeZone).localMsToInstant(stands);
  }

  /** A wall time in the form of the series' start. */
  toTime(wall: number): EventTime {
    return { at: formatLocal(fromLocalMs(wall), this.isAllDay), timeZone: this.#timeZone };
  }

  /** A wall time in the form of an EXDATE. */
  toExdate(wall: number): EventTime {
    const isNamed = !this.isAllDay && this.#timeZone !== null;
    return isNamed ? toZonedEventTime(this.instant(wall), 'UTC') : this.toTime(wall);
  }

  /** The wall time of an RDATE or EXDATE. */
  toListedWallMs(time: EventTime): number {
    const { isDate } = toCalendarTime(time);
    const day = toWallClockMs(time) - modulo(toWallClockMs(time), DAY_MS);
    if (this.isAllDay) return day;
    // A date means the instance of that day.
    if (isDate) return day + this.#timeOfDay;
    const isFloating = time.timeZone === null && this.#timeZone !== null;
    const hung = isFloating ? { ...time, timeZone: this.#timeZone } : time;
    return this.byRule(getInstant(hung, this.#homeTimeZone, this.#findZone));
  }

  /** The wall time of an UNTIL. A date gives its midnight. */
  findUntilWallMs(until: string): number | null {
    const [, date = '', time = '000000', zone] = /^(\d{8})(?:T(\d{6}))?(Z)?$/i.exec(until) ?? [];
    if (date === '') return null;
    const wall = toWallClockMs({ at: `${date}T${time}`, timeZone: null });
    return zone && !this.isAllDay ? this.at(wall) : wall;
  }

  /** The UNTIL of a wall time: a date for all-day series or when `isDate`, else an instant in UTC. */
  toUntil(wall: number, isDate: boolean): string {
    if (this.isAllDay || isDate) return formatLocal(fromLocalMs(wall), true);
    return `${toZonedEventTime(this.instant(wall), 'UTC').at}Z`;
  }

  toWallTime(recurrenceId: string): number | null {
    const instant = parseRecurrenceId(recurrenceId, this.#homeTimeZone);
    return instant === null ? null : this.byRule(instant);
  }

  idAt(wall: number): string {
    if (!this.isAllDay) return toRecurrenceId(this.instant(wall), false, this.#homeTimeZone);
    const { year, month, day } = fromDayNumber(Math.floor(wall / DAY_MS));
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  }
}

export function toSeriesClock(times: ZonedTimes, homeTimeZone: string): SeriesClock {
  return new SeriesClock(times, homeTimeZone, getZones(times));
}

export function toWallClockMs(time: EventTime): number {
  return toLocalMs(toCalendarTime(time).local);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
