import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { nextWindow } from '#ui/day-windows.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { MAX_WINDOWS, WindowFields } from '#ui/window-fields.tsx';
import {
  type ChosenHours,
  daysLeft,
  findProblems,
  formatDates,
  type HoursChoice,
  newDraft,
  type OwnDates,
  toDates,
  toDraft,
  withFirstDay,
} from '../model/own-dates.ts';
import './own-dates-sheet.css';

const choices: readonly { value: HoursChoice; label: string }[] = [
  { value: 'usual', label: 'As usual' },
  { value: 'closed', label: 'Closed' },
  { value: 'other', label: 'Other hours' },
];

interface OwnDatesSheetProps {
  /** The edited days; null for new ones. */
  edited: OwnDates | null;
  today: string;
  isSaving: boolean;
  onClose: () => void;
  /** The changes in order, and the message after saving. */
  onSave: (changes: OwnDates[], said: string) => void;
}

export function OwnDatesSheet({ edited, today, isSaving, onClose, onSave }: OwnDatesSheetProps) {
  const [draft, setDraft] = useState(() => (edited ? toDraft(edited) : newDraft(today)));
  // Shows problems only after the first attempt to save.
  const [tries, setTries] = useState(0);
  const problems = findProblems(draft, today);
  const shownProblems = tries > 0 ? problems : {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const save = () => {
    setTries(tries + 1);
    if (Object.keys(problems).length > 0) return;
    const dates = toDates(draft);
    // New days first: if the connection breaks in between, a day off remains too many, but none is lost.
    onSave(
      [dates, ...(edited ? daysLeft(edited, dates) : [])],
      `Hours of ${formatDates(dates, today)} saved`,
    );
  };

  return (
    <Sheet
      isOpen
      onClose={onClose}
      label={edited ? 'Change days with other hours' : 'Days with other hours'}
      foot={
        <div className="own-dates-sheet-actions">
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="own-dates-form" variant="contained" color="primary" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      }
    >
      <form
        className="own-dates-sheet"
        ref={form}
        id="own-dates-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="own-dates-sheet-days">
          <DateField
            label="First day"
            value={draft.from}
            problem={shownProblems.from}
            min={today}
            onChange={(from) => setDraft(withFirstDay(draft, from))}
          />
          <DateField
            label="Last day"
            value={draft.until}
            problem={shownProblems.until}
            min={draft.from}
            onChange={(until) => setDraft({ ...draft, until })}
          />
        </div>
        <SetFields
          title="Work"
          chosen={draft.work}
          problem={shownProblems.work}
          onChange={(work) => setDraft({ ...draft, work })}
        />
        <SetFields
          title="Personal"
          chosen={draft.personal}
          problem={shownProblems.personal}
          onChange={(personal) => setDraft({ ...draft, personal })}
        />
      </form>
    </Sheet>
  );
}

interface SetFieldsProps {
  title: string;
  chosen: ChosenHours;
  problem: string | undefined;
  onChange: (chosen: ChosenHours) => void;
}

/** One set of hours: usual, closed or other, with the windows of the latter. */
function SetFields({ title, chosen: { choice, windows }, problem, onChange }: SetFieldsProps) {
  const choose = (next: HoursChoice) =>
    onChange({
      choice: next,
      windows: next === 'other' && windows.length === 0 ? [nextWindow([])] : windows,
    });
  return (
    <div className="own-dates-sheet-set">
      <div className="own-dates-sheet-title text-label">{title}</div>
      <SegmentedControl label={title} value={choice} options={choices} onChange={choose} />
      {choice === 'other' && (
        <>
          <WindowFields
            label={title}
            windows={windows}
            // Without any windows the day is closed.
            onChange={(changed) =>
              onChange({ choice: changed.length === 0 ? 'closed' : 'other', windows: changed })
            }
          />
          <Button
            size="small"
            variant="text"
            startIcon={<Plus size={16} />}
            disabled={windows.length >= MAX_WINDOWS}
            onClick={() => onChange({ choice, windows: [...windows, nextWindow(windows)] })}
          >
            Add hours
          </Button>
        </>
      )}
      {problem && choice !== 'other' && (
        <div role="alert" className="own-dates-sheet-problem text-caption">
          {problem}
        </div>
      )}
    </div>
  );
}
