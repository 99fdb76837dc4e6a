import type { Scope } from '../../../platform/scope.ts';
import type { TellingTime } from '../../calendar/operations/remote-events.ts';
import type { CalendarProvider, CalendarSession } from '../ports.ts';
import type { AccountsPlatform } from './platform.ts';

/** What one round of one calendar works with. */
export interface SyncContext {
  readonly platform: AccountsPlatform;
  readonly scope: Scope;
  readonly calendar: { readonly id: string; readonly remoteId: string };
  readonly provider: CalendarProvider;
  readonly session: CalendarSession;
  readonly telling: TellingTime;
  /** Called between steps that take time: whoever has the calendar keeps it. */
  keepLease(): Promise<void>;
}

/** The calendar was left out or disconnected while a round of it was under way: there is nothing more to do. */
export class CalendarLeft extends Error {
  override name = 'CalendarLeft';
}
