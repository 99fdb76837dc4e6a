import { type Scheduling, suggestedScheduling, type WeeklyHours } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useId, useState } from 'react';
import { SelectField } from '#ui/select-field.tsx';
import { floatingShadow, radius } from '#ui/tokens.ts';
import { useSavePlanningBasics } from '../hooks/use-preferences.ts';
import { toWorkDay, withWorkDay } from '../model/work-day.ts';
import { BreakFields, type Breaks } from './break-fields.tsx';

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
  return { value, label: value };
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
    <Box
      component="form"
      id={formId}
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}
    >
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
      <Box
        sx={{
          gridColumn: '1 / -1',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' },
        }}
      >
        <BreakFields breaks={breaks} onChange={(change) => setBreaks({ ...breaks, ...change })} />
      </Box>
    </Box>
  );
}

interface FirstPlanCardProps extends Omit<PlanningBasicsProps, 'formId'> {
  /** The values stay as they are. */
  onDismissed: () => void;
}

/** Asks once, next to the first proposal, which is already shown. */
export function FirstPlanCard({ onDismissed, ...form }: FirstPlanCardProps) {
  const [titleId, formId] = [useId(), useId()];
  const { save, isSaving } = useSavePlanningBasics();
  const dismiss = async () => {
    if (await save({ hours: null, scheduling: { isChosen: true } })) onDismissed();
  };
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        position: 'fixed',
        zIndex: 1100,
        top: { xs: 64, sm: 'auto' },
        bottom: { sm: 24 },
        left: { xs: 12, sm: 24 },
        right: { xs: 12, sm: 'auto' },
        width: { sm: 400 },
        maxHeight: { xs: '50dvh', sm: '80dvh' },
        overflowY: 'auto',
        p: 2.5,
        bgcolor: 'background.overlay',
        border: 1,
        borderColor: 'lineStrong',
        borderRadius: radius.card,
        boxShadow: floatingShadow,
      }}
    >
      <Box component="h2" id={titleId} sx={{ m: 0, typography: 'h3' }}>
        Does this plan fit your day?
      </Box>
      <Box sx={{ color: 'text.secondary', typography: 'body2', my: 1 }}>
        Say when you work and what stays free, and it is planned again. You can change this in Settings at any
        time.
      </Box>
      <PlanningBasicsForm {...form} formId={formId} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
        <Button variant="text" disabled={isSaving} onClick={() => void dismiss()}>
          Keep as it is
        </Button>
        <Button type="submit" form={formId}>
          Save and plan again
        </Button>
      </Box>
    </Box>
  );
}
