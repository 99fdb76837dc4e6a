import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '#ui/brand.tsx';
import { announceHeight, isEmbedded } from '../model/embedding.ts';
import './frame.css';

interface FrameProps {
  /** What the page is for, next to the mark. */
  readonly title: string;
  /** At the right end of the bar. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/** The bar above every booking page. Within a page of another site, only a line below it. */
export function Frame({ title, end, children }: FrameProps) {
  if (isEmbedded()) return <EmbeddedFrame title={title}>{children}</EmbeddedFrame>;
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

function EmbeddedFrame({ title, children }: Pick<FrameProps, 'title' | 'children'>) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current ? announceHeight(element.current) : undefined), []);
  useEffect(() => {
    // Other pages of this server cannot be shown in the frame.
    const base = Object.assign(document.createElement('base'), { target: '_blank' });
    document.head.append(base);
    return () => base.remove();
  }, []);
  return (
    <div ref={element} className="frame-embedded">
      {/* The page around it has a main part too. */}
      <main className="frame-content" aria-label={title}>
        {children}
      </main>
      <a className="frame-brand frame-embedded-brand" href="/" target="_blank" rel="noopener">
        <Mark size={16} />
        <span>{title}</span>
      </a>
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
