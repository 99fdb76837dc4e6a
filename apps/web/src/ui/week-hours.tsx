import type { WeeklyHours } from '@dayloom/contracts';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { copied, type Day, type DayWindow, dayNames, days, nextWindow, withDay } from './day-windows.ts';
import { Menu, MenuItem } from './menu.tsx';
import { MAX_WINDOWS, WindowFields } from './window-fields.tsx';
import './week-hours.css';

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
  windows: readonly DayWindow[];
  onChange: (windows: readonly DayWindow[]) => void;
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
    // A fieldset, so that screen readers name the day with each time.
    <fieldset aria-label={label} className="week-hours-day">
      <div className="week-hours-name text-label">{dayNames[day]}</div>
      <div className="week-hours-windows">
        <WindowFields label={label} windows={windows} onChange={onChange} />
      </div>
      <div className="week-hours-actions">
        <IconButton
          aria-label={`Add hours on ${label}`}
          disabled={windows.length >= MAX_WINDOWS}
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
    </fieldset>
  );
}
