import { clsx } from 'clsx';
import { type HTMLAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Overlay } from './overlay.tsx';
import './popover.css';

interface Point {
  readonly left: number;
  readonly top: number;
}

export interface PopoverProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  role?: 'dialog' | 'menu';
  open: boolean;
  /** By Escape, or by a click outside. */
  onClose: () => void;
  /** What it is below, or the place of its corner. */
  anchor: HTMLElement | Point | null;
  /** The upper corner that is at the anchor's. */
  align?: 'left' | 'right';
  /** Whether the page behind it can be used as if the popover were not there. */
  isPageUsable?: boolean;
  /** The visible box, as `className` and the other attributes. */
  paperRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** A box next to what it belongs to. */
export function Popover(props: PopoverProps) {
  const { open, onClose, anchor, align = 'left', isPageUsable = false, className, children, ...rest } = props;
  const { role = 'dialog' } = props;
  const { paperRef, ...attributes } = rest;
  const ownRef = useRef<HTMLDivElement>(null);
  const paper = paperRef ?? ownRef;
  useLayoutEffect(() => {
    if (!open || !anchor) return;
    const move = () => paper.current && place(paper.current, anchor, align);
    move();
    window.addEventListener('resize', move);
    // Content that comes later makes the box higher.
    const size = new ResizeObserver(move);
    if (paper.current) size.observe(paper.current);
    return () => {
      window.removeEventListener('resize', move);
      size.disconnect();
    };
  });
  return (
    <Overlay
      isOpen={open}
      onClose={onClose}
      landmark={role === 'menu' ? 'Menu' : undefined}
      className={clsx('popover', isPageUsable && 'popover-beside-page')}
      hasBackdrop={false}
      isPageUsable={isPageUsable}
      paperRef={paper}
      paper={{ ...attributes, role, className: clsx('popover-paper', className) }}
    >
      {children}
    </Overlay>
  );
}

/** The least distance from the edges of the window. */
const MARGIN = 16;

function place(paper: HTMLElement, anchor: HTMLElement | Point, align: 'left' | 'right'): void {
  const corner = anchor instanceof HTMLElement ? below(anchor, align) : anchor;
  const { offsetWidth: width, offsetHeight: height } = paper;
  // Text at a part of a pixel is blurred.
  const left = Math.round(within(corner.left - (align === 'right' ? width : 0), window.innerWidth - width));
  const top = Math.round(within(corner.top, window.innerHeight - height));
  paper.style.left = `${left}px`;
  paper.style.top = `${top}px`;
  paper.style.transformOrigin = `${corner.left - left}px ${corner.top - top}px`;
}

function below(element: HTMLElement, align: 'left' | 'right'): Point {
  const { bottom, left, right } = element.getBoundingClientRect();
  return { top: bottom, left: align === 'left' ? left : right };
}

const within = (value: number, room: number) => Math.max(MARGIN, Math.min(value, room - MARGIN));
