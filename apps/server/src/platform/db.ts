import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { pipelineStatements } from './pipelining.ts';
import { LossAwarePostgresDialect } from './postgres-dialect.ts';
import { preparingPool } from './prepared-statements.ts';

/** Each feature declares the tables it owns in its own `store.ts` by augmenting this interface. */
export interface Tables {}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const DATE_OID = 1082;
// A calendar date has no zone. The driver would turn it into an instant in the machine's zone.
pg.types.setTypeParser(DATE_OID, (text) => text);

/** Resolves when the database replies. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Longer than any healthy wait for a free connection. After that an error is better. */
const CONNECT_TIMEOUT_MS = 15_000;

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool of at most `poolSize` connections, which are made on demand. */
export function openDatabase(url: string, poolSize: number, onQuery?: (sql: string) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'dayloom',
    keepAlive: true,
    pipeline: true,
  });
  // The pool replaces a broken connection, and its query rejects. Without a listener the `error` event would
  // end the process: the pool emits it for idle connections, and each connection emits it while in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: new LossAwarePostgresDialect({ pool: preparingPool(pool) }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql) }),
  });
  pipelineStatements(db);
  return { db, pool, close: () => db.destroy() };
}

/** PostgreSQL accepts at most 65,535 parameters per statement, and no table has 65 columns. */
const ROWS_PER_INSERT = 1_000;

/** Splits rows so that each batch fits into one insert statement. */
export function* toInsertBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    yield rows.slice(start, start + ROWS_PER_INSERT);
}

/** Runs a part of a transaction. If it fails, what it wrote is undone, and the transaction can go on. */
export async function withSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
