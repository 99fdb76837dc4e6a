import { randomUUID } from 'node:crypto';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import {
  computeBaseAfterUnknownWrite,
  isSameObject,
  type MergeConflict,
  mergeObjects,
  rebaseLocalChanges,
} from '#features/calendar/model/merge.ts';
import { toCanonicalEvents } from '#features/calendar/operations/remote-events.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { RemoteResource } from '../model/resource.ts';
import { withAgreedZones } from '../rules/agreed-zones.ts';
import { describeConflict, toTextSide } from '../rules/conflict-words.ts';
import type { NewConflict } from '../store/conflicts.ts';
import { deleteLinks, type Link, saveLinks } from '../store/links.ts';

const UNSHOWN_TIME = 'It has a date or time that cannot be displayed';

/** The events of all resources of a UID. */
export function toRemoteEvents(links: readonly Pick<Link, 'records'>[]): readonly RemoteEvent[] {
  return links.flatMap(({ records }) => records);
}

/**
 * Converts a resource for storage, with canonical records under our UID. If a zone differs only in its name
 * from the one in `agreed` (the last agreed state, or what was just sent), the name in `agreed` is kept.
 */
export function toLink(
  resource: RemoteResource,
  uid: string,
  { agreed, homeTimeZone }: { agreed: readonly RemoteEvent[]; homeTimeZone: string },
): Link {
  const received = toCanonicalEvents(
    resource.records.map((record) => ({ ...record, uid })),
    homeTimeZone,
  );
  const records = withAgreedZones(received, agreed);
  return {
    id: resource.id,
    uid,
    version: resource.version,
    records,
    partIds: resource.partIds,
    raw: resource.raw,
    problem: resource.problem ?? (received.length < resource.records.length ? UNSHOWN_TIME : null),
  };
}

/** Replaces the links of a UID. */
export async function replaceLinks(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  before: readonly Link[],
  after: readonly Link[],
): Promise<void> {
  const kept = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await deleteLinks(tx, scope, calendarId, gone);
  await saveLinks(tx, scope, calendarId, after);
}

export interface Reconciled {
  readonly events: readonly RemoteEvent[];
  /** Whether the provider already has all of it. */
  readonly isSent: boolean;
  readonly conflicts: readonly NewConflict[];
}

/** Three-way merge of the local and remote changes since the last agreed state. */
export function reconcile(
  calendarId: string,
  uid: string,
  sides: {
    base: readonly RemoteEvent[];
    attempt: readonly RemoteEvent[] | null;
    mine: readonly RemoteEvent[];
    theirs: readonly RemoteEvent[];
  },
  homeTimeZone: string,
): Reconciled {
  const base = computeBaseAfterUnknownWrite(sides.base, sides.attempt, sides.theirs);
  const { events, mergeConflicts } = mergeObjects(base, sides.mine, sides.theirs);
  const mine = mergeConflicts.length > 0 ? rebaseLocalChanges(base, sides.mine, sides.theirs) : [];
  const conflicts = mergeConflicts.map((mergeConflict) =>
    toConflict({ calendarId, uid, mine, homeTimeZone }, mergeConflict),
  );
  return { events, isSent: isSameObject(events, sides.theirs), conflicts };
}

/**
 * Builds a conflict: the values that were not used, and the calendar object that would result from using
 * them.
 */
export function toConflict(
  {
    calendarId,
    uid,
    mine,
    homeTimeZone,
  }: { calendarId: string; uid: string; mine: readonly RemoteEvent[]; homeTimeZone: string },
  mergeConflict: MergeConflict,
): NewConflict {
  const { fields, shown } = describeConflict(mergeConflict, homeTimeZone);
  const event = mergeConflict.mine ?? mergeConflict.theirs;
  return {
    id: randomUUID(),
    calendarId,
    uid,
    kind: 'both_changed',
    title: event?.title ?? '',
    fields,
    mine,
    shown,
  };
}

/** A change that the provider refused, kept as a conflict with the reason. */
export function toRefusedConflict(
  calendarId: string,
  uid: string,
  mine: readonly RemoteEvent[],
  reason: string,
): NewConflict {
  const master = mine.find(({ recurrenceId }) => recurrenceId === null) ?? mine[0];
  return {
    id: randomUUID(),
    calendarId,
    uid,
    kind: 'both_changed',
    title: master?.title ?? '',
    fields: ['refused'],
    mine,
    shown: [
      {
        field: 'refused',
        mine: toTextSide(mine.length > 0 ? 'your change' : 'deleted'),
        theirs: toTextSide(reason),
      },
    ],
  };
}
