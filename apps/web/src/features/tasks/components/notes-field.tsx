import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { Markdown } from './markdown.tsx';
import { SectionTitle } from './section-title.tsx';

const Text = styled('textarea')({
  display: 'block',
  width: '100%',
  minHeight: 84,
  maxHeight: 360,
  padding: '10px 12px',
  border: `1px solid ${colors.control}`,
  borderRadius: radius.control,
  background: colors.canvas,
  color: colors.text1,
  font: 'inherit',
  resize: 'vertical',
  fieldSizing: 'content',
  '&:focus-visible': {
    outline: 'none',
    borderColor: colors.primaryLight,
    boxShadow: `0 0 0 1px ${colors.primaryLight}`,
  },
  '&::placeholder': { color: colors.text3, opacity: 1 },
  '@media (pointer: coarse)': { fontSize: '1rem' },
});

interface NotesFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** Markdown, to edit and to read. */
export function NotesField({ value, problem, onChange }: NotesFieldProps) {
  const [isReading, setIsReading] = useState(value.trim() !== '');
  const id = useId();
  return (
    <Box component="section">
      <SectionTitle
        title={<label htmlFor={isReading ? undefined : id}>Notes</label>}
        action={
          value.trim() !== '' && (
            <Button
              size="small"
              variant="text"
              onClick={() => setIsReading(!isReading)}
              sx={{ '@media (pointer: coarse)': { height: 44 } }}
            >
              {isReading ? 'Edit notes' : 'Preview'}
            </Button>
          )
        }
      />
      {isReading && value.trim() !== '' ? (
        <Markdown source={value} />
      ) : (
        <Text
          id={id}
          value={value}
          maxLength={20_000}
          placeholder="Markdown: **bold**, - list, [link](https://…)"
          aria-invalid={problem !== undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {problem && (
        <Box role="alert" sx={{ mt: '4px', typography: 'caption', color: 'error.main' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
