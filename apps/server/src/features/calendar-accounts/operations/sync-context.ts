import type { Scope } from '../../../platform/scope.ts';
import type { EventContext } from '../../calendar/operations/remote-events.ts';
import type { CalendarProvider, CalendarSession } from '../ports.ts';
import type { Lease } from './lease.ts';
import type { AccountsPlatform } from './platform.ts';

/** What one sync run of one calendar works with. */
export interface SyncContext {
  readonly platform: AccountsPlatform;
  readonly scope: Scope;
  readonly calendar: { readonly id: string; readonly remoteId: string };
  readonly provider: CalendarProvider;
  readonly session: CalendarSession;
  readonly eventContext: EventContext;
  readonly lease: Lease;
}
