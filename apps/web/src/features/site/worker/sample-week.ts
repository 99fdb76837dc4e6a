import { DEFAULT_WEIGHTS, type Instance, type Task } from '@dayloom/planner';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { STEP_MINUTES } from '../model/demo.ts';
import { toInstant } from './clock.ts';

/** A meeting of the sample week, by day and minutes of the day. */
interface Meeting {
  readonly title: string;
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

const at = (hour: number, minute = 0) => hour * 60 + minute;

const workdays = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
const meetings: readonly Meeting[] = [
  ...workdays.map((day) => ({ title: 'Standup', day, from: at(9, 15), to: at(9, 45) })),
  { title: 'Planning', day: 0, from: at(10), to: at(12) },
  { title: '1:1 with Sam', day: 0, from: at(13), to: at(14) },
  { title: 'Hiring call', day: 0, from: at(15, 30), to: at(16, 30) },
  { title: 'Design review', day: 1, from: at(10), to: at(11, 30) },
  { title: 'Customer visit', day: 1, from: at(13), to: at(16) },
  { title: 'Team lunch', day: 2, from: at(12), to: at(13) },
  { title: 'Workshop', day: 2, from: at(14), to: at(16) },
  { title: 'Interviews', day: 3, from: at(13), to: at(14, 30) },
  { title: 'Board demo', day: 4, from: at(11), to: at(12, 30) },
];

export interface NamedEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

const workday = [['09:00', '17:00']] as const;
const evening = [['17:30', '20:00']] as const;
const everyWorkday = <Windows>(windows: Windows) => ({
  mon: windows,
  tue: windows,
  wed: windows,
  thu: windows,
  fri: windows,
});
export const WORK_HOURS = everyWorkday(workday);
/** Its times have no zone of their own, and no clock changes. */
export const ZONE = 'UTC';
/** The days that are planned: the week and the one after. */
export const DAYS = 12;

/** A week with meetings and a few tasks, as on Monday at 8. */
export function makeSampleWeek(monday: number): {
  readonly instance: Instance;
  readonly names: ReadonlyMap<string, string>;
  readonly events: readonly NamedEvent[];
} {
  const instant = (day: number, minute: number) => toInstant(monday + day * DAY_MS + minute * MINUTE_MS);
  const events = meetings.map(({ title, day, from, to }) => ({
    title,
    start: instant(day, from),
    end: instant(day, to),
  }));
  const task = (id: string, minutes: number, change: Partial<Task> = {}): Task => ({
    id,
    minutes,
    priority: 3,
    category: '',
    hours: 'work',
    notBefore: null,
    due: null,
    dueKind: 'soft',
    minChunk: minutes,
    maxChunk: minutes,
    after: [],
    prefer: [],
    ...change,
  });
  return {
    instance: {
      format: 'schedbench/1',
      id: 'sample',
      family: 'sample',
      seed: 1,
      zone: ZONE,
      slotMinutes: STEP_MINUTES,
      start: instant(0, at(8)),
      end: instant(DAYS, 0),
      hours: { work: WORK_HOURS, personal: everyWorkday(evening) },
      buffers: { before: 0, after: 0 },
      busy: events.map(({ start, end }) => ({ start, end })),
      locked: [{ task: 'gym', start: instant(4, at(14)), end: instant(4, at(15)) }],
      tasks: [
        task('slides', 90, { due: instant(1, at(17)) }),
        task('invoices', 90, { due: instant(3, at(17)) }),
        task('gym', 60, { hours: 'personal' }),
      ],
      previous: null,
      weights: DEFAULT_WEIGHTS,
    },
    names: new Map([
      ['slides', 'Outline slides'],
      ['invoices', 'Invoices'],
      ['gym', 'Gym'],
    ]),
    events,
  };
}
