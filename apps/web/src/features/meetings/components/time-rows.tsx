import { MAX_TIMES } from '@dayloom/contracts';
import { Plus, X } from 'lucide-react';
import { useNow } from '#lib/now.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { nextRow, type TimeRow } from '../model/request-form.ts';
import './time-rows.css';

interface TimeRowsProps {
  readonly rows: readonly TimeRow[];
  /** The problem of the whole list. */
  readonly problem: string | undefined;
  readonly rowProblems: Readonly<Record<string, string>>;
  readonly onChange: (rows: readonly TimeRow[]) => void;
}

/** The proposed times, each with a day and a clock time. */
export function TimeRows({ rows, problem, rowProblems, onChange }: TimeRowsProps) {
  const now = useNow();
  const set = (id: string, change: Partial<TimeRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  return (
    <fieldset className="time-rows" aria-describedby={problem ? 'time-rows-problem' : undefined}>
      <legend className="time-rows-legend text-label">Times</legend>
      {rows.map((row, at) => (
        <div key={row.id} className="time-rows-row">
          <DateField
            label={`Day ${at + 1}`}
            value={row.date}
            problem={rowProblems[row.id]}
            onChange={(date) => set(row.id, { date })}
          />
          <TimeField label={`Time ${at + 1}`} value={row.time} onChange={(time) => set(row.id, { time })} />
          <IconButton
            aria-label={`Remove time ${at + 1}`}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            className="time-rows-remove"
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      {problem && (
        <p id="time-rows-problem" className="time-rows-problem text-caption">
          {problem}
        </p>
      )}
      <div>
        <Button
          size="small"
          startIcon={<Plus size={14} aria-hidden />}
          disabled={rows.length >= MAX_TIMES}
          onClick={() => onChange([...rows, nextRow(rows, now, crypto.randomUUID())])}
        >
          Add a time
        </Button>
      </div>
    </fieldset>
  );
}
