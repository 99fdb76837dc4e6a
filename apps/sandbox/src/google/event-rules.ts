import { DAY_MS } from '../lengths-of-time.ts';
import type { Calendar, WriteOptions } from './calendar.ts';
import { expandOccurrences, type GoogleEvent, toInstant } from './event-times.ts';
import { GoogleError, invalid } from './google-error.ts';

/** How far a series is expanded without an end. */
export const OPEN_END_DAYS = 730;

export function requireWriter({ accessRole }: Calendar): void {
  if (accessRole === 'reader')
    throw new GoogleError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.');
}

const READ_ONLY = [
  'kind',
  'etag',
  'created',
  'updated',
  'creator',
  'organizer',
  'htmlLink',
  'sequence',
  'recurringEventId',
  'originalStartTime',
  'hangoutLink',
  'locked',
  'privateCopy',
  'endTimeUnspecified',
] as const;

/** The fields that a client may write with its parameters; the calendar sets the others. */
export function writable(
  event: GoogleEvent,
  { conferenceDataVersion, supportsAttachments }: Omit<WriteOptions, 'sendUpdates'>,
): GoogleEvent {
  const fields = { ...event };
  for (const name of READ_ONLY) delete fields[name];
  if (conferenceDataVersion === 0) delete fields.conferenceData;
  if (!supportsAttachments) delete fields.attachments;
  return fields;
}

/** JSON merge patch (RFC 7396): objects are merged, other values replaced, null deletes. */
export function mergePatch<Target extends object>(target: Target, patch: object): Target {
  const merged = { ...target } as Record<string, unknown>;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (typeof value !== 'object' || Array.isArray(value)) merged[name] = value;
    else merged[name] = mergePatch(merged[name] ?? {}, value);
  }
  return merged as Target;
}

/** The fields that an update of the whole event keeps. */
export function pickFieldsKeptByUpdate(
  event: GoogleEvent,
  { conferenceDataVersion, supportsAttachments }: Omit<WriteOptions, 'sendUpdates'>,
): GoogleEvent {
  const { kind, created, creator, organizer, iCalUID, recurringEventId, originalStartTime, eventType } =
    event;
  return {
    ...(kind && { kind }),
    ...(created && { created }),
    ...(creator && { creator }),
    ...(organizer && { organizer }),
    ...(iCalUID && { iCalUID }),
    ...(recurringEventId && { recurringEventId }),
    ...(originalStartTime && { originalStartTime }),
    ...(eventType && { eventType }),
    ...(conferenceDataVersion === 0 && event.conferenceData && { conferenceData: event.conferenceData }),
    ...(!supportsAttachments && event.attachments && { attachments: event.attachments }),
  };
}

/** Rules for events of a special type (Google's reference, `eventType`). */
export function requireCreatable({ eventType, attendees }: GoogleEvent): void {
  if (eventType === 'fromGmail') throw invalid('Events from Gmail cannot be created.');
  if (eventType && eventType !== 'default' && eventType !== 'birthday' && attendees?.length)
    throw invalid('An event of this type has no guests.');
}

export function checkEvent(calendar: Calendar, event: GoogleEvent): void {
  const start = toInstant(event.start, calendar.timeZone);
  const end = toInstant(event.end, calendar.timeZone);
  if (Number.isNaN(start)) throw new GoogleError(400, 'required', 'Missing start time.');
  if (Number.isNaN(end)) throw new GoogleError(400, 'required', 'Missing end time.');
  if (Boolean(event.start?.date) !== Boolean(event.end?.date))
    throw invalid('Start and end times must either both be date or both be dateTime.');
  if (end < start || (event.start?.date && end <= start))
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.');
  if (event.recurrence?.length && event.start?.dateTime && !event.start.timeZone)
    throw invalid('Missing time zone definition for start time.');
}

export function overlapsRange(event: GoogleEvent, calendar: Calendar, from: number, to: number): boolean {
  const start = toInstant(event.start, calendar.timeZone);
  const end = toInstant(event.end, calendar.timeZone);
  return start < to && (end > from || (start === end && start >= from));
}

export function seriesOverlapsRange(
  event: GoogleEvent,
  calendar: Calendar,
  from: number,
  to: number,
): boolean {
  if (!event.recurrence) return false;
  if (!Number.isFinite(from) && !Number.isFinite(to)) return true;
  const start = Number.isFinite(from) ? from : toInstant(event.start, calendar.timeZone);
  const end = Number.isFinite(to) ? to : start + OPEN_END_DAYS * DAY_MS;
  return expandOccurrences(event, calendar.timeZone, start, end).length > 0;
}

/** A cancelled event is only guaranteed to have its id; an instance also has its original start. */
export function asCancelled(event: GoogleEvent): GoogleEvent {
  return {
    kind: 'calendar#event',
    etag: event.etag ?? null,
    id: event.id ?? null,
    status: 'cancelled',
    ...(event.recurringEventId && {
      recurringEventId: event.recurringEventId,
      originalStartTime: event.originalStartTime ?? {},
    }),
  };
}
