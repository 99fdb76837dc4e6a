import type { AtRisk, Task } from '@dayloom/contracts';
import { styled } from '@mui/material/styles';
import { CalendarDays, Flag, Repeat, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { Chip } from '#ui/chip.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { colors, radius } from '#ui/tokens.ts';
import { minutesInWords } from '../model/minutes.ts';
import { dueInWords, riskInWords, rowPlaceInWords, type Urgency } from '../model/task-words.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import { PriorityBadge } from './priority-badge.tsx';
import { TaskCheck } from './task-check.tsx';

const wide = '@media (min-width: 768px)';
const touch = '@media (pointer: coarse)';

const Row = styled('li')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  columnGap: 12,
  alignItems: 'center',
  minHeight: 44,
  // Rows out of view are not rendered (content-visibility) until they are scrolled to.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 44px',
  padding: '10px',
  borderRadius: radius.control,
  '& + &': { boxShadow: `inset 0 1px 0 #1E1C28` },
  '&:hover': { background: colors.surface1 },
  '&.active, &.chosen': { background: colors.primaryTintSoft },
  '&:has(.title:focus-visible)': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: -2 },
  [wide]: {
    gridTemplateColumns: '18px minmax(0, 1fr) auto',
    padding: '0 10px',
  },
  [touch]: { minHeight: 52 },
  '& a': { position: 'relative', zIndex: 1, textDecoration: 'none' },
});

/** The title's button covers the row, so that a click anywhere opens the task. */
const Title = styled('button')({
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  color: colors.text1,
  font: 'inherit',
  fontWeight: 500,
  textAlign: 'left',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.control },
  '&.done': { color: colors.text3, fontWeight: 400, textDecoration: 'line-through' },
  [wide]: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', padding: '12px 0' },
});

const Facts = styled('div')({
  gridColumn: '2',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 10,
  rowGap: 4,
  marginTop: 4,
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: colors.text2,
  fontVariantNumeric: 'tabular-nums',
  '& > :empty': { display: 'none' },
  '& .project': { color: colors.text3, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .due': { display: 'inline-flex', alignItems: 'center', gap: 4 },
  [wide]: {
    gridColumn: 'auto',
    display: 'grid',
    gridTemplateColumns: '92px 24px 58px 136px 176px',
    columnGap: 12,
    marginTop: 0,
    '& > :empty': { display: 'block' },
    '& .due': { whiteSpace: 'nowrap' },
  },
});

const dueColors: Record<Urgency, string> = { calm: colors.text2, soft: colors.soft, hard: colors.hard };

export const rowId = (id: string) => `task-${id}`;

export interface TaskRowProps {
  task: Task;
  frame: TimeFrame;
  risk: AtRisk | undefined;
  /** The row in the tab order. */
  isActive: boolean;
  /** Focused by the keyboard, or open in the sheet. */
  isMarked: boolean;
  isSelecting: boolean;
  isChosen: boolean;
  onOpen: (task: Task) => void;
  onDone: (task: Task, isDone: boolean) => void;
  onChoose: (task: Task, withShift: boolean) => void;
  onFocus: (task: Task) => void;
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, frame, risk, isActive, isMarked, isSelecting, isChosen, onOpen, onDone, onChoose, onFocus } =
    props;
  const isDone = task.status === 'done';
  const due = dueInWords(task, frame);
  const tabIndex = isActive ? 0 : -1;
  return (
    <Row className={`${isMarked ? 'active' : ''} ${isChosen ? 'chosen' : ''}`} onFocus={() => onFocus(task)}>
      {isSelecting ? (
        <TaskCheck
          isSquare
          label={`Select ${task.title}`}
          isChecked={isChosen}
          tabIndex={tabIndex}
          onChange={(_, withShift) => onChoose(task, withShift)}
        />
      ) : (
        <TaskCheck
          label={`Complete ${task.title}`}
          isChecked={isDone}
          tabIndex={tabIndex}
          onChange={(isChecked) => onDone(task, isChecked)}
        />
      )}
      <Title
        type="button"
        id={rowId(task._id)}
        className={`title ${isDone ? 'done' : ''}`}
        tabIndex={tabIndex}
        onClick={(event) => (isSelecting ? onChoose(task, event.shiftKey) : onOpen(task))}
      >
        {task.title}
      </Title>
      <Facts>
        <span className="project">{task.project && `#${task.project}`}</span>
        <PriorityBadge priority={task.priority} />
        <span>{minutesInWords(task.durationMinutes)}</span>
        <span className="due" style={{ color: dueColors[due?.urgency ?? 'calm'] }}>
          {due && (
            <>
              <Flag size={12} aria-hidden />
              <Hidden>due</Hidden>
              {due.text}
            </>
          )}
          {task.recurrenceRule && <Repeat size={12} color={colors.primaryText} aria-label="repeats" />}
        </span>
        <Placement task={task} frame={frame} risk={risk} tabIndex={tabIndex} />
      </Facts>
    </Row>
  );
});

function Placement({
  task,
  frame,
  risk,
  tabIndex,
}: Pick<TaskRowProps, 'task' | 'frame' | 'risk'> & { tabIndex: number }) {
  if (task.status === 'done') return <span />;
  const place = rowPlaceInWords(task, frame);
  const tone = task.dueKind === 'hard' ? 'hard' : 'soft';
  if (!place)
    return (
      <span>
        {task.risk && (
          <span title={risk?.sentence} style={{ position: 'relative', zIndex: 1 }}>
            <Chip tone={tone}>
              <TriangleAlert size={12} aria-hidden />
              {riskInWords(task.risk)}
            </Chip>
          </span>
        )}
      </span>
    );
  return (
    <span>
      <Link
        to={place.href}
        tabIndex={tabIndex}
        title={risk?.sentence}
        aria-label={`Planned ${place.text}, show in the calendar`}
      >
        <Chip tone={task.risk ? tone : 'planned'}>
          {task.risk ? <TriangleAlert size={12} aria-hidden /> : <CalendarDays size={12} aria-hidden />}
          {place.text}
        </Chip>
      </Link>
    </span>
  );
}
