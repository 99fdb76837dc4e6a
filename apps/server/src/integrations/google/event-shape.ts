import { z } from 'zod';

const text = z.string().nullish();
/** Values that the database indexes. */
const name = z.string().max(2_000).nullish();
const flag = z.boolean().nullish();
const time = z.object({ date: text, dateTime: text, timeZone: text }).nullish();
const person = z.object({ email: text, displayName: text, self: flag });

/**
 * The properties that we read of an event, with their types
 * (https://developers.google.com/workspace/calendar/api/v3/reference/events).
 */
export const eventShape = z.object({
  id: name,
  etag: name,
  iCalUID: name,
  recurringEventId: name,
  status: text,
  summary: text,
  description: text,
  location: text,
  transparency: text,
  hangoutLink: text,
  start: time,
  end: time,
  originalStartTime: time,
  recurrence: z.array(z.string()).nullish(),
  organizer: person.nullish(),
  attendees: z.array(person.extend({ responseStatus: text })).nullish(),
  source: z.object({ url: text }).nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
});

/** The properties that we read of an entry in the list of calendars. */
export const calendarShape = z.object({
  id: text,
  summary: text,
  summaryOverride: text,
  backgroundColor: text,
  accessRole: text,
  conferenceProperties: z.object({ allowedConferenceSolutionTypes: z.array(z.string()).nullish() }).nullish(),
});
