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
  /** Changed here and elsewhere, differently. */
  conflicts: readonly DraftField[];
  /** Changed only elsewhere, and taken over. */
  taken: readonly DraftField[];
}

/** What was typed into sheets that were left without saving, until they are opened again. */
const unsaved = new Map<string, Editing>();

export type TaskEditor = ReturnType<typeof useTaskEditor>;

/**
 * The form's state. A newer version of the task flows in as long as that can hide nothing: nothing was typed, or
 * it differs in no field. Else the form keeps the version it began with, so that saving it is refused, and
 * `catchUp` brings the two together in its owner's sight; nothing typed is lost.
 */
export function useTaskEditor(task: Task, timeZone: string) {
  const freshly = (): Editing => ({ before: task, draft: toDraft(task, timeZone), conflicts: [], taken: [] });
  const [wasKept, setWasKept] = useState(() => unsaved.has(task._id));
  const [editing, setEditing] = useState(() => unsaved.get(task._id) ?? freshly());
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

  // Leaving by any way but Save, Cancel and Delete keeps what was typed for the next time.
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
    /** The task as it would be saved; null while nothing differs or something cannot be saved. */
    edited:
      typed && Object.keys(typed.problems).length === 0 ? editedTask(editing.before, typed.change) : null,
    theirs: before,
    version: editing.before.version,
    conflicts: editing.conflicts,
    taken: editing.taken,
    problems,
    isDirty,
    /** Somebody saved the task meanwhile, differently. */
    isBehind,
    wasKept,
    set,
    settle,
    setProblems,
    /** Now, or as soon as the newer version has come. */
    catchUp: () => setIsCatchingUp(true),
    changes: () => toChange(before, editing.draft, timeZone),
    discard: () => {
      setWasKept(false);
      setProblems({});
      setEditing(freshly());
    },
    /** Lets go of what was typed when the sheet closes; the answer brings it back for the next time. */
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
