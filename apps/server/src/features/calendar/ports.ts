import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { UndoConflict } from './model/undo-merge.ts';

/** A change that was made here. */
export interface LocalChange {
  readonly calendarId: string;
  /** The UIDs whose events changed. */
  readonly uids: readonly string[];
  /** How many guests these events have, before and after the change. */
  readonly guests: number;
  /** New UIDs that are the second part of a series that was split, with the UID of that series. */
  readonly splitFrom: ReadonlyMap<string, string>;
}

/** A change that goes out to the guests of an event unless it is undone before. */
export interface PendingNotice {
  readonly calendarId: string;
  readonly uids: readonly string[];
  readonly guests: number;
  readonly notifiedAt: Date;
  /** Whether the provider can be kept from telling the guests. */
  readonly canWithhold: boolean;
}

/** Takes changes that were made here to the connected calendars. */
export interface OutboundQueue {
  /** Called inside the transaction of the change. Returns the notice to guests that it leads to, if any. */
  changed(tx: Tx, scope: Scope, change: LocalChange): Promise<PendingNotice | null>;
  /** Called inside the transaction of an undo, with what it could not take back: to be kept and shown. */
  recordUndoConflicts(
    tx: Tx,
    scope: Scope,
    calendarId: string,
    conflicts: readonly UndoConflict[],
  ): Promise<void>;
  /** Called inside the transaction in which calendars leave, while they are still there. */
  leaving(tx: Tx, scope: Scope, calendarIds: readonly string[]): Promise<void>;
}
