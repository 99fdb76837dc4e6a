import { type ColumnType, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { ClientError } from './model.ts';

declare module '#platform/db.ts' {
  interface Tables {
    client_errors: {
      fingerprint: string;
      kind: string;
      message: string;
      stack: string;
      path: string;
      browser: string;
      version: string;
      occurrences: ColumnType<number, number | undefined, number>;
      first_seen_at: Date;
      last_seen_at: Date;
    };
    client_error_ids: { error_id: string; fingerprint: string; seen_at: Date };
  }
}

/** Counts the failure, or inserts it when it is new. A repeated error id is not counted. */
export async function noteError(
  db: Db,
  fingerprint: string,
  { errorId, ...error }: ClientError,
  version: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('client_error_ids')
      .select('error_id')
      .where('error_id', '=', errorId)
      .executeTakeFirst();
    if (known) return;
    await tx
      .insertInto('client_errors')
      .values({ fingerprint, ...error, version, first_seen_at: now, last_seen_at: now })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet({
          occurrences: sql`client_errors.occurrences + 1`,
          path: error.path,
          browser: error.browser,
          version,
          last_seen_at: now,
        }),
      )
      .execute();
    await tx
      .insertInto('client_error_ids')
      .values({ error_id: errorId, fingerprint, seen_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export async function deleteErrorsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('client_error_ids').where('seen_at', '<', before).execute();
  await db.deleteFrom('client_errors').where('last_seen_at', '<', before).execute();
}
