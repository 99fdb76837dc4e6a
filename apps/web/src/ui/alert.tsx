import { clsx } from 'clsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './alert.css';

interface AlertProps {
  severity: 'success' | 'error';
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A message about what went wrong or well, above its subject or instead of it. */
export function Alert({ severity, action, className, children }: AlertProps) {
  const Icon = severity === 'success' ? CircleCheck : TriangleAlert;
  return (
    <div role="alert" data-severity={severity} className={clsx('alert', className)}>
      <span className="alert-icon">
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="alert-message">{children}</div>
      {action && <div className="alert-action">{action}</div>}
    </div>
  );
}
