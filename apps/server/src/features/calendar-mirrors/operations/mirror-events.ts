import { createHash } from 'node:crypto';
import { DAY_MS } from '@dayloom/time';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { listExternalCalendars } from '#features/calendar/operations/external-calendars.ts';
import {
  type EventContext,
  getEventContext,
  listBusyOccurrences,
  listMirrorEvents,
  putRemoteObjects,
} from '#features/calendar/operations/remote-events.ts';
import { enqueueMirrorEvents } from '#features/calendar-sync/operations/outbound-queue.ts';
import { listPlannedBlocks } from '#features/planning/operations/read-plan.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { AfterCommand } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { dropCoveredTimes, isSameMirrorEvent, isStillAhead, toMirrorEvent } from '../rules.ts';
import {
  listMirroringUsers,
  listMirrorRows,
  lockMirrors,
  type MirrorRow,
  selectHasMirrors,
} from '../store.ts';

/** How far ahead busy time is mirrored. */
const DAYS_AHEAD = 90;

/** Updates the mirrored events of one user; keyed by the user. The queue in the database has this name. */
export const MIRROR_JOB = 'calendar-accounts.mirror';

/** Queues an update of the mirrored events if the user has mirrors. */
export async function refreshMirrors({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, scope: Scope): Promise<void> {
  if ((await listMirrorRows(tx, scope)).length > 0) await queueMirrorUpdate({ jobs }, tx, scope);
}

/** Mirrored events follow every command. */
export function mirrorAfterCommand({ jobs }: Pick<Platform, 'jobs'>): AfterCommand {
  return { isNeeded: selectHasMirrors, run: (tx, scope) => queueMirrorUpdate({ jobs }, tx, scope) };
}

/** Queues an update of the mirrored events of a user who has mirrors. */
async function queueMirrorUpdate({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, scope: Scope): Promise<void> {
  await jobs.enqueue(MIRROR_JOB, { userId: scope.userId }, { key: scope.userId, tx });
}

/**
 * Removes mirrored events here and then at the provider. An empty prefix means all of ours. Returns the
 * number of removed events.
 */
export async function removeMirrorEvents(
  platform: Pick<Platform, 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uidPrefix: string,
  eventContext: EventContext,
): Promise<number> {
  const mirrored = await listMirrorEvents(tx, scope, calendarId, uidPrefix, eventContext.homeTimeZone);
  const uids = [...new Set(mirrored.map(({ uid }) => uid))];
  await writeMirrorEvents(
    platform,
    tx,
    scope,
    calendarId,
    new Map(uids.map((uid) => [uid, []])),
    eventContext,
  );
  return uids.length;
}

/** Stores mirrored events and queues them to be sent, like edits of the user. */
async function writeMirrorEvents(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  calendarObjects: ReadonlyMap<string, readonly RemoteEvent[]>,
  eventContext: EventContext,
): Promise<void> {
  if (calendarObjects.size === 0) return;
  await putRemoteObjects(
    tx,
    scope,
    calendarId,
    [...calendarObjects].map(([uid, events]) => ({ uid, events })),
    eventContext,
  );
  const uids = [...calendarObjects.keys()];
  await enqueueMirrorEvents({ jobs }, tx, scope, { calendarId, uids }, eventContext.now);
}

/**
 * Updates the mirrored events to match their sources. Mirrored events are never a source themselves
 * (`listBusyOccurrences` leaves them out), so two calendars that mirror each other do not loop.
 */
export async function reconcileMirrors(
  platform: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
): Promise<void> {
  const eventContext = await getEventContext(platform, scope);
  const range = { from: eventContext.now, to: new Date(eventContext.now.getTime() + DAYS_AHEAD * DAY_MS) };
  await platform.db.transaction().execute(async (tx) => {
    const mirrors = await lockMirrors(tx, scope);
    const synced = (await listExternalCalendars(tx, scope)).filter(({ isSynced }) => isSynced);
    const open = new Set(synced.map(({ id }) => id));
    for (const mirror of mirrors) {
      // A calendar that is not synced has no events. Its mirrored events are created when it is synced again.
      if (!open.has(mirror.target_calendar_id)) continue;
      const wanted = await listWantedMirrorEvents(tx, scope, mirror, range, eventContext);
      const prefix = toUidPrefix(mirror);
      const there = Map.groupBy(
        await listMirrorEvents(tx, scope, mirror.target_calendar_id, prefix, eventContext.homeTimeZone),
        ({ uid }) => uid,
      );
      const changed = new Map<string, RemoteEvent[]>();
      for (const [uid, event] of wanted) {
        if (!isSameMirrorEvent(there.get(uid) ?? [], event)) changed.set(uid, [event]);
      }
      for (const [uid, [event]] of there) {
        // Past events stay as a record of the day.
        if (event && !wanted.has(uid) && isStillAhead(event, eventContext.now)) changed.set(uid, []);
      }
      await writeMirrorEvents(platform, tx, scope, mirror.target_calendar_id, changed, eventContext);
    }
  });
}

async function listWantedMirrorEvents(
  tx: Tx,
  scope: Scope,
  mirror: MirrorRow,
  range: { from: Date; to: Date },
  { homeTimeZone }: EventContext,
): Promise<Map<string, RemoteEvent>> {
  const kind = getKind(mirror);
  const originals = mirror.source_calendar_id
    ? dropCoveredTimes(await listBusyOccurrences(tx, scope, mirror.source_calendar_id, range)).map(
        (busy) => ({
          name: `${busy.eventId} ${busy.recurrenceId}`,
          title: 'Busy',
          startsAt: busy.startsAt,
          endsAt: busy.endsAt,
        }),
      )
    : (await listPlannedBlocks(tx, scope, range)).map((block) => ({ ...block, name: block.id }));
  return new Map(
    originals.map((original) => {
      const name = createHash('sha256').update(original.name).digest('hex').slice(0, 32);
      const uid = `${toUidPrefix(mirror)}${name}`;
      return [uid, toMirrorEvent({ ...original, uid, madeBy: kind }, homeTimeZone)];
    }),
  );
}

function getKind({ source_calendar_id }: MirrorRow): 'block' | 'mirror' {
  return source_calendar_id === null ? 'block' : 'mirror';
}

/** The prefix of the UIDs of a mirror's events. */
export function toUidPrefix(mirror: MirrorRow): string {
  return `dayloom-${getKind(mirror)}-${mirror.id}-`;
}

/** Updates all users' mirrors, in case a change was missed. */
export async function queueMirrors({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  for (const userId of await listMirroringUsers(db))
    await jobs.enqueue(MIRROR_JOB, { userId }, { key: userId });
}
