import { useState } from 'react';
import { ColorMark } from '#ui/color-mark.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { LABEL_LENGTH, parseTags } from '../model/connected-calendars.ts';
import './label-field.css';

interface LabelFieldProps {
  /** The account's name, for screen readers. */
  name: string;
  label: string;
  /** The colour of its first calendar, as on the calendar page; null while loading. */
  color: string | null;
  onSave: (tags: string[]) => void;
}

/**
 * The label of an account: trimmed and saved on blur. Enter leaves the field, Escape restores the old value.
 */
export function LabelField({ name, label, color, onSave }: LabelFieldProps) {
  /** Null: show the saved value. */
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const tags = parseTags(typed ?? label);
    setTyped(null);
    if ((tags[0] ?? '') !== label) onSave(tags);
  };
  return (
    <TextInput
      value={typed ?? label}
      placeholder="Add a label"
      fullWidth
      startAdornment={color && <ColorMark color={color} className="label-field-color" />}
      className={color ? 'label-field-colored' : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLElement) event.target.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
      aria-label={`Label of ${name}`}
      maxLength={LABEL_LENGTH}
    />
  );
}
