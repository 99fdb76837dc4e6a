import type * as Graph from '@microsoft/microsoft-graph-types';

/** An event as it lies in the mailbox: in UTC, as Graph keeps them. */
export type Event = Graph.Event & {
  readonly id: string;
  calendarId: string;
  /** Of a series: which of its occurrences were taken out. */
  cancelledOccurrences?: string[];
};

export interface Attachment {
  readonly id: string;
  readonly '@odata.type': string;
  readonly name: string;
  readonly contentType: string | null;
  readonly isInline: boolean;
  readonly contentId: string | null;
  readonly size: number;
  /** Base64. */
  readonly contentBytes: string | null;
}

export interface Calendar {
  readonly id: string;
  name: string;
  readonly isDefault: boolean;
  readonly canEdit: boolean;
  readonly color: Graph.CalendarColor;
}

/** Of one account. */
export interface Mailbox {
  readonly timeZone: string;
  calendars: Record<string, Calendar>;
  events: Record<string, Event>;
  /** By event. */
  attachments?: Record<string, Attachment[]>;
  /** Which change touched an event last; deleted ones too. */
  changes: Record<
    string,
    {
      change: number;
      calendarId: string;
      isDeleted: boolean;
      lastRange: [number, number];
      /** Where it has been, so that those who had it in their range hear that it left. */
      ranges?: [number, number][];
    }
  >;
  /** Ids by the client's transaction, so that an insert twice is one. */
  transactions: Record<string, string>;
}
