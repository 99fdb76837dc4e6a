import {
  EventSheet,
  type EventSheetProps,
  type GuestsFieldProps,
} from '#features/calendar/components/event-sheet.tsx';
import type { EventForm } from '#features/calendar/model/event-form.ts';
import { PeopleField } from '#features/meetings/components/people-field.tsx';
import { NewEventReminders } from '#features/reminders/components/new-event-reminders.tsx';
import { OwnReminders } from '#features/reminders/components/own-reminders.tsx';
import { useNewReminders } from '#features/reminders/hooks/use-reminders.ts';

/** The guests of an event, completed like the people of a meeting request. */
function GuestsField(props: GuestsFieldProps) {
  return <PeopleField label="Guests" listLabel="Guests" {...props} />;
}

type EventEditorProps = Omit<
  EventSheetProps,
  'guestsField' | 'renderReminders' | 'renderNewReminders' | 'onCreate'
> & {
  /** `onCreated` is to be called with the id of the event when it is saved. */
  onCreate: (form: EventForm, onCreated: (id: string) => void) => void;
};

/** The sheet of an event. Its script is loaded after the calendar's. */
export default function EventEditor({ onCreate, ...props }: EventEditorProps) {
  const saveReminders = useNewReminders();
  return (
    <EventSheet
      {...props}
      guestsField={GuestsField}
      renderReminders={(id) => <OwnReminders subject="event" id={id} />}
      renderNewReminders={(form, onChange) => <NewEventReminders {...form} onChange={onChange} />}
      onCreate={(form) =>
        onCreate(form, (id) => {
          if (form.reminders) saveReminders(id, form.reminders);
        })
      }
    />
  );
}
