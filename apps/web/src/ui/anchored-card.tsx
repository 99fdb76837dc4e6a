import { type ReactNode, useEffect, useRef } from 'react';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { Drawer } from './drawer.tsx';
import { Popover } from './popover.tsx';
import './anchored-card.css';

/** The edges of an element in the window, in pixels. */
export type Anchor = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface AnchoredCardProps {
  /** What the card is about, as of when it was opened. */
  readonly anchor: Anchor;
  /** The accessible name of the dialog. */
  readonly label: string;
  /** `inside`: by Escape, or on phones, so that the focus can return to what the card is about. */
  readonly onClose: (how: 'inside' | 'outside') => void;
  readonly children: ReactNode;
}

const GAP = 8;
/** In pixels. */
const SCROLLED_AWAY = 48;
/** Equal to the value in the style sheet. */
const WIDTH = 320;

/**
 * A card next to an element, over the page and without a backdrop: a click outside closes it and still reaches what
 * was clicked. On phones it comes from the bottom.
 */
export function AnchoredCard({ anchor, label, onClose, children }: AnchoredCardProps) {
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const paper = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isPhone) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !paper.current?.contains(target)) onClose('outside');
    };
    // It stays where it was opened, so it closes when what it is about is scrolled away.
    const positions = new Map<EventTarget, number>();
    const closeAfterScroll = ({ target }: Event) => {
      if (!(target instanceof Element) || paper.current?.contains(target)) return;
      const position = target.scrollTop + target.scrollLeft;
      const before = positions.get(target) ?? position;
      positions.set(target, before);
      if (Math.abs(position - before) > SCROLLED_AWAY) onClose('outside');
    };
    window.addEventListener('pointerdown', closeOutside);
    window.addEventListener('scroll', closeAfterScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', closeOutside);
      window.removeEventListener('scroll', closeAfterScroll, { capture: true });
    };
  }, [isPhone, onClose]);

  if (isPhone)
    return (
      <Drawer
        anchor="bottom"
        open
        onClose={() => onClose('inside')}
        aria-label={label}
        className="anchored-card-on-phone"
      >
        {children}
      </Drawer>
    );
  const { place, align } = placeNextToAnchor(anchor, window.innerWidth);
  return (
    <Popover
      open
      onClose={() => onClose('inside')}
      anchor={place}
      align={align}
      isPageUsable
      paperRef={paper}
      aria-modal
      aria-label={label}
      className="anchored-card"
    >
      {children}
    </Popover>
  );
}

/** The title of what is wide stays visible above the card. */
const TITLE_HEIGHT = 40;

/**
 * Right of the anchor, else left of it, else below it. Only small anchors have it on their left: left of a row that
 * spans the page is what belongs to the page, and not to the row.
 */
export function placeNextToAnchor({ left, top, right, bottom }: Anchor, windowWidth: number) {
  const needed = WIDTH + GAP * 2;
  if (right + needed <= windowWidth) return { place: { left: right + GAP, top }, align: 'left' } as const;
  if (right - left > needed * 2)
    return {
      place: { left: right - GAP, top: Math.min(bottom, top + TITLE_HEIGHT) + GAP },
      align: 'right',
    } as const;
  if (left >= needed) return { place: { left: left - GAP, top }, align: 'right' } as const;
  return { place: { left, top: bottom + GAP }, align: 'left' } as const;
}
