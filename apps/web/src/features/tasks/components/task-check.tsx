import { Check } from 'lucide-react';
import './task-check.css';

interface TaskCheckProps {
  label: string;
  isChecked: boolean;
  /** Square for selecting and for subtasks, round for completing. */
  isSquare?: boolean;
  tabIndex?: number;
  onChange: (isChecked: boolean, withShift: boolean) => void;
}

export function TaskCheck({ label, isChecked, isSquare = false, tabIndex = 0, onChange }: TaskCheckProps) {
  return (
    <span className="task-check" data-square={isSquare || undefined}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        tabIndex={tabIndex}
        onChange={(event) =>
          onChange(event.currentTarget.checked, (event.nativeEvent as MouseEvent).shiftKey)
        }
      />
      <Check size={12} strokeWidth={3} aria-hidden />
    </span>
  );
}
