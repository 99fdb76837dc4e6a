import type { Reminder } from '@dayloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { ownRemindersQuery, settingsQuery } from '../api.ts';
import { ReminderChoice } from './reminder-choice.tsx';

interface NewEventRemindersProps {
  calendarId: string | null;
  isAllDay: boolean;
  reminders: readonly Reminder[] | null;
  onChange: (reminders: readonly Reminder[] | null) => void;
}

/** The reminders of an event that is not saved yet. The usual ones are its calendar's, or those of its kind. */
export function NewEventReminders({ calendarId, isAllDay, reminders, onChange }: NewEventRemindersProps) {
  const { data: settings } = useQuery(settingsQuery);
  const { data: calendar } = useQuery({
    ...ownRemindersQuery('calendar', calendarId ?? ''),
    enabled: calendarId !== null,
  });
  const kindDefaults = settings?.settings.defaults[isAllDay ? 'allDayEvent' : 'event'] ?? [];
  return (
    <ReminderChoice
      label="Reminders"
      atZero="When it begins"
      reminders={reminders}
      inherited={calendar?.reminders ?? kindDefaults}
      onChange={onChange}
    />
  );
}
