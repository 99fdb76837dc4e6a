import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DayWindows, Id, LocalDate, succeeded, TimeZone, WeeklyHours, weekdays } from './values.ts';

/** What may be sent to a user beside what concerns their account, which is always sent. */
export const Preferences = z
  .object({
    notifications: z.object({
      channels: z.object({ email: z.boolean(), push: z.boolean() }),
      subscriptions: z.object({ promotions: z.boolean() }),
    }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

/** Only the toggles that were switched. */
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

const OVERLAP = 'has windows that overlap';
const lieApart = (windows: z.infer<typeof DayWindows>): boolean =>
  windows
    .toSorted(([a], [b]) => a.localeCompare(b))
    .every(([opens], index, sorted) => opens >= (sorted[index - 1]?.[1] ?? ''));
const withoutOverlap = (hours: WeeklyHours, context: z.core.$RefinementCtx) => {
  for (const day of weekdays) {
    if (!lieApart(hours[day] ?? [])) context.addIssue({ code: 'custom', path: [day], message: OVERLAP });
  }
};

/** Weekly hours whose windows lie apart. Two that touch are allowed: they are one to the planner. */
const SeparateHours = WeeklyHours.superRefine(withoutOverlap);

const OwnWindows = DayWindows.nullable();

/**
 * The hours of one date where they are not its weekday's, told in the home zone. Null leaves the weekly ones, an empty
 * list closes the date.
 */
export const HoursOverride = z
  .object({ date: LocalDate, work: OwnWindows, personal: OwnWindows })
  .meta({ id: 'HoursOverride' });
export type HoursOverride = z.infer<typeof HoursOverride>;

/** The sets of hours that tasks are planned in. */
export type HoursSet = 'work' | 'personal';

/** By date, the windows of one set of hours where they are not the weekly ones. */
export function windowsByDate(
  overrides: readonly HoursOverride[],
  set: HoursSet,
): Record<string, [opens: string, closes: string][]> {
  return Object.fromEntries(
    overrides.flatMap(({ date, [set]: windows }) => (windows ? [[date, windows]] : [])),
  );
}

/** Dates that one change may set: a long holiday. */
export const mostDatesAtOnce = 92;
/** Dates that may have hours of their own. */
export const mostHoursOverrides = 400;

/** How much a replan holds on to where things are: what a block that moves costs, against everything else. */
export const stabilities = ['loose', 'balanced', 'steady'] as const;
export const gridMinutes = [5, 10, 15, 30] as const;

const Minutes = z.int().min(5).max(1_440);

/** Defaults of new tasks, and how the planner plans. */
export const Scheduling = z
  .object({
    /** A new task without a length takes this long. */
    taskMinutes: Minutes,
    /** How a new task that may be split is cut, where it does not say so itself. */
    smallestChunkMinutes: Minutes,
    largestChunkMinutes: Minutes,
    /** Kept free after each block of a new task. */
    taskBufferMinutes: z.int().min(0).max(240),
    /** Kept free before and after each event that blocks time. */
    meetingBufferMinutes: z.int().min(0).max(120),
    /** Days that 'Plan my week' looks ahead. */
    horizonDays: z.int().min(1).max(56),
    stability: z.enum(stabilities),
    /** Blocks that begin within these hours stay where they are; 0 lets everything ahead move. */
    freezeHours: z.int().min(0).max(72),
    /** Blocks begin and end on this grid. */
    gridMinutes: z.literal(gridMinutes),
    /** Whether all-day events take up their days. What a calendar marks as free never does. */
    allDayEventsBlock: z.boolean(),
  })
  .meta({ id: 'Scheduling' });
export type Scheduling = z.infer<typeof Scheduling>;

export const defaultScheduling: Scheduling = {
  taskMinutes: 30,
  smallestChunkMinutes: 30,
  largestChunkMinutes: 120,
  taskBufferMinutes: 0,
  meetingBufferMinutes: 0,
  horizonDays: 7,
  stability: 'balanced',
  freezeHours: 0,
  gridMinutes: 15,
  allDayEventsBlock: false,
};

const DAY_MS = 86_400_000;
const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

const PreferencesAnswer = z.object({ ...succeeded, preferences: Preferences, message: z.string() });
const HoursAnswer = z.object({
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
    summary: 'Switch notifications on or off; send only what was switched',
    access: 'user',
    body: PreferencesChange,
    response: PreferencesAnswer,
  }),
  setWorkingHours: endpoint({
    method: 'PUT',
    path: '/user/working-hours',
    summary: 'Set the weekly hours for work and for personal things, told in the home zone',
    access: 'user',
    body: z.object({ work: SeparateHours, personal: SeparateHours }),
    response: HoursAnswer,
  }),
  setHoursOfDates: endpoint({
    method: 'PUT',
    path: '/user/hours-overrides',
    summary:
      'Give dates hours of their own, close them, or (with null for both) give them their weekly hours back',
    access: 'user',
    body: z
      .object({
        /** First and last date; `until` is one of them. */
        from: LocalDate,
        until: LocalDate,
        work: OwnWindows.refine((windows) => windows === null || lieApart(windows), OVERLAP),
        personal: OwnWindows.refine((windows) => windows === null || lieApart(windows), OVERLAP),
      })
      .refine(({ from, until }) => from <= until, {
        path: ['until'],
        error: 'must not be before the first date',
      })
      .refine(({ from, until }) => daysBetween(from, until) < mostDatesAtOnce, {
        path: ['until'],
        error: `must be at most ${mostDatesAtOnce} days in all`,
      })
      .meta({ id: 'HoursOfDates' }),
    response: z.object({
      ...succeeded,
      hoursOverrides: z.array(HoursOverride),
      /** The change in the journal, by which it can be undone. */
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
    response: HoursAnswer,
  }),
  setScheduling: endpoint({
    method: 'PATCH',
    path: '/user/scheduling',
    summary: 'Set defaults of new tasks and how the planner plans; send only what changed',
    access: 'user',
    body: Scheduling.partial().meta({ id: 'SchedulingChange' }),
    response: z.object({ ...succeeded, scheduling: Scheduling, message: z.string() }),
  }),
};
