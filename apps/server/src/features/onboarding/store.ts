import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    sample_weeks: {
      user_id: string;
      calendar_id: string;
      task_ids: string[];
      starts_on: string;
    };
  }
}

export interface StoredSampleWeek {
  readonly calendarId: string;
  readonly taskIds: readonly string[];
  /** A local date. */
  readonly startsOn: string;
}

export async function findSampleWeek(db: Db, scope: Scope): Promise<StoredSampleWeek | null> {
  const row = await db
    .selectFrom('sample_weeks')
    .select(['calendar_id', 'task_ids', sql<string>`starts_on::text`.as('starts_on')])
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row ? { calendarId: row.calendar_id, taskIds: row.task_ids, startsOn: row.starts_on } : null;
}

/** False if there is one already. */
export async function insertSampleWeek(db: Db, scope: Scope, week: StoredSampleWeek): Promise<boolean> {
  const made = await db
    .insertInto('sample_weeks')
    .values({
      user_id: scope.userId,
      calendar_id: week.calendarId,
      task_ids: [...week.taskIds],
      starts_on: week.startsOn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function deleteSampleWeek(db: Db, scope: Scope): Promise<void> {
  await db.deleteFrom('sample_weeks').where('user_id', '=', scope.userId).execute();
}
