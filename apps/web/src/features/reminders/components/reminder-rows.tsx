import { MAX_REMINDERS, type Reminder, reminderChannels } from '@dayloom/contracts';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Select } from '#ui/select-field.tsx';
import { channelNames, nextReminder, timeOptions } from '../model/reminder-words.ts';
import './reminder-rows.css';

interface ReminderRowsProps {
  /** What the reminders are about, for the names of the controls. */
  name: string;
  /** The words for no time before it. */
  atZero: string;
  reminders: readonly Reminder[];
  onChange: (reminders: Reminder[]) => void;
}

/** A list of reminders: how long before, and by which channels. */
export function ReminderRows({ name, atZero, reminders, onChange }: ReminderRowsProps) {
  const replace = (at: number, change: Partial<Reminder>) =>
    onChange(reminders.map((reminder, index) => (index === at ? { ...reminder, ...change } : reminder)));
  const rows = useRef<HTMLDivElement>(null);
  /** The button that was pressed may leave with its row, and the last row takes the list with it. */
  const changeRows = (next: Reminder[]) => {
    const around = rows.current?.parentElement;
    onChange(next);
    requestAnimationFrame(() => {
      // It is on the page, or on the sheet that this is in.
      if (around && document.activeElement?.contains(around))
        [...around.querySelectorAll('button')].at(-1)?.focus();
    });
  };
  const addition = reminders.length === 0 ? 'Add a reminder' : 'Add another';
  const taken = reminders.map(({ minutesBefore }) => minutesBefore);
  return (
    <div ref={rows} className="reminder-rows">
      {reminders.map(({ minutesBefore, channels }, at) => (
        // Its place is what it is: with its time as the key, a new time would take the focus away.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="reminder-rows-row">
          <Select
            isCompact
            label={`${name}: when`}
            className="reminder-rows-time"
            value={minutesBefore}
            options={timeOptions(minutesBefore, taken, atZero)}
            onChange={(value) => replace(at, { minutesBefore: value })}
          />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a flex row everywhere */}
          <div role="group" aria-label={`${name}: how`} className="reminder-rows-channels">
            {reminderChannels.map((channel) => {
              const isOn = channels.includes(channel);
              return (
                <button
                  key={channel}
                  type="button"
                  className="reminder-rows-channel"
                  aria-pressed={isOn}
                  // The last channel stays: without one the reminder is removed instead.
                  disabled={isOn && channels.length === 1}
                  onClick={() =>
                    replace(at, {
                      channels: reminderChannels.filter((one) =>
                        one === channel ? !isOn : channels.includes(one),
                      ),
                    })
                  }
                >
                  {channelNames[channel]}
                </button>
              );
            })}
          </div>
          <IconButton
            size="small"
            aria-label={`${name}: remove this reminder`}
            onClick={() => changeRows(reminders.filter((_one, index) => index !== at))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      {reminders.length < MAX_REMINDERS && (
        <Button
          size="small"
          variant="text"
          className="reminder-rows-add"
          aria-label={`${addition}: ${name}`}
          startIcon={<Plus size={14} aria-hidden />}
          onClick={() => changeRows([...reminders, nextReminder(reminders)])}
        >
          {addition}
        </Button>
      )}
    </div>
  );
}
