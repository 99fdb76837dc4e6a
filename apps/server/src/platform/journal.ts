import { randomUUID } from 'node:crypto';
import type { Topic } from '@dayloom/contracts';
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import {
  endsWithWrites,
  insertRow,
  onOneConnection,
  readInBatch,
  writeInBatch,
} from './batched-statements.ts';
import type { Clock } from './clock.ts';
import type { Db, Tx } from './db.ts';
import { AppError, notFound } from './errors.ts';
import { selectNotification } from './notify.ts';
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
      cause: string | null;
      created_at: Date;
      undone_at: Date | null;
    };
  }
}

/** A change as data: its kind and the payload to apply it, again or in reverse. */
export interface CommandData<Payload = unknown> {
  readonly kind: string;
  readonly payload: Payload;
}

/**
 * Result of applying a command: the result for the caller, the inverse command and a line for people to read.
 */
export interface CommandOutcome<Result> {
  /** A promise when statements are on their way: the command is recorded in the same round trip. */
  readonly result: Result | Promise<Result>;
  readonly inverse: CommandData;
  readonly summary: string;
  /** The topics that changed. The user's open browsers are notified of them. */
  readonly changed: readonly Topic[];
  /** What people must know apart from the success, in words. */
  readonly notice?: string | null;
}

/** How to apply one kind of command. The payload must survive JSON. */
export interface CommandKind<Payload, Result> {
  readonly kind: string;
  apply(tx: Tx, scope: Scope, payload: Payload, now: Date): Promise<CommandOutcome<Result>>;
  /**
   * Applies a command that is a single `writeInBatch` and changes no times, so that the step after each command is not
   * needed. It becomes one statement with its record, without a transaction. Null when this payload needs one.
   */
  applyInOneStatement?(db: Db, scope: Scope, payload: Payload, now: Date): CommandOutcome<Result> | null;
}

/** Several commands that people see as one change: applied in order, undone in reverse order. */
export interface BatchPayload {
  readonly commands: readonly CommandData[];
}

export interface Recorded<Result> {
  readonly commandId: string;
  readonly result: Result;
  /** What people must know apart from the success; null for nothing. */
  readonly notice: string | null;
}

export interface CommandOptions {
  /** The command that it undoes. */
  readonly undoes?: string | null;
  /** Chosen by a caller who may repeat the request: a command of a user is recorded once. */
  readonly id?: string | undefined;
}

/**
 * `key` is the Idempotency-Key of a request, a UUID that becomes the id of its command. A repeated request changes
 * nothing, and returns the changed object as it is now.
 */
export interface IdempotencyOptions {
  readonly key?: string | undefined;
}

export const keyReusedError = (usedFor = 'change') =>
  new AppError('unprocessable', `This Idempotency-Key was used for another ${usedFor}.`, {
    fields: { 'Idempotency-Key': `was used for another ${usedFor}` },
  });

interface RecordOptions {
  readonly undoes: string | null;
  readonly id: string;
  readonly now: Date;
  readonly isNeeded?: RawBuilder<boolean>;
}

/** A step after every command. */
export interface AfterCommand {
  /** SQL: whether the step has something to do. It is part of the statement that records the command. */
  isNeeded(scope: Scope): RawBuilder<boolean>;
  run(tx: Tx, scope: Scope): Promise<void>;
}

/**
 * The journal of everything that people and the assistant change. A command and its inverse are recorded in
 * the transaction that applies it. Undo applies the inverse as a new command, so that undoing the undo
 * restores the change.
 */
export class Journal {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, CommandKind<never, unknown>>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.register(this.#batch);
  }

  #afterEach: AfterCommand = { isNeeded: () => sql`false`, run: async () => {} };

  /** Adds a step to the transaction of every command of any kind. */
  afterEach(step: AfterCommand): void {
    this.#afterEach = step;
  }

  readonly #batch: CommandKind<BatchPayload, unknown> = {
    kind: 'several',
    apply: async (tx, scope, { commands }, now) => {
      const outcomes: CommandOutcome<unknown>[] = [];
      for (const { kind, payload } of commands)
        outcomes.push(await this.#getKind(kind).apply(tx, scope, payload as never, now));
      return {
        result: Promise.all(outcomes.map(({ result }) => result)),
        inverse: {
          kind: 'several',
          payload: { commands: outcomes.map(({ inverse }) => inverse).toReversed() },
        },
        summary: outcomes.map(({ summary }) => summary).join(' · '),
        changed: [...new Set(outcomes.flatMap(({ changed }) => changed))],
        notice: outcomes.flatMap(({ notice }) => notice ?? []).join(' ') || null,
      };
    },
  };

