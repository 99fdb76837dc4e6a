import { clsx } from 'clsx';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { Overlay } from './overlay.tsx';
import './drawer.css';

interface DrawerProps {
  /** The edge of the window from which it comes. */
  anchor: 'left' | 'right' | 'bottom';
  open: boolean;
  onClose: () => void;
  'aria-label': string;
  /** The class of the visible box. */
  className?: string;
  onKeyDown?: KeyboardEventHandler | undefined;
  children: ReactNode;
}

/** A dialog at an edge of the window. */
export function Drawer({ anchor, open, onClose, className, children, ...rest }: DrawerProps) {
  return (
    <Overlay
      isOpen={open}
      onClose={onClose}
      className="drawer"
      paper={{
        ...rest,
        role: 'dialog',
        'aria-modal': true,
        className: clsx('drawer-paper', `drawer-${anchor}`, className),
      }}
    >
      {children}
    </Overlay>
  );
}
