import { formatDayAndTime, formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { addDays, localDate } from '#lib/local-dates.ts';
import type { GridItem, Place } from './grid-item.ts';

/** `Fri 20 Nov, 9:30–11:00`, or the dates of an all-day item. */
export function describePlace(place: Place): string {
  if (place.startsOn !== null && place.endsOn !== null) {
    const first = localDate(place.startsOn);
    const last = addDays(localDate(place.endsOn), -1);
    return last > first
      ? `${formatShortDate(first)} to ${formatShortDate(last)}, all day`
      : `${formatShortDate(first)}, all day`;
  }
  const start = new Date(place.startsAt);
  return `${formatShortDate(start)}, ${formatTimeRange(start, new Date(place.endsAt))}`;
}

/** `Thu 14:15` */
export const formatStart = (place: Place) =>
  place.startsOn !== null
    ? formatShortDate(localDate(place.startsOn))
    : formatDayAndTime(new Date(place.startsAt));

/** The accessible name of an item: title, kind, chunk and times. */
export function describeItem(item: GridItem): string {
  const chunk = item.badge ? `chunk ${item.badge.replace('/', ' of ')}` : null;
  return [item.title, item.label, chunk, describePlace(item)].filter(Boolean).join(', ');
}
