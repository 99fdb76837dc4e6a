import type * as Graph from '@microsoft/microsoft-graph-types';

/** An event as stored in the mailbox: in UTC, as in Graph. */
export type GraphEvent = Graph.Event & {
  readonly id: string;
  calendarId: string;
  /** The removed occurrences of a series. */
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

/** The mailbox of one account. */
export interface Mailbox {
  readonly timeZone: string;
  calendars: Record<string, Calendar>;
  events: Record<string, GraphEvent>;
  /** By event id. */
  attachments?: Record<string, Attachment[]>;
  /** The last change of each event, deleted ones included. */
  changes: Record<
    string,
    {
      change: number;
      calendarId: string;
      isDeleted: boolean;
      lastRange: [number, number];
      /** The ranges in which the event was, so that clients of those ranges get its removal. */
      ranges?: [number, number][];
    }
  >;
  /** Ids by the client's transaction id, so that a repeated insert creates one event. */
  transactions: Record<string, string>;
}
