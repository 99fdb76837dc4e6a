import type { WeeklyHours } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { colors } from '#ui/tokens.ts';
import { copied, type Day, dayNames, days, nextWindow, type Window, withDay } from '../model/week-hours.ts';
import { MOST_WINDOWS, WindowFields } from './window-fields.tsx';

/** A day's row. A fieldset, so that screen readers name the day with each time. */
const Row = styled('fieldset')({
  display: 'flex',
  alignItems: 'flex-start',
  flexWrap: 'wrap',
  gap: 12,
  margin: 0,
  minWidth: 0,
  padding: '8px 20px',
  border: 0,
  borderTop: `1px solid ${colors.line}`,
  '& > .day': { flex: '1 0 100px', order: 1, paddingTop: 8 },
  '& > .windows': { flex: '1 1 100%', order: 3, minWidth: 0, display: 'grid', gap: 8 },
  '& > .actions': { order: 2, display: 'flex', gap: 4 },
  // Side by side where space allows.
  '@media (min-width: 600px)': {
    '& > .day': { flex: '0 0 100px' },
    '& > .windows': { flex: '1 1 240px', order: 2 },
    '& > .actions': { order: 3 },
  },
});

interface WeekHoursProps {
  /** Which hours these are; part of the fields' names. */
  name: string;
  hours: WeeklyHours;
  onChange: (hours: WeeklyHours) => void;
}

/** The seven days with their windows. Every action is a button, so it works with the keyboard. */
export function WeekHours({ name, hours, onChange }: WeekHoursProps) {
  return days.map((day) => (
    <DayHours
      key={day}
      label={`${dayNames[day]}, ${name}`}
      day={day}
      windows={hours[day] ?? []}
      onChange={(windows) => onChange(withDay(hours, day, windows))}
      onCopy={(to) => onChange(copied(hours, day, to))}
    />
  ));
}

interface DayHoursProps {
  label: string;
  day: Day;
  windows: readonly Window[];
  onChange: (windows: readonly Window[]) => void;
  onCopy: (to: readonly Day[]) => void;
}

function DayHours({ label, day, windows, onChange, onCopy }: DayHoursProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copyTo = (to: readonly Day[]) => {
    setAnchor(null);
    onCopy(to);
  };
  const others = days.filter((other) => other !== day);
  return (
    <Row aria-label={label}>
      <Box className="day" sx={{ typography: 'subtitle2' }}>
        {dayNames[day]}
      </Box>
      <div className="windows">
        <WindowFields label={label} windows={windows} onChange={onChange} />
      </div>
      <div className="actions">
        <IconButton
          aria-label={`Add hours on ${label}`}
          disabled={windows.length >= MOST_WINDOWS}
          onClick={() => onChange([...windows, nextWindow(windows)])}
        >
          <Plus size={18} aria-hidden />
        </IconButton>
        <IconButton
          aria-label={`Copy ${label}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Copy size={16} aria-hidden />
        </IconButton>
      </div>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => copyTo(days.slice(0, 5))}>To Monday to Friday</MenuItem>
        <MenuItem onClick={() => copyTo(days)}>To every day</MenuItem>
        {others.map((other) => (
          <MenuItem key={other} onClick={() => copyTo([other])}>
            To {dayNames[other]}
          </MenuItem>
        ))}
      </Menu>
    </Row>
  );
}
