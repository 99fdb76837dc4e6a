import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from './button.tsx';
import { type DayWindow, findMinutes, findProblem } from './day-windows.ts';
import { TimeField } from './time-field.tsx';
import './window-fields.css';

export const MAX_WINDOWS = 12;

interface WindowFieldsProps {
  /** Whose windows these are; part of the fields' names. */
  label: string;
  windows: readonly DayWindow[];
  onChange: (windows: readonly DayWindow[]) => void;
}

/** The windows of one day, each with start and end, and their problem. */
export function WindowFields({ label, windows, onChange }: WindowFieldsProps) {
  const problem = findProblem(windows);
  const id = useId();
  const set = (index: number, window: DayWindow) => onChange(windows.with(index, window));
  return (
    <>
      {windows.length === 0 && <div className="window-fields-closed text-small">Closed</div>}
      {windows.map(([opens, closes], index) => (
        // Windows have no ids: their index identifies them.
        <div key={index} className="window-fields-window">
          <TimeField
            className="window-fields-time"
            label={`${label}: from${index > 0 ? ` (${index + 1})` : ''}`}
            isLabelHidden
            isCompact
            value={opens}
            isInvalid={problem !== null}
            aria-describedby={problem ? id : undefined}
            onChange={(time) => set(index, [time, closes])}
          />
          <span aria-hidden="true">–</span>
          <TimeField
            className="window-fields-time"
            label={`${label}: to${index > 0 ? ` (${index + 1})` : ''}`}
            isLabelHidden
            isCompact
            isEndTime
            toLength={(time) => findMinutes([opens, time])}
            value={closes}
            isInvalid={problem !== null}
            aria-describedby={problem ? id : undefined}
            onChange={(time) => set(index, [opens, time])}
          />
          <IconButton
            size="small"
            aria-label={`Remove ${opens} from ${label}`}
            onClick={() => onChange(windows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {problem && (
        <div id={id} role="alert" className="window-fields-problem text-caption">
          {problem}
        </div>
      )}
    </>
  );
}
