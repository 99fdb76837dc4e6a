import type { Event } from './event-times.ts';

export interface Calendar {
  readonly id: string;
  summary: string;
  timeZone: string;
  readonly isPrimary: boolean;
  readonly accessRole: 'owner' | 'writer' | 'reader';
  readonly backgroundColor: string;
  /** By id; deleted ones stay, cancelled, as the real calendar keeps them for those who sync. */
  readonly events: Record<string, Event>;
  /** Instances that were cancelled together with their series: they come back with it. */
  cancelledWithSeries?: string[];
  /** Which change an event was last touched by. */
  readonly changes: Record<string, number>;
  /** Sync tokens of before this change are of no use any more. */
  oldestChange: number;
}

/** The parameters of a write beside the event. */
export interface WriteOptions {
  readonly sendUpdates: 'all' | 'externalOnly' | 'none';
  /** Version 0 ignores conference data in the body. */
  readonly conferenceDataVersion: number;
  /** Otherwise attachments in the body are ignored. */
  readonly supportsAttachments: boolean;
}

/** Of a client that names none of the parameters. */
export const DEFAULT_OPTIONS: WriteOptions = {
  sendUpdates: 'none',
  conferenceDataVersion: 0,
  supportsAttachments: false,
};

export interface ListOptions {
  readonly timeMin: number | null;
  readonly timeMax: number | null;
  readonly isExpanded: boolean;
  readonly showsDeleted: boolean;
  readonly query: string | null;
  readonly updatedMin: number | null;
  readonly iCalUID: string | null;
  readonly privateProperties: readonly string[];
  readonly orderBy: 'startTime' | 'updated' | null;
}
