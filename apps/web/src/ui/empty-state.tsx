import type { ReactNode } from 'react';
import { Mark } from './brand.tsx';
import './empty-state.css';

interface EmptyStateProps {
  title: string;
  /** One sentence that teaches. */
  children?: ReactNode;
  /** One action; a second one only if neither is primary. */
  action?: ReactNode;
  headingLevel?: 'h2' | 'h3';
}

export function EmptyState({ title, children, action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Mark size={36} />
      <Heading className="empty-state-title text-h3">{title}</Heading>
      {children && <div className="empty-state-text text-small">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}