  #getKind(name: string): CommandKind<never, unknown> {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`No command kind '${name}' is registered.`);
    return kind;
  }

  register(...kinds: readonly CommandKind<never, unknown>[]): void {
    for (const kind of kinds) this.#kinds.set(kind.kind, kind);
  }

  /** Applies and records one command, in a new transaction if it is more than one statement. */
  async run<Payload, Result>(
    scope: Scope,
    kind: CommandKind<Payload, Result>,
    payload: Payload,
    options: CommandOptions = {},
  ): Promise<Recorded<Result>> {
    const alone = kind.applyInOneStatement
      ? await this.#runInOneStatement(scope, kind, payload, options)
      : null;
    return alone ?? this.#db.transaction().execute((tx) => this.runIn(tx, scope, kind, payload, options));
  }

  #runInOneStatement<Payload, Result>(
    scope: Scope,
    kind: CommandKind<Payload, Result>,
    payload: Payload,
    { undoes = null, id: commandId = randomUUID() }: CommandOptions,
  ): Promise<Recorded<Result> | null> {
    return onOneConnection(this.#db, async (db) => {
      const now = this.#clock();
      const outcome = kind.applyInOneStatement?.(db, scope, payload, now);
      if (!outcome) return null;
      const recording = this.#record(db, scope, { kind: kind.kind, payload }, outcome, {
        undoes,
        id: commandId,
        now,
      });
      const [result] = await Promise.all([outcome.result, recording]);
      return { commandId, result, notice: outcome.notice ?? null };
    });
  }

  /** Applies and records one command inside the caller's transaction. */
  async runIn<Payload, Result>(
    tx: Tx,
    scope: Scope,
    kind: CommandKind<Payload, Result>,
    payload: Payload,
    { undoes = null, id: commandId = randomUUID() }: CommandOptions = {},
  ): Promise<Recorded<Result>> {
    const now = this.#clock();
    const outcome = await kind.apply(tx, scope, payload, now);
    const isNeeded = this.#afterEach.isNeeded(scope);
    const command = { kind: kind.kind, payload };
    const recording = this.#record(tx, scope, command, outcome, { undoes, id: commandId, now, isNeeded });
    // The change is awaited first. If it fails, recording it fails too, and only the first error is useful.
    recording.catch(() => {});
    const result = await outcome.result;
    const isStepNeeded = await recording;
    if (isStepNeeded) await this.#runStep(tx, scope);
    return { commandId, result, notice: outcome.notice ?? null };
  }

  async #runStep(tx: Tx, scope: Scope): Promise<void> {
    if (!endsWithWrites(tx)) return this.#afterEach.run(tx, scope);
    // It has become needed since `isStepNeeded` was asked.
    await this.#db.transaction().execute((other) => this.#afterEach.run(other, scope));
  }

  /** Whether a step follows each command of the user, so that its record is not the last statement. */
  async isStepNeeded(db: Db, scope: Scope): Promise<boolean> {
    const [found] = await readInBatch<{ isNeeded: boolean }>(
      db,
      sql`select ${this.#afterEach.isNeeded(scope)} as "isNeeded"`,
    );
    return found?.isNeeded ?? false;
  }

  /** SQL: `isStepNeeded`. */
  selectIsStepNeeded(scope: Scope): RawBuilder<boolean> {
    return this.#afterEach.isNeeded(scope);
  }

  /** One statement: it records the command, notifies, and asks whether the step after it is needed. */
  #record(
    db: Db,
    scope: Scope,
    { kind, payload }: CommandData,
    { inverse, summary, changed }: CommandOutcome<unknown>,
    { undoes, id, now, isNeeded = sql`false` }: RecordOptions,
  ): Promise<boolean> {
    const notified = selectNotification(db, scope, { type: 'changed', topics: [...changed] });
    return writeInBatch(
      db,
      [
        insertRow('commands', {
          user_id: scope.userId,
          id,
          kind,
          summary,
          actor: scope.actor,
          payload: JSON.stringify(payload),
          inverse: JSON.stringify(inverse),
          undoes,
          cause: scope.cause,
          created_at: now,
        }),
      ],
      // In this order: `and` would not notify if the step is not needed.
      sql<boolean>`case when ${notified} is null then false else ${isNeeded} end`,
    );
  }

  /**
   * Serialises one user's changes of several objects, because a change and its undo lock the same objects in
   * opposite order. Must be the first statement of the transaction.
   */
  async lockUser(tx: Tx, scope: Scope): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`journal ${scope.userId}`}, 0))`.execute(tx);
  }

  /**
   * Applies commands that belong together and records them as one batch; a single command is recorded as
   * itself. Call `lockUser` first.
   */
  async runAllIn(
    tx: Tx,
    scope: Scope,
    commands: readonly CommandData[],
    options: CommandOptions = {},
  ): Promise<Recorded<unknown>> {
    const [first] = commands;
    return first && commands.length === 1
      ? this.runIn(tx, scope, this.#getKind(first.kind), first.payload as never, options)
      : this.runIn(tx, scope, this.#batch, { commands }, options);
  }

  /**
   * Whether the request with this key was carried out. A key of another change is refused; `isSame`
   * compares the changes that were made with the key. Call `lockUser` first.
   */
  async isRepeated(
    tx: Tx,
    scope: Scope,
    key: string | undefined,
    isSame: (change: CommandData) => boolean,
  ): Promise<boolean> {
    if (key === undefined) return false;
    const command = await tx
      .selectFrom('commands')
      .select(['kind', 'payload'])
      .where('user_id', '=', scope.userId)
      .where('id', '=', key)
      .executeTakeFirst();
    if (!command) return false;
    const changes =
      command.kind === this.#batch.kind ? (command.payload as BatchPayload).commands : [command];
    if (changes.some(isSame)) return true;
    throw keyReusedError();
  }

  /** Undoes a command. Throws `already_undone` when it was undone before. */
  undo(scope: Scope, commandId: string): Promise<Recorded<unknown>> {
    return this.#db.transaction().execute(async (tx) => {
      await this.lockUser(tx, scope);
      const command = await this.#findForUndo(tx, scope, commandId);
      if (!command) throw notFound('The change');
      if (command.undone_at) throw new AppError('already_undone', 'This change was already undone.');
      return this.#undoIn(tx, scope, command);
    });
  }

  /**
   * Undoes commands that people see as one change, the last one first, all or none. Those that were undone before are
   * left alone; throws `already_undone` when all of them were.
   */
  undoAll(
    scope: Scope,
    commandIds: readonly string[],
  ): Promise<(Recorded<unknown> & { readonly undoes: string })[]> {
    return this.#db.transaction().execute(async (tx) => {
      await this.lockUser(tx, scope);
      const undone: (Recorded<unknown> & { readonly undoes: string })[] = [];
      for (const commandId of commandIds.toReversed()) {
        const command = await this.#findForUndo(tx, scope, commandId);
        if (!command) throw notFound('The change');
        if (!command.undone_at)
          undone.push({ ...(await this.#undoIn(tx, scope, command)), undoes: commandId });
      }
      if (undone.length === 0) throw new AppError('already_undone', 'This change was already undone.');
      return undone;
    });
  }

  #findForUndo(tx: Tx, scope: Scope, commandId: string) {
    return tx
      .selectFrom('commands')
      .select(['id', 'inverse', 'undone_at'])
      .where('user_id', '=', scope.userId)
      .where('id', '=', commandId)
      .forUpdate()
      .executeTakeFirst();
  }

  async #undoIn(
    tx: Tx,
    scope: Scope,
    { id, inverse }: { readonly id: string; readonly inverse: CommandData },
  ): Promise<Recorded<unknown>> {
    const recorded = await this.runIn(tx, scope, this.#getKind(inverse.kind), inverse.payload as never, {
      undoes: id,
    });
    await tx
      .updateTable('commands')
      .set({ undone_at: this.#clock() })
      .where('user_id', '=', scope.userId)
      .where('id', '=', id)
      .execute();
    return recorded;
  }

  /** Changes for a cause since an instant that nobody has undone, oldest first. */
  listCausedBy(scope: Scope, cause: string, since: Date) {
    return this.#db
      .selectFrom('commands')
      .select(['id', 'kind', 'summary'])
      .where('user_id', '=', scope.userId)
      .where('cause', '=', cause)
      .where('created_at', '>=', since)
      .where('undoes', 'is', null)
      .where('undone_at', 'is', null)
      .orderBy('created_at')
      .execute();
  }

  /** How many changes the scope's actor has made since then, whether or not they were undone. */
  async countSince(scope: Scope, since: Date): Promise<number> {
    const { changes } = await this.#db
      .selectFrom('commands')
      .select(({ fn }) => fn.countAll<string>().as('changes'))
      .where('user_id', '=', scope.userId)
      .where('actor', '=', scope.actor)
      .where('created_at', '>=', since)
      .where('undoes', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(changes);
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
