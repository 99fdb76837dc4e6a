import type { Calendar, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { calendarForNew, findProblems, newForm, toEventChange, toForm } from '../model/event-editing.ts';
import type { EventForm, Guest } from '../model/event-form.ts';
import type { Place } from '../model/grid-item.ts';
import { toGuestName } from '../model/guest-words.ts';
import { EventDetails } from './event-details.tsx';
import { EventFields } from './event-fields.tsx';
import { GuestList } from './guest-list.tsx';
import { OwnAnswer } from './own-answer.tsx';
import './event-sheet.css';

/** A new event at a place, or an existing one. */
export type EventDraft =
  /** `form`: the earlier input, after it was refused. */
  { kind: 'new'; place: Place; form?: EventForm } | { kind: 'edit'; occurrence: Occurrence };

export interface EventSheetProps {
  /** Whether the settings let all-day events block time. */
  doDaysBlock: boolean;
  draft: EventDraft;
  calendars: readonly Calendar[];
  onClose: () => void;
  onCreate: (form: EventForm) => void;
  /** Resolves to whether it was saved. */
  onChange: (occurrence: Occurrence, change: ReturnType<typeof toEventChange>) => Promise<boolean>;
  onRemove: (occurrence: Occurrence) => Promise<boolean>;
  /** Resolves to whether it was answered. */
  onAnswer: (occurrence: Occurrence, answer: GuestAnswer) => Promise<boolean>;
  /** The field of the guests, which completes them from people whom the user has met. */
  guestsField: ComponentType<GuestsFieldProps>;
  /** The control of the reminders of an event that exists. */
  renderReminders: (eventId: string) => ReactNode;
  /** The same for a new one, which keeps them in its form. */
  renderNewReminders: (form: EventForm, onChange: (reminders: EventForm['reminders']) => void) => ReactNode;
}

export interface GuestsFieldProps {
  readonly people: readonly Guest[];
  readonly typed: string;
  readonly problem: string | undefined;
  readonly onChange: (change: { readonly people: readonly Guest[]; readonly typed: string }) => void;
}

/** The sheet of an event: editable, or read-only when its calendar is not writable. */
export function EventSheet(props: EventSheetProps) {
  const { draft, calendars, onClose, renderReminders } = props;
  const calendar = draft.kind === 'edit' && calendars.find(({ _id }) => _id === draft.occurrence.calendarId);
  if (!calendar || calendar.isWritable) return <EditableEvent {...props} />;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      label="Event"
      foot={
        <div className="event-sheet-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      }
    >
      <EventDetails occurrence={draft.occurrence} calendar={calendar} />
      <Reminders>{renderReminders(draft.occurrence.eventId)}</Reminders>
    </Sheet>
  );
}

function EditableEvent({
  draft,
  calendars,
  doDaysBlock,
  onClose,
  onCreate,
  onChange,
  onRemove,
  onAnswer,
  guestsField: GuestsField,
  renderReminders,
  renderNewReminders,
}: EventSheetProps) {
  const formId = useId();
  const { profile } = useViewer();
  const [before] = useState(() =>
    draft.kind === 'new'
      ? newForm(draft.place, calendarForNew(calendars), doDaysBlock)
      : toForm(draft.occurrence, doDaysBlock),
  );
  const [form, setForm] = useState((draft.kind === 'new' && draft.form) || before);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const canInvite = calendars.find(({ _id }) => _id === form.calendarId)?.canInvite ?? true;
  // Drops typed guests if the user then chose a calendar that cannot invite.
  const input = canInvite || draft.kind === 'edit' ? form : { ...form, guests: [], guestsTyped: '' };
  const hasOwn = ({ guests }: EventForm) =>
    guests.some(({ email }) => email.toLowerCase() === profile?.email.toLowerCase());
  // Validated at once: the typed text cannot become anything else.
  const oneself = hasOwn(input) && !hasOwn(before) ? 'You need not invite yourself.' : undefined;
  const problems = { ...findProblems(input), ...(oneself && { guests: oneself }) };

  const isElsewhere = draft.kind === 'edit' && (draft.occurrence.organizer || !canInvite);
  const field = canInvite && (
    <GuestsField
      people={form.guests}
      typed={form.guestsTyped}
      problem={isChecked ? problems.guests : oneself}
      onChange={({ people, typed }) => setForm({ ...form, guests: people, guestsTyped: typed })}
    />
  );
  const guests = isElsewhere ? <InvitedElsewhere occurrence={draft.occurrence} onAnswer={onAnswer} /> : field;

  const closeAfter = async (work: Promise<boolean>) => {
    setIsBusy(true);
    if (await work) onClose();
    else setIsBusy(false);
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    setIsChecked(true);
    if (isBusy || Object.keys(problems).length > 0) return;
    if (draft.kind === 'new') {
      onCreate(input);
      onClose();
    } else void closeAfter(onChange(draft.occurrence, toEventChange(before, form)));
  };

  return (
    <Sheet
      isOpen
      onClose={onClose}
      label={draft.kind === 'new' ? 'New event' : 'Edit event'}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
      foot={
        <div className="event-sheet-actions">
          {draft.kind === 'edit' && (
            <Button
              color="error"
              className="event-sheet-delete"
              disabled={isBusy}
              onClick={() => void closeAfter(onRemove(draft.occurrence))}
            >
              Delete
            </Button>
          )}
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="contained" color="primary" disabled={isBusy}>
            Save
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <EventFields
          form={form}
          problems={isChecked ? problems : {}}
          calendars={draft.kind === 'new' ? calendars.filter(({ isWritable }) => isWritable) : null}
          shortened={draft.kind === 'edit' ? (draft.occurrence.shortened ?? []) : []}
          canRepeat={
            draft.kind === 'new' || draft.occurrence.isRecurring || draft.occurrence.recurrenceId === null
          }
          guests={guests}
          onChange={setForm}
        />
        <Reminders>
          {draft.kind === 'edit'
            ? renderReminders(draft.occurrence.eventId)
            : renderNewReminders(form, (reminders) => setForm({ ...form, reminders }))}
        </Reminders>
      </form>
    </Sheet>
  );
}

function Reminders({ children }: { children: ReactNode }) {
  return (
    <div className="event-sheet-reminders">
      <span className="text-label" aria-hidden="true">
        Reminders
      </span>
      {children}
    </div>
  );
}

interface InvitedElsewhereProps {
  occurrence: Occurrence;
  onAnswer: EventSheetProps['onAnswer'];
}

/** Guests whom somebody else invites, and the user's own answer. */
function InvitedElsewhere({ occurrence, onAnswer }: InvitedElsewhereProps) {
  const { attendees, organizer, ownAnswer } = occurrence;
  const [answer, setAnswer] = useState(ownAnswer);
  if (attendees.length === 0 && answer === undefined) return null;
  return (
    <div className="event-sheet-guests">
      <span className="text-label">Guests</span>
      <GuestList attendees={attendees} />
      <p className="text-caption">
        {organizer && (organizer.name || organizer.email)
          ? `${toGuestName(organizer)} invites them.`
          : 'They were invited in another calendar.'}
      </p>
      {answer && (
        <OwnAnswer
          answer={answer}
          onAnswer={(given) => {
            setAnswer(given);
            void onAnswer(occurrence, given).then((isSaved) => isSaved || setAnswer(answer));
          }}
        />
      )}
    </div>
  );
}
