import { type Scheduling, suggestedScheduling, type WeeklyHours } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { SelectField } from '#ui/select-field.tsx';
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

interface FirstPlanDialogProps extends Omit<PlanningBasicsProps, 'formId'> {
  onClose: () => void;
}

/** Asks once, before the first plan. */
export function FirstPlanDialog({ onClose, ...form }: FirstPlanDialogProps) {
  const [titleId, formId] = [useId(), useId()];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Before the first plan</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', typography: 'body2', mb: 2 }}>
          When do you work, and what stays free? You can change this in Settings at any time.
        </Box>
        <PlanningBasicsForm {...form} formId={formId} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the suggestions suit most people: Enter plans */}
        <Button type="submit" form={formId} variant="contained" color="primary" autoFocus>
          Save and plan
        </Button>
      </DialogActions>
    </Dialog>
  );
}
