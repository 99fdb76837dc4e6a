import type { Task, TaskChange } from '@dayloom/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  changedFields,
  type DraftField,
  mergeDrafts,
  type Problems,
  type TaskDraft,
  toChange,
  toDraft,
} from '../model/task-draft.ts';

interface Editing {
  /** The version that is being edited. */
  before: Task;
  draft: TaskDraft;
  /** Fields changed here and elsewhere to different values. */
  conflicts: readonly DraftField[];
  /** Fields changed only elsewhere; the new values were taken over. */
  taken: readonly DraftField[];
}

/** Unsaved input of sheets that were left, until they are opened again. */
const unsaved = new Map<string, Editing>();

export type TaskEditor = ReturnType<typeof useTaskEditor>;

/**
 * The form's state. A newer version of the task replaces the edited one if that hides nothing: nothing was
 * typed, or no field differs. Otherwise the form keeps its original version, so that the server refuses to
 * save it. Then `catchUp` merges both versions visibly; no input is lost.
 */
export function useTaskEditor(task: Task, timeZone: string) {
  const startEditing = (): Editing => ({
    before: task,
    draft: toDraft(task, timeZone),
    conflicts: [],
    taken: [],
  });
  const [wasKept, setWasKept] = useState(() => unsaved.has(task._id));
  const [editing, setEditing] = useState(() => unsaved.get(task._id) ?? startEditing());
  const [problems, setProblems] = useState<Problems>({});

  const [isCatchingUp, setIsCatchingUp] = useState(false);

  const before = toDraft(editing.before, timeZone);
  const isDirty = changedFields(before, editing.draft).length > 0;
  const isOld = task.version > editing.before.version;
  const isBehind = isOld && isDirty && changedFields(before, toDraft(task, timeZone)).length > 0;
  if (isOld && (!isBehind || isCatchingUp)) {
    setEditing(rebased(editing, task, timeZone));
    setIsCatchingUp(false);
  }
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  // Leaving other than by Save, Cancel or Delete keeps the input for the next time.
  const leaving = useRef<Editing | null>(null);
  useEffect(() => {
    leaving.current = isDirty ? editing : null;
  }, [isDirty, editing]);
  useEffect(() => {
    unsaved.delete(task._id);
    return () => {
      if (leaving.current) unsaved.set(task._id, leaving.current);
    };
  }, [task._id]);

  const set = useCallback(<Field extends DraftField>(field: Field, value: TaskDraft[Field]) => {
    setEditing((state) => ({ ...state, draft: { ...state.draft, [field]: value } }));
    setProblems((before) => {
      const rest = { ...before };
      delete rest[field];
      return rest;
    });
  }, []);
  const settle = (field: DraftField, winner: 'mine' | 'theirs') =>
    setEditing((state) => ({
      ...state,
      conflicts: state.conflicts.filter((one) => one !== field),
      draft: winner === 'theirs' ? { ...state.draft, [field]: before[field] } : state.draft,
    }));

  const typed = isDirty ? toChange(before, editing.draft, timeZone) : null;

  return {
    draft: editing.draft,
    /** The task as it would be saved; null without changes or with invalid input. */
    edited:
      typed && Object.keys(typed.problems).length === 0 ? editedTask(editing.before, typed.change) : null,
    theirs: before,
    /** The version that is being edited. */
    before: editing.before,
    conflicts: editing.conflicts,
    taken: editing.taken,
    problems,
    isDirty,
    /** The task was saved elsewhere in the meantime, with different fields. */
    isBehind,
    wasKept,
    set,
    settle,
    setProblems,
    /** Merges now, or as soon as the newer version has arrived. */
    catchUp: () => setIsCatchingUp(true),
    changes: () => toChange(before, editing.draft, timeZone),
    discard: () => {
      setWasKept(false);
      setProblems({});
      setEditing(startEditing());
    },
    /** Discards the input when the sheet closes; the returned function restores it for the next time. */
    release: () => {
      leaving.current = null;
      return () => void unsaved.set(task._id, editing);
    },
  };
}

function editedTask(before: Task, change: Omit<TaskChange, 'version'>): Task {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function rebased(editing: Editing, task: Task, timeZone: string): Editing {
  const theirs = toDraft(task, timeZone);
  const { draft, conflicts, taken } = mergeDrafts(toDraft(editing.before, timeZone), editing.draft, theirs);
  const isDirty = changedFields(theirs, draft).length > 0;
  if (!isDirty) return { before: task, draft: theirs, conflicts: [], taken: [] };
  return {
    before: task,
    draft,
    conflicts: [...new Set([...editing.conflicts, ...conflicts])].filter((field) =>
      changedFields(theirs, draft).includes(field),
    ),
    taken: [...new Set([...editing.taken, ...taken])],
  };
}
