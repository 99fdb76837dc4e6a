import { z } from 'zod';

const text = z.string().nullish();
/** Values that the database indexes. */
const name = z.string().max(2_000).nullish();
const flag = z.boolean().nullish();
const time = z.object({ dateTime: text, timeZone: text }).nullish();
const address = z.object({ address: text, name: text }).nullish();
const number = z.number().int().nullish();

const one = z.object({
  id: name,
  '@odata.etag': name,
  changeKey: name,
  iCalUId: name,
  transactionId: name,
  type: text,
  seriesMasterId: name,
  subject: text,
  body: z.object({ contentType: text, content: text }).nullish(),
  location: z.object({ displayName: text }).nullish(),
  start: time,
  end: time,
  isAllDay: flag,
  isCancelled: flag,
  showAs: text,
  responseStatus: z.object({ response: text }).nullish(),
  originalStart: text,
  originalStartTimeZone: text,
  originalEndTimeZone: text,
  recurrence: z
    .object({
      pattern: z
        .object({
          type: text,
          interval: number,
          month: number,
          dayOfMonth: z.number().int().min(0).max(31).nullish(),
          daysOfWeek: z.array(z.string()).nullish(),
          firstDayOfWeek: text,
          index: text,
        })
        .nullish(),
      range: z
        .object({ type: text, endDate: text, numberOfOccurrences: number, recurrenceTimeZone: text })
        .nullish(),
    })
    .nullish(),
  organizer: z.object({ emailAddress: address }).nullish(),
  attendees: z
    .array(z.object({ emailAddress: address, status: z.object({ response: text }).nullish() }))
    .nullish(),
  categories: z.array(z.string()).nullish(),
  onlineMeeting: z.object({ joinUrl: text }).nullish(),
  cancelledOccurrences: z.array(z.string()).nullish(),
  singleValueExtendedProperties: z.array(z.object({ id: text, value: name })).nullish(),
});

/**
 * The properties that we read of an event, with their types
 * (https://learn.microsoft.com/graph/api/resources/event).
 */
export const eventShape = one.extend({ exceptionOccurrences: z.array(one).nullish() });

/** The properties that we read of a calendar. */
export const calendarShape = z.object({
  id: text,
  name: text,
  hexColor: text,
  allowedOnlineMeetingProviders: z.array(z.string()).nullish(),
});
