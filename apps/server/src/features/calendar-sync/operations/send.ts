import { HOUR_MS } from '@dayloom/time';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { isSameObject } from '#features/calendar/model/merge.ts';
import { classifyChange } from '#features/calendar/model/object-change.ts';
import { lockRemoteObjects, putRemoteObjects } from '#features/calendar/operations/remote-events.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { WriteOutcome } from '../model/calendar-session.ts';
import { failureWords, LOOP_WORDS } from '../model/failure-words.ts';
import { countSent, zeroCounts } from '../model/history.ts';
import type { EarlierState, RemoteResource } from '../model/resource.ts';
import { nextTry } from '../rules/retry.ts';
import { insertConflicts } from '../store/conflicts.ts';
import { addFailureToHistory, addToHistory } from '../store/history.ts';
import { countSend, findSends, type Link, listLinksByResource, listLinksByUid } from '../store/links.ts';
import {
  clearAttempt,
  listOutbox,
  listWaiting,
  noteAttempt,
  type OutboxRow,
  recordSendFailure,
  settleChange,
} from '../store/outbox.ts';
import { keepEarlierState, listEarlierStates } from '../store/replaced-objects.ts';
import type { Failure } from '../store/syncs.ts';
import { writeWithLease } from './lease.ts';
import { jobNames } from './platform.ts';
import { reconcile, replaceLinks, toLink, toRefusedConflict, toRemoteEvents } from './reconcile.ts';
import type { SyncContext } from './sync-context.ts';

const BATCH = 50;
/** One event without a response may be the event's fault. Several in a row are the provider's. */
const MAX_UNANSWERED = 2;
/** How often a calendar object may change at the provider during our attempts before the next one is sent. */
const MAX_ATTEMPTS = 5;
/** No person changes an event more often. A tool that reverts each of our changes does. */
const MAX_SENDS_PER_HOUR = 30;

/**
 * Sends local changes. It sends states, not steps: the provider gets the difference between the last agreed
 * state and the current one. So a retry after a crash sends nothing twice.
 */
export async function sendChanges(context: SyncContext, name: string): Promise<void> {
  const { platform, scope, calendar } = context;
  let unanswered = 0;
  for (;;) {
    const entries = await listOutbox(platform.db, scope, calendar.id, platform.clock(), BATCH);
    if (entries.length === 0) return;
    for (const entry of entries) {
      await context.lease.extend();
      if (await isInLoop(context, entry)) continue;
      try {
        await sendObject(context, entry);
        unanswered = 0;
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (error.kind === 'rejected') {
          await handleRefusal(context, entry, error, name);
          continue;
        }
        if (error.kind !== 'unavailable') throw error;
        await postponeSend(context, entry, error, name);
        unanswered += 1;
        if (unanswered === MAX_UNANSWERED) throw error;
      }
    }
  }
}

/** Records why an entry waits, and queues a retry. The other entries are sent meanwhile. */
async function postponeSend(
  context: SyncContext,
  entry: OutboxRow,
  failure: ProviderFailure,
  name: string,
): Promise<void> {
  const { platform, scope, calendar } = context;
  const { clock, jobs } = platform;
  const now = clock();
  const nextAt = nextTry(failure, entry.failures + 1, now, calendar.id) ?? now;
  const words = failureWords(failure.kind, name, failure.message);
  await recordWaiting(context, entry, { kind: failure.kind, message: words }, nextAt);
  await jobs.enqueue(
    jobNames.sync,
    { userId: scope.userId, calendarId: calendar.id },
    // Jobs use the machine's clock.
    { key: `${calendar.id} later`, startAfter: new Date(Date.now() + (nextAt.getTime() - now.getTime())) },
  );
}

/** Records why an entry waits, and until when. */
function recordWaiting(
  context: SyncContext,
  entry: OutboxRow,
  failure: Failure,
  until: Date,
  note: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  return writeWithLease(context, async (tx) => {
    await recordSendFailure(tx, context.scope, entry, failure, until);
    await note(tx);
    await notifyChanged(tx, context.scope, 'calendar-accounts');
  });
}

/** Pauses a calendar object that is sent over and over because another tool reverts our changes. */
async function isInLoop(context: SyncContext, entry: OutboxRow): Promise<boolean> {
  const { platform, scope, calendar } = context;
  const { db, clock } = platform;
  const hourAgo = new Date(clock().getTime() - HOUR_MS);
  const recent = await findSends(db, scope, calendar.id, entry.uid, hourAgo);
  if (!recent || recent.sends < MAX_SENDS_PER_HOUR) return false;
  const nextAt = new Date(recent.since.getTime() + HOUR_MS);
  const failure = { kind: 'rejected', message: LOOP_WORDS } as const;
  await recordWaiting(context, entry, failure, nextAt, (tx) =>
    addFailureToHistory(tx, scope, calendar.id, { ...failure, waiting: 1 }, clock()),
  );
  return true;
}

