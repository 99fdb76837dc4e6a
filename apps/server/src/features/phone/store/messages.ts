import './tables.ts';
import { sql } from 'kysely';
import type { UnsentNote } from '#features/notifications/model/unsent-note.ts';
import type { Db, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { MessageStatus } from '../model/delivery.ts';

export interface StoredMessage {
  readonly id: string;
  readonly kind: string;
  readonly mobile: string;
  readonly body: string;
  readonly attempts: number;
  /** A visitor's zone; null for the user's home zone. */
  readonly timeZone: string | null;
  /** After it the text is not sent; null for never. */
  readonly usefulUntil: Date | null;
}

export interface NewMessage {
  readonly id: string;
  readonly kind: string;
  readonly mobile: string;
  readonly body: string | null;
  readonly status: 'waiting' | 'sending';
  readonly now: Date;
  readonly sendAt: Date;
  readonly timeZone?: string;
  readonly usefulUntil?: Date;
  /** The note that its user gets if it is not sent. */
  readonly note?: UnsentNote;
}

export const insertMessage = (db: Db, scope: Scope, message: NewMessage): Promise<void> =>
  insertMessages(db, scope, [message]);

/** One with the same id is known and stays as it is. */
export async function insertMessages(db: Db, scope: Scope, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insertInto('sms_messages')
    .values(
      messages.map((message) => ({
        user_id: scope.userId,
        id: message.id,
        kind: message.kind,
        mobile: message.mobile,
        body: message.body,
        status: message.status,
        reason: null,
        provider_id: null,
        attempts: message.status === 'sending' ? 1 : 0,
        created_at: message.now,
        send_at: message.sendAt,
        sent_at: null,
        time_zone: message.timeZone ?? null,
        useful_until: message.usefulUntil ?? null,
        note: message.note ? JSON.stringify(message.note) : null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The reason of a message that was being sent when the process died. */
export const INTERRUPTED = 'interrupted';

/** The kind of a reminder to the user. */
export const REMINDER = 'reminder';

/**
 * The number of the user's reminders since an instant. Until the transaction ends, nobody else counts them, so that two
 * together stay within the limit.
 */
export async function lockAndCountReminders(tx: Tx, scope: Scope, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`texts ${scope.userId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('sms_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('kind', '=', sql.lit(REMINDER))
    .where('created_at', '>=', since)
    .where('status', '<>', 'skipped')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** When messages with some ids were sent, without those that were not delivered. */
export async function listSentTimes(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sms_messages')
    .select(['id', 'sent_at'])
    .where('user_id', '=', scope.userId)
    .where('id', 'in', ids)
    .where('status', 'in', ['sent', 'delivered'])
    .execute();
  return new Map(rows.flatMap(({ id, sent_at: at }) => (at ? [[id, at] as const] : [])));
}

/** The due messages of all users, for the job that sends them. */
export async function listDueMessages(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ scope: Scope; id: string }[]> {
  const rows = await db
    .selectFrom('sms_messages')
    .select(['user_id', 'id'])
    .where('status', '=', 'waiting')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, id }) => ({ scope: mintScope(user_id, 'system'), id }));
}

/** Claims a waiting message for sending; null when another worker has it. From `now` on it is being sent. */
export async function claimMessage(
  db: Db,
  scope: Scope,
  id: string,
  now: Date,
): Promise<StoredMessage | null> {
  const row = await db
    .updateTable('sms_messages')
    .set((eb) => ({ status: 'sending', send_at: now, attempts: eb('attempts', '+', 1) }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning([
      'id',
      'kind',
      'mobile',
      'body',
      'attempts',
      'time_zone as timeZone',
      'useful_until as usefulUntil',
    ])
    .executeTakeFirst();
  return row ? { ...row, body: row.body ?? '' } : null;
}

/** Changes the state of a message. Resolves to the note that its user gets if it is not sent. */
export async function updateMessage(
  db: Db,
  scope: Scope,
  id: string,
  change: {
    status: MessageStatus;
    reason?: string | null;
    sendAt?: Date;
  },
): Promise<UnsentNote | null> {
  const row = await db
    .updateTable('sms_messages')
    .set({
      status: change.status,
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.sendAt && { send_at: change.sendAt }),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('note')
    .executeTakeFirst();
  return row?.note ?? null;
}

/** Records that the provider accepted the message. A delivery report that arrived earlier is kept. */
export async function markSent(
  db: Db,
  scope: Scope,
  id: string,
  { providerId, now }: { providerId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('sms_messages')
    .set((eb) => ({
      provider_id: providerId,
      sent_at: now,
      status: eb
        .case()
        .when('status', '=', 'sending')
        .then(eb.val<MessageStatus>('sent'))
        .else(eb.ref('status'))
        .end(),
    }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Finds a message for delivery reports, with the scope of its user. */
export async function findMessageById(
  db: Db,
  id: string,
): Promise<{ scope: Scope; id: string; status: MessageStatus } | null> {
  const row = await db
    .selectFrom('sms_messages')
    .select(['user_id', 'id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { scope: mintScope(row.user_id, 'system'), id: row.id, status: row.status } : null;
}

/**
 * A message that was being sent when the process died may have been sent. It is marked as failed, because a
 * missing reminder does less harm than a duplicate.
 */
export async function failStuckMessages(
  db: Db,
  before: Date,
): Promise<{ scope: Scope; note: UnsentNote | null }[]> {
  const rows = await db
    .updateTable('sms_messages')
    .set({ status: 'failed', reason: INTERRUPTED })
    .where('status', '=', 'sending')
    .where('send_at', '<', before)
    .returning(['user_id', 'note'])
    .execute();
  return rows.map(({ user_id, note }) => ({ scope: mintScope(user_id, 'system'), note }));
}

/** Deletes old message texts and notes, and keeps that a message was sent. */
export async function forgetBodiesBefore(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('sms_messages')
    .set({ body: null, note: null })
    .where('created_at', '<', before)
    .where('body', 'is not', null)
    .execute();
}
