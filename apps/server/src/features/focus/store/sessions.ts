import type { WorkedStretch } from '@dayloom/contracts';
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
      /** When it was worked, between its pauses. */
      worked: string;
    };
  }
}

/** A session as recorded. It is JSON-safe, so the journal can contain it. */
export interface StoredSession {
  readonly id: string;
  readonly taskId: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Between its pauses; without it there was none. */
  readonly worked?: readonly WorkedStretch[];
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
      worked: toMultirange(session),
    })
    .execute();
}

const toMultirange = ({ startedAt, endedAt, worked = [{ startedAt, endedAt }] }: StoredSession): string =>
  `{${worked.map((stretch) => `[${stretch.startedAt},${stretch.endedAt})`).join(',')}}`;

export async function deleteSession(db: Db, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('focus_sessions').where('user_id', '=', scope.userId).where('id', '=', id).execute();
}

/** Whole minutes that were worked in a range, those of two devices at once counted once, and how many there were. */
export async function sumSessions(
  db: Db,
  scope: Scope,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly minutes: number; readonly sessions: number }> {
  const range = sql`tstzmultirange(tstzrange(${from}, ${to}))`;
  const { minutes, sessions } = await db
    .selectFrom('focus_sessions')
    .select([
      sql<number>`(
        select coalesce(round(sum(extract(epoch from upper(worked) - lower(worked))) / 60), 0)::int
        from unnest(range_agg(focus_sessions.worked * ${range})) as worked
      )`.as('minutes'),
      sql<number>`count(*)::int`.as('sessions'),
    ])
    .where('user_id', '=', scope.userId)
    .where('ended_at', '>', from)
    .where('started_at', '<', to)
    .where(sql<boolean>`worked && ${range}`)
    .executeTakeFirstOrThrow();
  return { minutes, sessions };
}
