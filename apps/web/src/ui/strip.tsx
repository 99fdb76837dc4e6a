import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import './strip.css';
import { useFocusLeft } from './use-focus-left.ts';

interface StripProps {
  children: ReactNode;
  /** Makes it a section with this name. */
  label?: string;
  /** How screen readers announce it: a failure at once, a status politely. */
  announcement?: 'alert' | 'status' | 'note';
  icon?: ReactNode;
  /** The icon's colour: how serious it is. */
  tone?: 'soft' | 'hard' | 'neutral';
  action?: ReactNode;
  className?: string;
}

/** A sentence across the top of a page, with its actions. */
export function Strip(props: StripProps) {
  const { children, label, announcement, icon, tone = 'soft', action, className } = props;
  const Root = label === undefined ? 'div' : 'section';
  const strip = useRef<HTMLDivElement>(null);
  useFocusLeft(strip);
  return (
    <Root
      ref={strip}
      aria-label={label}
      role={announcement}
      className={clsx('strip', 'text-small', className)}
    >
      {icon !== undefined && (
        <span className="strip-icon" data-tone={tone}>
          {icon}
        </span>
      )}
      <div className="strip-text">{children}</div>
      {action}
    </Root>
  );
}
