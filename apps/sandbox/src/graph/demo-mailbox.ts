import type * as Graph from '@microsoft/microsoft-graph-types';
import { Temporal } from 'temporal-polyfill';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { Calendar } from './graph-mailbox.ts';

const ZONE = 'Eastern Standard Time';

/** A mailbox with a week around `now`: a weekly series, a tentative event, a day off, a call in another zone. */
export function demoMailbox(
  account: DemoAccount,
  now: Date,
): { timeZone: string; calendars: Calendar[]; events: (Graph.Event & { calendarId: string })[] } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const day = (days: number) => monday.add({ days }).toString();
  const at = (days: number, time: string, timeZone = ZONE) => ({
    dateTime: `${day(days)}T${time}:00`,
    timeZone,
  });
  const own = `AAMkDemoCalendar-${account.id}`;
  const shared = `AAMkDemoShared-${account.id}`;
  return {
    timeZone: ZONE,
    calendars: [
      { id: own, name: 'Calendar', isDefault: true, canEdit: true, color: 'auto' },
      { id: shared, name: 'Team holidays', isDefault: false, canEdit: false, color: 'lightGreen' },
    ],
    events: [
      {
        calendarId: own,
        subject: 'Weekly planning',
        start: at(-7, '10:00'),
        end: at(-7, '10:45'),
        recurrence: {
          pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'], firstDayOfWeek: 'sunday' },
          range: { type: 'noEnd', startDate: day(-7), recurrenceTimeZone: ZONE },
        },
      },
      {
        calendarId: own,
        subject: 'Contract review',
        start: at(1, '14:00'),
        end: at(1, '15:30'),
        location: { displayName: 'Room 4' },
      },
      {
        calendarId: own,
        subject: 'Call with Berlin',
        start: at(2, '16:00', 'W. Europe Standard Time'),
        end: at(2, '17:00', 'W. Europe Standard Time'),
      },
      {
        calendarId: own,
        subject: 'Tentative: interview',
        showAs: 'tentative',
        start: at(3, '11:00'),
        end: at(3, '12:00'),
      },
      {
        calendarId: own,
        subject: 'Working elsewhere',
        showAs: 'workingElsewhere',
        isAllDay: true,
        start: at(4, '00:00', 'UTC'),
        end: at(5, '00:00', 'UTC'),
      },
      {
        calendarId: shared,
        subject: 'Day off',
        showAs: 'oof',
        isAllDay: true,
        start: at(8, '00:00', 'UTC'),
        end: at(9, '00:00', 'UTC'),
      },
    ],
  };
}
