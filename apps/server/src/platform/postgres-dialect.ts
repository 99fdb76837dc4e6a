import {
  CompiledQuery,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import { isConnectionLoss, wasNeverSent } from './connection-loss.ts';
import { AppError } from './errors.ts';
import { noteWrite } from './write-tracking.ts';

type Connection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>;

/** Kysely's PostgreSQL dialect, plus the meaning of a lost connection for a write. */
export class LossAwarePostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new LossAwareDriver(this.#config);
  }
}

/**
 * A connection can break after PostgreSQL has committed and before the server receives the result. Such a write is
 * `outcome_unknown`: it may have succeeded or failed. A connection lost before the commit certainly means a
 * rollback, so the original error stays.
 */
class LossAwareDriver extends PostgresDriver {
  readonly #known = new WeakSet<Connection>();
  readonly #inTransaction = new WeakSet<Connection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<Connection> {
    const connection = await super.acquireConnection(...options);
    if (!this.#known.has(connection)) {
      this.#known.add(connection);
      this.#watch(connection);
    }
    return connection;
  }

  override async beginTransaction(
    connection: Connection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    this.#inTransaction.add(connection);
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    try {
      await super.commitTransaction(connection);
      noteWrite();
    } catch (error) {
      throw isConnectionLoss(error) && !wasNeverSent(error) ? outcomeUnknown(error) : error;
    } finally {
      this.#inTransaction.delete(connection);
    }
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    this.#inTransaction.delete(connection);
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // PostgreSQL rolls back when it loses the client. The caller needs the earlier error.
      if (!isConnectionLoss(error)) throw error;
    }
  }

  #watch(connection: Connection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (this.#inTransaction.has(connection)) return execute<Row>(query);
      try {
        const result = await execute<Row>(query);
        if (isWrite(query)) noteWrite();
        return result;
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        // The server's last message can come before the socket closes. Until then the pool would lend the connection again.
        await execute(CompiledQuery.raw('select 1')).catch(() => undefined);
        throw isWrite(query) && !wasNeverSent(error) ? outcomeUnknown(error) : error;
      }
    };
  }
}

const READS = /^\s*(?:select|show|explain|begin|start|rollback|set)\b/i;
const WRITES = /\b(?:insert|update|delete|merge)\b/i;

function isWrite({ sql }: CompiledQuery): boolean {
  if (READS.test(sql)) return false;
  return !/^\s*with\b/i.test(sql) || WRITES.test(sql);
}

/** The error for a write that may or may not have happened. */
export function outcomeUnknown(cause: unknown): AppError {
  return new AppError(
    'outcome_unknown',
    'The connection to the database was lost while saving. Check whether the change was saved before you try again.',
    { cause },
  );
}
