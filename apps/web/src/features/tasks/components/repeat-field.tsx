import { describeRepeat } from '@dayloom/language/recurrence-words';
import { useState } from 'react';
import { Select } from '#ui/select-field.tsx';
import { type Repeat, repeatPresets } from '../model/repeat.ts';
import { CompactInput } from './compact-fields.tsx';

const CUSTOM = 'custom';

interface RepeatFieldProps {
  id: string;
  repeat: Repeat;
  isInvalid: boolean;
  onChange: (repeat: Repeat) => void;
}

/** Common repetitions by name; any other as an RFC 5545 rule. */
export function RepeatField({ id, repeat, isInvalid, onChange }: RepeatFieldProps) {
  const { rule, hasFlexibleDays } = repeat;
  const preset = repeatPresets.find(
    (one) => one.rule === rule && (rule === '' || one.hasFlexibleDays === hasFlexibleDays),
  );
  const [isCustom, setIsCustom] = useState(!preset);
  const wantsText = isCustom || !preset;
  const words = rule.trim()
    ? describeRepeat(
        rule
          .trim()
          .replace(/^RRULE:/i, '')
          .toUpperCase(),
        repeat,
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
        value={wantsText ? CUSTOM : preset.label}
        options={[...repeatPresets.map(({ label }) => ({ value: label, label })), custom]}
        onChange={(value) => {
          setIsCustom(value === CUSTOM);
          const chosen = repeatPresets.find(({ label }) => label === value);
          if (chosen) onChange({ rule: chosen.rule, hasFlexibleDays: chosen.hasFlexibleDays });
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
          onChange={(event) => onChange({ ...repeat, rule: event.currentTarget.value })}
        />
      )}
    </>
  );
}
