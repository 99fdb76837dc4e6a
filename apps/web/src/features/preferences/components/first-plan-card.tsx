import { useId, useState } from 'react';
import { useBodyMark } from '#lib/use-body-mark.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Strip } from '#ui/strip.tsx';
import { useSavePlanningBasics } from '../hooks/use-preferences.ts';
import PlanningBasicsForm, { type PlanningBasicsProps } from './planning-basics-form.tsx';
import './first-plan-card.css';

const QUESTION = 'Does this plan fit your day?';

interface FirstPlanCardProps extends Omit<PlanningBasicsProps, 'formId'> {
  /** The values stay as they are. */
  onDismissed: () => void;
}

/**
 * Asks once, next to the first proposal, which is already shown. Where there is no room beside the plan, it is a strip
 * below it, and the form opens on demand.
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
  useBodyMark('covers-corner', hasRoom);
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
