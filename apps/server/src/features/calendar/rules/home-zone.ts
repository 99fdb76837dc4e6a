import type { Zone } from '@dayloom/time';
import type { EventRecord } from '../model/event-record.ts';

/**
 * Recurrence ids of a floating series are instants, so they move with the home zone, whatever zone the
 * overrides are in. Dates stay the same. The records may belong to several calendar objects, but each must be
 * complete.
 */
export function rebaseToZone(records: readonly EventRecord[], before: Zone, after: Zone): EventRecord[] {
  const toObjectKey = ({ calendarId, uid }: EventRecord) => `${calendarId} ${uid}`;
  const masters = new Map(
    records
      .filter(({ recurrenceId }) => recurrenceId === null)
      .map((record) => [toObjectKey(record), record]),
  );
  return records.map((record) => {
    const { recurrenceId } = record;
    const { start, isAllDay } = masters.get(toObjectKey(record)) ?? record;
    const isFloating = start.timeZone === null && !isAllDay;
    if (recurrenceId === null || !isFloating || !recurrenceId.includes('T')) return record;
    const local = before.toLocal(Date.parse(recurrenceId));
    return { ...record, recurrenceId: new Date(after.localToInstant(local)).toISOString() };
  });
}
