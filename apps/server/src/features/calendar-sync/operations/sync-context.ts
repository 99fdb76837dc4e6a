import type { EventContext } from '#features/calendar/operations/remote-events.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarSession, ProviderTraits } from '../model/calendar-session.ts';
import type { Lease } from './lease.ts';
import type { SyncPlatform } from './platform.ts';

/** What one sync run of one calendar uses. */
export interface SyncContext {
  readonly platform: Omit<SyncPlatform, 'syncedAccounts' | 'feeds' | 'afterSync'>;
  readonly scope: Scope;
  readonly calendar: { readonly id: string; readonly remoteId: string };
  readonly provider: ProviderTraits;
  readonly session: CalendarSession;
  readonly eventContext: EventContext;
  readonly lease: Lease;
}
