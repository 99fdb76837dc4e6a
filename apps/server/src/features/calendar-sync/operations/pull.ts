import { DAY_MS } from '@dayloom/time';
import type { CalendarObject } from '#features/calendar/model/event.ts';
import { classifyChange } from '#features/calendar/model/object-change.ts';
import {
  listRemoteUids,
  lockRemoteObjects,
  putRemoteObjects,
} from '#features/calendar/operations/remote-events.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { type CalendarSession, type RemoteChange, SyncCursorExpired } from '../model/calendar-session.ts';
import { addCounts, countRead, countSent, type HistoryCounts } from '../model/history.ts';
import type { RemoteResource } from '../model/resource.ts';
import { insertConflicts, type NewConflict } from '../store/conflicts.ts';
import { addToHistory } from '../store/history.ts';
import {
  countProblems,
  type Link,
  listLinksByPart,
  listLinksByResource,
  listLinksByUid,
  listResourceIds,
  listSeriesLinks,
  saveLinks,
} from '../store/links.ts';
import { dropChanges, listWaiting } from '../store/outbox.ts';
import { type SyncRow, updateSync } from '../store/syncs.ts';
import { assignUids } from './assign-uids.ts';
import { writeWithLease } from './lease.ts';
import { reconcile, replaceLinks, toLink, toRemoteEvents } from './reconcile.ts';
import type { SyncContext } from './sync-context.ts';

/** The range of the busy index. A bounded range is listed again after a month. */
const RANGE_DAYS = { back: 90, ahead: 400, renewBefore: 370 };
const SWEEP_BATCH = 500;
const READ_BATCH = 20;

/**
 * Stores the provider's changes since the last cursor. Returns the number of changed calendar objects, or
 * null if a full listing is needed, which takes long (`pullAll`).
 */
export async function pullChanges(context: SyncContext, sync: SyncRow): Promise<number | null> {
  if (sync.cursor === null || isStale(context, sync)) return null;
  try {
    return await pullSince(context, sync.cursor, sync);
  } catch (error) {
    if (!(error instanceof SyncCursorExpired)) throw error;
    // The next run must not use the expired cursor again.
    await writeWithLease(context, (tx) =>
      updateSync(tx, context.scope, context.calendar.id, { cursor: null }),
    );
    return null;
  }
}

/** Lists all events, and deletes those that the provider no longer has. */
export function pullAll(context: SyncContext, sync: SyncRow): Promise<number> {
  return pullSince(context, null, sync);
}

function isStale({ provider, platform }: SyncContext, { cursor, covers_until }: SyncRow): boolean {
  if (cursor === null || !provider.isBounded) return false;
  const needed = platform.clock().getTime() + RANGE_DAYS.renewBefore * DAY_MS;
  return covers_until === null || covers_until.getTime() < needed;
}

async function pullSince(context: SyncContext, cursor: string | null, sync: SyncRow): Promise<number> {
  const { platform, scope, calendar, session, provider } = context;
  const now = platform.clock();
  const range = {
    from: new Date(now.getTime() - RANGE_DAYS.back * DAY_MS),
    to: new Date(now.getTime() + RANGE_DAYS.ahead * DAY_MS),
  };
  const listed = new Set<string>();
  const early: RemoteChange[] = [];
  const unknownDeletedIds = new Set<string>();
  let seen = 0;
  let changedInAll = 0;
  let hasEnded = false;
  for await (const page of session.listChanges(calendar.remoteId, cursor, range)) {
    await context.lease.extend();
    const received = await withPartsRead(context, session, page.changes, unknownDeletedIds);
    const isLast = page.cursor !== null;
    hasEnded = isLast;
    if (isLast && cursor !== null && provider.hasUnnamedParts && unknownDeletedIds.size > 0)
      received.push(...(await rereadSeries(context, session, received)));
    for (const change of received) if (change.kind === 'put') listed.add(change.resource.id);
    seen += page.changes.length;
    const changes = await withoutEarly(context, received, listed, early);
    if (isLast) changes.push(...early);
    if (isLast && cursor === null) await sweep(context, listed, provider.isBounded ? range : null);
    changedInAll += await writeWithLease(context, async (tx) => {
      const changed = await applyChanges(tx, context, changes, { listed: cursor === null ? listed : null });
      const problems = isLast ? await countProblems(tx, scope, calendar.id) : null;
      await updateSync(tx, scope, calendar.id, {
        ...(problems && { problem_count: problems.count, first_problem: problems.first }),
        ...(!sync.is_complete && { events_seen: seen }),
        ...(isLast && {
          cursor: page.cursor,
          is_complete: true,
          ...(cursor === null && { covers_until: range.to }),
        }),
      });
      if (changed > 0) await notifyChanged(tx, scope, 'events');
      if (!sync.is_complete) await notifyChanged(tx, scope, 'calendar-accounts');
      return changed;
    });
  }
  // Missing events count as deleted only in a complete list, and the next run needs its cursor.
  if (!hasEnded)
    throw new ProviderFailure('unavailable', 'The list of changes cannot be read to its end.', {
      providerCode: 'unreadable',
    });
  return changedInAll;
}

