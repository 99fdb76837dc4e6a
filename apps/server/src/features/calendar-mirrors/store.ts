import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';

interface MirrorTable {
  user_id: string;
  id: string;
  source_calendar_id: string | null;
  target_calendar_id: string;
  created_at: Date;
}

declare module '#platform/db.ts' {
  interface Tables {
    calendar_mirrors: MirrorTable;
  }
}

export type MirrorRow = Selectable<MirrorTable>;

export function listMirrorRows(db: Db, scope: Scope): Promise<MirrorRow[]> {
  return db
    .selectFrom('calendar_mirrors')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** SQL: whether the user has mirrors. */
export function selectHasMirrors(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`exists (select from calendar_mirrors where user_id = ${scope.userId})`;
}

/** The user's mirrors, locked against other writers until the transaction ends. */
export async function lockMirrors(tx: Tx, scope: Scope): Promise<MirrorRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar mirrors ${scope.userId}`}, 0))`.execute(
    tx,
  );
  return listMirrorRows(tx, scope);
}

/** Null when the two calendars already have a mirror. */
export async function insertMirror(
  db: Db,
  scope: Scope,
  mirror: Omit<MirrorRow, 'user_id'>,
): Promise<MirrorRow | null> {
  try {
    return await db
      .insertInto('calendar_mirrors')
      .values({ user_id: scope.userId, ...mirror })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (brokenConstraint(error) === 'calendar_mirrors_once') return null;
    throw error;
  }
}

export async function deleteMirror(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('calendar_mirrors')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Users with a mirror, for the regular pass that catches missed changes. */
export async function listMirroringUsers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('calendar_mirrors').select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id);
}
