import type { Block } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Rows3, SkipForward, Trash2, X } from 'lucide-react';
import { formatTimeRange } from '#lib/format-time.ts';
import { Chip } from '#ui/chip.tsx';
import { colors } from '#ui/tokens.ts';
import { useTask } from '../api.ts';
import { getLook } from '../model/plan-items.ts';
import { BlockSummary } from './block-summary.tsx';
import { WhyCard } from './why-card.tsx';
import type { NewPlace } from './why-not.tsx';

interface BlockDetailsProps {
  block: Block;
  /** All blocks of the same occurrence of its task, including this one. */
  chunks: readonly Block[];
  now: Date;
  /** Null if the surrounding panel has its own close button. */
  onClose: (() => void) | null;
  onSelect: (block: Block) => void;
  onPin: (isPinned: boolean) => void;
  onDone: (isDone: boolean) => void;
  onRemove: () => void;
  /** Skips this occurrence of a task that repeats. */
  onSkip: () => void;
  /** Pins it to a new place; `doOthersMove`: the rest must be planned again. */
  onPlace: (place: NewPlace, doOthersMove: boolean) => void;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' });
const formatShortWeekday = (date: Date) => weekday.format(date);
const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

export function BlockDetails(props: BlockDetailsProps) {
  const { block, chunks, now, onClose, onSelect, onPin, onDone, onRemove, onSkip, onPlace } = props;
  const task = useTask(block.taskId).data?.task;
  const isDone = block.state === 'done';
  const isMovable = !isDone && !block.isPinned && Date.parse(block.startsAt) > now.getTime();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.75 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: onClose ? 32 : 0 }}>
        <Chip tone="planned">
          <Rows3 size={12} aria-hidden />
          {block.chunkCount > 1 ? `Chunk ${block.chunk} of ${block.chunkCount}` : 'Planned block'}
        </Chip>
        <Box sx={{ flex: 1 }} />
        {onClose && (
          <IconButton aria-label="Close details" onClick={onClose} sx={{ mr: -1 }}>
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        )}
      </Box>
      <BlockSummary block={block} now={now} onPin={onPin} onDone={onDone} />
      {chunks.length > 1 && (
        <Box component="ol" aria-label="Chunks" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {chunks.map((chunk) => (
            <ChunkRow
              key={chunk._id}
              chunk={chunk}
              isThis={chunk._id === block._id}
              now={now}
              onSelect={() => onSelect(chunk)}
            />
          ))}
        </Box>
      )}
      <WhyCard key={`${block._id} ${block.version}`} block={block} onPlace={isMovable ? onPlace : null} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
        <Button size="small" variant="text" onClick={onRemove} startIcon={<Trash2 {...icon} />}>
          Remove from plan
        </Button>
        {task?.recurrenceRule && task.status === 'open' && !isDone && (
          <Button size="small" variant="text" onClick={onSkip} startIcon={<SkipForward {...icon} />}>
            Skip this time
          </Button>
        )}
      </Box>
    </Box>
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
      <Box
        component="button"
        type="button"
        onClick={onSelect}
        aria-current={isThis || undefined}
        className="n"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          width: '100%',
          minHeight: 32,
          px: 1,
          border: 0,
          borderRadius: '6px',
          bgcolor: isThis ? 'background.raised' : 'transparent',
          color: 'text.primary',
          font: 'inherit',
          fontSize: '0.8125rem',
          textAlign: 'start',
          cursor: 'pointer',
          '&:hover': { bgcolor: 'background.raised' },
        }}
      >
        <Box
          component="span"
          sx={{
            fontSize: 10,
            fontWeight: 620,
            px: '4px',
            borderRadius: '4px',
            bgcolor: 'rgba(188,166,255,.2)',
            color: '#DCD0FF',
          }}
        >
          {chunk.chunk}/{chunk.chunkCount}
        </Box>
        <Box component="span" sx={{ flex: 1 }}>
          {formatShortWeekday(start)} {formatTimeRange(start, new Date(chunk.endsAt))}
        </Box>
        <Box
          component="span"
          sx={{ typography: 'caption' }}
          style={{ color: look === 'done' ? colors.ok : look === 'now' ? colors.primaryText : colors.text3 }}
        >
          {state}
        </Box>
      </Box>
    </li>
  );
}
