import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { joinOldCounts } from '../store/availability.ts';
import { deleteLinksExpiredBefore } from '../store/links.ts';
import { deleteExpiredProofs } from '../store/proofs.ts';
import { endLapsed } from '../store/taken-times.ts';

/** Ends expired holds and bookings whose address was not confirmed in time, and deletes expired proofs. */
export async function endLapsedBookings({ db, clock }: DbContext): Promise<void> {
  await endLapsed(db, clock());
  await deleteExpiredProofs(db, clock());
}

/** Links that can no longer be used are kept for a while, then deleted. */
const KEPT_MS = 30 * DAY_MS;

export function purgeLinks({ db, clock }: DbContext): Promise<void> {
  return deleteLinksExpiredBefore(db, new Date(clock().getTime() - KEPT_MS));
}

/** Keeps the counts of changes small, without changing any sum. */
export function joinAvailabilityCounts({ db }: Pick<Platform, 'db'>): Promise<void> {
  return joinOldCounts(db);
}
