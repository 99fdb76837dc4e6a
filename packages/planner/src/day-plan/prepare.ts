import {
  DAY_MS,
  formatDayNumber,
  getWeekday,
  getZone,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  type Zone,
} from '@dayloom/time';
import { type BusyEvent, formatInstant, type Instance, type Task } from '../format/format.ts';
import type { DayPlan, EventWithTravel, FocusTime, Habit, LearnedDuration } from './day-plan.ts';
import { listDaysWithRoom } from './room.ts';
import { splitDays } from './split-days.ts';

/**
 * The instance of a day plan: travel becomes buffers, habits and focus time become tasks (`run#2026-W10.1`,
 * `deep#2026-W10`), and durations are multiplied by what was learned. C1 and C2 are not part of it: see
 * `planDays`.
 */
export function prepare(days: DayPlan): Instance {
  const {
    dailyCapMinutes: _cap,
    dailyCapHours: _set,
    breaks: _breaks,
    habits,
    focus,
    durations,
    busy,
    ...rest
  } = days;
  const frame: Instance = {
    ...rest,
    format: 'schedbench/1',
    busy: busy.map((event) => withTravel(event, days)),
  };
  const tasks = frame.tasks.map((task) =>
    withFactor(task, getLearnedDuration(durations, task.category).factor, frame),
  );
  const weeks = listWeeks(frame);
  return {
    ...frame,
    tasks: [
      ...tasks,
      ...habits.flatMap((habit) => weeks.flatMap((week) => expandHabit(habit, week, frame))),
      ...focus.flatMap((time) => weeks.flatMap((week) => focusIn(time, week, frame))),
    ],
  };
}

function withTravel(event: EventWithTravel, { buffers }: DayPlan): BusyEvent {
  const { travelBefore = 0, travelAfter = 0, ...busy } = event;
  if (travelBefore === 0 && travelAfter === 0) return busy;
  return {
    ...busy,
    before: (busy.before ?? buffers.before) + travelBefore,
    after: (busy.after ?? buffers.after) + travelAfter,
  };
}

/** The learned duration of the category, or of every other category. */
export function getLearnedDuration(durations: readonly LearnedDuration[], category: string): LearnedDuration {
  return (
    durations.find((one) => one.category === category) ??
    durations.find((one) => one.category === null) ?? { category: null, factor: 1 }
  );
}

/**
 * The task with its learned minutes, rounded up to the grid. Pinned work does not change, and a task in one
 * piece stays in one piece.
 */
function withFactor(task: Task, factor: number, { slotMinutes, locked }: Instance): Task {
  if (factor === 1) return task;
  const pinned = locked
    .filter((block) => block.task === task.id)
    .reduce((sum, block) => sum + (Date.parse(block.end) - Date.parse(block.start)) / MINUTE_MS, 0);
  const minutes =
    pinned + Math.max(0, Math.ceil(((task.minutes - pinned) * factor) / slotMinutes - 1e-9)) * slotMinutes;
  const scaled = Math.max(minutes, slotMinutes);
  const isWhole = task.minChunk === task.minutes;
  const minChunk = isWhole ? scaled : Math.min(task.minChunk, scaled);
  return {
    ...task,
    minutes: scaled,
    minChunk,
    maxChunk: isWhole ? scaled : Math.max(task.maxChunk, minChunk),
  };
}

/** The days of one ISO week (Monday to Sunday) within the horizon, as day numbers. */
interface Week {
  /** The ISO week, for example `2026-W10`. */
  readonly name: string;
  readonly days: readonly number[];
}

function listWeeks({ zone: name, start, end }: Instance): Week[] {
  const zone = getZone(name);
  const weeks = new Map<string, number[]>();
  for (
    let day = localDayNumber(zone, Date.parse(start));
    day <= localDayNumber(zone, Date.parse(end) - 1);
    day++
  ) {
    const week = weekName(day);
    weeks.set(week, [...(weeks.get(week) ?? []), day]);
  }
  return Array.from(weeks, ([week, days]) => ({ name: week, days }));
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekName(day: number): string {
  const monday = day - ((getWeekday(day) + 6) % 7);
  const year = formatDayNumber(monday + 3).slice(0, 4);
  const first = Date.UTC(Number(year), 0, 4) / DAY_MS;
  const firstMonday = first - ((getWeekday(first) + 6) % 7);
  return `${year}-W${String((monday - firstMonday) / 7 + 1).padStart(2, '0')}`;
}

/**
 * Splits the remaining days of the week into as many groups of consecutive days as times are left. The groups
 * are as equal as possible, the larger ones first. Each time becomes a task that is released at the start of
 * its group and due at the end.
 */
function expandHabit(habit: Habit, week: Week, instance: Instance): Task[] {
  const zone = getZone(instance.zone);
  const room = listDaysWithRoom(instance, habit, week.days);
  const done = habit.done.filter((date) => weekName(Date.parse(`${date}T00:00:00Z`) / DAY_MS) === week.name);
  const open = room.filter((day) => !done.includes(formatDayNumber(day)));
  // An incomplete week gets its share of the times, reduced by those already done.
  const share = Math.round((habit.timesPerWeek * week.days.length) / 7);
  const times = Math.max(0, Math.min(share, habit.timesPerWeek - done.length));
  return splitDays(open, times).map(
    (group, index): Task => ({
      id: `${habit.id}#${week.name}.${index + 1}`,
      minutes: habit.minutes,
      priority: habit.priority,
      category: habit.category,
      hours: habit.hours,
      ...between(zone, instance, group[0], group.at(-1) ?? group[0]),
      dueKind: 'soft',
      minChunk: habit.minutes,
      maxChunk: habit.minutes,
      after: [],
      prefer: habit.prefer,
    }),
  );
}

function focusIn(time: FocusTime, week: Week, instance: Instance): Task[] {
  const zone = getZone(instance.zone);
  const room = listDaysWithRoom(instance, { ...time, minutes: time.minChunk }, week.days);
  if (room.length === 0) return [];
  const grid = instance.slotMinutes;
  const share = Math.round((time.minutesPerWeek * week.days.length) / 7 / grid) * grid;
  const minutes = Math.max(time.minChunk, share);
  return [
    {
      id: `${time.id}#${week.name}`,
      minutes,
      priority: time.priority,
      category: time.category,
      hours: time.hours,
      ...between(zone, instance, week.days[0]!, week.days.at(-1)!),
      dueKind: 'soft',
      minChunk: time.minChunk,
      maxChunk: time.maxChunk,
      after: [],
      prefer: time.prefer,
    },
  ];
}

/** From the midnight before the first day to the midnight after the last, within the horizon. */
function between(
  zone: Zone,
  instance: Instance,
  first: number,
  last: number,
): Pick<Task, 'notBefore' | 'due'> {
  const from = Math.max(Date.parse(instance.start), startOfDayNumber(zone, first));
  const to = Math.min(Date.parse(instance.end), startOfDayNumber(zone, last + 1));
  return { notBefore: formatInstant(from), due: formatInstant(to) };
}
