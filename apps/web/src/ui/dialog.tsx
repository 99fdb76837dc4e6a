import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Overlay } from './overlay.tsx';
import './dialog.css';

interface DialogProps {
  open: boolean;
  /** By Escape, or by a click outside. Without it, only controls in the dialog close it. */
  onClose?: () => void;
  'aria-labelledby': string;
  'aria-describedby'?: string | undefined;
  /** At most 444 or 600 px wide. */
  maxWidth?: 'xs' | 'sm';
  fullWidth?: boolean;
  /** The class of the visible box. */
  className?: string;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, maxWidth = 'sm', fullWidth, className, children, ...named } = props;
  return (
    <Overlay
      isOpen={open}
      onClose={() => onClose?.()}
      className="dialog"
      paper={{
        ...named,
        role: 'dialog',
        'aria-modal': true,
        className: clsx(
          'dialog-paper',
          maxWidth === 'xs' && 'dialog-xs',
          fullWidth && 'dialog-wide',
          className,
        ),
      }}
    >
      {children}
    </Overlay>
  );
}

export function DialogTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 {...rest} className={clsx('dialog-title', className)}>
      {children}
    </h2>
  );
}

export function DialogContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('dialog-content', className)} />;
}

export function DialogActions({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('dialog-actions', className)} />;
}
