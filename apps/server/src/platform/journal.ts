import { randomUUID } from 'node:crypto';
import { type ColumnType, sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db, Tx } from './db.ts';
import { AppError, notFound } from './errors.ts';
import type { Actor, Scope } from './scope.ts';

declare module './db.ts' {
  interface Tables {
    commands: {
      user_id: string;
      id: string;
      kind: string;
      summary: string;
      actor: Actor;
      payload: ColumnType<unknown, string, never>;
      inverse: ColumnType<CommandData, string, never>;
      undoes: string | null;
      created_at: Date;
      undone_at: Date | null;
    };
  }
}

/** A change as data: which kind, and what it needs to be carried out (again, or backwards). */
export interface CommandData<Payload = unknown> {
  readonly kind: string;
  readonly payload: Payload;
}

/** What carrying out a command gives: the answer, how to take it back, and a line for people to read. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly inverse: CommandData;
  readonly summary: string;
  /** What people have to know beside that it was done, in words. */
  readonly notice?: string | null;
}

/** How one kind of command is carried out. The payload must survive JSON. */
export interface CommandKind<Payload, Result> {
  readonly kind: string;
  apply(tx: Tx, scope: Scope, payload: Payload, now: Date): Promise<Outcome<Result>>;
}

/** Several changes that are one to people: carried out in order, taken back in the opposite one. */
export interface BatchPayload {
  readonly commands: readonly CommandData[];
}

export interface Recorded<Result> {
  readonly commandId: string;
  readonly result: Result;
  /** What people have to know beside that it was done; null when that is all. */
  readonly notice: string | null;
}

/**
 * The one journal of everything people and the assistant change. A command is applied and recorded with its
 * inverse in the same transaction; undo applies the inverse as a command of its own, so that undoing the
 * undo brings the change back.
 */
export class Journal {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, CommandKind<never, unknown>>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.register(this.#several);
  }

  #afterEach: (tx: Tx, scope: Scope) => Promise<void> = async () => {};

  /** What has to happen in the transaction of every command, whichever it is. */
  afterEach(step: (tx: Tx, scope: Scope) => Promise<void>): void {
    this.#afterEach = step;
  }

  readonly #several: CommandKind<BatchPayload, void> = {
    kind: 'several',
    apply: async (tx, scope, { commands }, now) => {
      const outcomes: Outcome<unknown>[] = [];
      for (const { kind, payload } of commands)
        outcomes.push(await this.#kindOf(kind).apply(tx, scope, payload as never, now));
      return {
        result: undefined,
        inverse: {
          kind: 'several',
          payload: { commands: outcomes.map(({ inverse }) => inverse).toReversed() },
        },
        summary: outcomes.map(({ summary }) => summary).join(' · '),
        notice: outcomes.flatMap(({ notice }) => notice ?? []).join(' ') || null,
      };
    },
  };

  #kindOf(name: string): CommandKind<never, unknown> {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`No command kind '${name}' is registered.`);
    return kind;
  }

  register(...kinds: readonly CommandKind<never, unknown>[]): void {
    for (const kind of kinds) this.#kinds.set(kind.kind, kind);
  }

  /** Applies and records one command in a transaction of its own. */
  run<Payload, Result>(
    scope: Scope,
    kind: CommandKind<Payload, Result>,
    payload: Payload,
  ): Promise<Recorded<Result>> {
    return this.#db.transaction().execute((tx) => this.runIn(tx, scope, kind, payload));
  }

  /** Applies and records one command inside the caller's transaction. */
  async runIn<Payload, Result>(
    tx: Tx,
    scope: Scope,
    kind: CommandKind<Payload, Result>,
    payload: Payload,
    undoes: string | null = null,
  ): Promise<Recorded<Result>> {
    const now = this.#clock();
    const { result, inverse, summary, notice = null } = await kind.apply(tx, scope, payload, now);
    const commandId = randomUUID();
    await tx
      .insertInto('commands')
      .values({
        user_id: scope.userId,
        id: commandId,
        kind: kind.kind,
        summary,
        actor: scope.actor,
        payload: JSON.stringify(payload),
        inverse: JSON.stringify(inverse),
        undoes,
        created_at: now,
        undone_at: null,
      })
      .execute();
    await this.#afterEach(tx, scope);
    return { commandId, result, notice };
  }

  /**
   * Lets one user's changes of several things happen one after another: there and back they take the same things in
   * opposite order. First of all in the transaction.
   */
  async lockUser(tx: Tx, scope: Scope): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`journal ${scope.userId}`}, 0))`.execute(tx);
  }

  /**
   * Applies commands that belong together and records them as one; one alone is recorded as itself. After `hold`.
   */
  async runAllIn(tx: Tx, scope: Scope, commands: readonly CommandData[]): Promise<Recorded<unknown>> {
    const [first] = commands;
    return first && commands.length === 1
      ? this.runIn(tx, scope, this.#kindOf(first.kind), first.payload as never)
      : this.runIn(tx, scope, this.#several, { commands });
  }

  /** Takes a command back. Throws `already_undone` when that has happened before. */
  undo(scope: Scope, commandId: string): Promise<Recorded<unknown>> {
    return this.#db.transaction().execute(async (tx) => {
      await this.lockUser(tx, scope);
      const command = await tx
        .selectFrom('commands')
        .selectAll()
        .where('user_id', '=', scope.userId)
        .where('id', '=', commandId)
        .forUpdate()
        .executeTakeFirst();
      if (!command) throw notFound('The change');
      if (command.undone_at) throw new AppError('already_undone', 'This change was undone already.');
      const kind = this.#kindOf(command.inverse.kind);
      const recorded = await this.runIn(tx, scope, kind, command.inverse.payload as never, commandId);
      await tx
        .updateTable('commands')
        .set({ undone_at: this.#clock() })
        .where('user_id', '=', scope.userId)
        .where('id', '=', commandId)
        .execute();
      return recorded;
    });
  }

  list(scope: Scope, limit: number) {
    return this.#db
      .selectFrom('commands')
      .select(['id', 'kind', 'summary', 'actor', 'created_at', 'undone_at', 'undoes'])
      .where('user_id', '=', scope.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
