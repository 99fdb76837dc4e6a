import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { ColorMark } from '#ui/color-mark.tsx';
import { LABEL_LENGTH, parseTags } from '../model/connected-calendars.ts';

interface LabelFieldProps {
  /** Of which account, for screen readers. */
  name: string;
  label: string;
  /** Of its first calendar, as the calendar page shows it; null while that is on its way. */
  color: string | null;
  onSave: (tags: string[]) => void;
}

/** The label of an account: trimmed and saved when it is left; Enter leaves it, Escape brings the old one back. */
export function LabelField({ name, label, color, onSave }: LabelFieldProps) {
  /** Null follows what is saved. */
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const tags = parseTags(typed ?? label);
    setTyped(null);
    if ((tags[0] ?? '') !== label) onSave(tags);
  };
  return (
    <OutlinedInput
      value={typed ?? label}
      placeholder="Add a label"
      fullWidth
      startAdornment={color && <ColorMark color={color} sx={{ mr: 1.25 }} />}
      sx={color ? { '& input': { pl: 0 } } : {}}
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
