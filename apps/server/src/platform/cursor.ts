import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.ts';

const ROWS_AT_ONCE = 500;

/**
 * Streams the rows of a query in batches of some hundreds, for results that are too large for memory
 * (PostgreSQL, DECLARE). The cursor lives in the caller's transaction.
 */
export async function* streamRows<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const cursor = sql.id(`rows_${randomBytes(8).toString('hex')}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`.execute(tx);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
