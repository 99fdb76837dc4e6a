import type { NewTask, Task } from '@dayloom/contracts';

export const views = ['inbox', 'today', 'upcoming', 'at-risk', 'someday', 'done'] as const;
export type View = (typeof views)[number];

export const viewNames: Record<View, string> = {
  inbox: 'Inbox',
  today: 'Today',
  upcoming: 'Upcoming',
  'at-risk': 'At risk',
  someday: 'Someday',
  done: 'Done',
};

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

/** Whether the tab lists the task, as far as the client can decide; the plan's part needs the server. */
export function isInView(task: Task, view: View, today: string, endOfToday: number): boolean {
  const isOpen = task.status === 'open';
  switch (view) {
    case 'done':
      return !isOpen;
    case 'someday':
      return isOpen && task.isSomeday;
    case 'inbox':
      return isOpen && !task.isSomeday && !task.project && !task.dueOn && !task.dueAt;
    case 'today':
      return (
        isOpen &&
        !task.isSomeday &&
        ((task.dueOn !== null && task.dueOn <= today) ||
          (task.dueAt !== null && Date.parse(task.dueAt) < endOfToday))
      );
    case 'upcoming':
      return isOpen && !task.isSomeday;
    case 'at-risk':
      return isOpen && !task.isSomeday && task.risk !== null;
  }
}
