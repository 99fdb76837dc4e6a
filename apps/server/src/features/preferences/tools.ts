import {
  DayWindows,
  type Scheduling,
  SchedulingChange,
  type WeeklyHours,
  weekdays,
} from '@dayloom/contracts';
import { sayMinutes } from '@dayloom/language/wording';
import { z } from 'zod';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Tool, tool } from '#platform/tools.ts';
import { setScheduling, setWorkingHours } from './operations/settings.ts';

const HoursInput = z.object({
  set: z
    .enum(['work', 'personal'])
    .default('work')
    .meta({ description: 'The hours of work, or of personal tasks' }),
  days: z.array(z.enum(weekdays)).min(1).max(7),
  windows: DayWindows.meta({ description: 'Local times of the home zone; an empty list closes the days' }),
});
const NoInput = z.object({});

/** The tools for the settings of the user's time. */
export function preferencesTools(platform: Pick<Platform, 'db' | 'journal'>): Tool[] {
  return [
    tool<z.output<typeof NoInput>>({
      name: 'read_settings',
      description: 'The home time zone, the weekly hours and the settings of the planner.',
      scope: 'read:settings',
      input: NoInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Read the settings', concerns: [], cards: [] }),
      async run({ scope }) {
        const { homeTimeZone, hours, scheduling } = await getTimeRules(platform, scope);
        return {
          summary: `Home time zone: ${homeTimeZone}. Working hours: ${sayHours(hours.work)}. Personal hours: ${sayHours(hours.personal)}. ${sayScheduling(scheduling)}`,
          commandIds: [],
          cards: [],
          output: { homeTimeZone, workingHours: hours.work, personalHours: hours.personal, scheduling },
        };
      },
    }),
    tool<z.output<typeof HoursInput>>({
      name: 'set_weekly_hours',
      description: 'Set the weekly hours of some weekdays, in which tasks are planned. Other days stay.',
      scope: 'write:settings',
      input: HoursInput,
      isReadOnly: false,
      async preview(_context, input) {
        refuseOverlap(input.windows);
        return { summary: `Set ${sayHoursInput(input)}`, concerns: [], cards: [] };
      },
      async run({ scope }, input) {
        const { set, days, windows } = input;
        refuseOverlap(windows);
        const { hours } = await getTimeRules(platform, scope);
        const changed = { ...hours[set], ...Object.fromEntries(days.map((day) => [day, windows])) };
        const { commandId, saved } = await setWorkingHours(platform, scope, { [set]: changed });
        return {
          summary: `Set ${sayHoursInput(input)}`,
          commandIds: [commandId],
          cards: [],
          output: { workingHours: saved.workingHours, personalHours: saved.personalHours },
        };
      },
    }),
    tool<z.output<typeof SchedulingChange>>({
      name: 'change_scheduling',
      description: "Change the planner's settings, such as lunch, buffers or the most work of a day.",
      scope: 'write:settings',
      input: SchedulingChange,
      isReadOnly: false,
      async preview(_context, input) {
        return { summary: `Set ${sayScheduling(input)}`, concerns: [], cards: [] };
      },
      async run({ scope }, input) {
        const { commandId, saved } = await setScheduling(platform, scope, input);
        return {
          summary: `Set ${sayScheduling(input)}`,
          commandIds: [commandId],
          cards: [],
          output: { scheduling: saved },
        };
      },
    }),
  ];
}

type Windows = z.output<typeof DayWindows>;

function refuseOverlap(windows: Windows): void {
  const sorted = windows.toSorted(([one], [other]) => one.localeCompare(other));
  if (sorted.some(([opens], at) => at > 0 && opens < (sorted[at - 1]?.[1] ?? '')))
    throw new AppError('invalid_request', 'These hours overlap.');
}

const NAMES = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' } as const;

const sayWindows = (windows: Windows): string =>
  windows.length === 0 ? 'none' : windows.map(([opens, closes]) => `${opens}–${closes}`).join(', ');

const sayHoursInput = ({ set, days, windows }: z.output<typeof HoursInput>): string =>
  `the ${set === 'work' ? 'working' : 'personal'} hours of ${days.map((day) => NAMES[day]).join(', ')} to ${sayWindows(windows)}`;

/** 'Mon 09:00–17:00, Tue none, ...' */
const sayHours = (hours: WeeklyHours): string =>
  weekdays.map((day) => `${NAMES[day]} ${sayWindows(hours[day] ?? [])}`).join('; ');

type Values = { readonly [Name in keyof Scheduling]?: Scheduling[Name] | undefined };
const toYesOrNo = (value: boolean): string => (value ? 'yes' : 'no');
const SAY: { readonly [Name in keyof Scheduling]: (value: Scheduling[Name]) => string } = {
  taskMinutes: (minutes) => `length of a new task: ${sayMinutes(minutes)}`,
  smallestChunkMinutes: (minutes) => `shortest chunk: ${sayMinutes(minutes)}`,
  largestChunkMinutes: (minutes) => `longest chunk: ${sayMinutes(minutes)}`,
  taskBufferMinutes: (minutes) => `break after a task: ${sayBreak(minutes)}`,
  meetingBufferMinutes: (minutes) => `break before and after events: ${sayBreak(minutes)}`,
  afterEventMinutes: (minutes) => `break after events: ${sayBreak(minutes)}`,
  lunch: (window) => `lunch: ${window ? window.join('–') : 'not kept free'}`,
  mostWorkMinutes: (minutes) => `most work of a day: ${minutes === null ? 'no limit' : sayMinutes(minutes)}`,
  isChosen: (isChosen) => `first form answered: ${toYesOrNo(isChosen)}`,
  horizonDays: (days) => `days that are planned: ${days}`,
  stability: (stability) => `stability of the plan: ${stability}`,
  freezeHours: (hours) => `hours in which blocks do not move: ${hours}`,
  gridMinutes: (minutes) => `grid: ${sayMinutes(minutes)}`,
  allDayEventsBlock: (isBlocking) => `all-day events block their days: ${toYesOrNo(isBlocking)}`,
};
const sayBreak = (minutes: number): string => (minutes === 0 ? 'none' : sayMinutes(minutes));

function sayScheduling(values: Values): string {
  const say = <Name extends keyof Scheduling>(name: Name) => {
    const value = values[name];
    return value === undefined || name === 'isChosen' ? [] : [SAY[name](value as Scheduling[Name])];
  };
  return (Object.keys(SAY) as (keyof Scheduling)[]).flatMap((name) => say(name)).join('; ');
}
