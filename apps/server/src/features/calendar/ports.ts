import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ObjectName } from './model/event.ts';
import type { EventRecord } from './model/event-record.ts';
import type { UndoConflict } from './model/undo-merge.ts';

/** A change made in this app. */
export interface LocalChange {
  readonly calendarId: string;
  /** Null for a calendar that is kept here only. */
  readonly accountId: string | null;
  /** Whether the guests get a mail from us; otherwise the calendar's provider tells them. */
  readonly mailsGuests: boolean;
  /** The UIDs whose events changed. */
  readonly uids: readonly string[];
  /** Number of guests of these events, before and after the change. */
  readonly guests: number;
  readonly before: readonly EventRecord[];
  readonly after: readonly EventRecord[];
  /** New UIDs that are the second part of a split series, each with the UID of that series. */
  readonly splitFrom: ReadonlyMap<string, string>;
}

/** A change that is sent to the guests of an event, by its provider or by mail, unless it is undone first. */
export interface PendingNotice {
  readonly calendarId: string;
  readonly uids: readonly string[];
  readonly guests: number;
  readonly notifiedAt: Date;
  /** Whether the provider can be asked not to notify the guests. */
  readonly canWithhold: boolean;
}

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