type Written = Extract<WriteOutcome, { outcome: 'written' }>;

interface Sides {
  readonly links: readonly Link[];
  readonly earlier: readonly EarlierState[];
  readonly mine: ReturnType<typeof toRemoteEvents>;
}

function readSides({ platform, scope, calendar, eventContext }: SyncContext, uid: string): Promise<Sides> {
  return platform.db.transaction().execute(async (tx) => {
    const local = await lockRemoteObjects(tx, scope, calendar.id, [uid], eventContext.homeTimeZone);
    return {
      links: await listLinksByUid(tx, scope, calendar.id, [uid]),
      earlier: await listEarlierStates(tx, scope, calendar.id, uid),
      mine: local.get(uid) ?? [],
    };
  });
}

async function sendObject(context: SyncContext, first: OutboxRow): Promise<void> {
  const { platform, scope, calendar, session } = context;
  let entry = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { links, earlier, mine } = await readSides(context, entry.uid);
    if (entry.attempt) {
      // The result of the last attempt is unknown. Read the provider's state before sending again.
      const next = await mergeBack(context, entry, await session.read(calendar.remoteId, entry.uid, links));
      if (!next) return;
      entry = next;
      continue;
    }
    if (isSameObject(toRemoteEvents(links), mine)) {
      await writeWithLease(context, (tx) => settleChange(tx, scope, entry));
      return;
    }
    const isDeletion = mine.length === 0;
    const replaced = (isDeletion && (await session.readWhole?.(calendar.remoteId, links))) || links;
    await writeWithLease(context, async (tx) => {
      await noteAttempt(tx, scope, entry, mine);
      const calendarObject = { calendarId: calendar.id, uid: entry.uid };
      await keepEarlierState(tx, scope, calendarObject, replaced, platform.clock());
    });
    const notifiesGuests = entry.notifies_guests;
    const outcome: WriteOutcome = isDeletion
      ? await session.remove(calendar.remoteId, { known: links, notifiesGuests })
      : await session.write(calendar.remoteId, {
          uid: entry.uid,
          records: mine,
          known: links,
          earlier,
          notifiesGuests,
        });
    if (outcome.outcome === 'written') {
      await recordSent(context, entry, links, mine, outcome);
      return;
    }
    const theirs = await session.read(calendar.remoteId, entry.uid, links);
    const next = await mergeBack(context, entry, theirs);
    if (!next) return;
    entry = next;
  }
  throw new ProviderFailure('unavailable', 'The event changed at the provider each time it was sent.');
}

