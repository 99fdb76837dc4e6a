import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { WeekHours } from '#ui/week-hours.tsx';
import { buffers, dailyCaps, horizons, notices, steps, weeklyCaps } from '../model/choices.ts';
import type { EditorProps } from '../model/draft.ts';
import { DateFields } from './date-fields.tsx';
import { FormSection, Group } from './form-section.tsx';
import './time-fields.css';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const usualHours = Object.fromEntries(
  weekdays.map((day) => [day, [['09:00', '17:00'] satisfies [string, string]]]),
);

const sets = [
  { value: 'work', label: 'Work hours' },
  { value: 'own', label: 'Own hours' },
] as const;

/** When it can be booked. */
export function TimeFields({ draft, problems, onChange }: EditorProps) {
  const { hours, overrides, dailyCap, weeklyCap } = draft;
  return (
    <FormSection title="When">
      <Group label="Hours" hint={hours ? undefined : 'The work hours of your settings'}>
        <div>
          <SegmentedControl
            label="Hours"
            value={hours ? 'own' : 'work'}
            options={sets}
            onChange={(chosen) => onChange({ hours: chosen === 'own' ? usualHours : null })}
          />
        </div>
        {hours && (
          <div className="time-fields-week">
            <WeekHours name="booking" hours={hours} onChange={(week) => onChange({ hours: week })} />
          </div>
        )}
      </Group>
      <DateFields
        dates={overrides}
        problems={problems}
        onChange={(dates) => onChange({ overrides: dates })}
      />
      <div className="form-section-pair">
        <SelectField
          label="Free before"
          value={draft.bufferBeforeMinutes}
          options={buffers(draft.bufferBeforeMinutes)}
          onChange={(bufferBeforeMinutes) => onChange({ bufferBeforeMinutes })}
        />
        <SelectField
          label="Free after"
          value={draft.bufferAfterMinutes}
          options={buffers(draft.bufferAfterMinutes)}
          onChange={(bufferAfterMinutes) => onChange({ bufferAfterMinutes })}
        />
        <SelectField
          label="Notice"
          value={draft.minimumNoticeMinutes}
          options={notices(draft.minimumNoticeMinutes)}
          hint="The least time before it begins"
          onChange={(minimumNoticeMinutes) => onChange({ minimumNoticeMinutes })}
        />
        <SelectField
          label="Days ahead"
          value={draft.horizonDays}
          options={horizons(draft.horizonDays)}
          hint="Later days are not offered"
          onChange={(horizonDays) => onChange({ horizonDays })}
        />
        <div className="time-fields-whole">
          <SelectField
            label="Starts"
            value={draft.stepMinutes}
            options={steps}
            onChange={(stepMinutes) => onChange({ stepMinutes })}
          />
        </div>
        <SelectField
          label="Most a day"
          value={dailyCap ?? 0}
          options={dailyCaps(dailyCap ?? 0)}
          onChange={(count) => onChange({ dailyCap: count || null })}
        />
        <SelectField
          label="Most a week"
          value={weeklyCap ?? 0}
          options={weeklyCaps(weeklyCap ?? 0)}
          onChange={(count) => onChange({ weeklyCap: count || null })}
        />
      </div>
    </FormSection>
  );
}
