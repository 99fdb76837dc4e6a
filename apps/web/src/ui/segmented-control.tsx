import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { colors, radius } from './tokens.ts';

const Group = styled('div')({
  display: 'inline-flex',
  gap: 2,
  padding: 2,
  background: colors.surface1,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.control,
});

const Option = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 30,
  padding: '0 12px',
  border: 0,
  borderRadius: 6,
  background: 'transparent',
  color: colors.text2,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 550,
  cursor: 'pointer',
  '&:hover': { color: colors.text1 },
  '&[aria-checked="true"]': { background: colors.surface3, color: colors.text1 },
  '@media (pointer: coarse)': { height: 40 },
});

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One choice out of a few, all in sight. Arrow keys move, as in a group of radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = (index + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChange(option.value);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Group ref={group} role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        <Option
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Option>
      ))}
    </Group>
  );
}