/**
 * Defers instances that arrive before their series. A cancelled instance may have only an id. Its UID is that
 * of the series, which may be on a later page.
 */
async function withoutEarly(
  { platform, scope, calendar }: SyncContext,
  changes: readonly RemoteChange[],
  listed: ReadonlySet<string>,
  early: RemoteChange[],
): Promise<RemoteChange[]> {
  const missing = changes.flatMap((change) =>
    change.kind === 'put' && change.resource.masterId !== null && !listed.has(change.resource.masterId)
      ? [change.resource.masterId]
      : [],
  );
  if (missing.length === 0) return [...changes];
  const links = await listLinksByResource(platform.db, scope, calendar.id, [...new Set(missing)]);
  const waiting = new Set(missing.filter((masterId) => !links.some(({ id }) => id === masterId)));
  const isEarly = (change: RemoteChange) =>
    change.kind === 'put' && change.resource.masterId !== null && waiting.has(change.resource.masterId);
  early.push(...changes.filter(isEarly));
  return changes.filter((change) => !isEarly(change));
}

/** Deletes what a full listing did not contain. */
async function sweep(
  context: SyncContext,
  listed: ReadonlySet<string>,
  range: { from: Date; to: Date } | null,
): Promise<void> {
  const { platform, scope, calendar } = context;
  const unlisted = (await listResourceIds(platform.db, scope, calendar.id)).filter((id) => !listed.has(id));
  for (let start = 0; start < unlisted.length; start += SWEEP_BATCH) {
    const ids = unlisted.slice(start, start + SWEEP_BATCH);
    await writeWithLease(context, async (tx) => {
      const inRange = range && (await listRemoteUids(tx, scope, calendar.id, range));
      const links = await listLinksByResource(tx, scope, calendar.id, ids);
      // A bounded listing says nothing about events outside its range.
      const gone = links.filter(({ uid }) => !inRange || inRange.has(uid));
      await applyChanges(
        tx,
        context,
        gone.map(({ id }) => ({ kind: 'gone', id })),
        { listed },
      );
    });
  }
}

/**
 * Reads the whole resource again if one of its parts (an instance of a series) changed. Adds deleted ids that
 * are unknown to `unknownDeletedIds`.
 */
async function withPartsRead(
  { platform, scope, calendar }: SyncContext,
  session: CalendarSession,
  changes: readonly RemoteChange[],
  unknownDeletedIds: Set<string>,
): Promise<RemoteChange[]> {
  const goneIds = changes.flatMap((change) => (change.kind === 'gone' ? [change.id] : []));
  const put = new Set(changes.flatMap((change) => (change.kind === 'put' ? [change.resource.id] : [])));
  const owners = await listLinksByPart(platform.db, scope, calendar.id, goneIds);
  const result = [...changes];
  for (const owner of owners) {
    if (put.has(owner.id) || goneIds.includes(owner.id)) continue;
    const resources = await session.read(calendar.remoteId, owner.uid, [owner]);
    const isThere = resources.some(({ id }) => id === owner.id);
    if (!isThere) result.push({ kind: 'gone', id: owner.id });
    for (const resource of resources) result.push({ kind: 'put', resource });
  }
  const known = await listLinksByResource(platform.db, scope, calendar.id, goneIds);
  const named = new Set([...known.map(({ id }) => id), ...owners.flatMap(({ partIds }) => partIds)]);
  for (const id of goneIds) if (!named.has(id)) unknownDeletedIds.add(id);
  return result;
}

/**
 * A deleted unknown id may be that of an ordinary instance, which has an id only while it exists. Only the
 * series know their instances, so all series are read again, except those in `received`.
 */
async function rereadSeries(
  context: SyncContext,
  session: CalendarSession,
  received: readonly RemoteChange[],
): Promise<RemoteChange[]> {
  const { platform, scope, calendar } = context;
  const read = new Set(received.map((change) => (change.kind === 'put' ? change.resource.id : change.id)));
  const series = (await listSeriesLinks(platform.db, scope, calendar.id)).filter(({ id }) => !read.has(id));
  const changes: RemoteChange[] = [];
  for (let start = 0; start < series.length; start += READ_BATCH) {
    await context.lease.extend();
    const batch = series.slice(start, start + READ_BATCH);
    const there = await Promise.all(batch.map((link) => session.read(calendar.remoteId, link.uid, [link])));
    for (const [index, resources] of there.entries()) {
      if (resources.length === 0) changes.push({ kind: 'gone', id: batch[index]?.id ?? '' });
      for (const resource of resources) changes.push({ kind: 'put', resource });
    }
  }
  return changes;
}

