import type { Block } from '@dayloom/contracts';
import { Rows3, SkipForward, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { dateFormat } from '#lib/date-format.ts';
import { formatTimeRange } from '#lib/format-time.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { useFocusLeft } from '#ui/use-focus-left.ts';
import { useTask } from '../api.ts';
import { getLook } from '../model/plan-items.ts';
import { BlockSummary } from './block-summary.tsx';
import { WhyCard } from './why-card.tsx';
import type { NewPlace } from './why-not.tsx';
import './block-details.css';

interface BlockDetailsProps {
  block: Block;
  /** All blocks of the same occurrence of its task, including this one. */
  chunks: readonly Block[];
  now: Date;
  /** Null if the surrounding panel has its own close button. */
  onClose: (() => void) | null;
  onSelect: (block: Block) => void;
  onPin: (isPinned: boolean) => Promise<unknown>;
  onDone: (isDone: boolean) => Promise<unknown>;
  onRemove: () => void;
  /** Skips this occurrence of a task that repeats. */
  onSkip: () => void;
  /** Pins it to a new place; `doOthersMove`: the rest must be planned again. */
  onPlace: (place: NewPlace, doOthersMove: boolean) => void;
}

const weekday = dateFormat({ weekday: 'short', day: 'numeric' });
const formatShortWeekday = (date: Date) => weekday().format(date);
const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

export function BlockDetails(props: BlockDetailsProps) {
  const { block, chunks, now, onClose, onSelect, onPin, onDone, onRemove, onSkip, onPlace } = props;
  const task = useTask(block.taskId).data?.task;
  const details = useRef<HTMLDivElement>(null);
  useFocusLeft(details);
  const isDone = block.isFinished;
  const isMovable = !isDone && !block.isPinned && Date.parse(block.startsAt) > now.getTime();
  return (
    <div ref={details} className="block-details">
      <div className="block-details-head">
        <Chip tone="planned">
          <Rows3 size={12} aria-hidden />
          {block.chunkCount > 1 ? `Chunk ${block.chunk} of ${block.chunkCount}` : 'Planned block'}
        </Chip>
        {onClose && (
          <IconButton aria-label="Close details" onClick={onClose} className="block-details-close">
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <BlockSummary key={block._id} block={block} now={now} onPin={onPin} onDone={onDone} />
      {chunks.length > 1 && (
        <ol aria-label="Chunks" className="block-details-chunks">
          {chunks.map((chunk) => (
            <ChunkRow
              key={chunk._id}
              chunk={chunk}
              isThis={chunk._id === block._id}
              now={now}
              onSelect={() => onSelect(chunk)}
            />
          ))}
        </ol>
      )}
      <WhyCard key={`${block._id} ${block.version}`} block={block} onPlace={isMovable ? onPlace : null} />
      <div className="block-details-actions">
        <Button size="small" variant="text" onClick={onRemove} startIcon={<Trash2 {...icon} />}>
          Remove from plan
        </Button>
        {task?.recurrenceRule && task.status === 'open' && !isDone && (
          <Button size="small" variant="text" onClick={onSkip} startIcon={<SkipForward {...icon} />}>
            Skip this time
          </Button>
        )}
      </div>
    </div>
  );
}

interface ChunkRowProps {
  chunk: Block;
  isThis: boolean;
  now: Date;
  onSelect: () => void;
}

function ChunkRow({ chunk, isThis, now, onSelect }: ChunkRowProps) {
  const look = getLook(chunk, now);
  const start = new Date(chunk.startsAt);
  const state = look === 'done' ? 'done' : look === 'now' ? 'now' : isThis ? 'this block' : '';
  return (
    <li>
      <button
        type="button"
        onClick={onSelect}
        aria-current={isThis || undefined}
        className="block-details-chunk n"
      >
        <span className="block-details-chunk-number">
          {chunk.chunk}/{chunk.chunkCount}
        </span>
        <span className="block-details-chunk-time">
          {formatShortWeekday(start)} {formatTimeRange(start, new Date(chunk.endsAt))}
        </span>
        <span className="block-details-chunk-state text-caption" data-look={look}>
          {state}
        </span>
      </button>
    </li>
  );
}
