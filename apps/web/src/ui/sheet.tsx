import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { IconButton } from './button.tsx';
import { Drawer } from './drawer.tsx';
import './sheet.css';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** The accessible name of the dialog. */
  label: string;
  /** Content of the header; the label by default. */
  head?: ReactNode;
  children: ReactNode;
  /** Fixed below the scrolling part. */
  foot?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A side sheet of 480 px; on phones full width, from the bottom. Escape and the backdrop close it. */
export function Sheet({ isOpen, onClose, label, head, children, foot, onKeyDown }: SheetProps) {
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return (
    <Drawer
      anchor={isPhone ? 'bottom' : 'right'}
      open={isOpen}
      onClose={onClose}
      aria-label={label}
      className="sheet"
      onKeyDown={onKeyDown}
    >
      <div className="sheet-head">
        <div className="sheet-title text-h3">{head ?? label}</div>
        <IconButton aria-label="Close" onClick={onClose} edge="end" className="sheet-close">
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className="sheet-body">{children}</div>
      {foot && <div className="sheet-foot">{foot}</div>}
    </Drawer>
  );
}
