import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Hidden } from './hidden.tsx';
import './select-field.css';

interface SelectFieldProps<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: string;
  /** The visible label is a column heading; this label is for screen readers only. */
  isLabelHidden?: boolean;
}

/** One choice from a list, with the native control. A value without an option is shown as it is. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, hint, isLabelHidden = false } = props;
  const id = useId();
  const isKnown = options.some((option) => option.value === value);
  const all = isKnown ? options : [{ value, label: String(value) }, ...options];
  return (
    <div className="select-field">
      <label
        htmlFor={id}
        className="select-field-label text-label"
        data-hidden={isLabelHidden ? '' : undefined}
      >
        {isLabelHidden ? <Hidden>{label}</Hidden> : label}
      </label>
      <div className="select-field-control">
        <select
          id={id}
          value={String(value)}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
          onChange={(event) => {
            const chosen = all.find((option) => String(option.value) === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {all.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="select-field-arrow" size={16} strokeWidth={1.75} aria-hidden />
      </div>
      {hint && (
        <div id={`${id}-hint`} className="select-field-hint text-caption">
          {hint}
        </div>
      )}
    </div>
  );
}
