import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { mergeEndedCounts } from '../store/availability.ts';
import { deleteLinksExpiredBefore } from '../store/links.ts';
import { deleteExpiredProofs } from '../store/proofs.ts';
import { endExpired } from '../store/taken-times.ts';

/** Ends expired holds and bookings whose address was not confirmed in time, and deletes expired proofs. */
export async function endExpiredBookings({ db, clock }: DbContext): Promise<void> {
  await endExpired(db, clock());
  await deleteExpiredProofs(db, clock());
}

/** Links that can no longer be used are kept for a while, then deleted. */
const KEPT_MS = 30 * DAY_MS;

export function purgeLinks({ db, clock }: DbContext): Promise<void> {
  return deleteLinksExpiredBefore(db, new Date(clock().getTime() - KEPT_MS));
}

/** Keeps the counts of changes small, without changing any sum. */
export function mergeAvailabilityCounts({ db }: Pick<Platform, 'db'>): Promise<void> {
  return mergeEndedCounts(db);
}
