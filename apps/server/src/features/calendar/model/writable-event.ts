import type { CalendarTime, WritableEvent } from '@dayloom/time/icalendar';
import type { EventContent, EventTime } from './event.ts';

interface WritableTimes {
  readonly recurrenceId: CalendarTime | null;
  readonly exdates: readonly CalendarTime[];
  readonly toCalendarTime: (time: EventTime) => CalendarTime;
}

/**
 * An event as it is written into an .ics file, without its guests. The caller gives the times, because a file and a
 * CalDAV server name zones and instances differently.
 */
export function toWritableEvent(
  event: EventContent,
  { recurrenceId, exdates, toCalendarTime }: WritableTimes,
): WritableEvent {
  const { rules = [], exceptionRules = [], rdates = [] } = event.recurrence ?? {};
  return {
    uid: event.uid,
    recurrenceId,
    isThisAndFuture: event.details.isThisAndFuture ?? false,
    sequence: 0,
    summary: event.title,
    description: event.description,
    location: event.location,
    url: event.details.url ?? null,
    status: event.status.toUpperCase(),
    start: toCalendarTime(event.start),
    end: toCalendarTime(event.end),
    rrules: [...rules],
    exrules: [...exceptionRules],
    rdates: rdates.map(({ end, ...time }) => ({
      ...toCalendarTime(time),
      ...(end && { end: toCalendarTime(end) }),
    })),
    exdates: [...exdates],
    organizer: null,
    attendees: [],
    categories: [...(event.details.categories ?? [])],
    lastModified: null,
    transparency: event.isBusy ? 'opaque' : 'transparent',
    zoneDefinition: event.zoneDefinition,
  };
}
