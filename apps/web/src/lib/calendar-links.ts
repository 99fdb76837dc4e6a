import { isoDate } from './local-dates.ts';

interface EventKey {
  readonly eventId: string;
  readonly recurrenceId: string | null;
}

/** The id of an event on the calendar, and in its address. */
export const eventItemId = ({ eventId, recurrenceId }: EventKey) => `event:${eventId}:${recurrenceId ?? ''}`;

interface Start {
  readonly startsAt: string;
  /** The date of an all-day event. */
  readonly startsOn?: string | null;
}

/** The calendar on the day of something. */
export const dayPath = ({ startsAt, startsOn }: Start): string =>
  `/calendar-flow?date=${startsOn ?? isoDate(new Date(startsAt))}`;

/** The calendar with an event's details. */
export const eventPath = (event: EventKey & Start): string =>
  `${dayPath(event)}&${new URLSearchParams({ event: eventItemId(event) })}`;
