import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';

interface FieldProps extends Omit<OutlinedInputProps, 'label' | 'error' | 'notched' | 'sx'> {
  label: string;
  hint?: string | undefined;
  /** The problem with the value; replaces the hint. */
  problem?: string | undefined;
}

/** A text field with its label above. */
export function Field({ label, hint, problem, id, inputProps, ...input }: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  const help = problem ?? hint;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 }}>
      <Box component="label" htmlFor={fieldId} sx={{ typography: 'subtitle2', color: 'text.secondary' }}>
        {label}
      </Box>
      <OutlinedInput
        {...input}
        id={fieldId}
        fullWidth
        error={problem !== undefined}
        inputProps={{ ...inputProps, ...(help ? { 'aria-describedby': hintId } : {}) }}
      />
      {help && (
        <FormHelperText
          id={hintId}
          error={problem !== undefined}
          sx={{ m: 0, typography: 'caption', fontWeight: 400 }}
        >
          {help}
        </FormHelperText>
      )}
    </Box>
  );
}
