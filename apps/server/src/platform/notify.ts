import { setTimeout as sleep } from 'node:timers/promises';
import { type StreamMessage, type Topic, topics } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import type { Log } from './log.ts';
import { createRecentChanges, type RecentChanges } from './recent-changes.ts';
import type { Scope } from './scope.ts';

const CHANNEL = 'dayloom_stream';
const RECONNECT_MS = 1_000;
/** Notifications of commits within it leave together: a statement for each costs more than the pages gain. */
const COLLECT_MS = 25;

type Listener = (message: StreamMessage) => void;

/**
 * Notifies the user's open browsers of changed topics. Inside a transaction PostgreSQL sends the message at
 * the commit and merges equal messages (PostgreSQL, NOTIFY).
 */
export async function notifyChanged(db: Db, scope: Scope, ...topics: Topic[]): Promise<void> {
  await notify(db, scope, { type: 'changed', topics });
}

export async function notify(db: Db, scope: Scope, message: StreamMessage): Promise<void> {
  await sql`select ${selectNotification(db, scope, message)}`.execute(db);
}

/** SQL that sends the message as part of another statement, and is never null. */
export function selectNotification(db: Db, scope: Scope, message: StreamMessage): RawBuilder<unknown> {
  const held = heldBack.get(db);
  if (!held) return sql`pg_notify(${CHANNEL}, ${toPayload(scope.userId, message)})`;
  if (message.type !== 'changed') held.messages.push(toPayload(scope.userId, message));
  else held.topics.set(scope.userId, [...(held.topics.get(scope.userId) ?? []), ...message.topics]);
  return sql`''`;
}

const toPayload = (userId: string, message: StreamMessage) => JSON.stringify({ userId, message });

interface HeldBack {
  /** The changed topics by user: one message each. */
  readonly topics: Map<string, Topic[]>;
  readonly messages: string[];
}

const heldBack = new WeakMap<Db, HeldBack>();

/**
 * Runs a transaction whose notifications leave after its commit, together with those of others. Commits that notify
 * wait for each other (PostgreSQL, PreCommit_Notify), and each flushes the log separately. Use it only if a job
 * notifies again: a process that dies after the commit has notified nobody.
 */
export async function transactThenNotify<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const held: HeldBack = { topics: new Map(), messages: [] };
  const result = await db.transaction().execute((tx) => {
    heldBack.set(tx, held);
    return work(tx);
  });
  for (const [userId, changed] of held.topics)
    held.messages.push(toPayload(userId, { type: 'changed', topics: [...new Set(changed)] }));
  void sendTogether(db, held.messages);
  return result;
}

const collected = new WeakMap<Db, string[]>();

async function sendTogether(db: Db, messages: readonly string[]): Promise<void> {
  const others = collected.get(db);
  if (others) return void others.push(...messages);
  const all = [...messages];
  collected.set(db, all);
  await sleep(COLLECT_MS);
  collected.delete(db);
  // Without a database there are no notifications either: pages reload everything when it is back.
  await sql`select pg_notify(${CHANNEL}, message) from unnest(${all}::text[]) as message`
    .execute(db)
    .catch(() => {});
}

export interface NotificationHub {
  /** Calls `listener` for each message of the user until the returned function is called. */
  subscribe(userId: string, listener: Listener): () => void;
  /** Once somebody has subscribed and the connection is open: for how long the user's topics have not changed. */
  listUnchanged(userId: string): Promise<Record<Topic, number>>;
  close(): Promise<void>;
}

/**
 * One connection per process listens for all users. The first subscriber opens it, so that a process without
 * streams holds no connection.
 */
export function openNotificationHub(databaseUrl: string, log: Log): NotificationHub {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  let closed = false;
  let wasListening = false;
  let memory: RecentChanges | null = null;
  let listening = Promise.withResolvers<RecentChanges>();

  const deliver = (payload: string) => {
    const { userId, message } = JSON.parse(payload) as { userId: string; message: StreamMessage };
    if (message.type === 'changed') memory?.add(userId, message.topics, performance.now());
    for (const listener of listeners.get(userId) ?? []) listener(message);
  };

  /** PostgreSQL keeps no notifications for absent listeners, so anything may have changed. */
  const announceGap = () => {
    for (const userListeners of listeners.values())
      for (const listener of userListeners) listener({ type: 'changed', topics: [...topics] });
  };

  const connect = async () => {
    if (client || closed) return;
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'dayloom-stream',
      keepAlive: true,
    });
    client = fresh;
    const reconnect = () => {
      // A connection that fails to open reports it twice: its promise rejects, and it emits 'end'.
      if (client !== fresh) return;
      client = undefined;
      if (memory) listening = Promise.withResolvers();
      memory = null;
      if (!closed && listeners.size > 0) setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    fresh.on('error', (error) => log.warn({ err: error }, 'The stream lost its database connection'));
    fresh.on('end', reconnect);
    fresh.on('notification', ({ payload }) => payload && deliver(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      memory = createRecentChanges(performance.now());
      listening.resolve(memory);
      if (wasListening) announceGap();
      wasListening = true;
    } catch (error) {
      log.warn({ err: error }, 'The stream could not connect to the database');
      reconnect();
    }
  };

  return {
    subscribe(userId, listener) {
      const userListeners = listeners.get(userId) ?? new Set();
      userListeners.add(listener);
      listeners.set(userId, userListeners);
      void connect();
      return () => {
        userListeners.delete(listener);
        if (userListeners.size === 0) listeners.delete(userId);
      };
    },
    async listUnchanged(userId) {
      const opened = await listening.promise;
      return opened.listUnchanged(userId, performance.now());
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
