import { useEffect, useId, useRef } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { useTaskActions, useTimeContext } from '../hooks/use-task-actions.ts';
import type { NewTaskRequest } from '../model/quick-add.ts';
import { QuickAdd } from './quick-add.tsx';
import './quick-add-dialog.css';

interface QuickAddDialogProps {
  /** What has been typed elsewhere. */
  initialText: string;
  /** The task's description, when another app has shared more than its title. */
  notes?: string;
  /** More was shared than these notes. */
  isShortened?: boolean;
  onClose: () => void;
}

/** Quick add over any page. It closes once the task is added. */
export function QuickAddDialog({
  initialText,
  notes = '',
  isShortened = false,
  onClose,
}: QuickAddDialogProps) {
  const context = useTimeContext();
  const { create } = useTaskActions('upcoming', context);
  const inputRef = useRef<HTMLInputElement>(null);
  const titleId = useId();
  useEffect(() => inputRef.current?.focus(), []);
  const createAndClose: typeof create = (inputs, reading) => {
    onClose();
    const withNotes = (all: readonly NewTaskRequest[]) =>
      notes === ''
        ? all
        : all.map((input) => ({ ...input, notes: input.notes ? `${input.notes}\n\n${notes}` : notes }));
    return create(withNotes(inputs), reading ? reading.then(withNotes) : null);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} className="quick-add-dialog">
      <Hidden id={titleId}>Quick add</Hidden>
      <QuickAdd
        create={createAndClose}
        view="upcoming"
        context={context}
        inputRef={inputRef}
        initialText={initialText}
      />
      {notes !== '' && (
        <div className="quick-add-dialog-notes text-small">
          <span className="quick-add-dialog-label">Notes</span> {notes}
        </div>
      )}
      {isShortened && (
        <output className="quick-add-dialog-notes text-small">
          The shared text is longer than the notes of a task. Its beginning is kept.
        </output>
      )}
    </Dialog>
  );
}
