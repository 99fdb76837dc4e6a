import type { Calendar, Occurrence } from '@dayloom/contracts';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import {
  type EventForm,
  type FormProblems,
  type Repeat,
  repeats,
  withAllDay,
  withStart,
} from '../model/event-form.ts';
import './event-fields.css';

interface EventFieldsProps {
  form: EventForm;
  problems: FormProblems;
  /** The choice for a new event. */
  calendars: readonly Calendar[] | null;
  /** Fields with truncated texts. */
  shortened: readonly Shortened[];
  /** False of one instance whose series is not in the calendar. */
  canRepeat: boolean;
  onChange: (form: EventForm) => void;
}

type Shortened = NonNullable<Occurrence['shortened']>[number];

const focusAtOnce = (element: HTMLInputElement | null) => element?.focus();

export function EventFields({ form, problems, calendars, shortened, canRepeat, onChange }: EventFieldsProps) {
  const set = (change: Partial<EventForm>) => onChange({ ...form, ...change });
  const readOnly = (field: Shortened) =>
    shortened.includes(field)
      ? {
          hint: 'Longer than what is shown here. Edit it in its own calendar.',
          readOnly: true,
        }
      : {};
  return (
    <div className="event-fields">
      <Field
        label="Title"
        value={form.title}
        problem={problems.title}
        inputRef={focusAtOnce}
        inputProps={{ maxLength: 500 }}
        {...readOnly('title')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <label className="event-fields-all-day">
        <input
          type="checkbox"
          checked={form.isAllDay}
          onChange={(event) => onChange(withAllDay(form, event.target.checked))}
          className="event-fields-checkbox"
        />
        All day
      </label>
      <div className={form.isAllDay ? undefined : 'event-fields-pair'}>
        <Field
          label={form.isAllDay ? 'First day' : 'Start date'}
          type="date"
          value={form.startDate}
          problem={problems.start}
          onChange={(event) => onChange(withStart(form, { startDate: event.target.value }))}
        />
        {!form.isAllDay && (
          <Field
            label="Start time"
            type="time"
            value={form.startTime}
            onChange={(event) => onChange(withStart(form, { startTime: event.target.value }))}
          />
        )}
      </div>
      <div className={form.isAllDay ? undefined : 'event-fields-pair'}>
        <Field
          label={form.isAllDay ? 'Last day' : 'End date'}
          type="date"
          value={form.endDate}
          problem={problems.end}
          onChange={(event) => set({ endDate: event.target.value })}
        />
        {!form.isAllDay && (
          <Field
            label="End time"
            type="time"
            value={form.endTime}
            onChange={(event) => set({ endTime: event.target.value })}
          />
        )}
      </div>
      {canRepeat ? (
        <Choice
          label="Repeat"
          value={form.repeat}
          options={Object.entries(repeats)}
          onChange={(repeat) => set({ repeat: repeat as Repeat })}
        />
      ) : (
        <div className="event-fields-note text-caption">
          One time of a series that is not in this calendar. Change the series where it is.
        </div>
      )}
      {form.repeat === 'custom' && (
        <Field
          label="Rule"
          value={form.customRule}
          problem={problems.customRule}
          hint="An iCalendar rule, for example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"
          onChange={(event) => set({ customRule: event.target.value })}
        />
      )}
      <Field
        label="Location"
        value={form.location}
        {...readOnly('location')}
        onChange={(event) => set({ location: event.target.value })}
      />
      <Field
        label="Description"
        value={form.description}
        {...readOnly('description')}
        multiline
        rows={3}
        onChange={(event) => set({ description: event.target.value })}
      />
      {calendars && calendars.length > 1 && (
        <Choice
          label="Calendar"
          value={form.calendarId ?? ''}
          options={calendars.map(({ _id, name }) => [_id, name])}
          onChange={(calendarId) => set({ calendarId })}
        />
      )}
      <div className="event-fields-busy">
        <span className="event-fields-label text-label">This time is</span>
        <SegmentedControl
          label="This time is"
          value={form.isBusy ? 'busy' : 'free'}
          options={[
            { value: 'busy', label: 'Busy' },
            { value: 'free', label: 'Free' },
          ]}
          onChange={(value) => set({ isBusy: value === 'busy' })}
        />
        <div className="event-fields-note text-caption">
          {form.isBusy ? 'Nothing is planned over it.' : 'Blocks may be planned over it.'}
        </div>
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="event-fields-choice">
      <label htmlFor={id} className="event-fields-label text-label">
        {label}
      </label>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.target.value)}
        input={<OutlinedInput id={id} />}
        inputProps={{ id }}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
