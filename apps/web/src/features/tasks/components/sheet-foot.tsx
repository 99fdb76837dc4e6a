import type { AtRisk, Task } from '@dayloom/contracts';
import { CircleCheck, CircleDashed, Trash2, TriangleAlert } from 'lucide-react';
import { Button, IconButton } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Link } from '#ui/link.tsx';
import type { useTaskSaving } from '../hooks/use-task-saving.ts';
import { describePlacement, describePlanned } from '../model/task-words.ts';
import type { TimeContext } from '../model/time-context.ts';
import type { RenderFit } from './task-sheet-props.ts';
import './sheet-foot.css';

interface SheetFootProps {
  task: Task;
  atRisk: readonly AtRisk[];
  context: TimeContext;
  saving: ReturnType<typeof useTaskSaving>;
  /** The task as it would be saved, if it differs. */
  edited: Task | null;
  renderFit: RenderFit;
}

const icon = { size: 18, strokeWidth: 1.75, className: 'sheet-foot-icon', 'aria-hidden': true } as const;

/** The task's current or previewed place in the plan, and the Save, Cancel and Delete buttons. */
export function SheetFoot({ task, atRisk, context, saving, edited, renderFit }: SheetFootProps) {
  const { save, cancel, remove, isSaving, failure } = saving;
  const shown = edited ?? task;
  const isPlannable = shown.status === 'open' && shown.isAutomatic && !shown.isSomeday;
  // Tasks that the planner ignores have no place, even if the current plan still has one.
  const shownTask = edited && !isPlannable ? { ...edited, planned: null, risk: null } : task;
  const { text, urgency } = describePlacement(shownTask, shownTask === task ? atRisk : [], context);
  const place = edited ? null : describePlanned(task.planned, context);
  const isTried = isPlannable && (edited !== null || task.planned === null);
  const placement = (
    <>
      {urgency === 'ok' && <CircleCheck {...icon} data-urgency={urgency} />}
      {urgency === 'calm' && <CircleDashed {...icon} data-urgency={urgency} />}
      {(urgency === 'soft' || urgency === 'hard') && <TriangleAlert {...icon} data-urgency={urgency} />}
      <div className="sheet-foot-text">{text}</div>
    </>
  );
  return (
    <>
      {failure && (
        <div role="alert" className="sheet-foot-failure text-small">
          {failure}
        </div>
      )}
      <div className="sheet-foot-placement n">
        {isTried ? renderFit(shown, placement) : placement}
        {place && task.status === 'open' && (
          <Link to={place.href} className="sheet-foot-link text-label">
            Show in calendar
          </Link>
        )}
      </div>
      <div className="sheet-foot-actions">
        <IconButton aria-label="Delete" className="sheet-foot-delete" onClick={remove}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
        <Button variant="text" className="sheet-foot-cancel" onClick={cancel}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={isSaving}
          className="sheet-foot-save"
          onClick={() => void save()}
        >
          Save
          <span aria-hidden className="sheet-foot-keys">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
      </div>
    </>
  );
}
