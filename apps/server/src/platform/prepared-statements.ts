import type { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isConnectionLoss, wasNeverSent } from './connection-loss.ts';
import { outcomeUnknown } from './postgres-dialect.ts';

/** A statement is prepared when it has run this often in the process. Most texts that vary stay below. */
const RUNS_BEFORE = 5;
/** PostgreSQL keeps the plans of prepared statements in the memory of each connection. */
const MAX_PREPARED = 500;
const MAX_COUNTED = 2_000;
const MAX_PARAMETERS = 100;

type Result = PostgresQueryResult<unknown>;

/** Begins the last statement of a transaction: the commit leaves with it, and nothing may follow. */
export const THEN_COMMIT = '/* then commit */ ';

/**
 * A pool whose connections prepare frequent statements (PostgreSQL, PREPARE): to parse and plan a small statement
 * takes longer than to run it. Statements that are asked for at once leave in one packet, and `begin` leaves with the
 * first statement of the transaction.
 *
 * The predicate of an ON CONFLICT must be a literal: a plan for any parameters does not find a partial index by one.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new PreparingClient(client, names);
      clients.set(client, known);
      return known as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}

class PreparingClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isBeginPending = false;
  /** Also before PostgreSQL has answered `begin`. */
  #isInTransaction = false;
  #isCorked = false;
  /** The answer to a commit that was sent with the statement before it. */
  #commit: Promise<Result> | undefined;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  get processID(): number | undefined {
    return (this.#client as { processID?: number }).processID;
  }

  release(destroy?: boolean): void {
    this.#isBeginPending = false;
    this.#isInTransaction = false;
    this.#commit = undefined;
    this.#client.release(destroy);
  }

  async query(text: string, values: readonly unknown[]): Promise<Result> {
    if (text === 'begin') {
      this.#isBeginPending = true;
      this.#isInTransaction = true;
      return { command: 'BEGIN' as never, rowCount: 0, rows: [] };
    }
    if (this.#commit) return this.#end(this.#commit, text);
    this.#cork();
    if (text.startsWith(THEN_COMMIT)) return this.#sendAndCommit(text, values);
    if (!this.#isBeginPending) return this.#send(text, values);
    this.#isBeginPending = false;
    const [, result] = await Promise.all([this.#client.query('begin'), this.#send(text, values)]);
    return result;
  }

  /** When the statement fails, the commit is a rollback (PostgreSQL, COMMIT). */
  async #sendAndCommit(text: string, values: readonly unknown[]): Promise<Result> {
    if (this.#isBeginPending) throw new Error('A transaction of one statement needs no commit.');
    const sent = this.#send(text, values);
    this.#commit = this.#send('commit', []);
    this.#commit.catch(() => {});
    try {
      return await sent;
    } catch (error) {
      throw isConnectionLoss(error) && !wasNeverSent(error) ? outcomeUnknown(error) : error;
    }
  }

  async #end(commit: Promise<Result>, text: string): Promise<Result> {
    if (text !== 'commit' && text !== 'rollback')
      throw new Error('The transaction was committed by an earlier statement.');
    this.#commit = undefined;
    return commit;
  }

  /** Statements sent in the same tick leave in one packet. */
  #cork(): void {
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    if (this.#isCorked) return;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  async #send(text: string, values: readonly unknown[]): Promise<Result> {
    const isInTransaction = this.#isInTransaction || this.#client.getTransactionStatus() !== 'I';
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const name = values.length === 0 ? null : this.#names.find(text, values.length, { isInTransaction });
    if (name === null) return this.#plain(text, values);
    try {
      return (await this.#client.query({ name, text, values: [...values] })) as Result;
    } catch (error) {
      if (isInTransaction || !isOutdated(error)) throw error;
      // PostgreSQL has run nothing.
      this.#names.forget(text);
      return this.#plain(text, values);
    }
  }

  async #plain(text: string, values: readonly unknown[]): Promise<Result> {
    return (await this.#client.query(text, [...values])) as Result;
  }
}

interface Counted {
  runs: number;
  name: string | null;
  /** Whether its columns are those of a table, so that a migration may change them. */
  readonly hasOpenColumns: boolean;
}

class StatementNames {
  readonly #counted = new Map<string, Counted>();
  #prepared = 0;

  /** The name to prepare the statement by; null if it is to be sent as text. */
  find(
    text: string,
    parameters: number,
    { isInTransaction }: { readonly isInTransaction: boolean },
  ): string | null {
    if (parameters > MAX_PARAMETERS) return null;
    const counted = this.#count(text);
    // After a migration such a statement fails once, and that would end the transaction.
    return isInTransaction && counted.hasOpenColumns ? null : counted.name;
  }

  forget(text: string): void {
    const counted = this.#count(text);
    counted.name = null;
    counted.runs = Number.NEGATIVE_INFINITY;
  }

  #count(text: string): Counted {
    let counted = this.#counted.get(text);
    if (!counted) {
      if (this.#counted.size >= MAX_COUNTED)
        for (const [known, { name }] of this.#counted) if (name === null) this.#counted.delete(known);
      counted = { runs: 0, name: null, hasOpenColumns: hasOpenColumns(text) };
      this.#counted.set(text, counted);
    }
    counted.runs += 1;
    if (counted.runs === RUNS_BEFORE && this.#prepared < MAX_PREPARED) {
      this.#prepared += 1;
      counted.name = `s${this.#prepared}`;
    }
    return counted;
  }
}

/** Whether the outer statement returns `*`; subqueries do not matter. */
export function hasOpenColumns(text: string): boolean {
  let depth = 0;
  let outer = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (depth === 0) outer += character;
    if (character === ')') depth -= 1;
  }
  return depth !== 0 || /(?:\b(?:select|returning)\s*|[,.]\s*)\*/i.test(outer);
}

/** A migration has changed the columns of a prepared statement (`RevalidateCachedQuery` in PostgreSQL). */
function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === '0A000' && message === 'cached plan must not change result type';
}
