import type { ReactNode } from 'react';
import { Mark } from '#ui/brand.tsx';
import './frame.css';

interface FrameProps {
  /** What the page is for, next to the mark. */
  readonly title: string;
  /** At the right end of the bar. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/** The bar above every booking page. */
export function Frame({ title, end, children }: FrameProps) {
  return (
    <div className="frame">
      <header className="frame-bar">
        <a className="frame-brand" href="/">
          <Mark size={20} />
          <span>{title}</span>
        </a>
        {end}
      </header>
      <main className="frame-content">{children}</main>
    </div>
  );
}

/** To the visitor's own dashboard. */
export function OwnPageLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <a className="button" href={isSignedIn ? '/dashboard' : '/login'}>
      {isSignedIn ? 'My dashboard' : 'Log In'}
    </a>
  );
}
