import { useId } from 'react';
import { TextInput, type TextInputProps } from './text-input.tsx';
import './field.css';

interface FieldProps extends Omit<TextInputProps, 'error' | 'fullWidth' | 'className'> {
  label: string;
  hint?: string | undefined;
  /** The problem with the value; replaces the hint. */
  problem?: string | undefined;
}

/** A text field with its label above. */
export function Field({ label, hint, problem, id, ...input }: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  const help = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={fieldId} className="field-label text-label">
        {label}
      </label>
      <TextInput
        {...input}
        id={fieldId}
        fullWidth
        error={problem !== undefined}
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
