import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    focus_sessions: {
      user_id: string;
      id: string;
      task_id: string | null;
      started_at: Date;
      ended_at: Date;
    };
  }
}

/** A session as recorded. It is JSON-safe, so the journal can contain it. */
export interface StoredSession {
  readonly id: string;
  readonly taskId: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
}

export async function hasSession(db: Db, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('focus_sessions')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Db, scope: Scope, session: StoredSession): Promise<void> {
  await db
    .insertInto('focus_sessions')
    .values({
      user_id: scope.userId,
      id: session.id,
      task_id: session.taskId,
      started_at: new Date(session.startedAt),
      ended_at: new Date(session.endedAt),
    })
    .execute();
}

export async function deleteSession(db: Db, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('focus_sessions').where('user_id', '=', scope.userId).where('id', '=', id).execute();
}

/** Whole minutes of sessions in a range, those of two devices at once counted once, and how many there were. */
export async function sumSessions(
  db: Db,
  scope: Scope,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly minutes: number; readonly sessions: number }> {
  const { minutes, sessions } = await db
    .selectFrom('focus_sessions')
    .select([
      sql<number>`(
        select coalesce(round(sum(extract(epoch from upper(worked) - lower(worked))) / 60), 0)::int
        from unnest(range_agg(tstzrange(started_at, ended_at) * tstzrange(${from}, ${to}))) as worked
      )`.as('minutes'),
      sql<number>`count(*)::int`.as('sessions'),
    ])
    .where('user_id', '=', scope.userId)
    .where('ended_at', '>', from)
    .where('started_at', '<', to)
    .executeTakeFirstOrThrow();
  return { minutes, sessions };
}
