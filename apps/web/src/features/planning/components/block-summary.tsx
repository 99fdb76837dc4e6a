import type { Block } from '@dayloom/contracts';
import { Check, Hash, Lock, LockOpen, Undo2 } from 'lucide-react';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { formatLength } from '../model/plan-items.ts';
import { TaskDue } from './task-due.tsx';
import './block-summary.css';

interface BlockSummaryProps {
  readonly block: Block;
  readonly now: Date;
  readonly onPin: (isPinned: boolean) => void;
  readonly onDone: (isDone: boolean) => void;
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** What a block is and when, with Pin and Done. */
export function BlockSummary({ block, now, onPin, onDone }: BlockSummaryProps) {
  const isDone = block.state === 'done';
  const start = new Date(block.startsAt);
  return (
    <>
      <div>
        <h2 className="block-summary-title">{block.title}</h2>
        <div className="block-summary-time n text-small">
          {formatShortDate(start)}, {formatTimeRange(start, new Date(block.endsAt))} ·{' '}
          {formatLength(block.startsAt, block.endsAt)}
        </div>
      </div>
      <div className="block-summary-chips">
        <TaskDue taskId={block.taskId} now={now} />
        <Chip>P{block.priority}</Chip>
        {block.project && (
          <Chip>
            <Hash size={12} aria-hidden />
            {block.project}
          </Chip>
        )}
        {block.isPinned && (
          <Chip tone="planned">
            <Lock size={12} aria-hidden />
            Pinned
          </Chip>
        )}
        {block.isLastChance && !block.isFinished && <Chip tone="planned">Last chance</Chip>}
      </div>
      <div className="block-summary-actions">
        {!block.isFinished && (
          <Button
            size="small"
            fullWidth
            onClick={() => onPin(!block.isPinned)}
            startIcon={block.isPinned ? <LockOpen {...icon} /> : <Lock {...icon} />}
          >
            {block.isPinned ? 'Unpin' : 'Pin'}
          </Button>
        )}
        {/* Of a task that is completed, there is nothing to say about a block that nobody confirmed. */}
        {(isDone || !block.isFinished) && (
          <Button
            size="small"
            fullWidth
            onClick={() => onDone(!isDone)}
            startIcon={isDone ? <Undo2 {...icon} /> : <Check {...icon} />}
          >
            {isDone ? 'Not done' : 'Done'}
          </Button>
        )}
      </div>
    </>
  );
}
