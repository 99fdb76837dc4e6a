import {
  EventSheet,
  type EventSheetProps,
  type GuestsFieldProps,
} from '#features/calendar/components/event-sheet.tsx';
import { PeopleField } from '#features/meetings/components/people-field.tsx';
import { OwnReminders } from '#features/reminders/components/own-reminders.tsx';

/** The guests of an event, completed like the people of a meeting request. */
function GuestsField(props: GuestsFieldProps) {
  return <PeopleField label="Guests" listLabel="Guests" {...props} />;
}

/** The sheet of an event. Its script is loaded after the calendar's. */
export default function EventEditor(props: Omit<EventSheetProps, 'guestsField' | 'renderReminders'>) {
  return (
    <EventSheet
      {...props}
      guestsField={GuestsField}
      renderReminders={(id) => <OwnReminders subject="event" id={id} />}
    />
  );
}
