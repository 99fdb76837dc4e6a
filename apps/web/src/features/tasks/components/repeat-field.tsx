import { useState } from 'react';
import { repeatInWords, repeatPresets } from '../model/repeat.ts';
import { CompactInput, CompactSelect } from './compact-fields.tsx';

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
  return (
    <>
      <CompactSelect
        id={id}
        value={wantsText ? CUSTOM : rule}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setIsCustom(value === CUSTOM);
          if (value !== CUSTOM) onChange(value);
        }}
      >
        {repeatPresets.map((preset) => (
          <option key={preset.rule} value={preset.rule}>
            {preset.label}
          </option>
        ))}
        <option value={CUSTOM}>
          {wantsText && words && words !== 'repeats' ? `Custom: ${words}` : 'Custom…'}
        </option>
      </CompactSelect>
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
