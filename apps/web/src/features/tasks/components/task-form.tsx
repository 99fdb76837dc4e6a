import type { Task } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import { colors } from '#ui/tokens.ts';
import { useTaskEditor } from '../hooks/use-task-editor.ts';
import { useTaskSaving } from '../hooks/use-task-saving.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { FactFields } from './fact-fields.tsx';
import { NotesField } from './notes-field.tsx';
import { SchedulingFold } from './scheduling-fold.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { SubtasksField } from './subtasks-field.tsx';
import { TaskCheck } from './task-check.tsx';
import type { TaskSheetProps } from './task-sheet-props.ts';

const Title = styled('textarea')({
  display: 'block',
  width: 'calc(100% + 12px)',
  margin: '0 -6px',
  padding: '2px 6px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: colors.text1,
  fontFamily: 'inherit',
  fontSize: '1.25rem',
  lineHeight: '28px',
  fontWeight: 630,
  letterSpacing: '-0.014em',
  resize: 'none',
  fieldSizing: 'content',
  overflowWrap: 'anywhere',
  '&:hover': { background: colors.surface2 },
  '&:focus-visible': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 0 },
  '&[aria-invalid="true"]': { outline: `1px solid ${colors.hard}` },
});

interface TaskFormProps extends TaskSheetProps {
  task: Task;
  refetch: () => Promise<unknown>;
}

export function TaskForm(props: TaskFormProps) {
  const { task, frame, atRisk, actions, projectsId, isEditing, renderFit } = props;
  const editor = useTaskEditor(task, frame.timeZone);
  const { draft, problems, set } = editor;
  const saving = useTaskSaving({ ...props, editor });
  const titleRef = useRef<HTMLTextAreaElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isEditing) titleRef.current?.select();
  }, [isEditing]);
  const isInvalid = Object.keys(problems).length > 0;
  useEffect(() => {
    if (isInvalid) bodyRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isInvalid]);

  return (
    <Sheet
      isOpen
      onClose={saving.close}
      label={task.title}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void saving.save();
      }}
      head={
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: '10px',
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          <TaskCheck
            label={`Complete ${task.title}`}
            isChecked={task.status === 'done'}
            onChange={(isDone) => void actions.setDone([task], isDone)}
          />
          {task.status === 'done' ? 'Done' : task.project ? `#${task.project}` : 'Task'}
        </Box>
      }
      foot={
        <SheetFoot
          task={task}
          atRisk={atRisk}
          frame={frame}
          saving={saving}
          edited={editor.edited}
          renderFit={renderFit}
        />
      }
    >
      <Box ref={bodyRef} sx={{ display: 'flex', flexDirection: 'column', gap: '18px' }}>
        {editor.wasKept && editor.isDirty && (
          <Box
            component="output"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              typography: 'body2',
              color: 'text.secondary',
            }}
          >
            Your changes from before are not saved yet.
            <Button size="small" variant="text" onClick={editor.discard}>
              Discard
            </Button>
          </Box>
        )}
        <ConflictNotice editor={editor} onSettled={() => titleRef.current?.focus()} />
        <div>
          <Title
            ref={titleRef}
            rows={1}
            aria-label="Title"
            maxLength={300}
            value={draft.title}
            aria-invalid={problems.title !== undefined}
            onChange={(event) => set('title', event.currentTarget.value.replace(/(?<!\s)\s*[\r\n]\s*/g, ' '))}
            onKeyDown={(event) =>
              event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()
            }
          />
          {problems.title && (
            <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
              {problems.title}
            </Box>
          )}
        </div>
        <FactFields editor={editor} frame={frame} projectsId={projectsId} />
        <NotesField value={draft.notes} problem={problems.notes} onChange={(notes) => set('notes', notes)} />
        <SubtasksField
          value={draft.subtasks}
          problem={problems.subtasks}
          onChange={(subtasks) => set('subtasks', subtasks)}
        />
        <SchedulingFold editor={editor} frame={frame} taskId={task._id} />
      </Box>
    </Sheet>
  );
}
