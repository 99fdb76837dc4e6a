import type { ReminderSubject } from '@dayloom/contracts';
import { getMessage } from '#lib/api.ts';
import { useOwnReminders } from '../hooks/use-reminders.ts';
import { ReminderChoice } from './reminder-choice.tsx';
import './own-reminders.css';

interface OwnRemindersProps {
  subject: ReminderSubject;
  id: string;
  /** The accessible name. */
  label?: string;
}

const AT_ZERO: Record<ReminderSubject, string> = {
  calendar: 'When it begins',
  event: 'When it begins',
  task: 'When it is due',
};

/** The reminders of one calendar, event or task: the usual ones, none, or its own. Saved at once. */
export function OwnReminders({ subject, id, label = 'Reminders' }: OwnRemindersProps) {
  const { answer, set } = useOwnReminders(subject, id);
  const { data, error } = answer;
  if (error)
    return (
      <div role="alert" className="own-reminders-failure text-caption">
        {getMessage(error, 'The reminders could not be loaded.')}
      </div>
    );
  if (!data) return <div className="own-reminders-loading" aria-hidden="true" />;
  return <ReminderChoice label={label} atZero={AT_ZERO[subject]} {...data} onChange={set} />;
}
