import type { Task } from '@dayloom/contracts';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
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
import './task-form.css';

interface TaskFormProps extends TaskSheetProps {
  task: Task;
  refetch: () => Promise<unknown>;
}

export function TaskForm(props: TaskFormProps) {
  const { task, context, atRisk, actions, projectsId, isEditing, renderFit, renderReminders } = props;
  const editor = useTaskEditor(task, context.timeZone);
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
        <div className="task-form-head text-small">
          <TaskCheck
            label={`Complete ${task.title}`}
            isChecked={task.status === 'done'}
            onChange={(isDone) => void actions.setDone([task], isDone)}
          />
          {task.status === 'done' ? 'Done' : task.project ? `#${task.project}` : 'Task'}
        </div>
      }
      foot={
        <SheetFoot
          task={task}
          atRisk={atRisk}
          context={context}
          saving={saving}
          edited={editor.edited}
          renderFit={renderFit}
        />
      }
    >
      <div ref={bodyRef} className="task-form">
        {editor.wasKept && editor.isDirty && (
          <output className="task-form-kept text-small">
            Your changes from before are not saved yet.
            <Button size="small" variant="text" onClick={editor.discard}>
              Discard
            </Button>
          </output>
        )}
        <ConflictNotice editor={editor} onSettled={() => titleRef.current?.focus()} />
        <div>
          <textarea
            className="task-form-title"
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
            <div role="alert" className="task-form-problem text-caption">
              {problems.title}
            </div>
          )}
        </div>
        <FactFields editor={editor} context={context} projectsId={projectsId} />
        <NotesField value={draft.notes} problem={problems.notes} onChange={(notes) => set('notes', notes)} />
        <SubtasksField
          value={draft.subtasks}
          problem={problems.subtasks}
          onChange={(subtasks) => set('subtasks', subtasks)}
        />
        <div className="task-form-reminders">
          <span className="text-h3" aria-hidden="true">
            Reminders
          </span>
          {renderReminders(task._id)}
        </div>
        <SchedulingFold editor={editor} context={context} taskId={task._id} />
      </div>
    </Sheet>
  );
}
