import { type StreamMessage, type Topic, topics } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import type { Scope } from './scope.ts';

const CHANNEL = 'dayloom_stream';
const RECONNECT_MS = 1_000;

type Listener = (message: StreamMessage) => void;

/**
 * Notifies the user's open browsers of changed topics. Inside a transaction PostgreSQL sends the message at
 * the commit and merges equal messages (PostgreSQL, NOTIFY).
 */
export async function notifyChanged(db: Db, scope: Scope, ...topics: Topic[]): Promise<void> {
  await notify(db, scope, { type: 'changed', topics });
}

export async function notify(db: Db, scope: Scope, message: StreamMessage): Promise<void> {
  await sql`select ${selectNotification(scope, message)}`.execute(db);
}

/** SQL that sends the message as part of another statement. */
export function selectNotification(scope: Scope, message: StreamMessage): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${JSON.stringify({ userId: scope.userId, message })})`;
}

export interface NotificationHub {
  /** Calls `listener` for each message of the user until the returned function is called. */
  subscribe(userId: string, listener: Listener): () => void;
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

  const deliver = (payload: string) => {
    const { userId, message } = JSON.parse(payload) as { userId: string; message: StreamMessage };
    for (const listener of listeners.get(userId) ?? []) listener(message);
  };

  /** PostgreSQL keeps no notifications for absent listeners, so anything may have changed. */
  const announceGap = () => {
    for (const ofUser of listeners.values())
      for (const listener of ofUser) listener({ type: 'changed', topics: [...topics] });
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
      if (!closed && listeners.size > 0) setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    fresh.on('error', (error) => log.warn({ err: error }, 'The stream lost its database connection'));
    fresh.on('end', reconnect);
    fresh.on('notification', ({ payload }) => payload && deliver(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      if (wasListening) announceGap();
      wasListening = true;
    } catch (error) {
      log.warn({ err: error }, 'The stream could not connect to the database');
      reconnect();
    }
  };

  return {
    subscribe(userId, listener) {
      const ofUser = listeners.get(userId) ?? new Set();
      ofUser.add(listener);
      listeners.set(userId, ofUser);
      void connect();
      return () => {
        ofUser.delete(listener);
        if (ofUser.size === 0) listeners.delete(userId);
      };
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
