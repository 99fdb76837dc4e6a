import type { AtRisk, Task } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { CircleCheck, CircleDashed, Trash2, TriangleAlert } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { Kbd } from '#ui/kbd.tsx';
import { colors } from '#ui/tokens.ts';
import type { useTaskSaving } from '../hooks/use-task-saving.ts';
import { placementInWords, plannedInWords } from '../model/task-words.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import type { RenderFit } from './task-sheet-props.ts';

interface SheetFootProps {
  task: Task;
  atRisk: readonly AtRisk[];
  frame: TimeFrame;
  saving: ReturnType<typeof useTaskSaving>;
  /** The task as it would be saved, if it differs. */
  edited: Task | null;
  renderFit: RenderFit;
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true, style: { flex: 'none' } } as const;

/** The task's current or previewed place in the plan, and the Save, Cancel and Delete buttons. */
export function SheetFoot({ task, atRisk, frame, saving, edited, renderFit }: SheetFootProps) {
  const { save, cancel, remove, isSaving, failure } = saving;
  const shown = edited ?? task;
  const isPlannable = shown.status === 'open' && shown.isAutomatic && !shown.isSomeday;
  // Tasks that the planner ignores have no place, even if the current plan still has one.
  const shownTask = edited && !isPlannable ? { ...edited, planned: null, risk: null } : task;
  const { text, urgency } = placementInWords(shownTask, shownTask === task ? atRisk : [], frame);
  const place = edited ? null : plannedInWords(task.planned, frame);
  const isTried = isPlannable && (edited !== null || task.planned === null);
  const placement = (
    <>
      {urgency === 'ok' && <CircleCheck {...icon} color={colors.ok} />}
      {urgency === 'calm' && <CircleDashed {...icon} color={colors.text3} />}
      {urgency === 'soft' && <TriangleAlert {...icon} color={colors.soft} />}
      {urgency === 'hard' && <TriangleAlert {...icon} color={colors.hard} />}
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Box>
    </>
  );
  const touch = { '@media (pointer: coarse)': { height: 44 } };
  return (
    <>
      {failure && (
        <Box role="alert" sx={{ mb: 1, typography: 'body2', color: 'error.main', overflowWrap: 'anywhere' }}>
          {failure}
        </Box>
      )}
      <Box className="n" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        {isTried ? renderFit(shown, placement) : placement}
        {place && task.status === 'open' && (
          <Link component={RouterLink} to={place.href} sx={{ typography: 'subtitle2', flex: 'none' }}>
            Show in calendar
          </Link>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5 }}>
        <IconButton
          aria-label="Delete"
          onClick={remove}
          sx={{
            color: 'error.main',
            border: `1px solid ${colors.lineStrong}`,
            '&:hover': { color: 'error.main', bgcolor: colors.hardTint },
            '@media (pointer: coarse)': { width: 44, height: 44 },
          }}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
        <Box sx={{ flex: 1 }} />
        <Button variant="text" onClick={cancel} sx={touch}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={isSaving}
          onClick={() => void save()}
          sx={touch}
        >
          Save
          <Box
            component="span"
            aria-hidden
            sx={{
              ml: 1,
              '& kbd': {
                bgcolor: 'rgba(15,10,40,.3)',
                borderColor: 'transparent',
                color: '#fff',
                height: 18,
              },
              '@media (pointer: coarse)': { display: 'none' },
            }}
          >
            <Kbd keys="mod+enter" />
          </Box>
        </Button>
      </Box>
    </>
  );
}
