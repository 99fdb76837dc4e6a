import pg from 'pg';

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Connection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  execute(options: { readonly portal: string }): void;
  sync(): void;
}

/** What `pg` calls on the query whose results are arriving (`lib/client.js`). */
interface Handlers {
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** One of the statements. `prepare` ends with `_getRows`, which would send a Sync after each. */
class Part extends pg.Query {
  _getRows(connection: Connection): void {
    connection.execute({ portal: '' });
  }
}

/**
 * Prepared statements of a transaction with one Sync behind them all (PostgreSQL, Extended Query): PostgreSQL answers
 * each Sync with a packet of its own, which costs both sides a system call. When one fails, PostgreSQL skips the others.
 */
export class JoinedQuery extends pg.Query {
  readonly #parts: (Part & Handlers)[];
  #at = 0;

  constructor(statements: readonly Prepared[]) {
    super('', () => {});
    this.#parts = statements.map(
      ({ name, text, values, resolve, reject }) =>
        new Part({ name, text, values: [...values] }, (error, result) =>
          error ? reject(error) : resolve(result as never),
        ) as Part & Handlers,
    );
  }

  override submit = (connection: unknown): void => {
    for (const part of this.#parts) part.prepare(connection as Connection);
    (connection as Connection).sync();
  };

  handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#parts[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection);
  }

  /** Also for a lost connection, where the error is that of all. */
  handleError(error: Error, connection: Connection): void {
    const done = this.#parts.slice(0, this.#at);
    for (const part of done) part.handleReadyForQuery(connection);
    for (const part of this.#parts.slice(this.#at)) part.handleError(error, connection);
  }
}
