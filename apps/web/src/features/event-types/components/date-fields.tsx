import type { DateHours } from '@dayloom/contracts';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { nextWindow } from '#ui/day-windows.ts';
import { MAX_WINDOWS, WindowFields } from '#ui/window-fields.tsx';
import { type Problems, problemAt } from '../model/draft.ts';
import { Group } from './form-section.tsx';
import './date-fields.css';

interface DateFieldsProps {
  dates: readonly DateHours[];
  problems: Problems;
  onChange: (dates: DateHours[]) => void;
}

/** Dates whose hours replace those of their weekday; without hours, a date is closed. */
export function DateFields({ dates, problems, onChange }: DateFieldsProps) {
  const set = (index: number, change: Partial<DateHours>) =>
    onChange(dates.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <Group
      label="Dates with hours of their own"
      hint={dates.length === 0 ? 'For a holiday, or a day with other hours' : undefined}
      problem={problemAt(problems, 'overrides')}
    >
      {dates.map(({ date, windows }, index) => {
        const label = date || `Date ${index + 1}`;
        return (
          // Dates have no ids: their index identifies them.
          <div key={index} className="date-fields-date">
            <div className="date-fields-head">
              <DateField
                label="Date"
                value={date}
                problem={problemAt(problems, `overrides.${index}.date`)}
                onChange={(changed) => set(index, { date: changed })}
              />
              <IconButton
                aria-label={`Add hours on ${label}`}
                disabled={windows.length >= MAX_WINDOWS}
                onClick={() => set(index, { windows: [...windows, nextWindow(windows)] })}
              >
                <Plus size={18} aria-hidden />
              </IconButton>
              <IconButton
                aria-label={`Remove ${label}`}
                onClick={() => onChange(dates.filter((_, at) => at !== index))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </div>
            <WindowFields
              label={label}
              windows={windows}
              onChange={(changed) =>
                set(index, { windows: changed.map(([opens, closes]) => [opens, closes]) })
              }
            />
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          startIcon={<Plus size={16} aria-hidden />}
          onClick={() => onChange([...dates, { date: '', windows: [] }])}
        >
          Add a date
        </Button>
      </div>
    </Group>
  );
}
