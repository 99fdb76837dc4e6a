import type { Calendar, Conference, Occurrence } from '@dayloom/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { EventDetails, EventRecurrence, RemoteEvent } from '../model/event.ts';

export interface CalendarTable {
  user_id: string;
  id: string;
  name: string;
  color: string;
  kind: Calendar['kind'];
  account_id: string | null;
  remote_id: string | null;
  is_writable: Generated<boolean>;
  is_synced: Generated<boolean>;
  is_default: Generated<boolean>;
  /** The kind of conference link that it can make. */
  conference: Generated<Conference | null>;
  /** Whether the provider of a connected calendar invites guests; null if that is not known yet. */
  invites_guests: Generated<boolean | null>;
  url: string | null;
  is_visible: boolean;
  blocks_time: boolean;
  version: ColumnType<number, never, number>;
  created_at: Date;
}

export interface EventTable {
  user_id: string;
  id: string;
  calendar_id: string;
  uid: string;
  recurrence_id: string | null;
  sequence: number;
  title: string;
  description: string;
  location: string;
  status: Occurrence['status'];
  is_busy: boolean;
  is_all_day: boolean;
  starts_at: Date;
  ends_at: Date;
  start_local: string;
  end_local: string;
  time_zone: string | null;
  recurrence: ColumnType<EventRecurrence | null, string | null, string | null>;
  recurs_until: Date | null;
  /** On a frequent series: the index is complete up to here. Null: complete, or not a series. */
  indexed_until: ColumnType<Date | null, never, Date | null>;
  details: ColumnType<
    {
      zoneDefinition?: string;
      endTimeZone?: string | null;
      chosenFree?: boolean;
      asWritten?: RemoteEvent | null;
    } & EventDetails,
    string,
    string
  >;
  source: string | null;
  made_by: 'block' | 'mirror' | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

interface OccurrenceTable {
  user_id: string;
  event_id: string;
  recurrence_id: string;
  calendar_id: string;
  starts_at: Date;
  ends_at: Date;
  is_busy: boolean;
}

interface FollowedEventTable {
  user_id: string;
  uid: string;
  kind: string;
  subject_id: string;
  ends_at: Date;
  is_changed: Generated<boolean>;
  noticed_at: Date | null;
}

declare module '#platform/db.ts' {
  interface Tables {
    calendars: CalendarTable;
    events: EventTable;
    occurrences: OccurrenceTable;
    followed_events: FollowedEventTable;
    occurrence_windows: { user_id: string; expanded_from: Date; expanded_to: Date };
  }
}
