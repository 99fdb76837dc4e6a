import type { LocalChange } from '#features/calendar/model/local-change.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { copyOverride } from '../store/settings.ts';

/**
 * The second part of a split series is a new event: it keeps the reminders that were set for the series. Called inside
 * the transaction of the change.
 */
export async function followSplit(
  tx: Tx,
  scope: Scope,
  { splitFrom, before, after }: Pick<LocalChange, 'splitFrom' | 'before' | 'after'>,
): Promise<void> {
  const findMaster = (records: LocalChange['after'], uid: string) =>
    records.find((record) => record.uid === uid && record.recurrenceId === null)?.id;
  for (const [uid, fromUid] of splitFrom) {
    const [from, to] = [findMaster(before, fromUid), findMaster(after, uid)];
    if (from !== undefined && to !== undefined) await copyOverride(tx, scope, { from, to });
  }
}
