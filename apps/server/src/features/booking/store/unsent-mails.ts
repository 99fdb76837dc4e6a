import { type Selectable, sql } from 'kysely';
import type { Tables, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredBooking, UnsentMail } from '../model/booking.ts';
import './tables.ts';
import { toBooking } from './bookings.ts';

/** Per transaction. */
const MAX_BOOKINGS = 50;

export interface BookingWithMail {
  readonly kind: UnsentMail;
  /** The first host's part first. */
  readonly parts: [BookingPart, ...BookingPart[]];
}

interface BookingPart {
  readonly scope: Scope;
  readonly booking: StoredBooking;
}

/** Locks bookings whose mails are not queued yet, without those named and those that another process has locked. */
export async function lockBookingsWithUnsentMail(
  tx: Tx,
  except: readonly string[],
): Promise<BookingWithMail[]> {
  const rows = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('unsent_news', 'is not', null)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .limit(MAX_BOOKINGS)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const others = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('user_id')
    .execute();
  const toPart = (row: Selectable<Tables['bookings']>): BookingPart => ({
    scope: mintScope(row.user_id, 'system'),
    booking: toBooking(row),
  });
  return rows.flatMap((row) => {
    const rest = others.filter(({ id, user_id }) => id === row.id && user_id !== row.user_id);
    return row.unsent_news ? [{ kind: row.unsent_news, parts: [toPart(row), ...rest.map(toPart)] }] : [];
  });
}

/** Clears the note of an unsent mail, which was queued or replaced by a later one. */
export async function clearUnsentMail(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ unsent_news: null })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('unsent_news', 'is not', null)
    .execute();
}
