import type { EventTime } from '#features/calendar/model/event.ts';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import type { CalendarSession } from '#features/calendar-sync/model/calendar-session.ts';

/** What somebody does at the provider itself, without us. */
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
  /** Of the instance of a series that begins at an instant. */
  renameInstance(resourceId: string, startsAt: string, title: string): Promise<void>;
  removeInstance(resourceId: string, startsAt: string): Promise<void>;
  /** How many events (masters, not instances) of a title there are. */
  count(title: string): Promise<number>;
  /** Makes the next calls fail. */
  fail(fault: 'expired-token' | 'rate-limit' | 'error', times?: number): Promise<void>;
  /** Lets so many calls of ours pass and makes the next one fail. */
  breakOff(afterCalls: number): void;
  forgetCursors(): Promise<void>;
  /** The user takes the access back. */
  revoke(): Promise<void>;
  /** How many notifications have come to our address so far. */
  notified(): Promise<number>;
}

export interface CalendarHarness {
  readonly provider: CalendarProvider;
  /** The grant of an account that is connected. */
  readonly grant: GrantKeeper;
  /** A calendar that may be written, and may hold other events. */
  readonly calendarId: string;
  readonly readOnlyCalendarId: string | null;
  /** More than the events of these tests lie in. */
  readonly range: { readonly from: Date; readonly to: Date };
  readonly there: ProviderSide;
  close(): Promise<void>;
}

/** Cases by what they show. */
export type Cases = Record<string, (harness: CalendarHarness, session: CalendarSession) => Promise<void>>;
