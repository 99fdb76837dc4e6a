import { isDeepStrictEqual } from 'node:util';
import {
  DayWindows,
  type Scheduling,
  SchedulingChange,
  type WeeklyHours,
  weekdays,
} from '@dayloom/contracts';
import { describeMinutes } from '@dayloom/language/wording';
import { z } from 'zod';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Concern, hasChange, NOTHING_TO_CHANGE, type Tool, tool } from '#platform/tools.ts';
import { setScheduling, setWorkingHours } from './operations/settings.ts';

/** Local time; 24:00 is the end of the day. */
const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const HoursInput = z
  .strictObject({
    set: z
      .enum(['work', 'personal'])
      .default('work')
      .meta({ description: 'The hours of work, or of personal tasks' }),
    days: z.array(z.enum(weekdays)).min(1).max(7),
    windows: DayWindows.optional().meta({
      description: 'Local times of the home zone; an empty list closes the days',
    }),
    closed: z
      .tuple([Clock, Clock])
      .refine(([start, end]) => start < end, 'must end after it starts')
      .optional()
      .meta({ description: 'Instead of windows: a part of the day to take out of the hours that there are' }),
  })
  .refine(({ windows, closed }) => (windows === undefined) !== (closed === undefined), {
    message: 'needs either windows or closed',
  });
