import type { EventRecord } from './event-record.ts';

/** A change made in this app. */
export interface LocalChange {
  readonly calendarId: string;
  /** Null for a calendar that is kept here only. */
  readonly accountId: string | null;
  /** Whether the guests get a mail from us; otherwise the calendar's provider notifies them. */
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
