import type { ReactNode } from 'react';
import './page-header.css';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a page that needs more than its name in the top bar. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div className="page-header-heading">
        <h1 className="page-header-title text-h1">{title}</h1>
        {subtitle && <div className="page-header-subtitle">{subtitle}</div>}
      </div>
      {actions}
    </div>
  );
}

/** The content of a page, in a column of limited width. */
export function Page({ children, width = 1280 }: { children: ReactNode; width?: number }) {
  return (
    <div className="page-header-page" style={{ maxWidth: width }}>
      {children}
    </div>
  );
}
