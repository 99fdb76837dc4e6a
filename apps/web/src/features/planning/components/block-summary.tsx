import type { Block } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check, Flag, Hash, Lock, LockOpen, Undo2 } from 'lucide-react';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { Chip } from '#ui/chip.tsx';
import { useTask } from '../api.ts';
import { dueInWords, lengthInWords } from '../model/plan-items.ts';

interface BlockSummaryProps {
  readonly block: Block;
  readonly now: Date;
  readonly onPin: (isPinned: boolean) => void;
  readonly onDone: (isDone: boolean) => void;
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** What a block is and when, with Pin and Done. */
export function BlockSummary({ block, now, onPin, onDone }: BlockSummaryProps) {
  const task = useTask(block.taskId).data?.task;
  const due = task && dueInWords(task, now);
  const isDone = block.state === 'done';
  const start = new Date(block.startsAt);
  return (
    <>
      <Box>
        <Box
          component="h2"
          sx={{ m: 0, fontSize: 18, lineHeight: '24px', fontWeight: 620, overflowWrap: 'anywhere' }}
        >
          {block.title}
        </Box>
        <Box className="n" sx={{ typography: 'body2', color: 'text.secondary', mt: '2px' }}>
          {formatShortDate(start)}, {formatTimeRange(start, new Date(block.endsAt))} ·{' '}
          {lengthInWords(block.startsAt, block.endsAt)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {due && (
          <Chip tone={task.dueKind === 'hard' ? 'hard' : 'soft'}>
            <Flag size={12} aria-hidden />
            {due}
          </Chip>
        )}
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
        {block.isLastChance && !isDone && <Chip tone="planned">Last chance</Chip>}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {!isDone && (
          <Button
            size="small"
            fullWidth
            onClick={() => onPin(!block.isPinned)}
            startIcon={block.isPinned ? <LockOpen {...icon} /> : <Lock {...icon} />}
          >
            {block.isPinned ? 'Unpin' : 'Pin'}
          </Button>
        )}
        <Button
          size="small"
          fullWidth
          onClick={() => onDone(!isDone)}
          startIcon={isDone ? <Undo2 {...icon} /> : <Check {...icon} />}
        >
          {isDone ? 'Not done' : 'Done'}
        </Button>
      </Box>
    </>
  );
}
