import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Hidden } from './hidden.tsx';
import { colors, radius } from './tokens.ts';

const Native = styled('select')({
  // We draw the arrow ourselves: the browser's would be too close to the edge.
  appearance: 'none',
  textOverflow: 'ellipsis',
  height: 40,
  width: '100%',
  minWidth: 0,
  padding: '0 36px 0 12px',
  borderRadius: radius.control,
  border: `1px solid ${colors.control}`,
  background: colors.surface1,
  color: colors.text1,
  font: 'inherit',
  fontSize: '0.875rem',
  '&:focus-visible': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { height: 44 },
});

interface SelectFieldProps<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: string;
  /** The visible label is a column heading; this label is for screen readers only. */
  isLabelHidden?: boolean;
}

/** One choice from a list, with the native control. A value without an option is shown as it is. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, hint, isLabelHidden = false } = props;
  const id = useId();
  const isKnown = options.some((option) => option.value === value);
  const all = isKnown ? options : [{ value, label: String(value) }, ...options];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{
          typography: 'subtitle2',
          color: 'text.secondary',
          ...(isLabelHidden && { position: 'absolute' }),
        }}
      >
        {isLabelHidden ? <Hidden>{label}</Hidden> : label}
      </Box>
      <Box sx={{ position: 'relative', display: 'flex', minWidth: 0 }}>
        <Native
          id={id}
          value={String(value)}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
          onChange={(event) => {
            const chosen = all.find((option) => String(option.value) === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {all.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </Native>
        <Box
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            right: 12,
            top: 0,
            bottom: 0,
            display: 'flex',
            alignItems: 'center',
            pointerEvents: 'none',
            color: 'text.secondary',
          }}
        >
          <ChevronDown size={16} strokeWidth={1.75} />
        </Box>
      </Box>
      {hint && (
        <Box id={`${id}-hint`} sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
          {hint}
        </Box>
      )}
    </Box>
  );
}
