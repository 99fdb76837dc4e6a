import type { Block } from '@dayloom/contracts';
import { Check, Hash, Lock, LockOpen, Undo2 } from 'lucide-react';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { useShownFirst } from '#lib/use-shown-first.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { formatLength } from '../model/plan-items.ts';
import { TaskDue } from './task-due.tsx';
import './block-summary.css';

interface BlockSummaryProps {
  readonly block: Block;
  readonly now: Date;
  readonly onPin: (isPinned: boolean) => Promise<unknown>;
  readonly onDone: (isDone: boolean) => Promise<unknown>;
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** What a block is and when, with Pin and Done. */
export function BlockSummary({ block, now, onPin, onDone }: BlockSummaryProps) {
  const [isDone, setDone] = useShownFirst(block.state === 'done', onDone);
  const [isPinned, setPinned] = useShownFirst(block.isPinned, onPin);
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
        <TaskDue taskId={block.taskId} now={now} placedUntil={isPinned ? new Date(block.endsAt) : null} />
        <Chip>P{block.priority}</Chip>
        {block.project && (
          <Chip>
            <Hash size={12} aria-hidden />
            {block.project}
          </Chip>
        )}
        {isPinned && (
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
            onClick={() => setPinned(!isPinned)}
            startIcon={isPinned ? <LockOpen {...icon} /> : <Lock {...icon} />}
          >
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
        )}
        {/* Of a task that is completed, there is nothing to say about a block that nobody confirmed. */}
        {(isDone || !block.isFinished) && (
          <Button
            size="small"
            fullWidth
            onClick={() => setDone(!isDone)}
            startIcon={isDone ? <Undo2 {...icon} /> : <Check {...icon} />}
          >
            {isDone ? 'Not done' : 'Done'}
          </Button>
        )}
      </div>
    </>
  );
}
