import type { Tx } from '../../platform/db.ts';
import type { Scope } from '../../platform/scope.ts';

/** Who has to hear of what people change here: the way out to connected calendars. */
export interface EventOutlet {
  /** Called inside the transaction of the change, with the UIDs whose events are other ones now. */
  changed(tx: Tx, scope: Scope, calendarId: string, uids: readonly string[]): Promise<void>;
}
