import type { SyncConflict, SyncFailureKind } from '@dayloom/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { HistoryCounts } from '../model/history.ts';
import type { EarlierState } from '../model/resource.ts';
import type { ShownDifference } from '../model/shown-difference.ts';

type Json<Value> = ColumnType<Value, string, string>;

export interface SyncTable {
  user_id: string;
  calendar_id: string;
  cursor: string | null;
  covers_until: Date | null;
  is_complete: Generated<boolean>;
  events_seen: Generated<number>;
  last_success_at: Date | null;
  next_at: Date;
  failures: Generated<number>;
  failure_kind: SyncFailureKind | null;
  failure_message: string | null;
  leased_until: Date | null;
  lease_holder: string | null;
  channel_expires_at: Date | null;
  problem_count: Generated<number>;
  first_problem: string | null;
}

export interface LinkTable {
  user_id: string;
  calendar_id: string;
  resource_id: string;
  uid: string;
  version: string;
  base: Json<RemoteEvent[]>;
  part_ids: Json<string[]>;
  raw: string | null;
  problem: string | null;
  sends: Generated<number>;
  sends_since: Date | null;
}

interface ReplacedObjectTable {
  user_id: string;
  calendar_id: string;
  uid: string;
  state_key: string;
  resources: Json<EarlierState>;
  replaced_at: Date;
}

export interface OutboxTable {
  user_id: string;
  calendar_id: string;
  uid: string;
  change: number;
  attempt: ColumnType<RemoteEvent[] | null, string | null | undefined, string | null>;
  changed_at: Date;
  failures: Generated<number>;
  failure_kind: SyncFailureKind | null;
  failure_message: string | null;
  next_at: Date;
  held_until: Date | null;
  notifies_guests: Generated<boolean>;
}

export interface ConflictTable {
  user_id: string;
  id: string;
  calendar_id: string;
  uid: string;
  kind: SyncConflict['kind'];
  title: string;
  fields: Json<string[]>;
  mine: Json<RemoteEvent[]>;
  shown: Json<ShownDifference[]>;
  happened_at: Date;
}

export interface HistoryTable {
  user_id: string;
  id: string;
  calendar_id: string;
  began_at: Date;
  happened_at: Date;
  counts: Json<HistoryCounts>;
  is_recovery: Generated<boolean>;
  failure_kind: ColumnType<SyncFailureKind | null, SyncFailureKind | undefined, never>;
  failure_message: ColumnType<string | null, string | undefined, never>;
  waiting: Generated<number>;
}

export interface ChannelTable {
  id: string;
  user_id: string;
  calendar_id: string;
  token_hash: string;
  resource_id: string;
  expires_at: Date;
}

declare module '#platform/db.ts' {
  interface Tables {
    calendar_syncs: SyncTable;
    event_links: LinkTable;
    replaced_objects: ReplacedObjectTable;
    event_outbox: OutboxTable;
    sync_conflicts: ConflictTable;
    sync_history: HistoryTable;
    calendar_channels: ChannelTable;
  }
}
