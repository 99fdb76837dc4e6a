import type { Calendar, Occurrence } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { DateField } from '#ui/date-field.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { type FormProblems, findMinutes, repeats, withAllDay, withStart } from '../model/event-editing.ts';
import type { EventForm, Repeat } from '../model/event-form.ts';
import './event-fields.css';

interface EventFieldsProps {
  form: EventForm;
  problems: FormProblems;
  /** The choice for a new event. */
  calendars: readonly Calendar[] | null;
  /** Fields with truncated texts. */
  shortened: readonly Shortened[];
  /** False for an instance whose series is not in the calendar. */
  canRepeat: boolean;
  guests: ReactNode;
  onChange: (form: EventForm) => void;
}

type Shortened = NonNullable<Occurrence['shortened']>[number];

const repeatChoices = (Object.entries(repeats) as [Repeat, string][]).map(([value, label]) => ({
  value,
  label,
}));

export function EventFields({
  form,
  problems,
  calendars,
  shortened,
  canRepeat,
  guests,
  onChange,
}: EventFieldsProps) {
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
        ref={focusOnMount}
        maxLength={500}
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
        <DateField
          label={form.isAllDay ? 'First day' : 'Start date'}
          value={form.startDate}
          problem={problems.start}
          onChange={(startDate) => onChange(withStart(form, { startDate }))}
        />
        {!form.isAllDay && (
          <TimeField
            label="Start time"
            value={form.startTime}
            onChange={(startTime) => onChange(withStart(form, { startTime }))}
          />
        )}
      </div>
      <div className={form.isAllDay ? undefined : 'event-fields-pair'}>
        <DateField
          label={form.isAllDay ? 'Last day' : 'End date'}
          value={form.endDate}
          problem={problems.end}
          min={form.startDate}
          onChange={(endDate) => set({ endDate })}
        />
        {!form.isAllDay && (
          <TimeField
            label="End time"
            value={form.endTime}
            isEndTime={form.endDate === form.startDate}
            toLength={(endTime) => findMinutes({ ...form, endTime })}
            onChange={(endTime) => set({ endTime })}
          />
        )}
      </div>
      {canRepeat ? (
        <SelectField
          label="Repeat"
          value={form.repeat}
          options={repeatChoices}
          onChange={(repeat) => set({ repeat })}
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
      {guests}
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
        <SelectField
          label="Calendar"
          value={form.calendarId ?? ''}
          options={calendars.map(({ _id, name }) => ({ value: _id, label: name }))}
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
