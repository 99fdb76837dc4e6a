import { Temporal } from 'temporal-polyfill';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { GoogleEvent } from './event-times.ts';

interface DemoCalendar {
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
  readonly isPrimary: boolean;
  readonly accessRole: 'owner' | 'reader';
  readonly backgroundColor: string;
  readonly events: readonly GoogleEvent[];
}

const ZONE = 'America/New_York';

/** A realistic week around `now`: meetings, a series with exceptions, all-day events, other zones. */
export function demoCalendars(account: DemoAccount, now: Date): DemoCalendar[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(ZONE).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const at = (day: number, time: string, timeZone = ZONE) => ({
    dateTime: `${monday.add({ days: day }).toString()}T${time}:00`,
    timeZone,
  });
  const on = (day: number) => ({ date: monday.add({ days: day }).toString() });
  const instance = (day: number, time: string) =>
    monday
      .add({ days: day })
      .toPlainDateTime(Temporal.PlainTime.from(time))
      .toZonedDateTime(ZONE)
      .toInstant()
      .toString()
      .replace(/[-:]/g, '');
  const isWork = account.id.endsWith('_work');
  const own: DemoCalendar = {
    id: account.email,
    summary: account.email,
    timeZone: ZONE,
    isPrimary: true,
    accessRole: 'owner',
    backgroundColor: isWork ? '#9fe1e7' : '#f83a22',
    events: isWork
      ? [
          {
            id: 'demostandup',
            summary: 'Stand-up',
            start: at(-7, '09:30'),
            end: at(-7, '09:45'),
            recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
          },
          {
            id: `demostandup_${instance(2, '09:30')}`,
            recurringEventId: 'demostandup',
            originalStartTime: at(2, '09:30'),
            summary: 'Stand-up (moved)',
            start: at(2, '11:00'),
            end: at(2, '11:15'),
          },
          {
            id: `demostandup_${instance(3, '09:30')}`,
            recurringEventId: 'demostandup',
            originalStartTime: at(3, '09:30'),
            status: 'cancelled',
            start: at(3, '09:30'),
            end: at(3, '09:45'),
          },
          { summary: 'Design review', location: 'Room Aspen', start: at(0, '13:00'), end: at(0, '14:00') },
          {
            summary: 'Call with Tokyo',
            start: at(2, '09:00', 'Asia/Tokyo'),
            end: at(2, '10:00', 'Asia/Tokyo'),
          },
          {
            summary: 'One to one',
            start: at(3, '15:00'),
            end: at(3, '15:30'),
            recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2'],
          },
          { summary: 'Offsite', start: on(9), end: on(11), transparency: 'opaque' },
          { summary: 'Maybe: lunch talk', status: 'tentative', start: at(4, '12:00'), end: at(4, '13:00') },
        ]
      : [
          { summary: 'Dentist', start: at(1, '08:30'), end: at(1, '09:15') },
          {
            summary: 'Yoga',
            start: at(-6, '18:30'),
            end: at(-6, '19:30'),
            recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH'],
          },
          { summary: 'Dinner with Sam', start: at(4, '19:00'), end: at(4, '21:30') },
          {
            summary: "Ada's birthday",
            start: on(5),
            end: on(6),
            recurrence: ['RRULE:FREQ=YEARLY'],
            transparency: 'transparent',
          },
        ],
  };
  const holidays: DemoCalendar = {
    id: `demo_holidays_${account.id}@group.v.calendar.google.example`,
    summary: 'Holidays in the United States',
    timeZone: ZONE,
    isPrimary: false,
    accessRole: 'reader',
    backgroundColor: '#16a765',
    events: [
      {
        summary: 'Thanksgiving Day',
        start: { date: '2026-11-26' },
        end: { date: '2026-11-27' },
        transparency: 'transparent',
      },
      {
        summary: "New Year's Day",
        start: { date: '2027-01-01' },
        end: { date: '2027-01-02' },
        transparency: 'transparent',
      },
    ],
  };
  return isWork ? [own, holidays] : [own];
}
