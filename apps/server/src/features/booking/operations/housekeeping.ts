import { DAY_MS } from '@dayloom/time';
import type { DbContext } from '#platform/context.ts';
import { joinOldCounts } from '../store/availability.ts';
import { deleteLinksExpiredBefore } from '../store/links.ts';
import { deleteExpiredProofs } from '../store/proofs.ts';
import { endLapsed } from '../store/taken-times.ts';

/** Ends kept slots, bookings whose address nobody has confirmed, and used proofs, when their time is over. */
export async function endLapsedBookings({ db, clock }: DbContext): Promise<void> {
  await endLapsed(db, clock());
  await deleteExpiredProofs(db, clock());
}

/** Links that nobody can use any more are of no interest after a while. */
const KEPT_MS = 30 * DAY_MS;

export function purgeLinks({ db, clock }: DbContext): Promise<void> {
  return deleteLinksExpiredBefore(db, new Date(clock().getTime() - KEPT_MS));
}

/** Keeps the counts of changes small, without changing any sum. */
export function joinAvailabilityCounts({ db }: DbContext): Promise<void> {
  return joinOldCounts(db);
}
