import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/db.ts';
import { eventually } from './eventually.ts';

/** Waits until this many transactions wait for a lock. */
export function lockWaiters(db: Db, count: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    expect(rows).toHaveLength(count);
  });
}
