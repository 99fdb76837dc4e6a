import { type Scheduling, suggestedScheduling, type WeeklyHours } from '@dayloom/contracts';
import { type FormEvent, useId, useState } from 'react';
import { formatClock } from '#lib/format-time.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Strip } from '#ui/strip.tsx';
import { useSavePlanningBasics } from '../hooks/use-preferences.ts';
import { toWorkDay, withWorkDay } from '../model/work-day.ts';
import { BreakFields, type Breaks } from './break-fields.tsx';
import './first-plan-card.css';

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
export function PlanningBasicsForm({ hours, scheduling, onSaved, formId }: PlanningBasicsProps) {
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
    <form id={formId} onSubmit={(event) => void submit(event)} className="first-plan-card-form">
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
      <div className="first-plan-card-breaks">
        <BreakFields breaks={breaks} onChange={(change) => setBreaks({ ...breaks, ...change })} />
      </div>
    </form>
  );
}

const QUESTION = 'Does this plan fit your day?';

interface FirstPlanCardProps extends Omit<PlanningBasicsProps, 'formId'> {
  /** The values stay as they are. */
  onDismissed: () => void;
}

/**
 * Asks once, next to the first proposal, which is already shown. Where there is no room beside the plan, it is a strip
 * above it, and the form opens on demand.
 */
export default function FirstPlanCard({ onDismissed, ...form }: FirstPlanCardProps) {
  const hasRoom = useMediaQuery('(min-width: 1403px)');
  const [isOpen, setIsOpen] = useState(false);
  const [titleId, formId] = [useId(), useId()];
  const { save, isSaving } = useSavePlanningBasics();
  const dismiss = async () => {
    if (await save({ hours: null, scheduling: { isChosen: true } })) onDismissed();
  };
  const text =
    'Say when you work and what stays free, and it is planned again. You can change this in Settings.';
  const keep = (
    <Button variant="text" disabled={isSaving} onClick={() => void dismiss()}>
      Keep as it is
    </Button>
  );
  const saveButton = (
    <Button type="submit" form={formId} variant={hasRoom ? 'outlined' : 'contained'}>
      Save and plan again
    </Button>
  );
  if (!hasRoom)
    return (
      <>
        <Strip
          label={QUESTION}
          className="first-plan-card-strip"
          action={
            <div className="first-plan-card-answers">
              {keep}
              <Button onClick={() => setIsOpen(true)}>Change it</Button>
            </div>
          }
        >
          <h2 className="first-plan-card-title text-h3">{QUESTION}</h2>
        </Strip>
        <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} label={QUESTION} foot={saveButton}>
          <div className="first-plan-card-text text-small">{text}</div>
          <PlanningBasicsForm {...form} formId={formId} />
        </Sheet>
      </>
    );
  return (
    <section aria-labelledby={titleId} className="first-plan-card">
      <h2 id={titleId} className="first-plan-card-title text-h3">
        {QUESTION}
      </h2>
      <div className="first-plan-card-text text-small">{text}</div>
      <PlanningBasicsForm {...form} formId={formId} />
      <div className="first-plan-card-actions">
        {keep}
        {saveButton}
      </div>
    </section>
  );
}
