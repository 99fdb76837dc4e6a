import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import './compact-fields.css';

export function CompactInput({ className, ...input }: ComponentProps<'input'>) {
  return <input {...input} className={clsx('compact-fields-control', className)} />;
}

interface FactLineProps {
  icon: ReactNode;
  name: string;
  /** The control that the label names; several controls have their own names. */
  htmlFor?: string;
  problem?: string | undefined;
  problemId?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A field of a task: label on the left, controls on the right, problem below. */
export function FactLine({ icon, name, htmlFor, problem, problemId, hint, children }: FactLineProps) {
  return (
    <div className="compact-fields-line">
      {htmlFor ? (
        <label className="compact-fields-name" htmlFor={htmlFor}>
          {icon}
          {name}
        </label>
      ) : (
        <span className="compact-fields-name">
          {icon}
          {name}
        </span>
      )}
      <div className="compact-fields-controls">{children}</div>
      {problem ? (
        <div className="compact-fields-problem" id={problemId} role="alert">
          {problem}
        </div>
      ) : (
        hint && <div className="compact-fields-hint">{hint}</div>
      )}
    </div>
  );
}