/** Stores the provider's resulting state as the agreed one, unless ours changed again meanwhile. */
async function recordSent(
  context: SyncContext,
  entry: OutboxRow,
  before: readonly Link[],
  sent: ReturnType<typeof toRemoteEvents>,
  { resources, notRestored }: Written,
): Promise<void> {
  const { platform, scope, calendar, eventContext } = context;
  await writeWithLease(context, async (tx) => {
    const local = await lockRemoteObjects(tx, scope, calendar.id, [entry.uid], eventContext.homeTimeZone);
    const { homeTimeZone } = eventContext;
    const links = resources.map((resource) => toLink(resource, entry.uid, { agreed: sent, homeTimeZone }));
    const covered = await listCovered(tx, context, entry.uid, links);
    await replaceLinks(tx, scope, calendar.id, before, links);
    const now = platform.clock();
    await countSend(tx, scope, calendar.id, entry.uid, { now, hourAgo: new Date(now.getTime() - HOUR_MS) });
    await clearAttempt(tx, scope, entry);
    await noteSent(tx, context, entry.uid, toRemoteEvents(before), sent);
    if (notRestored !== undefined) {
      const notice = { kind: 'rejected', message: notRestored, waiting: 0 } as const;
      await addFailureToHistory(tx, scope, calendar.id, notice, now);
    }
    await putRemoteObjects(
      tx,
      scope,
      calendar.id,
      covered.map((uid) => ({ uid, events: [] })),
      eventContext,
    );
    const isUntouched = isSameObject(local.get(entry.uid) ?? [], sent);
    if (isUntouched && (await settleChange(tx, scope, entry))) {
      const { changes } = await putRemoteObjects(
        tx,
        scope,
        calendar.id,
        [{ uid: entry.uid, events: toRemoteEvents(links) }],
        eventContext,
        { isEcho: true },
      );
      if (changes.length > 0) await notifyChanged(tx, scope, 'events');
    }
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/** Other UIDs that the resource showed while ours was not in it. A resource shows one UID only. */
async function listCovered(
  tx: Tx,
  { scope, calendar }: SyncContext,
  uid: string,
  links: readonly Link[],
): Promise<string[]> {
  const ids = links.map(({ id }) => id);
  const others = (await listLinksByResource(tx, scope, calendar.id, ids)).filter((link) => link.uid !== uid);
  const uids = others.map((link) => link.uid);
  const waiting = await listWaiting(tx, scope, calendar.id, uids);
  return uids.filter((other) => !waiting.has(other));
}

async function noteSent(
  tx: Tx,
  { platform, scope, calendar }: SyncContext,
  uid: string,
  before: readonly RemoteEvent[],
  sent: readonly RemoteEvent[],
): Promise<void> {
  const counts = countSent(uid, classifyChange(before, sent));
  await addToHistory(tx, scope, calendar.id, counts, { now: platform.clock() });
}

/** Merges a change at the provider. Returns the entry to send again, or null if nothing is left to send. */
async function mergeBack(
  context: SyncContext,
  entry: OutboxRow,
  resources: readonly RemoteResource[],
): Promise<OutboxRow | null> {
  const { scope, calendar, eventContext } = context;
  return writeWithLease(context, async (tx) => {
    const local = await lockRemoteObjects(tx, scope, calendar.id, [entry.uid], eventContext.homeTimeZone);
    const before = await listLinksByUid(tx, scope, calendar.id, [entry.uid]);
    const attempt = (await listWaiting(tx, scope, calendar.id, [entry.uid])).get(entry.uid) ?? null;
    const { homeTimeZone } = eventContext;
    const agreed = attempt ?? toRemoteEvents(before);
    const after = resources.map((resource) => toLink(resource, entry.uid, { agreed, homeTimeZone }));
    const mine = local.get(entry.uid) ?? [];
    const sides = { base: toRemoteEvents(before), attempt, mine, theirs: toRemoteEvents(after) };
    const reconciled = reconcile(calendar.id, entry.uid, sides, homeTimeZone);
    await replaceLinks(tx, scope, calendar.id, before, after);
    await insertConflicts(tx, scope, reconciled.conflicts, eventContext.now);
    const calendarObject = { uid: entry.uid, events: reconciled.events };
    const { changes } = await putRemoteObjects(tx, scope, calendar.id, [calendarObject], eventContext);
    if (changes.length > 0) await notifyChanged(tx, scope, 'events');
    if (reconciled.conflicts.length > 0) {
      const counts = { ...zeroCounts, conflicts: reconciled.conflicts.length };
      await addToHistory(tx, scope, calendar.id, counts, { now: context.platform.clock() });
      await notifyChanged(tx, scope, 'calendar-accounts');
    }
    // The earlier attempt was written, but its response was lost.
    if (reconciled.isSent && attempt) await noteSent(tx, context, entry.uid, sides.base, attempt);
    if (reconciled.isSent && (await settleChange(tx, scope, entry))) return null;
    await clearAttempt(tx, scope, entry);
    return { ...entry, attempt: null };
  });
}

async function noteRefused(tx: Tx, { platform, scope, calendar }: SyncContext): Promise<void> {
  await addToHistory(tx, scope, calendar.id, { ...zeroCounts, refused: 1 }, { now: platform.clock() });
}

/**
 * Handles a permanent refusal. A change is reverted to the provider's state and kept as a conflict. A new
 * event exists only here, so it stays, with the reason why it was not sent.
 */
async function handleRefusal(
  context: SyncContext,
  entry: OutboxRow,
  refusal: ProviderFailure,
  name: string,
): Promise<void> {
  const { platform, scope, calendar, session, eventContext } = context;
  const links = await listLinksByUid(platform.db, scope, calendar.id, [entry.uid]);
  const words = failureWords('rejected', name, refusal.message);
  if (links.length === 0) {
    const nextAt = nextTry(refusal, entry.failures + 1, platform.clock(), calendar.id) ?? platform.clock();
    const isNew = entry.failures === 0;
    await recordWaiting(context, entry, { kind: 'rejected', message: words }, nextAt, async (tx) => {
      if (isNew) await noteRefused(tx, context);
    });
    return;
  }
  const resources = await session.read(calendar.remoteId, entry.uid, links);
  await writeWithLease(context, async (tx) => {
    const local = await lockRemoteObjects(tx, scope, calendar.id, [entry.uid], eventContext.homeTimeZone);
    const before = await listLinksByUid(tx, scope, calendar.id, [entry.uid]);
    const { homeTimeZone } = eventContext;
    const agreed = toRemoteEvents(before);
    const after = resources.map((resource) => toLink(resource, entry.uid, { agreed, homeTimeZone }));
    const mine = local.get(entry.uid) ?? [];
    if (!(await settleChange(tx, scope, entry))) return;
    await noteRefused(tx, context);
    await replaceLinks(tx, scope, calendar.id, before, after);
    await insertConflicts(
      tx,
      scope,
      [toRefusedConflict(calendar.id, entry.uid, mine, words)],
      eventContext.now,
    );
    const calendarObject = { uid: entry.uid, events: toRemoteEvents(after) };
    await putRemoteObjects(tx, scope, calendar.id, [calendarObject], eventContext);
    await notifyChanged(tx, scope, 'events', 'calendar-accounts');
  });
}
