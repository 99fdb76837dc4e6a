import type { NewTask, Task } from '@dayloom/contracts';

export const viewNames = {
  inbox: 'Inbox',
  today: 'Today',
  upcoming: 'Upcoming',
  'at-risk': 'At risk',
  someday: 'Someday',
  done: 'Done',
} as const;
export type View = keyof typeof viewNames;
export const views = Object.keys(viewNames) as View[];

/** Tasks in one answer. */
export const PAGE_SIZE = 500;

export function parseView(text: string | null): View {
  return views.find((view) => view === text) ?? 'upcoming';
}

/** Defaults that a tab adds to a new task where the line itself does not say. */
export function viewDefaults(view: View, task: NewTask, today: string): Partial<NewTask> {
  if (view === 'someday') return { isSomeday: true };
  const hasDate = task.dueOn || task.dueAt || task.startAfter || task.recurrenceRule;
  return view === 'today' && !hasDate ? { dueOn: today } : {};
}

/** Whether it is to be planned. */
export const isOpen = ({ status, isSomeday }: Task): boolean => status === 'open' && !isSomeday;

/** Whether the tab lists the task. What it says about the plan is as old as the task. */
export function isInView(task: Task, view: View, today: string, endOfToday: number): boolean {
  const { status, dueOn, dueAt, planned } = task;
  if (status === 'done' || view === 'done') return status === view;
  if (task.isSomeday !== (view === 'someday')) return false;
  if (view === 'inbox') return !(task.project || dueOn || dueAt);
  if (view === 'at-risk') return task.risk !== null;
  if (view !== 'today' || (dueOn && dueOn <= today)) return true;
  return [dueAt, planned?.startsAt].some((time) => time && Date.parse(time) < endOfToday);
}
