import { lazy, type ReactNode, Suspense } from 'react';

const OwnReminders = lazy(async () => ({
  default: (await import('#features/reminders/components/own-reminders.tsx')).OwnReminders,
}));

/** The control of a task's own reminders. */
export const renderReminders = (taskId: string): ReactNode => (
  <Suspense>
    <OwnReminders subject="task" id={taskId} />
  </Suspense>
);
