import type { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isConnectionLoss, wasNeverSent } from './connection-loss.ts';
import { JoinedQuery } from './joined-query.ts';
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

interface Statement {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isInTransaction: boolean;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class PreparingClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isBeginPending = false;
  /** Also before PostgreSQL has confirmed `begin`. */
  #isInTransaction = false;
  /** Asked for in this step of the program. */
  #waiting: Statement[] = [];
  /** The result of a commit that was sent with the statement before it. */
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
    if (text.startsWith(THEN_COMMIT)) return this.#sendAndCommit(text, values);
    try {
      if (!this.#isBeginPending) return await this.#send(text, values);
      this.#isBeginPending = false;
      const [, result] = await Promise.all([this.#send('begin', []), this.#send(text, values)]);
      return result;
    } catch (error) {
      throw this.#toOutcome(error);
    }
  }

  /** Where the connection was lost with a commit on its way, which may have been in the same packet, the outcome is open. */
  #toOutcome(error: unknown): unknown {
    return this.#commit && isConnectionLoss(error) && !wasNeverSent(error) ? outcomeUnknown(error) : error;
  }

  async #sendAndCommit(text: string, values: readonly unknown[]): Promise<Result> {
    if (this.#isBeginPending) throw new Error('A transaction of one statement needs no commit.');
    const sent = this.#send(text, values);
    this.#commit = this.#send('commit', []);
    this.#commit.catch(() => {});
    try {
      return await sent;
    } catch (error) {
      throw this.#toOutcome(error);
    }
  }

  async #end(commit: Promise<Result>, text: string): Promise<Result> {
    if (text !== 'commit' && text !== 'rollback')
      throw new Error('The transaction was committed by an earlier statement.');
    this.#commit = undefined;
    try {
      return await commit;
    } catch (error) {
      // PostgreSQL skips a commit that was joined to a statement that failed.
      if (text === 'rollback' && !isConnectionLoss(error)) return this.#send(text, []);
      throw error;
    }
  }

  /** Statements asked for in one step of the program leave in one packet. */
  #send(text: string, values: readonly unknown[]): Promise<Result> {
    const isInTransaction = this.#isInTransaction || this.#client.getTransactionStatus() !== 'I';
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const name = ALWAYS_PREPARED.has(text)
      ? text
      : values.length === 0
        ? null
        : this.#names.find(text, values.length, { isInTransaction });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, text, values, isInTransaction, resolve, reject });
      // Those that are asked for by promises which are settled already belong to the step.
      if (this.#waiting.length === 1)
        process.nextTick(() => queueMicrotask(() => process.nextTick(() => this.#sendWaiting())));
    });
  }

  #sendWaiting(): void {
    const statements = this.#waiting;
    this.#waiting = [];
    const { stream } = this.#connection;
    stream.cork();
    if (statements.length > 1 && statements.every((statement) => this.#canBeJoined(statement)))
      this.#client.query(new JoinedQuery(statements as (Statement & { name: string })[]));
    else for (const statement of statements) void this.#sendAlone(statement);
    stream.uncork();
  }

  get #connection() {
    return (this.#client as unknown as { connection: Connection }).connection;
  }

  /** Outside a transaction, statements before one Sync would be one (PostgreSQL, Extended Query). */
  #canBeJoined({ name, text, values, isInTransaction }: Statement): boolean {
    return (
      isInTransaction &&
      name !== null &&
      this.#connection.parsedStatements[name] === text &&
      !values.some(mayBeUnsendable)
    );
  }

  async #sendAlone({ name, text, values, isInTransaction, resolve, reject }: Statement): Promise<void> {
    try {
      if (name === null) resolve(await this.#plain(text, values));
      else resolve((await this.#client.query({ name, text, values: [...values] })) as Result);
    } catch (error) {
      if (name === null || isInTransaction || !isOutdated(error)) return reject(error);
      // PostgreSQL has run nothing.
      this.#names.forget(text);
      this.#plain(text, values).then(resolve, reject);
    }
  }

  async #plain(text: string, values: readonly unknown[]): Promise<Result> {
    return (await this.#client.query(text, [...values])) as Result;
  }
}

interface Connection {
  readonly stream: Writable;
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/** They are in most packets, and a packet of prepared statements alone can be joined. */
const ALWAYS_PREPARED: ReadonlySet<string> = new Set(['begin', 'commit']);

/** Whether the driver may be unable to write a value as text, which must not break the statements sent with it. */
function mayBeUnsendable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mayBeUnsendable);
  return typeof value === 'object' && value !== null && !(value instanceof Date);
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
