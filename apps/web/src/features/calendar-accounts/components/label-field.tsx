import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { LABEL_LENGTH, tagsOf } from '../connected-calendars.ts';

interface LabelFieldProps {
  /** Of which account, for screen readers. */
  name: string;
  label: string;
  onSave: (tags: string[]) => void;
}

/** The label of an account: trimmed and saved when it is left; Enter leaves it, Escape brings the old one back. */
export function LabelField({ name, label, onSave }: LabelFieldProps) {
  /** Null follows what is saved. */
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const tags = tagsOf(typed ?? label);
    setTyped(null);
    if ((tags[0] ?? '') !== label) onSave(tags);
  };
  return (
    <OutlinedInput
      value={typed ?? label}
      placeholder="Add a label"
      fullWidth
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLElement) event.target.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
      inputProps={{ 'aria-label': `Label of ${name}`, maxLength: LABEL_LENGTH }}
    />
  );
}
