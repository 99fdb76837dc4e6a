import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '#ui/brand.tsx';
import { announceHeight, isEmbedded } from '../model/embedding.ts';
import './frame.css';

interface FrameProps {
  readonly productName: string;
  readonly isSignedIn: boolean;
  readonly children: ReactNode;
}

/** The bar above every booking page. Within a page of another site, only a line below it. */
export function Frame({ productName, isSignedIn, children }: FrameProps) {
  if (isEmbedded()) return <EmbeddedFrame productName={productName}>{children}</EmbeddedFrame>;
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

function EmbeddedFrame({ productName, children }: Pick<FrameProps, 'productName' | 'children'>) {
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
      <main className="frame-content">{children}</main>
      <a className="frame-brand frame-embedded-brand" href="/" target="_blank" rel="noopener">
        <Mark size={16} />
        <span>Booking with {productName}</span>
      </a>
    </div>
  );
}
