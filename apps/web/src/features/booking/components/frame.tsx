import type { ReactNode } from 'react';
import { Mark } from '#ui/brand.tsx';
import './frame.css';

interface FrameProps {
  readonly productName: string;
  readonly isSignedIn: boolean;
  readonly children: ReactNode;
}

/** The bar above every booking page. */
export function Frame({ productName, isSignedIn, children }: FrameProps) {
  return (
    <div className="frame">
      <header className="frame-bar">
        <a className="frame-brand" href="/">
          <Mark size={20} />
          <span>Booking with {productName}</span>
        </a>
        <a className="button frame-sign-in" href={isSignedIn ? '/dashboard' : '/login'}>
          {isSignedIn ? 'My dashboard' : 'Log In'}
        </a>
      </header>
      <main className="frame-content">{children}</main>
    </div>
  );
}
