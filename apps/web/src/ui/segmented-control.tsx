import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { colors, radius } from './tokens.ts';

const Group = styled('fieldset')({
  display: 'inline-flex',
  gap: 2,
  margin: 0,
  minWidth: 0,
  padding: 2,
  background: colors.surface1,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.control,
});

const Option = styled('label')({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 30,
  padding: '0 12px',
  borderRadius: 6,
  color: colors.text2,
  fontSize: '0.8125rem',
  fontWeight: 550,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '&:hover': { color: colors.text1 },
  '&:has(:checked)': { background: colors.surface3, color: colors.text1 },
  '&:has(:focus-visible)': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { height: 44 },
});

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few visible choices: radio buttons with the usual arrow keys. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <Group aria-label={label}>
      {options.map((option) => (
        <Option key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </Option>
      ))}
    </Group>
  );
}
