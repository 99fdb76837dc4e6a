import type { Task } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { sendChange } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo, offerWithdrawal } from '#ui/undo.ts';
import { refreshTasks } from '../api.ts';
import { findProblems } from '../model/task-draft.ts';
import type { TaskActions } from './use-task-actions.ts';
import type { TaskEditor } from './use-task-editor.ts';
import { edit } from './waiting-tasks.ts';

interface Saving {
  actions: TaskActions;
  onOpen: (id: string) => void;
  onClose: () => void;
  task: Task;
  editor: TaskEditor;
  refetch: () => Promise<unknown>;
}

/** The ways to leave the sheet: Save, Cancel, close, Delete. Each hides the sheet; none loses input. */
export function useTaskSaving({ task, editor, actions, refetch, onOpen, onClose }: Saving) {
  const client = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const save = async () => {
    if (isSaving) return;
    const { change, problems } = editor.changes();
    editor.setProblems(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    if (Object.keys(change).length === 0) {
      onClose();
      return;
    }
    setIsSaving(true);
    try {
      const outcome = await sendChange(client, edit, task._id, {
        task: editor.before,
        change,
        isVersioned: true,
      });
      if (outcome.status === 'sent') {
        const { response } = outcome;
        offerUndo(client, `“${response.task.title}” saved`, response.commandId);
      } else {
        const title = change.title ?? editor.before.title;
        offerWithdrawal(client, `“${title}” is saved in this browser and waits for the connection`, [
          outcome.id,
        ]);
      }
      editor.release();
      onClose();
    } catch (error) {
      await refuse(error);
    } finally {
      setIsSaving(false);
      refreshTasks(client);
    }
  };

  const refuse = async (error: unknown) => {
    // The newer version is merged into the form, which shows the differences.
    if (error instanceof ApiError && error.code === 'version_conflict') {
      editor.catchUp();
      await refetch();
      setFailure('Not saved: the task was changed elsewhere. Look at it and save again.');
      return;
    }
    const { problems, rest } = findProblems(error instanceof ApiError ? error.fields : {});
    editor.setProblems(problems);
    const message = getMessage(error, 'The task could not be saved.');
    setFailure([message, ...rest].join(' '));
  };

  return {
    save,
    isSaving,
    failure,
    /** By the close button, Escape or the backdrop, perhaps by accident. */
    close: () => {
      if (editor.isDirty)
        notify.info(`Your changes to “${task.title}” are not saved`, {
          label: 'Keep editing',
          run: () => onOpen(task._id),
        });
      onClose();
    },
    cancel: () => {
      if (editor.isDirty) {
        const bringBack = editor.release();
        notify.info('Changes discarded', {
          label: 'Bring back',
          run: () => {
            bringBack();
            onOpen(task._id);
          },
        });
      }
      onClose();
    },
    remove: () => {
      editor.release();
      onClose();
      void actions.remove([task]);
    },
  };
}
