import { findDayNumber } from '@dayloom/time';
import {
  InvalidInstance,
  readClockWindow,
  readEnum,
  readInstant,
  readList,
  readName,
  readObject,
  readWhole,
} from '../format/fields.ts';
import type { Opening } from '../format/format.ts';
import { parseInstance } from '../format/parse-instance.ts';
import type { Breaks, DayPlan, EventWithTravel, FocusTime, Habit, LearnedDuration } from './day-plan.ts';
import { prepare } from './prepare.ts';

const PRIORITIES = [1, 2, 3, 4] as const;
/** A learned factor above 20 or below 1/20 means that the estimate was wrong, so it is rejected. */
const MAX_FACTOR = 20;

/**
 * Reads a `dayplan/1` document: `schedbench/1` with another `format` and the optional additions.
 *
 * @throws {InvalidInstance} naming the first invalid field.
 */
export function parseDayPlan(json: unknown): DayPlan {
  const top = readObject(json, '');
  readEnum(top.format, 'format', ['dayplan/1']);
  const instance = parseInstance({ ...top, format: 'schedbench/1' });
  const hours = new Set(Object.keys(instance.hours));
  const ids = new Set(instance.tasks.map(({ id }) => id));
  const grid = instance.slotMinutes;
  const events = readList(top.busy, 'busy', readObject);
  const busy = instance.busy.map((event, at): EventWithTravel => {
    const travel = (name: 'travelBefore' | 'travelAfter') =>
      events[at]?.[name] === undefined ? {} : { [name]: readWhole(events[at][name], `busy[${at}].${name}`) };
    return { ...event, ...travel('travelBefore'), ...travel('travelAfter') };
  });
  const own = (value: Readonly<Record<string, unknown>>, path: string) => {
    const id = readName(value.id, `${path}.id`);
    if (ids.has(id)) throw new InvalidInstance(`${path}.id`, `${JSON.stringify(id)} is already used`);
    ids.add(id);
    return {
      id,
      hours: readHoursName(value.hours, `${path}.hours`, hours),
      prefer: readList(value.prefer ?? [], `${path}.prefer`, readClockWindow),
      priority: readEnum(value.priority, `${path}.priority`, PRIORITIES),
      category: typeof value.category === 'string' ? value.category : '',
    };
  };
  const onGrid = (value: unknown, path: string): number => {
    const minutes = readWhole(value, path, 1);
    if (minutes % grid !== 0) throw new InvalidInstance(path, `${minutes} is not a multiple of ${grid}`);
    return minutes;
  };
  const days: DayPlan = {
    ...instance,
    format: 'dayplan/1',
    busy,
    opened: readList(top.opened ?? [], 'opened', (value, path): Opening => {
      const opening = readObject(value, path);
      const start = readInstant(opening.start, `${path}.start`);
      const end = readInstant(opening.end, `${path}.end`);
      if (Date.parse(end) <= Date.parse(start))
        throw new InvalidInstance(path, 'does not end after it starts');
      return { hours: readHoursName(opening.hours, `${path}.hours`, hours), start, end };
    }),
    dailyCapMinutes:
      top.dailyCapMinutes === undefined || top.dailyCapMinutes === null
        ? null
        : readWhole(top.dailyCapMinutes, 'dailyCapMinutes', 1),
    ...(top.dailyCapHours !== undefined && {
      dailyCapHours: readHoursName(top.dailyCapHours, 'dailyCapHours', hours),
    }),
    breaks: top.breaks === undefined || top.breaks === null ? null : readBreaks(top.breaks, grid),
    habits: readList(top.habits ?? [], 'habits', (value, path): Habit => {
      const habit = readObject(value, path);
      const timesPerWeek = readWhole(habit.timesPerWeek, `${path}.timesPerWeek`, 1);
      if (timesPerWeek > 7)
        throw new InvalidInstance(`${path}.timesPerWeek`, `${timesPerWeek} is more than the days of a week`);
      return {
        ...own(habit, path),
        minutes: onGrid(habit.minutes, `${path}.minutes`),
        timesPerWeek,
        done: readList(habit.done ?? [], `${path}.done`, readDate),
      };
    }),
    focus: readList(top.focus ?? [], 'focus', (value, path): FocusTime => {
      const time = readObject(value, path);
      const minChunk = onGrid(time.minChunk, `${path}.minChunk`);
      const maxChunk = onGrid(time.maxChunk, `${path}.maxChunk`);
      if (minChunk > maxChunk)
        throw new InvalidInstance(`${path}.minChunk`, `${minChunk} is more than maxChunk ${maxChunk}`);
      return {
        ...own(time, path),
        minutesPerWeek: onGrid(time.minutesPerWeek, `${path}.minutesPerWeek`),
        minChunk,
        maxChunk,
      };
    }),
    durations: readList(top.durations ?? [], 'durations', readDuration),
  };
  const made = new Set<string>();
  for (const { id } of prepare(days).tasks) {
    if (made.has(id))
      throw new InvalidInstance(
        'tasks',
        `${JSON.stringify(id)} is also the id of a time of a habit or of focus time`,
      );
    made.add(id);
  }
  return days;
}

function readHoursName(value: unknown, path: string, known: ReadonlySet<string>): string {
  const name = readName(value, path);
  if (!known.has(name)) throw new InvalidInstance(path, `no set of hours is called ${JSON.stringify(name)}`);
  return name;
}

function readBreaks(value: unknown, grid: number): Breaks {
  const breaks = readObject(value, 'breaks');
  const afterMinutes = readWhole(breaks.afterMinutes, 'breaks.afterMinutes', grid);
  return { afterMinutes, minutes: readWhole(breaks.minutes, 'breaks.minutes', 1) };
}

function readDate(value: unknown, path: string): string {
  const date = readName(value, path);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || findDayNumber(date) === null) {
    throw new InvalidInstance(path, `expected a date like "2026-03-02", found ${JSON.stringify(date)}`);
  }
  return date;
}

function readDuration(value: unknown, path: string): LearnedDuration {
  const learned = readObject(value, path);
  const { factor } = learned;
  if (typeof factor !== 'number' || !(factor >= 1 / MAX_FACTOR && factor <= MAX_FACTOR)) {
    throw new InvalidInstance(`${path}.factor`, `expected a number from ${1 / MAX_FACTOR} to ${MAX_FACTOR}`);
  }
  return {
    category:
      learned.category === null || learned.category === undefined
        ? null
        : readName(learned.category, `${path}.category`),
    factor,
  };
}
