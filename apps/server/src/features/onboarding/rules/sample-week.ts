import type { NewTask } from '@dayloom/contracts';
import { findDayNumber, formatDayNumber, getWeekday, type Zone } from '@dayloom/time';

interface SampleEvent {
  readonly title: string;
  /** Which of the next working days, from 0; null for each of them. */
  readonly day: number | null;
  readonly from: string;
  readonly to: string;
}

const EVENTS: readonly SampleEvent[] = [
  { title: 'Stand-up', day: null, from: '09:30', to: '09:45' },
  { title: 'Team planning', day: 0, from: '10:00', to: '11:00' },
  { title: 'Lunch with Sam', day: 0, from: '12:00', to: '13:00' },
  { title: 'Design review', day: 1, from: '10:00', to: '11:30' },
  { title: '1:1 with Priya', day: 1, from: '15:00', to: '15:30' },
  { title: 'Customer workshop', day: 2, from: '13:00', to: '15:30' },
  { title: 'Interviews', day: 3, from: '10:30', to: '12:00' },
  { title: 'Dentist', day: 3, from: '16:00', to: '17:00' },
  { title: 'Board meeting', day: 4, from: '11:00', to: '12:30' },
];

interface SampleTask extends NewTask {
  /** The working day on which it is due, from 0. */
  readonly day?: number;
}

const TASKS: readonly SampleTask[] = [
  {
    title: 'Finish the quarterly report',
    durationMinutes: 180,
    isSplittable: true,
    minChunkMinutes: 60,
    day: 3,
    dueKind: 'hard',
    priority: 1,
    project: 'reports',
  },
  { title: 'Prepare the customer workshop', durationMinutes: 90, day: 1, priority: 1, project: 'customers' },
  { title: 'Draft the pricing page', durationMinutes: 120, day: 4, priority: 2, project: 'website' },
  { title: 'Read the candidates’ work', durationMinutes: 45, day: 2, priority: 2, project: 'hiring' },
  { title: 'Reply to the landlord', durationMinutes: 20, day: 2, priority: 3, hours: 'personal' },
  { title: 'Submit expenses', durationMinutes: 30, priority: 3 },
  { title: 'Run in the park', durationMinutes: 45, priority: 3, hours: 'personal', timeOfDay: 'evening' },
  { title: 'Read the research paper', durationMinutes: 60, priority: 4 },
];

const WORKING_DAYS = 5;

/** The next five days from Monday to Friday, the given one included, as day numbers. */
function listWorkingDays(startsOn: string): number[] {
  const first = findDayNumber(startsOn);
  if (first === null) throw new TypeError(`'${startsOn}' is no date`);
  return Array.from({ length: WORKING_DAYS + 2 }, (_, index) => first + index)
    .filter((day) => getWeekday(day) >= 1 && getWeekday(day) <= WORKING_DAYS)
    .slice(0, WORKING_DAYS);
}

/** The number of tasks of a sample week. */
export const SAMPLE_TASKS = TASKS.length;

/** The tasks, in the order of `ids`; repeating the call gives the same ones. */
export function listSampleTasks(startsOn: string, ids: readonly string[]): NewTask[] {
  const days = listWorkingDays(startsOn);
  return TASKS.map(({ day, ...task }, index): NewTask => {
    const due = day === undefined ? undefined : days[day];
    return { ...task, ...(ids[index] && { _id: ids[index] }), ...(due && { dueOn: formatDayNumber(due) }) };
  });
}

const UID_END = '@sample-week';

export const isSampleEvent = (uid: string): boolean => uid.endsWith(UID_END);

/** The events as an iCalendar file (RFC 5545), at these local times of the zone. */
export function writeSampleCalendar(startsOn: string, zone: Zone): string {
  const days = listWorkingDays(startsOn);
  const stamp = (day: number, clock: string) => {
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    const [year = 0, month = 0, date = 0] = formatDayNumber(day).split('-').map(Number);
    const instant = zone.localToInstant({ year, month, day: date, hour, minute });
    return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  };
  const events = EVENTS.flatMap(({ title, day, from, to }) =>
    days
      .filter((_, index) => day === null || index === day)
      .flatMap((date) => [
        'BEGIN:VEVENT',
        `UID:${title.toLowerCase().replaceAll(/\W+/g, '-')}-${formatDayNumber(date)}${UID_END}`,
        `DTSTAMP:${stamp(date, from)}`,
        `DTSTART:${stamp(date, from)}`,
        `DTEND:${stamp(date, to)}`,
        `SUMMARY:${title}`,
        'END:VEVENT',
      ]),
  );
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sample week//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
