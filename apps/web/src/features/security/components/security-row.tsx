import type { ReactNode } from 'react';
import { CardRow } from '#ui/card.tsx';
import './security-row.css';

interface SecurityRowProps {
  icon?: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** A passkey, a session, or another thing with which one is signed in. */
export function SecurityRow({ icon, name, detail, children }: SecurityRowProps) {
  return (
    <CardRow>
      {icon && <span className="security-row-icon">{icon}</span>}
      <div className="security-row-words">
        <div className="security-row-name">{name}</div>
        <div className="security-row-detail text-caption">{detail}</div>
      </div>
      {children}
    </CardRow>
  );
}
