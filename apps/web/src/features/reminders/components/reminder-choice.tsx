import type { Reminder } from '@dayloom/contracts';
import { Select } from '#ui/select-field.tsx';
import { formatList, nextReminder } from '../model/reminder-words.ts';
import { ReminderRows } from './reminder-rows.tsx';
import './reminder-choice.css';

interface ReminderChoiceProps {
  label: string;
  atZero: string;
  /** Own ones; null for the usual ones. */
  reminders: readonly Reminder[] | null;
  /** The usual ones. */
  inherited: readonly Reminder[];
  onChange: (reminders: readonly Reminder[] | null) => void;
}

/** The usual reminders, none, or own ones. */
export function ReminderChoice({ label, atZero, reminders, inherited, onChange }: ReminderChoiceProps) {
  const choice = reminders === null ? 'usual' : reminders.length === 0 ? 'none' : 'own';
  return (
    <div className="reminder-choice">
      <Select
        isCompact
        label={label}
        className="reminder-choice-select"
        value={choice}
        options={[
          { value: 'usual', label: `As usual: ${formatList(inherited, atZero)}` },
          { value: 'none', label: 'None' },
          { value: 'own', label: 'Its own' },
        ]}
        onChange={(next) => {
          if (next === 'usual') onChange(null);
          else if (next === 'none') onChange([]);
          else onChange(inherited.length > 0 ? inherited : [nextReminder([])]);
        }}
      />
      {choice === 'own' && reminders && (
        <ReminderRows name={label} atZero={atZero} reminders={reminders} onChange={onChange} />
      )}
    </div>
  );
}