const SchedulingInput = SchedulingChange.strict().refine(
  hasChange,
  `${NOTHING_TO_CHANGE}: give at least one of ${Object.keys(SchedulingChange.shape).join(', ')}.`,
);
const NoInput = z.strictObject({});

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
          summary: `Home time zone: ${homeTimeZone}. Working hours: ${describeHours(hours.work)}. Personal hours: ${describeHours(hours.personal)}. ${describeScheduling(scheduling, homeTimeZone)}`,
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
      async preview({ scope }, input) {
        refuseOverlap(input.windows ?? []);
        const { hours, homeTimeZone } = await getTimeRules(platform, scope);
        const { summary, concerns, isChange } = describeChange(input, hours[input.set], homeTimeZone);
        return { summary, concerns, isUnchanged: !isChange, cards: [], basis: hours[input.set] };
      },
      async run({ scope }, input) {
        const { set } = input;
        refuseOverlap(input.windows ?? []);
        const { hours, homeTimeZone } = await getTimeRules(platform, scope);
        const { summary, isChange } = describeChange(input, hours[set], homeTimeZone);
        if (!isChange)
          return {
            summary,
            isUnchanged: true,
            commandIds: [],
            cards: [],
            output: { workingHours: hours[set] },
          };
        const changed = { ...hours[set], ...toDays(input, hours[set]) };
        const { commandId, saved } = await setWorkingHours(platform, scope, { [set]: changed });
        return {
          summary: `Set ${describeHoursInput(input, hours[set], homeTimeZone)}`,
          commandIds: [commandId],
          cards: [],
          output: { workingHours: saved.workingHours, personalHours: saved.personalHours },
        };
      },
    }),
    tool<z.output<typeof SchedulingInput>>({
      name: 'change_scheduling',
      description: "Change the planner's settings, such as lunch, buffers or the most work of a day.",
      scope: 'write:settings',
      input: SchedulingInput,
      isReadOnly: false,
      async preview({ scope }, input) {
        const { scheduling: basis, homeTimeZone } = await getTimeRules(platform, scope);
        const isUnchanged = isLike(basis, input);
        const summary = isUnchanged ? SETTINGS_KEPT : `Set ${describeScheduling(input, homeTimeZone)}`;
        return { summary, isUnchanged, concerns: [], cards: [], basis };
      },
      async run({ scope }, input) {
        const { scheduling, homeTimeZone } = await getTimeRules(platform, scope);
        if (isLike(scheduling, input))
          return {
            summary: SETTINGS_KEPT,
            isUnchanged: true,
            commandIds: [],
            cards: [],
            output: { scheduling },
          };
        const { commandId, saved } = await setScheduling(platform, scope, input);
        return {
          summary: `Set ${describeScheduling(input, homeTimeZone)}`,
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

const describeWindows = (windows: Windows): string =>
  windows.length === 0 ? 'none' : windows.map(([opens, closes]) => `${opens}–${closes}`).join(', ');

/** What closing a part of a day does, and what it does not. */
const CLOSED =
  ': visitors cannot book the time taken out, and no work is planned in it. Invitations can still come, and event types with hours of their own keep them';

type Hours = z.output<typeof HoursInput>;

/** The new windows of the days that change. */
function toDays({ days, windows, closed }: Hours, now: WeeklyHours): WeeklyHours {
  return Object.fromEntries(
    days.map((day) => [day, windows ?? (closed ? withoutPart(now[day] ?? [], closed) : [])]),
  );
}

/** 09:00–17:00 without 12:00–18:00 is 09:00–12:00. */
const withoutPart = (windows: Windows, [from, to]: readonly [string, string]): Windows =>
  windows.flatMap(([opens, closes]): Windows => {
    const before: Windows = opens < from ? [[opens, closes < from ? closes : from]] : [];
    const behind: Windows = closes > to ? [[opens > to ? opens : to, closes]] : [];
    return [...before, ...behind];
  });

const SETTINGS_KEPT = `${NOTHING_TO_CHANGE}: these settings are like that already`;

const isLike = (scheduling: Scheduling, change: SchedulingChange): boolean =>
  Object.entries(change).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, scheduling[name as keyof Scheduling]),
  );

/** What a call would do; closing hours that are not open changes nothing. */
function describeChange(
  input: Hours,
  now: WeeklyHours,
  homeTimeZone: string,
): { readonly summary: string; readonly concerns: readonly Concern[]; readonly isChange: boolean } {
  const said = `Set ${describeHoursInput(input, now, homeTimeZone)}`;
  const changed = toDays(input, now);
  const isChange = input.days.some(
    (day) => describeWindows(changed[day] ?? []) !== describeWindows(now[day] ?? []),
  );
  if (!input.closed)
    return {
      summary: isChange ? said : `${NOTHING_TO_CHANGE}: these hours are like that already`,
      concerns: [],
      isChange,
    };
  return isChange
    ? { summary: `${said}${CLOSED}`, concerns: ['hours'], isChange }
    : {
        summary:
          'Your hours do not include that time as it is, so visitors cannot book it and nothing has to change',
        concerns: [],
        isChange,
      };
}

function describeHoursInput(input: Hours, now: WeeklyHours, homeTimeZone: string): string {
  const changed = toDays(input, now);
  const days = weekdays.filter(
    (day) =>
      changed[day] && (input.windows || describeWindows(changed[day]) !== describeWindows(now[day] ?? [])),
  );
  const name = input.set === 'work' ? 'working' : 'personal';
  if (days.length === 0)
    return `the ${name} hours as they are: they do not include ${input.closed?.join('–')} (${homeTimeZone})`;
  const said = [...new Set(days.map((day) => describeWindows(changed[day] ?? [])))];
  const parts = said.map(
    (windows) =>
      `${days
        .filter((day) => describeWindows(changed[day] ?? []) === windows)
        .map((day) => NAMES[day])
        .join(', ')} to ${windows}`,
  );
  const zone = said.some((windows) => /\d/.test(windows)) ? ` (${homeTimeZone})` : '';
  return `the ${name} hours of ${parts.join('; ')}${zone}`;
}

/** 'Mon 09:00–17:00, Tue none, ...' */
const describeHours = (hours: WeeklyHours): string =>
  weekdays.map((day) => `${NAMES[day]} ${describeWindows(hours[day] ?? [])}`).join('; ');

type Values = { readonly [Name in keyof Scheduling]?: Scheduling[Name] | undefined };
/** Describes each setting; nothing for those that are left out. */
function listSettings(values: Values, homeTimeZone: string): (string | null)[] {
  const say = <Value>(value: Value | undefined, toText: (value: Value) => string) =>
    value === undefined ? null : toText(value);
  return [
    say(values.taskMinutes, (minutes) => `length of a new task: ${describeMinutes(minutes)}`),
    say(values.smallestChunkMinutes, (minutes) => `shortest chunk: ${describeMinutes(minutes)}`),
    say(values.largestChunkMinutes, (minutes) => `longest chunk: ${describeMinutes(minutes)}`),
    say(values.taskBufferMinutes, (minutes) => `break after a task: ${describeBreak(minutes)}`),
    say(values.meetingBufferMinutes, (minutes) => `break before and after events: ${describeBreak(minutes)}`),
    say(values.afterEventMinutes, (minutes) => `break after events: ${describeBreak(minutes)}`),
    say(
      values.lunch,
      (window) => `lunch: ${window ? `${window.join('–')} (${homeTimeZone})` : 'not kept free'}`,
    ),
    say(
      values.mostWorkMinutes,
      (minutes) => `most work of a day: ${minutes === null ? 'no limit' : describeMinutes(minutes)}`,
    ),
    say(values.horizonDays, (days) => `days that are planned: ${days}`),
    say(values.stability, (stability) => `stability of the plan: ${stability}`),
    say(values.freezeHours, (hours) => `hours in which blocks do not move: ${hours}`),
    say(values.gridMinutes, (minutes) => `grid: ${describeMinutes(minutes)}`),
    say(
      values.allDayEventsBlock,
      (isBlocking) => `all-day events block their days: ${isBlocking ? 'yes' : 'no'}`,
    ),
  ];
}

const describeBreak = (minutes: number): string => (minutes === 0 ? 'none' : describeMinutes(minutes));

const describeScheduling = (values: Values, homeTimeZone: string): string =>
  listSettings(values, homeTimeZone)
    .flatMap((text) => text ?? [])
    .join('; ');
