import { DAY_MS, getZone, HOUR_MS, isNearClockChange, isZone, localDayNumber } from '@dayloom/time';
import { getCity } from '#lib/zone-names.ts';

/** How instants and days are written in one zone. */
export type LocalTime = ReturnType<typeof createLocalTime>;

/** Whether the visitor's locale counts to 12. */
export const hasTwelveHours = (): boolean =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;

/** Browsers write a narrow space before AM, which nobody can type. */
const withPlainSpaces = (text: string): string => text.replace(/[\u202f\u2009\u00a0]/g, ' ');

const wholeDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dayAsDate = (day: number): Date => new Date(day * DAY_MS);
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });

/**
 * With two digits in 24 hours: browsers write `9:30` alone but `09:30` in a range. A time near a change of
 * the clocks, which may be shown twice, has its zone: `1:30 AM EST`.
 */
export function createLocalTime(timeZone: string, isTwelveHours: boolean) {
  const zone = getZone(timeZone);
  const clock = {
    hour: isTwelveHours ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: isTwelveHours ? 'h12' : 'h23',
    timeZone,
  } as const;
  const create = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, options);
  const time = create(clock);
  const when = create({ ...wholeDay, ...clock });
  const isNearChange = (instant: string) => isNearClockChange(zone, Date.parse(instant));
  const write = (plain: Intl.DateTimeFormat, instant: string) => {
    const fitting = isNearChange(instant)
      ? create({ ...(plain.resolvedOptions() as Intl.DateTimeFormatOptions), timeZoneName: 'short' })
      : plain;
    return withPlainSpaces(fitting.format(new Date(instant)));
  };
  /** Browsers write a range whose ends are the same on the clock as one time. */
  const writeRange = (plain: Intl.DateTimeFormat, from: string, to: string) =>
    isNearChange(from) || isNearChange(to)
      ? `${write(plain, from)} – ${write(time, to)}`
      : withPlainSpaces(plain.formatRange(new Date(from), new Date(to)));
  const monthName = dayFormat({ month: 'long', year: 'numeric' });
  const longDay = dayFormat(wholeDay);
  const weekday = dayFormat({ weekday: 'short' });
  const shortDay = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });
  const days = dayFormat({ day: 'numeric', month: 'short' });
  const hour = dayFormat(
    isTwelveHours ? { hour: 'numeric', hourCycle: 'h12' } : { ...clock, timeZone: 'UTC' },
  );
  return {
    timeZone,
    isTwelveHours,
    toDay: (instant: string) => localDayNumber(zone, Date.parse(instant)),
    /** `9:00 AM` */
    formatTime: (instant: string) => write(time, instant),
    /** `Tuesday 24 November 2026, 15:30–16:00` */
    formatRange: (from: string, to: string) => writeRange(when, from, to),
    formatTimes: (from: string, to: string) => writeRange(time, from, to).replace(' – ', '–'),
    formatMonth: (day: number) => monthName.format(dayAsDate(day)),
    formatLongDay: (day: number) => longDay.format(dayAsDate(day)),
    /** `Tue` */
    formatWeekday: (day: number) => weekday.format(dayAsDate(day)),
    /** `23 – 29 Nov` */
    formatDays: (from: number, to: number) =>
      withPlainSpaces(days.formatRange(dayAsDate(from), dayAsDate(to))),
    /** `8 AM` */
    formatHour: (hours: number) => withPlainSpaces(hour.format(new Date(hours * HOUR_MS))),
    formatShortDay: (day: number) => shortDay.format(dayAsDate(day)),
  };
}

/** The names of the weekdays, from the given one (0 = Sunday). */
export function listWeekdays(firstWeekday: number): { short: string; long: string }[] {
  const [short, long] = [dayFormat({ weekday: 'short' }), dayFormat({ weekday: 'long' })];
  // Day 3 of 1970 is a Sunday.
  return Array.from({ length: 7 }, (_, at) => {
    const date = dayAsDate(3 + firstWeekday + at);
    return { short: short.format(date), long: long.format(date) };
  });
}

/** `Central European Time, Berlin` */
export function describeZone(timeZone: string): string {
  const name = new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  const city = getCity(timeZone);
  return name && !name.includes(city) ? `${name}, ${city}` : city;
}

/** `Your time. In Boston it is 6 h earlier.` Empty if both clocks show the same. */
export function describeDifference(hostTimeZone: string, timeZone: string, instant: string): string {
  if (!isZone(hostTimeZone)) return '';
  const at = Date.parse(instant);
  const hours = (getZone(hostTimeZone).offsetMsAt(at) - getZone(timeZone).offsetMsAt(at)) / HOUR_MS;
  if (hours === 0) return '';
  return `Your time. In ${getCity(hostTimeZone)} it is ${Math.abs(hours)} h ${hours < 0 ? 'earlier' : 'later'}.`;
}

/** The browser's zone; UTC if the browser names one that is not known. */
export function guessTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
}
