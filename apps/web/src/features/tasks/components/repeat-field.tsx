import { useState } from 'react';
import { Select } from '#ui/select-field.tsx';
import { repeatInWords, repeatPresets } from '../model/repeat.ts';
import { CompactInput } from './compact-fields.tsx';

const CUSTOM = 'custom';

interface RepeatFieldProps {
  id: string;
  rule: string;
  isInvalid: boolean;
  onChange: (rule: string) => void;
}

/** Common repetitions by name; any other as an RFC 5545 rule. */
export function RepeatField({ id, rule, isInvalid, onChange }: RepeatFieldProps) {
  const isPreset = repeatPresets.some((preset) => preset.rule === rule);
  const [isCustom, setIsCustom] = useState(!isPreset);
  const wantsText = isCustom || !isPreset;
  const words = rule.trim()
    ? repeatInWords(
        rule
          .trim()
          .replace(/^RRULE:/i, '')
          .toUpperCase(),
      )
    : '';
  const custom = {
    value: CUSTOM,
    label: wantsText && words && words !== 'repeats' ? `Custom: ${words}` : 'Custom…',
  };
  return (
    <>
      <Select
        isCompact
        label="Repeat"
        id={id}
        value={wantsText ? CUSTOM : rule}
        options={[...repeatPresets.map((preset) => ({ value: preset.rule, label: preset.label })), custom]}
        onChange={(value) => {
          setIsCustom(value === CUSTOM);
          if (value !== CUSTOM) onChange(value);
        }}
      />
      {wantsText && (
        <CompactInput
          className="compact-fields-wide"
          aria-label="Repeat rule"
          placeholder="FREQ=WEEKLY;BYDAY=MO,TH"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={500}
          value={rule}
          aria-invalid={isInvalid}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
