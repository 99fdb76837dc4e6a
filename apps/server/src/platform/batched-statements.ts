import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db, Tables, Tx } from './db.ts';
import { THEN_COMMIT } from './prepared-statements.ts';

type Rows = Record<string, unknown>;

/** A row as `readInBatch` returns it, through JSON: instants are texts (`toInstant`). */
export type JsonRow<Row> = {
  readonly [Name in keyof Row]:
    | Exclude<Row[Name], Date>
    | (Extract<Row[Name], Date> extends never ? never : string);
};

interface Part {
  readonly writes: readonly RawBuilder<unknown>[];
  readonly value: RawBuilder<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Statements that wait to be sent with the next one of a connection. */
class Batch {
  readonly reads: Part[] = [];
  readonly writes: Part[] = [];
}

const batches = new WeakMap<Db, Batch>();

/**
 * Reads rows. Reads that are requested together in a transaction, or on `onOneConnection`, become one statement, because
 * a small statement costs mostly overhead. It leaves after the statements sent at the same time, and before
 * `writeInBatch`.
 */
export async function readInBatch<Row extends Rows>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const value = sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;
  return (await addToBatch(db, 'reads', { writes: [], value })) as Row[];
}

/**
 * Runs statements that insert into tables of their own, and returns a value. None of them sees what another one has
 * written. Those requested together in a transaction fail together.
 */
export async function writeInBatch<Value>(
  db: Db,
  writes: readonly RawBuilder<unknown>[],
  value: RawBuilder<Value>,
): Promise<Value> {
  return (await addToBatch(db, 'writes', { writes, value })) as Value;
}

const ending = new WeakSet<Db>();

/**
 * Commits with the next writes, which become the last statement of the transaction: this saves a round trip. A statement
 * after it fails without being sent.
 */
export function commitWithWrites(tx: Tx): void {
  ending.add(tx);
}

/** Whether `commitWithWrites` was called. */
export const endsWithWrites = (tx: Tx): boolean => ending.has(tx);

/** For `writeInBatch`: inserts a row. `conflict` is the SQL after the values. */
export function insertRow<Table extends keyof Tables>(
  table: Table,
  row: Insertable<Tables[Table]>,
  conflict: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ');
  return sql`insert into ${sql.raw(table)} (${sql.raw(columns)}) values (${sql.join(Object.values(row))}) ${conflict}`;
}

/** An instant of a row that `readInBatch` has read. */
export const toInstant = (text: string): Date => new Date(text);

function addToBatch(db: Db, kind: keyof Batch, part: Pick<Part, 'writes' | 'value'>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const own = { ...part, resolve, reject };
    // The statements of a pool belong to different requests.
    if (!isOneConnection(db)) return void send(db, [own]);
    const found = batches.get(db);
    if (found) return void found[kind].push(own);
    const made = new Batch();
    made[kind].push(own);
    batches.set(db, made);
    // Wait for everything that the running step of the program asks for.
    process.nextTick(() => {
      batches.delete(db);
      void send(db, made.reads);
      void send(db, made.writes);
    });
  });
}

async function send(db: Db, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  try {
    const writes = parts.flatMap((part) => part.writes);
    const named = writes.map((write, at) => sql`${sql.raw(`w${at}`)} as (${write})`);
    const values = parts.map(({ value }, at) => sql`${value} as ${sql.raw(`v${at}`)}`);
    const begin = sql.raw(ending.has(db) && writes.length > 0 ? THEN_COMMIT : '');
    const statement = sql<Rows>`${begin}${writes.length > 0 ? sql`with ${sql.join(named)} ` : sql``}select ${sql.join(values)}`;
    const { rows } = await statement.execute(db);
    for (const [at, { resolve }] of parts.entries()) resolve(rows[0]?.[`v${at}`]);
  } catch (error) {
    for (const { reject } of parts) reject(error);
  }
}

const connections = new WeakSet<Db>();

const isOneConnection = (db: Db): boolean => db.isTransaction || connections.has(db);

/**
 * Runs work on one connection, so that statements which do not wait for each other are one round trip. In a
 * transaction they are anyway.
 */
export function onOneConnection<Result>(db: Db, work: (one: Db) => Promise<Result>): Promise<Result> {
  if (isOneConnection(db)) return work(db);
  return db.connection().execute((one) => {
    connections.add(one);
    return work(one);
  });
}
