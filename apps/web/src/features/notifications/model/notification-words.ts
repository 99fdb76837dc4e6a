import type { Notification, NotificationKind } from '@dayloom/contracts';
import { formatDayAndTime, formatShortDate, formatTime } from '#lib/format-time.ts';

export const kindNames: Record<NotificationKind, string> = {
  event: 'Event',
  allDayEvent: 'All-day event',
  task: 'Task',
  block: 'Planned block',
  booking: 'Booking',
  meetingRequest: 'Meeting request',
  plan: 'Plan',
  missed: 'Missed reminder',
};

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** When the subject begins or is due; the time of the entry itself if it has none. */
export function describeMoment(
  { kind, at, createdAt }: Pick<Notification, 'kind' | 'at' | 'createdAt'>,
  now: Date,
): string {
  const moment = new Date(at ?? createdAt);
  if (kind === 'allDayEvent') return formatShortDate(moment);
  const words = isSameDay(moment, now) ? formatTime(moment) : formatDayAndTime(moment);
  if (at === null || kind === 'missed') return words;
  if (kind === 'task') return `Due ${words}`;
  return kind === 'meetingRequest' ? `Closes ${words}` : words;
}
