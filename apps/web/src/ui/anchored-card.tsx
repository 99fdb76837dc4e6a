import Drawer from '@mui/material/Drawer';
import Popover from '@mui/material/Popover';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef } from 'react';
import { floatingShadow, radius } from './tokens.ts';

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
const WIDTH = 320;

/**
 * A card next to an element, over the page and without a backdrop: a click outside closes it and still reaches what
 * was clicked. On phones it comes from the bottom.
 */
export function AnchoredCard({ anchor, label, onClose, children }: AnchoredCardProps) {
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const paper = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isPhone) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !paper.current?.contains(target)) onClose('outside');
    };
    window.addEventListener('pointerdown', closeOutside);
    return () => window.removeEventListener('pointerdown', closeOutside);
  }, [isPhone, onClose]);

  const dialog = { role: 'dialog', 'aria-modal': true, 'aria-label': label } as const;
  if (isPhone)
    return (
      <Drawer
        anchor="bottom"
        open
        onClose={() => onClose('inside')}
        slotProps={{
          paper: { ...dialog, sx: { maxHeight: '80dvh', p: 2.5, '&:focus-visible': { outline: 'none' } } },
        }}
      >
        {children}
      </Drawer>
    );
  const { position, transformOrigin } = besideAnchor(anchor, window.innerWidth);
  return (
    <Popover
      open
      onClose={() => onClose('inside')}
      anchorReference="anchorPosition"
      anchorPosition={position}
      transformOrigin={transformOrigin}
      hideBackdrop
      disableScrollLock
      disableEnforceFocus
      sx={{ pointerEvents: 'none' }}
      slotProps={{
        paper: {
          ...dialog,
          ref: paper,
          sx: {
            pointerEvents: 'auto',
            width: WIDTH,
            p: 2,
            bgcolor: 'background.overlay',
            borderRadius: radius.card,
            boxShadow: floatingShadow,
            '&:focus-visible': { outline: 'none' },
          },
        },
      }}
    >
      {children}
    </Popover>
  );
}

/** Right of the anchor, else left of it, else below it. */
function besideAnchor({ left, top, right, bottom }: Anchor, windowWidth: number) {
  const needed = WIDTH + GAP * 2;
  if (right + needed <= windowWidth)
    return {
      position: { left: right + GAP, top },
      transformOrigin: { horizontal: 'left', vertical: 'top' },
    } as const;
  if (left >= needed)
    return {
      position: { left: left - GAP, top },
      transformOrigin: { horizontal: 'right', vertical: 'top' },
    } as const;
  return {
    position: { left, top: bottom + GAP },
    transformOrigin: { horizontal: 'left', vertical: 'top' },
  } as const;
}