/** Stores one page in one transaction, under the lease. Returns the number of changed calendar objects. */
async function applyChanges(
  tx: Tx,
  { platform, scope, calendar, eventContext }: SyncContext,
  changes: readonly RemoteChange[],
  /** The resources seen so far when everything is listed; null when only changes are. */
  { listed }: { readonly listed: ReadonlySet<string> | null },
): Promise<number> {
  const puts = new Map<string, RemoteResource>();
  const gone = new Set<string>();
  // The last of several changes of a resource counts.
  for (const change of changes) {
    if (change.kind === 'put') {
      gone.delete(change.resource.id);
      puts.set(change.resource.id, change.resource);
    } else {
      puts.delete(change.id);
      gone.add(change.id);
    }
  }
  const masterIds = [...puts.values()].flatMap(({ masterId }) => masterId ?? []);
  const known = new Map(
    (await listLinksByResource(tx, scope, calendar.id, [...puts.keys(), ...gone, ...masterIds])).map(
      (link) => [link.id, link],
    ),
  );
  // A known version is the echo of our own write. It is stored only if the link was incomplete.
  const received = [...puts.values()].filter(({ id, version, raw }) => {
    const link = known.get(id);
    return link?.version !== version || (link.raw === null && raw !== null);
  });
  const unreadable = received.flatMap(({ id, records, problem }) => {
    const link = known.get(id);
    return problem && records.length === 0 && link && link.records.length > 0 ? [{ ...link, problem }] : [];
  });
  // A resource that has become unreadable keeps its last readable state and the version of that state. So a
  // later write cannot overwrite the provider's newer version.
  await saveLinks(tx, scope, calendar.id, unreadable);
  const readable = received.filter(({ id }) => !unreadable.some((link) => link.id === id));
  const claimed = await listLinksByUid(tx, scope, calendar.id, readable.flatMap(listUids));
  const isThere = (id: string) => !gone.has(id) && (listed === null || listed.has(id));
  const uidById = assignUids(readable, known, claimed, isThere);
  for (const id of gone) {
    const link = known.get(id);
    if (link) uidById.set(id, link.uid);
  }
  const uids = [...new Set(uidById.values())];
  if (uids.length === 0) return 0;

  const linksByUid = Map.groupBy(await listLinksByUid(tx, scope, calendar.id, uids), ({ uid }) => uid);
  const local = await lockRemoteObjects(tx, scope, calendar.id, uids, eventContext.homeTimeZone);
  const waiting = await listWaiting(tx, scope, calendar.id, uids);
  const calendarObjects: CalendarObject[] = [];
  const conflicts: NewConflict[] = [];
  const sent: string[] = [];
  const counts: HistoryCounts[] = [];
  const receivedByUid = Map.groupBy(readable, ({ id }) => uidById.get(id) ?? '');
  for (const uid of uids) {
    const before = linksByUid.get(uid) ?? [];
    const after = nextLinks(before, receivedByUid.get(uid) ?? [], gone, uid, {
      agreed: waiting.get(uid) ?? toRemoteEvents(before),
      homeTimeZone: eventContext.homeTimeZone,
    });
    await replaceLinks(tx, scope, calendar.id, before, after);
    const theirs = toRemoteEvents(after);
    if (!waiting.has(uid)) {
      calendarObjects.push({ uid, events: theirs });
      continue;
    }
    const sides = {
      base: toRemoteEvents(before),
      attempt: waiting.get(uid) ?? null,
      mine: local.get(uid) ?? [],
      theirs,
    };
    const reconciled = reconcile(calendar.id, uid, sides, eventContext.homeTimeZone);
    calendarObjects.push({ uid, events: reconciled.events });
    conflicts.push(...reconciled.conflicts);
    if (!reconciled.isSent) continue;
    sent.push(uid);
    // The earlier attempt was written, but its response was lost.
    if (sides.attempt) counts.push(countSent(uid, classifyChange(sides.base, sides.attempt)));
  }
  await dropChanges(tx, scope, calendar.id, sent);
  await insertConflicts(tx, scope, conflicts, eventContext.now);
  if (conflicts.length > 0) await notifyChanged(tx, scope, 'calendar-accounts');
  const { changes: changed, problems } = await putRemoteObjects(
    tx,
    scope,
    calendar.id,
    calendarObjects,
    eventContext,
  );
  if (changed.length > 0 || conflicts.length > 0)
    counts.push(countRead(changed, { conflicts: conflicts.length, cut: problems.length }));
  if (counts.length > 0) {
    const all = counts.reduce(addCounts);
    await addToHistory(tx, scope, calendar.id, all, { now: platform.clock() });
  }
  return changed.length;
}

function listUids({ records }: RemoteResource): string[] {
  // A cancelled instance may have no UID. It gets that of its series.
  return records.flatMap(({ uid }) => uid || []);
}

function nextLinks(
  before: readonly Link[],
  received: readonly RemoteResource[],
  gone: ReadonlySet<string>,
  uid: string,
  eventContext: Parameters<typeof toLink>[2],
): Link[] {
  const isMasterGone = before.some(
    ({ id, records }) => gone.has(id) && records.some(({ recurrenceId }) => recurrenceId === null),
  );
  // Deleting a series deletes its instances.
  const stays = isMasterGone ? [] : before.filter(({ id }) => !gone.has(id));
  const isWhole = received.some(({ holds }) => holds === 'object');
  const kept = isWhole ? [] : stays.filter(({ id }) => !received.some((resource) => resource.id === id));
  return [...kept, ...received.map((resource) => toLink(resource, uid, eventContext))];
}
