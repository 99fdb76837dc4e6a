import type { Zone } from '@dayloom/time';
import type { EventRecord } from './event-record.ts';

/** An override of a floating series is named by an instant, which moves with the zone; dates stay dates. */
export function retold(record: EventRecord, before: Zone, after: Zone): EventRecord {
  const { recurrenceId, start } = record;
  if (recurrenceId === null || start.timeZone !== null || !recurrenceId.includes('T')) return record;
  const local = before.toLocal(Date.parse(recurrenceId));
  return { ...record, recurrenceId: new Date(after.localToInstant(local)).toISOString() };
}
