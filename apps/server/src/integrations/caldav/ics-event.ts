import { type CalendarEvent, type CalendarTime, readCalendar } from '@dayloom/time/icalendar';
import { formatLocal } from '@dayloom/time/recurrence';
import type { EventDetails, EventTime, RemoteEvent } from '../../features/calendar-accounts/ports.ts';

/** Times without a zone, and dates, are compared as if they hung here. */
export const FLOATING_ZONE = 'UTC';

/**
 * The events of a calendar object (RFC 4791 §4.1: all of one UID), in the order of the text. Empty where there is
 * none that takes place. `addresses` are the account's own: what they declined takes no time.
 */
export function remoteEventsOf(text: string, addresses: readonly string[]): RemoteEvent[] {
  const records = readCalendar(text, { floatingTimeZone: FLOATING_ZONE }).eventList.flatMap(
    (event) => remoteEventOf(event, addresses) ?? [],
  );
  const [first] = records;
  const family = records.filter(({ uid }) => uid === first?.uid);
  // An event that was called off as a whole does not take place, nor do its instances.
  const isOff = family.some(({ recurrenceId, status }) => recurrenceId === null && status === 'cancelled');
  return isOff ? [] : family;
}

/** Null without a start that can be read. */
export function remoteEventOf(event: CalendarEvent, addresses: readonly string[]): RemoteEvent | null {
  if (!event.start) return null;
  const isSeries = event.recurrenceId === null && (event.rrules.length > 0 || event.rdates.length > 0);
  const isDeclined = event.attendees.some(
    ({ email, status }) => status === 'DECLINED' && email !== null && addresses.includes(email),
  );
  const isFree = event.transparency === 'transparent' || isDeclined;
  return {
    uid: event.uid,
    recurrenceId: event.recurrenceId && eventTimeOf(event.recurrenceId),
    title: event.summary,
    description: event.description,
    location: event.location,
    status:
      event.status === 'CANCELLED' ? 'cancelled' : event.status === 'TENTATIVE' ? 'tentative' : 'confirmed',
    isBusy: !event.allDay && !isFree,
    isAllDay: event.allDay,
    start: eventTimeOf(event.start),
    end: eventTimeOf(event.end ?? event.start),
    recurrence: isSeries
      ? {
          rules: event.rrules,
          exceptionRules: event.exrules,
          rdates: event.rdates.map((rdate) => ({
            ...eventTimeOf(rdate),
            ...(rdate.end && { end: eventTimeOf(rdate.end) }),
          })),
          exdates: event.exdates.map(eventTimeOf),
        }
      : null,
    details: { ...detailsOf(event), ...(event.allDay && isFree && { isFree }) },
    zoneDefinition: event.zoneDefinition,
    madeBy: madeByOf(event),
  };
}

export function eventTimeOf({ local, timeZone, isDate }: CalendarTime): EventTime {
  return { at: formatLocal(local, isDate), timeZone: isDate ? null : timeZone };
}

function detailsOf(event: CalendarEvent): EventDetails {
  return {
    ...(event.url && { url: event.url }),
    ...(event.organizer && { organizer: event.organizer }),
    ...(event.attendees.length > 0 && { attendees: event.attendees }),
    ...(event.categories.length > 0 && { categories: event.categories }),
  };
}

/** Our mark; servers that drop what they do not know keep at least the UID, which begins with it. */
function madeByOf({ raw, uid }: CalendarEvent): RemoteEvent['madeBy'] {
  const mark =
    /^X-DAYLOOM-MADE-BY:(block|mirror)\s*$/im.exec(raw)?.[1] ?? /^dayloom-(block|mirror)-/.exec(uid)?.[1];
  return mark === 'block' || mark === 'mirror' ? mark : null;
}
