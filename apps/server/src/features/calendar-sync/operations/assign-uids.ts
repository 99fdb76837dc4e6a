import type { RemoteResource } from '../model/resource.ts';
import type { Link } from '../store/links.ts';

/**
 * The UID under which each resource is stored. A provider may have two events with the same UID in a
 * calendar.
 */
export function assignUids(
  received: readonly RemoteResource[],
  known: ReadonlyMap<string, Link>,
  claimed: readonly Link[],
  isThere: (id: string) => boolean,
): Map<string, string> {
  const uidById = new Map<string, string>();
  const masterByUid = new Map<string, string>();
  for (const { id, uid, records } of claimed)
    if (records.some(({ recurrenceId }) => recurrenceId === null)) masterByUid.set(uid, id);
  for (const { id, masterId, holds, records, problem } of received) {
    // An unreadable resource is stored under its id until it can be read.
    const own = records[0]?.uid ?? (problem ? id : undefined);
    const isMaster = masterId === null;
    const link = known.get(id);
    if (link && (link.records.length > 0 || records.length === 0)) uidById.set(id, link.uid);
    else if (own && isMaster) {
      const other = masterByUid.get(own);
      // A whole calendar object whose other name is gone was renamed; a second master is another event.
      const isTaken = other !== undefined && other !== id && (holds === 'record' || isThere(other));
      uidById.set(id, isTaken ? `${own}#${id}` : own);
      if (!isTaken) masterByUid.set(own, id);
    }
  }
  for (const { id, masterId, records } of received) {
    if (masterId === null || uidById.has(id)) continue;
    const own = records[0]?.uid;
    const uid = uidById.get(masterId) ?? known.get(masterId)?.uid ?? own;
    if (uid) uidById.set(id, uid);
  }
  return uidById;
}
