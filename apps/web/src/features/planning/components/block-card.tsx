import type { Block } from '@dayloom/contracts';
import { CircleHelp, Pencil } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { BlockSummary } from './block-summary.tsx';
import './block-card.css';

export interface BlockCardProps {
  readonly block: Block;
  readonly now: Date;
  readonly onPin: (isPinned: boolean) => Promise<unknown>;
  readonly onDone: (isDone: boolean) => Promise<unknown>;
  /** Opens the sheet of its task. */
  readonly onEdit: () => void;
  /** Opens all details of the block. */
  readonly onExplain: () => void;
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** A block in short, as shown next to it in the grid. */
export function BlockCard({ onEdit, onExplain, ...summary }: BlockCardProps) {
  return (
    <div className="block-card">
      <BlockSummary {...summary} />
      <div className="block-card-actions">
        <Button size="small" fullWidth onClick={onEdit} startIcon={<Pencil {...icon} />}>
          Edit
        </Button>
        <Button size="small" fullWidth onClick={onExplain} startIcon={<CircleHelp {...icon} />}>
          Why here?
        </Button>
      </div>
    </div>
  );
}
