import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import './tables.ts';
import { rethrowTaken, type TakenTime, toRangeLiteral } from './taken-times.ts';

export interface NewHold extends TakenTime {
  readonly id: string;
  readonly eventTypeId: string;
  readonly expiresAt: Date;
  readonly holder: string;
}

export async function insertHold(tx: Tx, scope: Scope, hold: NewHold, now: Date): Promise<void> {
  await tx
    .insertInto('bookings')
    .values({
      user_id: scope.userId,
      id: hold.id,
      status: 'HELD',
      event_type_id: hold.eventTypeId,
      starts_at: hold.startsAt,
      ends_at: hold.endsAt,
      blocked: toRangeLiteral(hold),
      hold_expires_at: hold.expiresAt,
      holder: hold.holder,
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(rethrowTaken);
}

/** Serialises the holds of one visitor, so that their number is limited. */
export async function lockHolder(tx: Tx, holder: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hold ${holder}`}, 0))`.execute(tx);
}

export async function countHolds(db: Db, holder: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<string>`count(distinct id)`.as('count'))
    .where('holder', '=', holder)
    .where('status', '=', 'HELD')
    .where('hold_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes a hold of any host. It takes no scope: only the holder knows the id. */
export async function deleteHold(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bookings').where('id', '=', id).where('status', '=', 'HELD').execute();
}
