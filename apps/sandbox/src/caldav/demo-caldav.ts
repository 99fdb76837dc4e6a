import { Temporal } from 'temporal-polyfill';

/** The owner of the calendars at the simulated iCloud. */
export const caldavAccount = {
  principalId: '17104242',
  email: 'maya.demo@icloud.example',
  name: 'Maya Okafor',
} as const;

/** Users enter one host, and their calendars are on another, like at iCloud. */
export const caldavHosts = { front: 'caldav.icloud.example', home: 'p42-caldav.icloud.example' } as const;

export interface DemoCaldavCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly readonly: boolean;
  readonly component: 'VEVENT' | 'VTODO';
  /** The files by name. */
  readonly files: Readonly<Record<string, string>>;
}

const BERLIN = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'DTSTART:19810329T020000',
  'TZNAME:CEST',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'DTSTART:19961027T030000',
  'TZNAME:CET',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/**
 * The week around `now` as an iPhone would write it: a series with a moved and a cancelled occurrence, alarms
 * and guests, all-day events, a call in another zone, a floating event, a cancelled one.
 */
export function demoCaldavCalendars(now: Date): DemoCaldavCalendar[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const day = (days: number) => monday.add({ days }).toString().replaceAll('-', '');
  const at = (days: number, time: string) => `${day(days)}T${time.replace(':', '')}00`;
  const york = (days: number, time: string) => `;TZID=America/New_York:${at(days, time)}`;
  const stamp = `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const event = (uid: string, ...lines: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    stamp,
    ...lines,
    'END:VEVENT',
  ];
  const file = (...components: string[][]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Apple Inc.//iOS 26.1//EN',
      'CALSCALE:GREGORIAN',
      ...components.flat(),
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Reminder',
    'TRIGGER:-PT15M',
    'X-WR-ALARMUID:4E0B7C0E-DEMO',
    'END:VALARM',
  ];
  return [
    {
      id: 'home',
      name: 'Home',
      color: '#1BADF8FF',
      readonly: false,
      component: 'VEVENT',
      files: {
        'DEMO-RUN': file(
          event(
            'DEMO-RUN',
            'SUMMARY:Morning run',
            `DTSTART${york(-7, '07:00')}`,
            `DTEND${york(-7, '07:45')}`,
            'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR',
            `EXDATE${york(4, '07:00')}`,
            'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
            ...alarm,
          ),
          event(
            'DEMO-RUN',
            'SUMMARY:Morning run (late)',
            `RECURRENCE-ID${york(2, '07:00')}`,
            `DTSTART${york(2, '08:15')}`,
            `DTEND${york(2, '09:00')}`,
          ),
        ),
        'DEMO-PARENTS': file(
          event(
            'DEMO-PARENTS',
            'SUMMARY:Parents visiting',
            `DTSTART;VALUE=DATE:${day(5)}`,
            `DTEND;VALUE=DATE:${day(7)}`,
          ),
        ),
        'DEMO-CINEMA': file(
          event(
            'DEMO-CINEMA',
            'SUMMARY:Cinema',
            'STATUS:CANCELLED',
            `DTSTART${york(3, '20:00')}`,
            `DTEND${york(3, '22:00')}`,
          ),
        ),
        'DEMO-MEDITATE': file(
          // Floating: at this hour in any zone.
          event('DEMO-MEDITATE', 'SUMMARY:Meditate', `DTSTART:${at(1, '06:30')}`, 'DURATION:PT20M'),
        ),
      },
    },
    {
      id: 'work',
      name: 'Side project',
      color: '#FF9500FF',
      readonly: false,
      component: 'VEVENT',
      files: {
        'DEMO-BERLIN': file(
          BERLIN,
          event(
            'DEMO-BERLIN',
            'SUMMARY:Call with Berlin',
            `DTSTART;TZID=Europe/Berlin:${at(1, '16:00')}`,
            `DTEND;TZID=Europe/Berlin:${at(1, '16:45')}`,
            'ORGANIZER;CN="Maya Okafor";EMAIL=maya.demo@icloud.example:mailto:maya.demo@icloud.example',
            'ATTENDEE;CN="Jonas Weber";CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:jonas@weber.example',
            'LOCATION:FaceTime',
            ...alarm,
          ),
        ),
        'DEMO-MAYBE': file(
          event(
            'DEMO-MAYBE',
            'SUMMARY:Maybe: print shop',
            'STATUS:TENTATIVE',
            `DTSTART${york(4, '16:30')}`,
            `DTEND${york(4, '17:15')}`,
          ),
        ),
      },
    },
    {
      id: 'family',
      name: 'Family (shared by Ada)',
      color: '#63DA38FF',
      readonly: true,
      component: 'VEVENT',
      files: {
        'DEMO-SCHOOL': file(
          event(
            'DEMO-SCHOOL',
            'SUMMARY:School closed',
            `DTSTART;VALUE=DATE:${day(8)}`,
            `DTEND;VALUE=DATE:${day(9)}`,
            'TRANSP:TRANSPARENT',
          ),
        ),
      },
    },
    // iCloud lists the reminders among the calendars, although they are not one.
    { id: 'tasks', name: 'Reminders', color: '#CC73E1FF', readonly: false, component: 'VTODO', files: {} },
  ];
}
