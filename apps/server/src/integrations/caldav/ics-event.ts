import {
  type CalendarEvent,
  createFindZone,
  readCalendar,
  toInstant,
  toSeriesValueType,
} from '@dayloom/time/icalendar';
import type { EventDetails, RemoteEvent } from '#features/calendar/model/event.ts';
import { toEventTexts, toEventTime, toEventTimes } from '#features/calendar/model/file-event.ts';
import { isOwnInvitation, listGuests } from '#features/calendar/model/guests.ts';
import { timeInZone } from '../calendars/provider-times.ts';

/** The zone in which floating times and dates are compared. */
export const FLOATING_ZONE = 'UTC';

/** An event of a calendar object and the record that shows it. */
export interface ShownEvent {
  readonly event: CalendarEvent;
  readonly record: RemoteEvent;
}

export interface ReadCalendarObject {
  readonly records: RemoteEvent[];
  readonly problem: string | null;
}

/**
 * The events of a calendar object (RFC 4791 §4.1: all of one UID) as records, in the order of the text, and
 * the problem that hides the others. `addresses` are the account's email addresses: events that they
 * declined are not busy.
 */
export function readCalendarObject(text: string, addresses: readonly string[]): ReadCalendarObject {
  const { eventList, problems } = readCalendar(text, { floatingTimeZone: FLOATING_ZONE });
  const shown = shownEvents(eventList, addresses);
  // A cancelled series takes place neither as a whole nor in single instances.
  const isOff = shown.some(({ record }) => record.recurrenceId === null && record.status === 'cancelled');
  const others = new Set(eventList.map(({ uid }) => uid)).size - 1;
  const why =
    problems[0]?.message ??
    (others > 0 ? 'It contains events with several UIDs; only those of the first are shown' : null);
  const title = eventList.find(({ summary }) => summary !== '')?.summary.slice(0, 80);
  const problem = eventList.length > 0 && why !== null ? `${title ? `'${title}': ` : ''}${why}` : null;
  return { records: isOff ? [] : shown.map(({ record }) => record), problem };
}

/** The readable events of the first UID that has any; of several versions of one instance the newest. */
export function shownEvents(events: readonly CalendarEvent[], addresses: readonly string[]): ShownEvent[] {
  return eventVersions(events, addresses).map(({ shown }) => shown);
}

/** Like `shownEvents`, with the older versions that the object also contains. */
export function eventVersions(
  events: readonly CalendarEvent[],
  addresses: readonly string[],
): { shown: ShownEvent; older: ShownEvent[] }[] {
  const readable = events.flatMap((event) => {
    const record = toRemoteEvent(event, addresses);
    return record ? [{ event, record }] : [];
  });
  const firstObject = readable.filter(({ record }) => record.uid === readable[0]?.record.uid);
  const master = newest(firstObject.filter(({ record }) => record.recurrenceId === null));
  const byInstance = Map.groupBy(
    firstObject.map((shown) => withSeriesValueType(shown, master)),
    ({ record: { recurrenceId } }) => recurrenceId && `${recurrenceId.at} ${recurrenceId.timeZone}`,
  );
  return [...byInstance.values()]
    .flatMap((versions) => {
      const shown = newest(versions);
      return shown ? [{ shown, older: versions.filter((version) => version !== shown) }] : [];
    })
    .sort((one, other) => one.shown.event.line - other.shown.event.line);
}

/** The version with the highest SEQUENCE; of equal ones the last. */
function newest(versions: readonly ShownEvent[]): ShownEvent | undefined {
  return versions.reduce<ShownEvent | undefined>(
    (best, version) => (best && best.event.sequence > version.event.sequence ? best : version),
    undefined,
  );
}

/**
 * An instance with its RECURRENCE-ID in the kind of its series, and in UTC: an object may name one instance in
 * several zones.
 */
function withSeriesValueType(shown: ShownEvent, master: ShownEvent | undefined): ShownEvent {
  const { recurrenceId } = shown.event;
  if (!recurrenceId) return shown;
  const inKind =
    master?.record.recurrence && master.event.start
      ? toSeriesValueType(recurrenceId, master.event.start)
      : recurrenceId;
  const isFloating = inKind.timeZone === null;
  // The instance may not know the zone that its series brings.
  const namedBy = inKind === recurrenceId || !master ? shown.event : master.event;
  const time = isFloating
    ? toEventTime(inKind)
    : timeInZone(toInstant(inKind, FLOATING_ZONE, createFindZone(namedBy)), 'UTC');
  return { ...shown, record: { ...shown.record, recurrenceId: time } };
}

/** Null without a readable start. */
export function toRemoteEvent(event: CalendarEvent, addresses: readonly string[]): RemoteEvent | null {
  if (!event.start) return null;
  const isDeclined = event.attendees.some(
    ({ email, status }) => status === 'DECLINED' && email !== null && addresses.includes(email),
  );
  const isFree = event.transparency === 'transparent' || isDeclined;
  const { details: received, ...texts } = toEventTexts(event);
  const details = withUser(received, addresses);
  return {
    ...texts,
    ...toEventTimes(event, event.start),
    recurrenceId: event.recurrenceId && toEventTime(event.recurrenceId),
    isBusy: !event.allDay && !isFree,
    details: { ...details, ...(event.allDay && isFree && { isFree }) },
    madeBy: findMadeBy(event),
  };
}

/** The details with marks on the people who are the user. An organizer without guests has invited nobody. */
function withUser(
  { organizer, attendees, ...rest }: EventDetails,
  addresses: readonly string[],
): EventDetails {
  const marked = <Person extends { readonly email: string | null }>(person: Person): Person =>
    person.email !== null && addresses.includes(person.email) ? { ...person, isSelf: true } : person;
  const details: EventDetails = {
    ...rest,
    ...(organizer && { organizer: marked(organizer) }),
    ...(attendees && { attendees: attendees.map(marked) }),
  };
  if (isOwnInvitation(details)) return listGuests(details).length === 0 ? rest : details;
  const ownAnswer = organizer && details.attendees?.find(({ isSelf }) => isSelf)?.status;
  return ownAnswer === undefined ? details : { ...details, ownAnswer };
}

/**
 * Reads the mark of an event made here. Some servers drop unknown properties, so the UID also begins with the
 * mark.
 */
function findMadeBy({ raw, uid }: CalendarEvent): RemoteEvent['madeBy'] {
  const mark =
    /^X-DAYLOOM-MADE-BY:(block|mirror)\s*$/im.exec(raw)?.[1] ?? /^dayloom-(block|mirror)-/.exec(uid)?.[1];
  return mark === 'block' || mark === 'mirror' ? mark : null;
}
