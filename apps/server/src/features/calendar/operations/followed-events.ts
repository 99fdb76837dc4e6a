import type { DbContext } from '#platform/context.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import {
  claimChangedEvents,
  deleteFollower,
  type Follower,
  findTimeByUid,
  resetFollower,
  upsertFollower,
} from '../store/followed-events.ts';

/** An event that changed, with the id of what depends on it. */
export interface ChangedEvent {
  readonly scope: Scope;
  readonly uid: string;
  readonly subjectId: string;
}

export interface EventSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Notes from now on, until `endsAt`, when an event of the person changes or is deleted, here or elsewhere. */
export function followEvent(
  tx: Tx,
  scope: Scope,
  uid: string,
  { endsAt, ...follower }: Follower & { readonly endsAt: Date },
): Promise<void> {
  return upsertFollower(tx, scope, uid, follower, endsAt);
}

export function unfollowEvent(tx: Tx, scope: Scope, uid: string): Promise<void> {
  return deleteFollower(tx, scope, uid);
}

/**
 * The changed events that a kind of thing depends on. A change is listed once 30 s have passed, so that it can be
 * undone before anybody is notified, and until `markFollowed` is called.
 */
export function listChangedEvents({ db, clock }: DbContext, kind: Follower['kind']): Promise<ChangedEvent[]> {
  return claimChangedEvents(db, kind, clock());
}

/** Later changes are listed again. Call it before the event is read, in the same transaction. */
export function markFollowed(tx: Tx, { scope, uid }: ChangedEvent): Promise<void> {
  return resetFollower(tx, scope, uid);
}

/** When a followed event takes place now; null if it was deleted or cancelled. */
export function findEventSpan(db: Db, { scope, uid }: ChangedEvent): Promise<EventSpan | null> {
  return findTimeByUid(db, scope, uid);
}
