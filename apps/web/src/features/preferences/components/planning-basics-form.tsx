import { type Scheduling, suggestedScheduling, type WeeklyHours } from '@dayloom/contracts';
import { type FormEvent, useState } from 'react';
import { formatClock } from '#lib/format-time.ts';
import { SelectField } from '#ui/select-field.tsx';
import { useSavePlanningBasics } from '../hooks/use-preferences.ts';
import { toWorkDay, withWorkDay } from '../model/work-day.ts';
import { BreakFields, type Breaks } from './break-fields.tsx';
import './planning-basics-form.css';

export interface PlanningBasicsProps {
  hours: { work: WeeklyHours; personal: WeeklyHours };
  scheduling: Scheduling;
  onSaved: () => void;
  /** Id of the form, for a button outside of it. */
  formId: string;
}

const times = Array.from({ length: 49 }, (_, index) => {
  const value = [Math.floor(index / 2), (index % 2) * 30]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return { value, label: formatClock(value) };
});

/** Hours, lunch and breaks in one small form, with what most people would choose. */
export default function PlanningBasicsForm({ hours, scheduling, onSaved, formId }: PlanningBasicsProps) {
  const { save, isSaving } = useSavePlanningBasics();
  const [day, setDay] = useState(toWorkDay(hours.work));
  const [breaks, setBreaks] = useState<Breaks>({
    lunch: scheduling.lunch ?? [...suggestedScheduling.lunch],
    afterEventMinutes: scheduling.afterEventMinutes || suggestedScheduling.afterEventMinutes,
    mostWorkMinutes: scheduling.mostWorkMinutes ?? suggestedScheduling.mostWorkMinutes,
  });
  const [from, to] = day;
  const isBackwards = from >= to;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || isBackwards) return;
    const isChanged = String(day) !== String(toWorkDay(hours.work));
    const work = isChanged ? withWorkDay(hours.work, day) : null;
    if (await save({ hours: work && { ...hours, work }, scheduling: { ...breaks, isChosen: true } }))
      onSaved();
  };
  return (
    <form id={formId} onSubmit={(event) => void submit(event)} className="planning-basics-form">
      <SelectField
        label="Work from"
        value={from}
        options={times.slice(0, -1)}
        onChange={(value) => setDay([value, to])}
      />
      <SelectField
        label="to"
        value={to}
        options={times.slice(1)}
        {...(isBackwards && { hint: 'The end must be after the start' })}
        onChange={(value) => setDay([from, value])}
      />
      <div className="planning-basics-form-breaks">
        <BreakFields breaks={breaks} onChange={(change) => setBreaks({ ...breaks, ...change })} />
      </div>
    </form>
  );
}
