import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ObjectName } from './model/event.ts';
import type { LocalChange, PendingNotice } from './model/local-change.ts';
import type { UndoConflict } from './model/undo-merge.ts';

/** Queues local changes for the connected calendars, and for guests who are invited by mail. */
export interface OutboundQueue {
  /** Called inside the transaction of the change. Returns the notice to guests that it causes, if any. */
  changed(tx: Tx, scope: Scope, change: LocalChange): Promise<PendingNotice | null>;
  /** Called inside the transaction that records answers of guests whom we invite. Their provider gets them too. */
  answered(tx: Tx, scope: Scope, name: ObjectName): Promise<void>;
  /** Called inside the transaction of an undo, with the conflicts that it left, to be stored and shown. */
  recordUndoConflicts(
    tx: Tx,
    scope: Scope,
    calendarId: string,
    conflicts: readonly UndoConflict[],
  ): Promise<void>;
  /** Called inside the transaction that deletes calendars, before they are deleted. */
  leaving(tx: Tx, scope: Scope, calendarIds: readonly string[]): Promise<void>;
}
