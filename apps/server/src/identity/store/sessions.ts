import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Visitor } from '#platform/visitor.ts';

interface SessionRow {
  grant_id: string;
  id: string;
  account_id: string;
  device: string;
  address: string;
  created_at: Date;
  last_seen_at: Date;
  confirmed_at: Date | null;
}

declare module '#platform/db.ts' {
  interface Tables {
    identity_payloads: {
      model: string;
      id: string;
      payload: ColumnType<Record<string, unknown>, string, string>;
      grant_id: string | null;
      uid: string | null;
      account_id: string | null;
      expires_at: Date | null;
      consumed_at: Date | null;
    };
    identity_sessions: SessionRow;
  }
}

/** Precision of `last_seen_at`, so that most requests only read. */
const SEEN_EVERY_MS = 5 * MINUTE_MS;

export async function insertSession(
  db: Db,
  session: { grantId: string; accountId: string; from: Visitor; now: Date },
): Promise<void> {
  const { grantId, accountId, from, now } = session;
  await db
    .insertInto('identity_sessions')
    .values({
      grant_id: grantId,
      id: randomUUID(),
      account_id: accountId,
      device: from.device,
      address: from.address,
      created_at: now,
      last_seen_at: now,
      confirmed_at: null,
    })
    .execute();
}

/** A session lives as long as the provider's grant: ending the grant ends the session. */
const isLive = (now: Date) => sql<boolean>`exists (
  select from identity_payloads g
  where g.model = 'Grant' and g.id = identity_sessions.grant_id and (g.expires_at is null or g.expires_at > ${now})
)`;

/** SQL: when the session was last seen; null when it has ended. */
export function selectLastSeen(grantId: string, now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select last_seen_at from identity_sessions where grant_id = ${grantId} and ${isLive(now)}
  )`;
}

export async function findLastSeen(db: Db, grantId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select ${selectLastSeen(grantId, now)} as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** Updates `last_seen_at` when it is a few minutes old. */
export async function recordUse(db: Db, grantId: string, lastSeenAt: Date, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() <= SEEN_EVERY_MS) return;
  await db
    .updateTable('identity_sessions')
    .set({ last_seen_at: now })
    .where('grant_id', '=', grantId)
    .execute();
}

export function listSessions(db: Db, accountId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('identity_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isLive(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

export async function markConfirmed(db: Db, grantId: string, now: Date): Promise<void> {
  await db
    .updateTable('identity_sessions')
    .set({ confirmed_at: now })
    .where('grant_id', '=', grantId)
    .execute();
}

export async function findConfirmedAt(db: Db, grantId: string): Promise<Date | null> {
  const session = await db
    .selectFrom('identity_sessions')
    .select('confirmed_at')
    .where('grant_id', '=', grantId)
    .executeTakeFirst();
  return session?.confirmed_at ?? null;
}

/**
 * What the provider stores for one grant: the grant, its tokens and codes, and the browser's session cookie.
 */
const belongsTo = (grantId: string): RawBuilder<boolean> => sql<boolean>`(
  (model = 'Grant' and id = ${grantId})
  or grant_id is not distinct from ${grantId}
  or (model = 'Session' and exists (
    select from jsonb_each(coalesce(payload->'authorizations', '{}')) granted
    where granted.value->>'grantId' = ${grantId}
  ))
)`;

/** Ends one session of the account. Returns it, or null when none matches. */
export async function endSession(
  db: Db,
  accountId: string,
  which: { id: string } | { grantId: string },
): Promise<SessionRow | null> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('identity_sessions')
      .where('account_id', '=', accountId)
      .where((where) => ('id' in which ? where('id', '=', which.id) : where('grant_id', '=', which.grantId)))
      .returningAll()
      .executeTakeFirst();
    if (!ended) return null;
    await tx.deleteFrom('identity_payloads').where(belongsTo(ended.grant_id)).execute();
    return ended;
  });
}

/**
 * Ends everything granted to an account: sessions, refresh tokens, pending sign-ins. `except` keeps one
 * session. Returns the number of ended sessions.
 */
export async function endAllSessions(
  db: Db,
  account: { id: string; subject: string },
  except: string | null = null,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let sessions = tx.deleteFrom('identity_sessions').where('account_id', '=', account.id);
    let payloads = tx.deleteFrom('identity_payloads').where('account_id', '=', account.subject);
    if (except !== null) {
      sessions = sessions.where('grant_id', '!=', except);
      payloads = payloads.where(sql<boolean>`not ${belongsTo(except)}`);
    }
    await tx.deleteFrom('identity_second_steps').where('account_id', '=', account.id).execute();
    await payloads.execute();
    const ended = await sessions.executeTakeFirst();
    return Number(ended.numDeletedRows);
  });
}
