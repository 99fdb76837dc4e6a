import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FormEvent, ReactNode } from 'react';

interface InlineFormProps {
  /** The fields, side by side in these columns on wide screens. */
  children: ReactNode;
  columns: string;
  problem?: ReactNode;
  submitLabel: string;
  isDisabled: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** A form at the end of a card, for a new entry of its list. */
export function InlineForm(props: InlineFormProps) {
  const { children, columns, problem, submitLabel, isDisabled, onSubmit, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDisabled) onSubmit();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ borderTop: 1, borderColor: 'divider', px: 2.5, py: 2, display: 'grid', gap: 2 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: columns },
          maxWidth: 760,
        }}
      >
        {children}
      </Box>
      {problem !== undefined && (
        <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
          {problem}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" color="primary" disabled={isDisabled}>
          {submitLabel}
        </Button>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}
