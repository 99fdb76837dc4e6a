import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import './inline-form.css';

interface InlineFormProps {
  /** The fields, side by side on wide screens. */
  children: ReactNode;
  /** The first field is twice as wide. */
  isFirstWide?: boolean;
  problem?: ReactNode;
  submitLabel: string;
  isDisabled: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** A form at the end of a card, for a new entry of its list. */
export function InlineForm(props: InlineFormProps) {
  const { children, isFirstWide = false, problem, submitLabel, isDisabled, onSubmit, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDisabled) onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="inline-form">
      <div className="inline-form-fields" data-first-wide={isFirstWide || undefined}>
        {children}
      </div>
      {problem !== undefined && (
        <div role="alert" className="inline-form-problem text-small">
          {problem}
        </div>
      )}
      <div className="inline-form-actions">
        <Button type="submit" variant="contained" color="primary" disabled={isDisabled}>
          {submitLabel}
        </Button>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
