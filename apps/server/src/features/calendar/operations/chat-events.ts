import type { ChatEvent, NewEvent, Occurrence } from '@dayloom/contracts';

export function toChatEvent(occurrence: Occurrence): ChatEvent {
  const {
    eventId,
    recurrenceId,
    title,
    startsAt,
    endsAt,
    isAllDay,
    startsOn,
    endsOn,
    location,
    isRecurring,
  } = occurrence;
  const attendees = occurrence.attendees.map(({ email, name }) => ({ email, name }));
  return {
    eventId,
    recurrenceId,
    title,
    startsAt,
    endsAt,
    isAllDay,
    startsOn,
    endsOn,
    location,
    attendees,
    isRecurring,
  };
}

/** The id of an event that is not saved yet (RFC 9562, nil UUID). */
const NOT_SAVED = '00000000-0000-0000-0000-000000000000';

/** An event as it would be saved. */
export function toNewChatEvent(event: NewEvent): ChatEvent {
  const { startsOn = null, endsOn = null } = event;
  return {
    eventId: NOT_SAVED,
    recurrenceId: null,
    title: event.title,
    startsAt: event.startsAt ?? `${startsOn}T00:00:00.000Z`,
    endsAt: event.endsAt ?? `${endsOn}T00:00:00.000Z`,
    isAllDay: startsOn !== null,
    startsOn,
    endsOn,
    location: event.location,
    attendees: event.attendees,
    isRecurring: event.recurrenceRule !== null,
  };
}
