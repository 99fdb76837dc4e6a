import type { Task } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import {
  dayWithDate,
  findDeadline,
  formatDate,
  formatWeekday,
  type TimeContext,
  toDay,
  todayIn,
} from './time-context.ts';
import type { View } from './views.ts';

export const groupings = ['date', 'project', 'priority'] as const;
export type Grouping = (typeof groupings)[number];

export interface TaskGroup {
  id: string;
  title: string;
  /** The date of a day group. */
  hint: string | null;
  /** For a day its planned work, for other groups the length of their open tasks. */
  minutes: number;
  tasks: Task[];
}

interface GroupKey {
  /** Sort key of the groups. */
  order: number | string;
  id: string;
  title: string;
  hint?: string;
  /** The day of a group of one day. */
  day?: number;
}

const LAST = Number.MAX_SAFE_INTEGER;

/** Groups tasks under headings, in the order of the tasks. */
export function groupTasks(
  tasks: readonly Task[],
  grouping: Grouping,
  view: View,
  context: TimeContext,
): TaskGroup[] {
  const toPlace = (task: Task): GroupKey => {
    if (grouping === 'priority')
      return { order: task.priority, id: `p${task.priority}`, title: `Priority ${task.priority}` };
    if (grouping === 'project') return toProjectGroup(task);
    return view === 'done' ? toDoneGroup(task, context) : toDateGroup(task, context);
  };
  const perDay = plannedMinutesPerDay(tasks, context);
  const groups = new Map<string, { order: GroupKey['order']; group: TaskGroup }>();
  for (const task of inOrder(tasks, view, context)) {
    const { id, title, hint = null, order, day } = toPlace(task);
    const planned = day === undefined ? 0 : (perDay.get(day) ?? 0);
    const group = groups.get(id)?.group ?? { id, title, hint, minutes: planned, tasks: [] };
    group.tasks.push(task);
    if (task.status === 'open' && day === undefined) group.minutes += task.durationMinutes;
    groups.set(id, { order, group });
  }
  return [...groups.values()]
    .sort((a, b) =>
      typeof a.order === 'number' && typeof b.order === 'number'
        ? a.order - b.order
        : String(a.order).localeCompare(String(b.order)),
    )
    .map(({ group }) => group);
}

/** A day's work is its blocks: of a long task only a part, and of a routine each of its days. */
function plannedMinutesPerDay(tasks: readonly Task[], { timeZone }: TimeContext): Map<number, number> {
  const minutes = new Map<number, number>();
  for (const { startsAt, endsAt } of tasks.flatMap(({ planned }) => planned?.places ?? [])) {
    const day = toDay(startsAt, timeZone);
    const length = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;
    minutes.set(day, (minutes.get(day) ?? 0) + length);
  }
  return minutes;
}

function toProjectGroup({ project }: Task): GroupKey {
  // A private-use character sorts after every name.
  if (!project) return { order: '\uF8FF', id: 'none', title: 'No project' };
  return { order: project.toLowerCase(), id: `#${project.toLowerCase()}`, title: `#${project}` };
}

function toDateGroup(task: Task, context: TimeContext): GroupKey {
  const today = todayIn(context);
  const due = findDeadline(task, context);
  const day = task.planned ? toDay(task.planned.startsAt, context.timeZone) : due?.day;
  if (day === undefined) return { order: LAST, id: 'none', title: 'No date' };
  if (day < today)
    return task.planned
      ? { order: today, id: 'today', title: 'Today', hint: dayWithDate(today, today), day: today }
      : { order: -LAST, id: 'overdue', title: 'Overdue' };
  if (day === today) return { order: day, id: 'today', title: 'Today', hint: dayWithDate(day, today), day };
  if (day === today + 1)
    return { order: day, id: 'tomorrow', title: 'Tomorrow', hint: dayWithDate(day, today), day };
  if (day < today + 7)
    return { order: day, id: String(day), title: formatWeekday(day), hint: formatDate(day, today), day };
  return { order: LAST - 1, id: 'later', title: 'Later' };
}

function toDoneGroup(task: Task, context: TimeContext): GroupKey {
  const today = todayIn(context);
  const day = toDay(task.completedAt ?? task.updatedAt, context.timeZone);
  if (day >= today) return { order: -today, id: 'today', title: 'Today', hint: dayWithDate(today, today) };
  if (day === today - 1)
    return { order: -day, id: 'yesterday', title: 'Yesterday', hint: dayWithDate(day, today) };
  if (day > today - 7)
    return { order: -day, id: String(day), title: formatWeekday(day), hint: formatDate(day, today) };
  return { order: LAST, id: 'earlier', title: 'Earlier' };
}

function inOrder(tasks: readonly Task[], view: View, context: TimeContext): Task[] {
  if (view === 'done')
    return tasks.toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''));
  const getWhen = (task: Task) =>
    task.planned ? Date.parse(task.planned.startsAt) : (findDeadline(task, context)?.at ?? LAST);
  const when = new Map(tasks.map((task) => [task._id, getWhen(task)]));
  return tasks.toSorted(
    (a, b) =>
      (when.get(a._id) ?? LAST) - (when.get(b._id) ?? LAST) ||
      a.priority - b.priority ||
      b.createdAt.localeCompare(a.createdAt),
  );
}
