import type { GoogleEvent } from './event-times.ts';

export interface Calendar {
  readonly id: string;
  summary: string;
  timeZone: string;
  readonly isPrimary: boolean;
  readonly accessRole: 'owner' | 'writer' | 'reader';
  readonly backgroundColor: string;
  /** By id. Deleted events stay as cancelled, as Google keeps them for clients that sync. */
  readonly events: Record<string, GoogleEvent>;
  /** Instances cancelled together with their series; they are restored with it. */
  cancelledWithSeries?: string[];
  /** The last change of each event. */
  readonly changes: Record<string, number>;
  /** Sync tokens from before this change are no longer valid. */
  oldestChange: number;
}

/** The parameters of a write, in addition to the event. */
export interface WriteOptions {
  readonly sendUpdates: 'all' | 'externalOnly' | 'none';
  /** Version 0 ignores conference data in the body. */
  readonly conferenceDataVersion: number;
  /** If false, attachments in the body are ignored. */
  readonly supportsAttachments: boolean;
  /** A conference that is asked for is not made at once. */
  readonly isConferencePending?: boolean;
}

/** The defaults if a client sets no parameters. */
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
