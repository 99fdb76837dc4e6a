import type { ReactNode } from 'react';
import './section-title.css';

interface SectionTitleProps {
  title: ReactNode;
  count?: string | undefined;
  action?: ReactNode;
}

/** The heading of a section of the task sheet. */
export function SectionTitle({ title, count, action }: SectionTitleProps) {
  return (
    <div className="section-title">
      <h3 className="section-title-text text-h3">{title}</h3>
      {count && <span className="section-title-count text-caption n">{count}</span>}
      <div className="section-title-action">{action}</div>
    </div>
  );
}
