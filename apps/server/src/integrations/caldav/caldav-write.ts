import { createHash } from 'node:crypto';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EventWriteRequest, WriteOutcome } from '#features/calendar-sync/model/calendar-session.ts';
import type { KnownResource, RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { changedFields, splitParts } from '../calendars/object-parts.ts';
import { type Collection, type CollectionOwner, toResources, toVersion } from './caldav-collection.ts';
import type { DavCalls } from './dav-calls.ts';
import { FLOATING_ZONE } from './ics-event.ts';
import { newCalendarText } from './ics-write.ts';
import { writeCalendarObject } from './write-objects.ts';

/** Dependencies of a write to one calendar. */
export interface CaldavPlace {
  readonly calls: DavCalls;
  readonly collection: Collection;
  readonly owner: CollectionOwner;
  readonly clock: () => Date;
}

const CHANGED: WriteOutcome = { outcome: 'changed_meanwhile' };

export async function readObject(
  { collection }: CaldavPlace,
  uid: string,
  known: readonly KnownResource[],
): Promise<RemoteResource[]> {
  if (known.length > 0) {
    const members = await readMembers(
      collection,
      known.map(({ id }) => id),
    );
    // The object may have been replaced by one with another UID. Of two objects with one UID, the second is
    // known as another event (`assignUids`).
    return members.filter(
      ({ id, records }) =>
        records.length === 0 || records[0]?.uid === uid || `${records[0]?.uid}#${id}` === uid,
    );
  }
  const [ours] = await readMembers(collection, [memberId(collection, uid)]);
  if (ours?.records[0]?.uid === uid) return [ours];
  const found = await collection.find(uid);
  return found ? [found] : [];
}

export async function writeObject(place: CaldavPlace, input: EventWriteRequest): Promise<WriteOutcome> {
  const [current] = input.known;
  return current ? update(place, current, input) : insert(place, input);
}

export async function removeObject(
  place: CaldavPlace,
  known: readonly KnownResource[],
): Promise<WriteOutcome> {
  const { calls, collection, owner, clock } = place;
  const { deleteObject } = await calls.client();
  const kept: RemoteResource[] = [];
  for (const resource of known) {
    const { id, version } = resource;
    let { raw } = resource;
    if (raw === null || !isStrong(version)) {
      const [held] = await readMembers(collection, [id]);
      if (held && held.version !== version) return CHANGED;
      if (!held) continue;
      raw = held.raw ?? '';
    }
    const what = { raw, known: resource.records, now: clock() };
    const rest = await writeCalendarObject(owner.userId, 'remainingCalendarText', what);
    if (rest !== null) {
      const outcome = await put(place, id, version, rest);
      if (outcome.outcome !== 'written') return outcome;
      // The next sync reads events of another UID.
      kept.push(...outcome.resources.filter(({ records }) => records[0]?.uid === resource.records[0]?.uid));
      continue;
    }
    const { status } = await deleteObject({
      url: collection.toUrl(id),
      ...condition(version),
      fetch: calls.fetch(404, 410, 412),
    });
    // Some servers reply 412 for a deleted object.
    if (status === 412 && (await readMembers(collection, [id])).length > 0) return CHANGED;
  }
  return { outcome: 'written', resources: kept };
}

async function insert(place: CaldavPlace, input: EventWriteRequest): Promise<WriteOutcome> {
  const { uid, records, earlier } = input;
  const now = place.clock();
  const ownId = memberId(place.collection, uid);
  const before = earlier.flatMap((state) => state).find(({ records: held }) => held[0]?.uid === uid);
  const { userId, organizer } = place.owner;
  const restored = { wanted: records, earlier, organizer, now };
  const text =
    (await writeCalendarObject(userId, 'restoredCalendarText', restored)) ??
    newCalendarText(records, { organizer, now });
  // A restored event gets its former name.
  const answer = await create(place, before?.id ?? ownId, text);
  if (answer !== 'taken') return answer;
  // An earlier attempt whose reply was lost has already created it, or another program has.
  const held = await readObject(place, uid, before ? [before] : []);
  if (held.length > 0 || !before) {
    const isSame = held[0] !== undefined && isSameObject(held[0].records, records);
    return isSame ? { outcome: 'written', resources: held } : CHANGED;
  }
  // The object continues without this event: it contains an event of another UID or a task. Some servers
  // still find the former UID in it.
  const rest = await place.collection.findText(before.id);
  if (!rest) return CHANGED;
  const change = { raw: rest.raw, wanted: records, earlier, organizer, now };
  const outcome = await put(
    place,
    before.id,
    rest.version,
    await writeCalendarObject(userId, 'rejoinedCalendarText', change),
  );
  if (outcome.outcome !== 'written') return outcome;
  return { ...outcome, resources: outcome.resources.filter(({ records: held }) => held[0]?.uid === uid) };
}

/** Creates an object; 'taken' when the id or the UID already exists. */
async function create(place: CaldavPlace, id: string, text: string): Promise<WriteOutcome | 'taken'> {
  const { calls, collection } = place;
  const { createObject } = await calls.client();
  const response = await createObject({
    url: collection.toUrl(id),
    data: text,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'if-none-match': '*' },
    fetch: calls.fetch(403, 409, 412),
  });
  if (response.ok) return written(place, id, text, response);
  const answer = await response.text();
  if (response.status === 412 || answer.includes('no-uid-conflict')) return 'taken';
  throw new ProviderFailure(
    'rejected',
    'The server rejects the event without giving a reason. Change it, or create it there.',
    { providerCode: String(response.status) },
  );
}

