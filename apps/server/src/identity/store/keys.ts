import { type ColumnType, sql } from 'kysely';
import type { Db } from '#platform/db.ts';

declare module '#platform/db.ts' {
  interface Tables {
    identity_keys: {
      kind: 'signing' | 'cookie';
      id: string;
      secret: ColumnType<unknown, string, never>;
      created_at: Date;
    };
  }
}

/**
 * The stored secret of a kind, which `make` creates at the first start. Two processes that start together
 * agree: the first insert wins and both read it.
 */
export async function getOrMakeKey<Secret>(
  db: Db,
  kind: 'signing' | 'cookie',
  now: Date,
  make: () => Promise<{ id: string; secret: Secret }>,
): Promise<Secret> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`identity-key-${kind}`}))`.execute(tx);
    const stored = await tx
      .selectFrom('identity_keys')
      .select('secret')
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (stored) return stored.secret as Secret;
    const { id, secret } = await make();
    await tx
      .insertInto('identity_keys')
      .values({ kind, id, secret: JSON.stringify(secret), created_at: now })
      .execute();
    return secret;
  });
}
