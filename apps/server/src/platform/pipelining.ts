import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely';

/**
 * Lets statements of one connection that do not wait for each other leave together (PostgreSQL, Pipelining): a round
 * trip costs more than a small statement. Kysely would hold each back until the one before has its result. When one
 * of a transaction fails, PostgreSQL refuses those behind it.
 */
export function pipelineStatements<Tables>(db: Kysely<Tables>): void {
  const executor = db.getExecutor();
  const withProvider = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (provider) => withProvider(new SharedConnection(provider));
}

class SharedConnection implements ConnectionProvider {
  readonly #connection: Promise<DatabaseConnection>;

  constructor(provider: ConnectionProvider) {
    this.#connection = provider.provideConnection((connection) => Promise.resolve(connection));
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    return consumer(await this.#connection);
  }
}
