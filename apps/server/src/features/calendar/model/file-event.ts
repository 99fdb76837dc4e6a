import type { CalendarEvent } from '@dayloom/time/icalendar';
import { type CalendarTime, formatLocal } from '@dayloom/time/recurrence';
import type { EventContent, EventDetails, EventTime } from './event.ts';

/** What a VEVENT is, in a file or at a CalDAV server, without its times. */
export function toEventTexts(
  event: CalendarEvent,
): Pick<EventContent, 'uid' | 'title' | 'description' | 'location' | 'status' | 'details'> {
  return {
    uid: event.uid,
    title: event.summary,
    description: event.description,
    location: event.location,
    status:
      event.status === 'CANCELLED' ? 'cancelled' : event.status === 'TENTATIVE' ? 'tentative' : 'confirmed',
    details: toDetails(event),
  };
}

/** When a VEVENT takes place. Whether it is busy depends on the reader. */
export function toEventTimes(
  event: CalendarEvent,
  start: CalendarTime,
): Pick<EventContent, 'isAllDay' | 'start' | 'end' | 'recurrence' | 'zoneDefinition'> {
  const isSeries = event.recurrenceId === null && (event.rrules.length > 0 || event.rdates.length > 0);
  return {
    isAllDay: event.allDay,
    start: toEventTime(start),
    end: toEventTime(event.end ?? start),
    recurrence: isSeries
      ? {
          rules: event.rrules,
          exceptionRules: event.exrules,
          rdates: event.rdates.map((rdate) => ({
            ...toEventTime(rdate),
            ...(rdate.end && { end: toEventTime(rdate.end) }),
          })),
          exdates: event.exdates.map(toEventTime),
        }
      : null,
    zoneDefinition: event.zoneDefinition,
  };
}

export function toEventTime({ local, timeZone, isDate }: CalendarTime): EventTime {
  return { at: formatLocal(local, isDate), timeZone: isDate ? null : timeZone };
}

function toDetails(event: CalendarEvent): EventDetails {
  return {
    ...(event.url && { url: event.url }),
    ...(event.organizer && { organizer: event.organizer }),
    ...(event.attendees.length > 0 && { attendees: event.attendees }),
    ...(event.categories.length > 0 && { categories: event.categories }),
    ...(event.isThisAndFuture && { isThisAndFuture: true }),
  };
}
