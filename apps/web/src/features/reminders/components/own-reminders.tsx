import type { ReminderSubject } from '@dayloom/contracts';
import { getMessage } from '#lib/api.ts';
import { Select } from '#ui/select-field.tsx';
import { useOwnReminders } from '../hooks/use-reminders.ts';
import { listInWords, nextReminder } from '../model/reminder-words.ts';
import { ReminderRows } from './reminder-rows.tsx';
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
  const atZero = AT_ZERO[subject];
  if (error)
    return (
      <div role="alert" className="own-reminders-failure text-caption">
        {getMessage(error, 'The reminders could not be loaded.')}
      </div>
    );
  if (!data) return <div className="own-reminders-loading" aria-hidden="true" />;
  const { reminders, inherited } = data;
  const choice = reminders === null ? 'usual' : reminders.length === 0 ? 'none' : 'own';
  return (
    <div className="own-reminders">
      <Select
        isCompact
        label={label}
        className="own-reminders-choice"
        value={choice}
        options={[
          { value: 'usual', label: `As usual: ${listInWords(inherited, atZero)}` },
          { value: 'none', label: 'None' },
          { value: 'own', label: 'Its own' },
        ]}
        onChange={(next) => {
          if (next === 'usual') set(null);
          else if (next === 'none') set([]);
          else set(inherited.length > 0 ? inherited : [nextReminder([])]);
        }}
      />
      {choice === 'own' && reminders && (
        <ReminderRows name={label} atZero={atZero} reminders={reminders} onChange={set} />
      )}
    </div>
  );
}
