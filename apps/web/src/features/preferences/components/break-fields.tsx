import type { Scheduling } from '@dayloom/contracts';
import { SelectField } from '#ui/select-field.tsx';
import { describeLunch, type Lunch, lunches, toLunch, toLunchKey } from '../model/lunch.ts';
import { inMinutes } from '../model/minute-options.ts';

const breaks = inMinutes([0, 5, 10, 15, 20, 30]);
const limits = [{ value: 0, label: 'No limit' }, ...inMinutes([120, 180, 240, 300, 360, 420, 480, 540, 600])];

export type Breaks = Pick<Scheduling, 'lunch' | 'afterEventMinutes' | 'mostWorkMinutes'>;

interface BreakFieldsProps {
  breaks: Breaks;
  onChange: (change: Partial<Breaks>) => void;
}

/** What a plan leaves free of work: in the settings, and in the form at the first plan. */
export function BreakFields({ breaks: chosen, onChange }: BreakFieldsProps) {
  const toOption = (lunch: Lunch) => ({ value: toLunchKey(lunch), label: describeLunch(lunch) });
  return (
    <>
      <SelectField
        label="Lunch"
        value={toLunchKey(chosen.lunch)}
        options={lunches.map(toOption)}
        onChange={(key) => onChange({ lunch: toLunch(key) })}
      />
      <SelectField
        label="Break after meetings"
        value={chosen.afterEventMinutes}
        options={breaks}
        onChange={(afterEventMinutes) => onChange({ afterEventMinutes })}
      />
      <SelectField
        label="Most work on a day"
        value={chosen.mostWorkMinutes ?? 0}
        options={limits}
        hint="Work tasks only, not meetings"
        onChange={(minutes) => onChange({ mostWorkMinutes: minutes || null })}
      />
    </>
  );
}
