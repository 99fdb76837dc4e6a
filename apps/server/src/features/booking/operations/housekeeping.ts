import type { DbContext } from '#platform/context.ts';
import { joinOldCounts } from '../store/availability.ts';
import { endLapsed } from '../store/bookings.ts';
import { deleteExpiredProofs } from '../store/proofs.ts';

/** Ends kept slots, bookings whose address nobody has confirmed, and used proofs, when their time is over. */
export async function endLapsedBookings({ db, clock }: DbContext): Promise<void> {
  await endLapsed(db, clock());
  await deleteExpiredProofs(db, clock());
}

/** Keeps the counts of changes small, without changing any sum. */
export function joinAvailabilityCounts({ db }: DbContext): Promise<void> {
  return joinOldCounts(db);
}
