import { useId } from 'react';
import { TextInput, type TextInputProps } from './text-input.tsx';
import './field.css';

export interface FieldProps extends Omit<TextInputProps, 'error' | 'fullWidth' | 'className'> {
  label: string;
  /** The visible label is elsewhere; this label is for screen readers only. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  /** The value has a problem that is shown elsewhere. */
  isInvalid?: boolean | undefined;
  /** The problem with the value; replaces the hint. */
  problem?: string | undefined;
}

/** A text field with its label above. */
export function Field({ label, isLabelHidden, isInvalid = false, hint, problem, id, ...input }: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  const help = problem ?? hint;
  return (
    <div className="field">
      {!isLabelHidden && (
        <label htmlFor={fieldId} className="field-label text-label">
          {label}
        </label>
      )}
      <TextInput
        {...input}
        id={fieldId}
        {...(isLabelHidden && { 'aria-label': label })}
        fullWidth
        error={isInvalid || problem !== undefined}
        {...(help && { 'aria-describedby': hintId })}
      />
      {help && (
        <p
          id={hintId}
          className="field-hint text-caption"
          data-problem={problem === undefined ? undefined : ''}
        >
          {help}
        </p>
      )}
    </div>
  );
}
