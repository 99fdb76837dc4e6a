import { type Instance, listDaysWithRoom, splitDays } from '@dayloom/planner';
import { findDayNumber, getWeekday, getZone, localDayNumber, startOfDayNumber } from '@dayloom/time';
import type { PlannedWork } from '#features/tasks/model/planned-work.ts';

type PlannerTask = Instance['tasks'][number];

/**
 * The instance in which times a week move to other days if their own are full: where one of them has no room,
 * the days with room that the week still has are divided among all of them. They stay on different days.
 */
export function moveToDaysWithRoom(instance: Instance, works: readonly PlannedWork[]): Instance {
  const flexible = works.filter(({ isFlexible, day }) => isFlexible && day !== null);
  if (flexible.length === 0) return instance;
  const byId = new Map(instance.tasks.map((task) => [task.id, task]));
  const moved = new Map<string, PlannerTask>();
  const byWeek = Map.groupBy(
    flexible,
    ({ taskId, day }) => `${taskId} ${getSunday(findDayNumber(day ?? '') ?? 0)}`,
  );
  for (const week of byWeek.values()) {
    const tasks = week.flatMap(({ id }) => byId.get(id) ?? []);
    for (const task of redistributeDays(instance, tasks)) moved.set(task.id, task);
  }
  if (moved.size === 0) return instance;
  return { ...instance, tasks: instance.tasks.map((task) => moved.get(task.id) ?? task) };
}

function redistributeDays(instance: Instance, tasks: readonly PlannerTask[]): PlannerTask[] {
  const zone = getZone(instance.zone);
  const dayAt = (instant: string) => localDayNumber(zone, Date.parse(instant));
  const isLocked = (task: PlannerTask) => instance.locked.some((block) => block.task === task.id);
  const [firstDay, endDay] = [dayAt(instance.start), localDayNumber(zone, Date.parse(instance.end) - 1)];
  const daysFor = ({ notBefore, due }: PlannerTask) =>
    range(
      Math.max(firstDay, notBefore ? dayAt(notBefore) : firstDay),
      due ? localDayNumber(zone, Date.parse(due) - 1) : endDay,
    );
  const free = tasks.filter((task) => !isLocked(task));
  const [first] = free;
  if (!first || free.every((task) => listDaysWithRoom(instance, task, daysFor(task)).length > 0)) return [];
  const [from = firstDay] = daysFor(first);
  const taken = new Set(
    instance.locked
      .filter(({ task }) => tasks.some(({ id }) => id === task))
      .map(({ start }) => dayAt(start)),
  );
  const days = range(from, Math.min(getSunday(from), endDay)).filter((day) => !taken.has(day));
  return splitDays(listDaysWithRoom(instance, first, days), free.length).flatMap((group, index) => {
    const task = free[index];
    if (!task) return [];
    return {
      ...task,
      notBefore: toInstant(Math.max(Date.parse(instance.start), startOfDayNumber(zone, group[0]))),
      due: toInstant(startOfDayNumber(zone, (group.at(-1) ?? group[0]) + 1)),
    };
  });
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const getSunday = (day: number) => day + ((7 - getWeekday(day)) % 7);
const toInstant = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
