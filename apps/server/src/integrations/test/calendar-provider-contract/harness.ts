import type { EventTime } from '#features/calendar/model/event.ts';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import type { CalendarSession } from '#features/calendar-sync/model/calendar-session.ts';

/** Changes made directly at the provider. */
export interface ProviderSide {
  /** Adds an event and resolves to the id of its resource. `rule` is an RRULE without its name. */
  add(event: {
    title: string;
    start: EventTime;
    end: EventTime;
    rule?: string;
    description?: string;
  }): Promise<string>;
  rename(resourceId: string, title: string): Promise<void>;
  remove(resourceId: string): Promise<void>;
  /** Renames the instance that starts at an instant. */
  renameInstance(resourceId: string, startsAt: string, title: string): Promise<void>;
  removeInstance(resourceId: string, startsAt: string): Promise<void>;
  /** The number of events (masters, not instances) with a title. */
  count(title: string): Promise<number>;
  /** Makes the next calls fail. */
  fail(fault: 'expired-token' | 'rate-limit' | 'error', times?: number): Promise<void>;
  /** Lets this many of our calls pass and makes the next one fail. */
  breakOff(afterCalls: number): void;
  forgetCursors(): Promise<void>;
  revoke(): Promise<void>;
  /** The number of notifications received so far. */
  notified(): Promise<number>;
}

export interface CalendarHarness {
  readonly provider: CalendarProvider;
  /** The grant of a connected account. */
  readonly grant: GrantKeeper;
  /** A writable calendar. It may contain other events. */
  readonly calendarId: string;
  readonly readOnlyCalendarId: string | null;
  /** Contains all events of these tests and more. */
  readonly range: { readonly from: Date; readonly to: Date };
  readonly there: ProviderSide;
  close(): Promise<void>;
}

export type Cases = Record<string, (harness: CalendarHarness, session: CalendarSession) => Promise<void>>;
