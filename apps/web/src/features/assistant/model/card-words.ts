import type { ChatEvent, ChatTask } from '@dayloom/contracts';
import { dateFormat } from '#lib/date-format.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatShortDate, formatTime, formatTimeIn, formatTimeRange } from '#lib/format-time.ts';
import { addDays, localDate } from '#lib/local-dates.ts';
import { getCity } from '#lib/zone-names.ts';

const fullDate = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const zone = dateFormat({ timeZoneName: 'short' });

interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** `EST` or `GMT+1`, as it is at that time. */
export const formatZone = (date: Date): string =>
  zone()
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `Tue 24 Nov 2026, 10:00–10:45` */
export function formatTimes({ startsAt, endsAt }: Times): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  if (start.toDateString() === end.toDateString())
    return `${fullDate().format(start)}, ${formatTimeRange(start, end)}`;
  return `${fullDate().format(start)}, ${formatTime(start)} to ${fullDate().format(end)}, ${formatTime(end)}`;
}

/** `Tue 24 Nov, 10:00–10:45`: in lists, where the year is clear. */
export function formatShortTimes({ startsAt, endsAt }: Times): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  return `${formatShortDate(start)}, ${formatTimeRange(start, end)}`;
}

/** Leaves out the zone, which all-day events do not have. */
export function describeEventTimes(event: ChatEvent): string {
  if (event.startsOn === null || event.endsOn === null) return formatTimes(event);
  const [first, last] = [localDate(event.startsOn), addDays(localDate(event.endsOn), -1)];
  const dates = [first, ...(last > first ? [last] : [])].map((date) => fullDate().format(date));
  return `${dates.join(' to ')}, all day`;
}

/** `16:00 in Berlin`, if the home zone has another time. */
export function formatHomeTime(startsAt: string, homeZone: string | undefined): string | null {
  if (!homeZone) return null;
  const start = new Date(startsAt);
  const there = formatTimeIn(homeZone, start);
  return there === formatTime(start) ? null : `${there} in ${getCity(homeZone)}`;
}

/** `30 min · due Fri 27 Nov · #finance` */
export function describeTaskFacts(task: ChatTask): string[] {
  const due = task.dueAt
    ? `due ${fullDate().format(new Date(task.dueAt))}, ${formatTime(new Date(task.dueAt))}`
    : task.dueOn && `due ${fullDate().format(localDate(task.dueOn))}`;
  return [
    formatMinutes(task.durationMinutes),
    due,
    task.planned && `planned ${formatShortTimes(task.planned)}`,
    task.project && `#${task.project}`,
  ].filter((fact): fact is string => Boolean(fact));
}

export const describeGuests = (attendees: ChatEvent['attendees']): string =>
  attendees.map(({ name, email }) => (name && email ? `${name} (${email})` : name || email)).join(', ');

/** The days with their events, in the order of the list. */
export function groupByDay(events: readonly ChatEvent[]): [day: Date, events: ChatEvent[]][] {
  const getDay = (event: ChatEvent) => {
    const at = event.startsOn ? localDate(event.startsOn) : new Date(event.startsAt);
    return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  };
  return [...Map.groupBy(events, getDay)].map(([day, all]) => [new Date(day), all]);
}
