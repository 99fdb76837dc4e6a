import { getZone } from '@dayloom/time';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { rebaseToZone } from '../rules/home-zone.ts';
import { listFloatingObjects, moveRecurrenceIds, updateInstants } from '../store/floating.ts';
import { getWindow, indexObjects } from './occurrence-index.ts';

/**
 * Resolves all-day and floating events in the new home zone: their instants change, and so does the index
 * that planning reads. Part of the caller's transaction.
 */
export async function resolveFloatingTimes(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  before: string,
  after: string,
): Promise<void> {
  const records = await listFloatingObjects(tx, scope);
  if (records.length === 0) return;
  const moved = rebaseToZone(records, getZone(before), getZone(after));
  await moveRecurrenceIds(
    tx,
    scope,
    moved.filter((record, index) => record.recurrenceId !== records[index]?.recurrenceId),
  );
  await updateInstants(tx, scope, moved, after);
  await indexObjects(tx, scope, moved, await getWindow(tx, scope, clock()), after);
}
