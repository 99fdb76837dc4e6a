import { DAY_MS, getZone, isNearClockChange, isZone, MINUTE_MS } from '@dayloom/time';
import { dateFormat } from './date-format.ts';

/**
 * Times in the viewer's zone, in the locale's 12- or 24-hour format. 24-hour times always have two digits:
 * browsers by default write `9:30` alone but `09:30` in a range or after a weekday.
 */
let hasTwelveHours: boolean | undefined;
const isTwelveHours = () => {
  hasTwelveHours ??=
    new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  return hasTwelveHours;
};
const clock = () => ({ hour: isTwelveHours() ? 'numeric' : '2-digit', minute: '2-digit' }) as const;

/** The browser's zone. */
const viewerZone = { offsetMsAt: (at: number) => -new Date(at).getTimezoneOffset() * MINUTE_MS };
const isInDoubt = (date: Date): boolean => isNearClockChange(viewerZone, date.getTime());

/** Near a change of the clocks, where a time may come twice, with the zone: `1:30 AM EST`. */
function instantFormat(options: () => Intl.DateTimeFormatOptions): (date: Date) => string {
  const plain = dateFormat(options);
  const withZone = dateFormat(() => ({ ...options(), timeZoneName: 'short' }));
  return (date) => (isInDoubt(date) ? withZone : plain)().format(date);
}

const time = dateFormat(clock);
const fullHour = dateFormat(() => (isTwelveHours() ? { hour: 'numeric' } : clock()));
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' });
const longDate = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const shortDate = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });

export const formatTime = instantFormat(clock);
/** With dates from 24 hours on. A shorter one over midnight reads like any other: `23:30–00:15`. */
export const formatTimeRange = (from: Date, to: Date): string =>
  to.getTime() - from.getTime() >= DAY_MS ||
  (isTwelveHours() && from.toDateString() === to.toDateString() && !isInDoubt(from) && !isInDoubt(to))
    ? time().formatRange(from, to)
    : `${formatTime(from)}–${formatTime(to)}`;
const withoutDayPeriod = (date: Date): string =>
  time()
    .formatToParts(date)
    .filter(({ type }) => type === 'hour' || type === 'minute' || type === 'literal')
    .map(({ value }) => value)
    .join('')
    .trim();
/** `10:45` and `12:45`, where the hours around them say whether it is morning: as short as possible. */
export const formatShortTimes = (from: Date, to: Date): { start: string; end: string } => ({
  start: withoutDayPeriod(from),
  end: withoutDayPeriod(to),
});
/** `09:30` in the given zone. */
export const formatTimeIn = (timeZone: string, date: Date): string =>
  new Intl.DateTimeFormat(undefined, {
    ...clock(),
    timeZone,
    ...(isZone(timeZone) &&
      isNearClockChange(getZone(timeZone), date.getTime()) && { timeZoneName: 'short' }),
  }).format(date);
/** `09:30` of a time of day; `24:00` is the midnight that ends it. */
export const formatClock = (time: string): string =>
  time === '24:00' && !isTwelveHours() ? time : formatTime(atClock(time));
/** `12:00–13:00`, or `12:00 – 1:00 PM`, of two times of one day. */
export const formatClockRange = (from: string, to: string): string =>
  formatTimeRange(atClock(from), atClock(to));
const atClock = (time: string) => new Date(2000, 0, 1, Number(time.slice(0, 2)) % 24, Number(time.slice(3)));
/** `08:00` or `8 AM`, at a line of the grid. */
export const formatHour = (date: Date): string => fullHour().format(date);
/** `8`, where space is short. */
export const formatBareHour = (date: Date): string =>
  String(isTwelveHours() ? date.getHours() % 12 || 12 : date.getHours());
/** `Thu 14:15` */
export const formatDayAndTime = instantFormat(() => ({ weekday: 'short', ...clock() }));
/** `Thursday 14:15` */
export const formatWeekdayAndTime = instantFormat(() => ({ weekday: 'long', ...clock() }));
/** `2 Dec` */
export const formatDayAndMonth = (date: Date): string => dayAndMonth().format(date);
export const formatLongDate = (date: Date): string => longDate().format(date);
export const formatShortDate = (date: Date): string => shortDate().format(date);
