import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { X } from 'lucide-react';
import { useId } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { endInField, endOfField, findProblem, type Window } from '../model/week-hours.ts';

export const MOST_WINDOWS = 12;

const Time = styled('input')({
  height: 36,
  width: 112,
  padding: '0 8px',
  borderRadius: radius.control,
  border: `1px solid ${colors.control}`,
  background: colors.canvas,
  color: colors.text1,
  colorScheme: 'dark',
  font: 'inherit',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  // The browser's picker only serves the mouse, and its icon takes the space of AM and PM.
  '&::-webkit-calendar-picker-indicator': { display: 'none' },
  '&[aria-invalid="true"]': { borderColor: colors.hard },
  '&:focus-visible': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { height: 44 },
});

interface WindowFieldsProps {
  /** Whose windows these are; part of the fields' names. */
  label: string;
  windows: readonly Window[];
  onChange: (windows: readonly Window[]) => void;
}

/** The windows of one day, each with start and end, and their problem. */
export function WindowFields({ label, windows, onChange }: WindowFieldsProps) {
  const problem = findProblem(windows);
  const id = useId();
  const set = (index: number, window: Window) => onChange(windows.with(index, window));
  return (
    <>
      {windows.length === 0 && (
        <Box sx={{ pt: '8px', color: 'text.tertiary', typography: 'body2' }}>Closed</Box>
      )}
      {windows.map(([opens, closes], index) => (
        // Windows have no ids: their index identifies them.
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Time
            type="time"
            aria-label={`${label}: from${index > 0 ? ` (${index + 1})` : ''}`}
            value={opens}
            aria-invalid={problem !== null}
            aria-describedby={problem ? id : undefined}
            onChange={(event) => set(index, [event.currentTarget.value, closes])}
          />
          <span aria-hidden="true">–</span>
          <Time
            type="time"
            aria-label={`${label}: to${index > 0 ? ` (${index + 1})` : ''}`}
            value={endInField(closes)}
            aria-invalid={problem !== null}
            aria-describedby={problem ? id : undefined}
            onChange={(event) => set(index, [opens, endOfField(event.currentTarget.value)])}
          />
          <IconButton
            size="small"
            aria-label={`Remove ${opens} from ${label}`}
            onClick={() => onChange(windows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </Box>
      ))}
      {problem && (
        <Box id={id} role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {problem}
        </Box>
      )}
    </>
  );
}
