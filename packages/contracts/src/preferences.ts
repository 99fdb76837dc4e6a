import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DAY_MS } from './units.ts';
import {
  DayWindow,
  DayWindows,
  Id,
  LocalDate,
  SeparateHours,
  SeparateWindows,
  succeeded,
  TimeZone,
  WeeklyHours,
} from './values.ts';

/** The messages that a user receives in addition to those about the account, which are always sent. */
export const Preferences = z
  .object({
    notifications: z.object({
      channels: z.object({ email: z.boolean(), push: z.boolean() }),
      subscriptions: z.object({ promotions: z.boolean() }),
    }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

/** Only the toggles that changed. */
export const PreferencesChange = z
  .object({
    notifications: z
      .object({
        channels: z.object({ email: z.boolean(), push: z.boolean() }).partial(),
        subscriptions: z.object({ promotions: z.boolean() }).partial(),
      })
      .partial(),
  })
  .meta({ id: 'PreferencesChange' });
export type PreferencesChange = z.infer<typeof PreferencesChange>;

const OwnWindows = DayWindows.nullable();

/**
 * The hours of one date instead of its weekday's, in the home zone. Null keeps the weekly hours, an empty
 * list closes the date.
 */
export const HoursOverride = z
  .object({ date: LocalDate, work: OwnWindows, personal: OwnWindows })
  .meta({ id: 'HoursOverride' });
export type HoursOverride = z.infer<typeof HoursOverride>;

/** The sets of hours that tasks are planned in. */
export type HoursSet = 'work' | 'personal';

/** By date, the windows of one set of hours that replace the weekly ones. */
export function windowsByDate(
  overrides: readonly HoursOverride[],
  set: HoursSet,
): Record<string, [opens: string, closes: string][]> {
  return Object.fromEntries(
    overrides.flatMap(({ date, [set]: windows }) => (windows ? [[date, windows]] : [])),
  );
}

/** The most dates of one change: a long holiday. */
export const MAX_DATES_AT_ONCE = 92;
/** The most dates with their own hours. */
export const MAX_HOURS_OVERRIDES = 400;

/**
 * How strongly a replan keeps blocks where they are: the cost of moving a block, relative to everything else.
 */
export const stabilities = ['loose', 'balanced', 'steady'] as const;
/**
 * What happens when the plan no longer holds: a meeting overlaps a block, or work was not done. `propose`: a new
 * plan waits to be accepted. `accept`: it counts at once, and can be undone.
 */
export const automaticReplannings = ['off', 'propose', 'accept'] as const;
export const gridMinutes = [5, 10, 15, 30] as const;

const Minutes = z.int().min(5).max(1_440);

/** Defaults of new tasks, and settings of the planner. */
export const Scheduling = z
  .object({
    /** The length of a new task without one. */
    taskMinutes: Minutes,
    /** How a new splittable task is split by default. */
    smallestChunkMinutes: Minutes,
    largestChunkMinutes: Minutes,
    /** Minutes kept free after each block of a new task. */
    taskBufferMinutes: z.int().min(0).max(240),
    /** Minutes kept free before and after each event that blocks time. */
    meetingBufferMinutes: z.int().min(0).max(120),
    /** Minutes kept free after each event that blocks time, if that is more. */
    afterEventMinutes: z.int().min(0).max(120),
    /** A time of every day that work tasks leave free, in the home zone. */
    lunch: DayWindow.nullable(),
    /** The most work that is planned on one day. */
    mostWorkMinutes: z.int().min(30).max(1_440).nullable(),
    /** Whether the user has answered the form that precedes the first plan. */
    isChosen: z.boolean(),
    /** The number of days that 'Plan my week' plans. */
    horizonDays: z.int().min(1).max(56),
    stability: z.enum(stabilities),
    /** Blocks that begin within these hours do not move; with 0, all may move. */
    freezeHours: z.int().min(0).max(72),
    /** Blocks begin and end on this grid, or on a finer one if the length of a task needs it. */
    gridMinutes: z.literal(gridMinutes),
    automaticReplanning: z.enum(automaticReplannings),
    /** Whether busy all-day events block their days. */
    allDayEventsBlock: z.boolean(),
  })
  .meta({ id: 'Scheduling' });
export type Scheduling = z.infer<typeof Scheduling>;

/** Only the settings that change. */
export const SchedulingChange = Scheduling.partial().meta({ id: 'SchedulingChange' });
export type SchedulingChange = z.infer<typeof SchedulingChange>;

export const defaultScheduling: Scheduling = {
  taskMinutes: 30,
  smallestChunkMinutes: 30,
  largestChunkMinutes: 120,
  taskBufferMinutes: 0,
  meetingBufferMinutes: 0,
  afterEventMinutes: 0,
  lunch: null,
  mostWorkMinutes: null,
  isChosen: false,
  horizonDays: 7,
  stability: 'balanced',
  freezeHours: 0,
  gridMinutes: 15,
  automaticReplanning: 'off',
  allDayEventsBlock: false,
};

/** What the form at the first plan suggests. */
export const suggestedScheduling = {
  lunch: ['12:00', '13:00'],
  afterEventMinutes: 5,
  mostWorkMinutes: 360,
} as const satisfies Partial<{ [Name in keyof Scheduling]: unknown }>;

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

const PreferencesResponse = z.object({ ...succeeded, preferences: Preferences, message: z.string() });
const HoursResponse = z.object({
  ...succeeded,
  homeTimeZone: z.object({ name: TimeZone }),
  workingHours: WeeklyHours,
  personalHours: WeeklyHours,
  message: z.string(),
});

export const preferencesApi = {
  changePreferences: endpoint({
    method: 'PATCH',
    path: '/user/preferences',
    summary: 'Turn notifications on or off; send only changed ones',
    access: 'user',
    body: PreferencesChange,
    response: PreferencesResponse,
  }),
  setWorkingHours: endpoint({
    method: 'PUT',
    path: '/user/working-hours',
    summary: 'Set the weekly hours for work and for personal tasks, in the home zone',
    access: 'user',
    scope: 'write:settings',
    body: z.object({ work: SeparateHours, personal: SeparateHours }),
    response: HoursResponse,
  }),
  setHoursOfDates: endpoint({
    method: 'PUT',
    path: '/user/hours-overrides',
    summary: 'Set the hours of single dates, close dates, or restore their weekly hours (null for both)',
    access: 'user',
    scope: 'write:settings',
    body: z
      .object({
        /** First and last date, both included. */
        from: LocalDate,
        until: LocalDate,
        work: SeparateWindows.nullable(),
        personal: SeparateWindows.nullable(),
      })
      .refine(({ from, until }) => from <= until, {
        path: ['until'],
        error: 'must not be before the first date',
      })
      .refine(({ from, until }) => daysBetween(from, until) < MAX_DATES_AT_ONCE, {
        path: ['until'],
        error: `must be at most ${MAX_DATES_AT_ONCE} days in all`,
      })
      .meta({ id: 'HoursOfDates' }),
    response: z.object({
      ...succeeded,
      hoursOverrides: z.array(HoursOverride),
      /** The change in the journal, for undo. */
      commandId: Id,
      message: z.string(),
    }),
  }),
  setHomeTimeZone: endpoint({
    method: 'PUT',
    path: '/user/home-time-zone',
    summary: 'Set the zone of working hours, whole days and date-only deadlines',
    access: 'user',
    body: z.object({ timeZoneName: TimeZone }),
    response: HoursResponse,
  }),
  setScheduling: endpoint({
    method: 'PATCH',
    path: '/user/scheduling',
    summary: "Set the defaults of new tasks and the planner's settings; send only changed fields",
    access: 'user',
    scope: 'write:settings',
    body: SchedulingChange,
    response: z.object({ ...succeeded, scheduling: Scheduling, message: z.string() }),
  }),
};