async function update(
  place: CaldavPlace,
  current: KnownResource,
  { records, earlier }: EventWriteRequest,
): Promise<WriteOutcome> {
  const { collection, owner, clock } = place;
  let { raw } = current;
  if (raw === null || !isStrong(current.version)) {
    const [held] = await readMembers(collection, [current.id]);
    if (!held || held.version !== current.version) return CHANGED;
    raw = held.raw ?? '';
  }
  const { organizer } = owner;
  const change = { raw, known: current.records, wanted: records, earlier, organizer, now: clock() };
  const text = await writeCalendarObject(owner.userId, 'changedCalendarText', change);
  return put(place, current.id, current.version, text);
}

async function put(place: CaldavPlace, id: string, version: string, text: string): Promise<WriteOutcome> {
  const { calls, collection } = place;
  const { updateObject } = await calls.client();
  const response = await updateObject({
    url: collection.toUrl(id),
    data: text,
    ...condition(version),
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
    fetch: calls.fetch(404, 409, 410, 412),
  });
  return response.ok ? written(place, id, text, response) : CHANGED;
}

/** The stored object after a write: our text when the server confirms it by an ETag (RFC 4791 §5.3.4). */
async function written(
  { collection, owner }: CaldavPlace,
  id: string,
  raw: string,
  response: Response,
): Promise<WriteOutcome> {
  const version = toVersion(response.headers.get('etag'));
  await response.body?.cancel();
  if (isStrong(version)) {
    return { outcome: 'written', resources: await toResources(owner, [{ id, version, raw }]) };
  }
  return { outcome: 'written', resources: await readMembers(collection, [id]) };
}

async function readMembers(collection: Collection, ids: readonly string[]): Promise<RemoteResource[]> {
  const found: RemoteResource[] = [];
  for await (const batch of collection.batches(ids))
    for (const resource of batch.values()) if (resource) found.push(resource);
  return found;
}

function condition(version: string): { etag?: string } {
  return isStrong(version) ? { etag: version } : {};
}

/**
 * A weak ETag never matches If-Match (RFC 9110 §13.1.1). The best alternative is to read the object before
 * the write.
 */
function isStrong(version: string): boolean {
  return version !== '' && !version.startsWith('W/');
}

/** The name of a new event. It depends only on the UID, so that a repeated write creates one object. */
function memberId(collection: Collection, uid: string): string {
  const name = /^[A-Za-z0-9-]{1,100}$/.test(uid)
    ? uid
    : createHash('sha256').update(uid).digest('hex').slice(0, 40);
  return `${collection.url.pathname.replace(/\/?$/, '/')}${name}.ics`;
}

function isSameObject(held: readonly RemoteEvent[], wanted: readonly RemoteEvent[]): boolean {
  const [left, right] = [splitParts(held, FLOATING_ZONE), splitParts(wanted, FLOATING_ZONE)];
  const isSame = (one: RemoteEvent | null | undefined, other: RemoteEvent | null | undefined) =>
    one && other ? changedFields(one, other).size === 0 : !one && !other;
  return (
    isSame(left.master, right.master) &&
    left.overrides.size === right.overrides.size &&
    [...right.overrides].every(([key, record]) => isSame(left.overrides.get(key), record)) &&
    JSON.stringify([...left.cancelled].sort()) === JSON.stringify([...right.cancelled].sort())
  );
}
