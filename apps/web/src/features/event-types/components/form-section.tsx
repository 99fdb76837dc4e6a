import { type ReactNode, useId } from 'react';
import './form-section.css';

/** A part of the form with its heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="form-section">
      <h2 id={id} className="form-section-title text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface GroupProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  children: ReactNode;
}

/** Several controls with one label. */
export function Group({ label, hint, problem, children }: GroupProps) {
  return (
    <fieldset className="form-section-group" data-invalid={problem === undefined ? undefined : ''}>
      <legend className="form-section-label text-label">{label}</legend>
      {children}
      {problem ? (
        <div role="alert" className="form-section-problem text-caption">
          {problem}
        </div>
      ) : (
        hint && <div className="form-section-hint text-caption">{hint}</div>
      )}
    </fieldset>
  );
}
