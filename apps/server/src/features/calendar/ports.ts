import type { Tx } from '../../platform/db.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Disagreement } from './operations/merge-families.ts';
import type { RemoteEvent } from './operations/remote-events.ts';

/** An event that was changed after the change that was to be taken back. */
export interface Stayed {
  readonly uid: string;
  /** The family as it would be, had all been taken back. */
  readonly mine: readonly RemoteEvent[];
  readonly disagreements: readonly Disagreement[];
}

/** Who has to hear of what people change here: the way out to connected calendars. */
export interface EventOutlet {
  /** Called inside the transaction of the change, with the UIDs whose events are other ones now. */
  changed(tx: Tx, scope: Scope, calendarId: string, uids: readonly string[]): Promise<void>;
  /** Called inside the transaction of an undo, with what it could not take back: to be kept and shown. */
  notTakenBack(tx: Tx, scope: Scope, calendarId: string, stayed: readonly Stayed[]): Promise<void>;
  /** Called inside the transaction in which calendars leave, while they are still there. */
  leaving(tx: Tx, scope: Scope, calendarIds: readonly string[]): Promise<void>;
}
