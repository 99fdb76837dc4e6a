import { type FormEvent, useId, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { useViewer } from '#lib/viewer.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useSendRequest } from '../hooks/use-meeting-requests.ts';
import {
  emptyForm,
  type FormProblems,
  findOwnAddress,
  findProblems,
  findStart,
  type RequestForm,
  type TimeRow,
  toFormProblems,
  toRequest,
  withTypedPeople,
} from '../model/request-form.ts';
import { PeopleField } from './people-field.tsx';
import { SuggestedTimes } from './suggested-times.tsx';
import { TimeRows } from './time-rows.tsx';
import './new-request-sheet.css';

const durations = [15, 30, 45, 60, 90, 120, 180, 240].map((value) => ({
  value,
  label: value < 60 ? `${value} minutes` : `${value / 60} ${value === 60 ? 'hour' : 'hours'}`,
}));

interface NewRequestSheetProps {
  /** What was typed before; null for an empty form. */
  readonly draft: RequestForm | null;
  /** Closed without sending, with what was typed. */
  readonly onLeave: (form: RequestForm) => void;
  readonly onSent: () => void;
  /** The request was withdrawn, with what had been typed. */
  readonly onReverted: (form: RequestForm) => void;
}

/** Asks several people for a meeting, with one or several times. */
export function NewRequestSheet({ draft, onLeave, onSent, onReverted }: NewRequestSheetProps) {
  const formId = useId();
  const { timeZone, profile } = useViewer();
  const now = useNow();
  const [form, setForm] = useState(draft ?? emptyForm);
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<FormProblems>({});
  const send = useSendRequest(onSent, () => onReverted(form));
  const findOwn = (asked: RequestForm) => findOwnAddress(asked, profile?.email ?? '');
  const problems = { ...refused, ...(isChecked ? findProblems(form, now) : {}), ...findOwn(form) };
  const set = (change: Partial<RequestForm>) => {
    setForm({ ...form, ...change });
    setRefused({});
  };
  const addRow = (row: TimeRow) =>
    set({
      times: [...form.times, row].sort(
        (one, other) => (findStart(one)?.getTime() ?? 0) - (findStart(other)?.getTime() ?? 0),
      ),
    });

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (send.isPending) return;
    const whole = withTypedPeople(form);
    setForm(whole);
    setIsChecked(true);
    setRefused({});
    if (Object.keys({ ...findProblems(whole, new Date()), ...findOwn(whole) }).length > 0) {
      focusFirstProblem(formId);
      return;
    }
    send.mutate(toRequest(whole, timeZone), {
      onError: (error) => {
        if (error instanceof ApiError) setRefused(toFormProblems(error.fields, whole));
        focusFirstProblem(formId);
      },
    });
  };

  return (
    <Sheet
      isOpen
      onClose={() => onLeave(form)}
      label="New meeting request"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      }}
      foot={
        <div className="new-request-sheet-actions">
          <p className="text-caption">The mails are sent 30 seconds later.</p>
          <Button variant="text" onClick={() => onLeave(form)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="contained" color="primary" disabled={send.isPending}>
            {send.isPending ? 'Sending...' : 'Send'}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate className="new-request-sheet" onSubmit={submit}>
        {send.isError && Object.keys(refused).length === 0 && (
          <Alert severity="error">
            {getMessage(send.error, 'The request could not be sent.')} What you entered is still here.
          </Alert>
        )}
        <Field
          label="Title"
          ref={focusOnMount}
          value={form.title}
          problem={problems.title}
          maxLength={200}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <PeopleField people={form.people} typed={form.typed} problem={problems.people} onChange={set} />
        <SelectField
          label="Duration"
          value={form.durationMinutes}
          options={durations}
          onChange={(durationMinutes) => set({ durationMinutes })}
        />
        <TimeRows
          rows={form.times}
          problem={problems.times}
          rowProblems={problems.rows ?? {}}
          onChange={(times) => set({ times })}
        />
        <SuggestedTimes
          people={form.people}
          durationMinutes={form.durationMinutes}
          rows={form.times}
          onAdd={addRow}
        />
        <Field
          label="Place (optional)"
          hint="A room, or the address of a video call"
          value={form.location}
          maxLength={300}
          onChange={(event) => set({ location: event.currentTarget.value })}
        />
        <Field
          label="Message (optional)"
          multiline
          rows={3}
          value={form.message}
          maxLength={2_000}
          onChange={(event) => set({ message: event.currentTarget.value })}
        />
        <DateField
          label="Answer by (optional)"
          value={form.answerBy}
          problem={problems.answerBy}
          hint="Otherwise until the last time begins"
          onChange={(answerBy) => set({ answerBy })}
        />
        <label className="new-request-sheet-check">
          <input
            type="checkbox"
            checked={form.showsAnswers}
            onChange={(event) => set({ showsAnswers: event.currentTarget.checked })}
          />
          Everybody sees who has answered what, but no reasons
        </label>
      </form>
    </Sheet>
  );
}

/** After the problems are drawn. */
function focusFirstProblem(formId: string): void {
  requestAnimationFrame(() =>
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  );
}
