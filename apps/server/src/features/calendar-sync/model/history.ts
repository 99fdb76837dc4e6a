import type { EventCounts, SyncHistoryEntry } from '@dayloom/contracts';
import type { ObjectChange } from '#features/calendar/model/object-change.ts';
import { findMirrorKind } from './mirror-kind.ts';

/** What a sync run did, by direction and kind of change. */
export type HistoryCounts = Pick<
  SyncHistoryEntry,
  'read' | 'events' | 'blocks' | 'copies' | 'conflicts' | 'refused' | 'cut'
>;

const none: EventCounts = { added: 0, moved: 0, changed: 0, removed: 0 };
export const zeroCounts: HistoryCounts = {
  read: none,
  events: none,
  blocks: none,
  copies: none,
  conflicts: 0,
  refused: 0,
  cut: 0,
};

export function countRead(
  changes: readonly ObjectChange[],
  more: Pick<HistoryCounts, 'conflicts' | 'cut'>,
): HistoryCounts {
  return { ...zeroCounts, ...more, read: toCounts(changes) };
}

export function countSent(uid: string, change: ObjectChange): HistoryCounts {
  const streams = { block: 'blocks', mirror: 'copies' } as const;
  const kind = findMirrorKind(uid);
  return { ...zeroCounts, [kind ? streams[kind] : 'events']: toCounts([change]) };
}

export function addCounts(one: HistoryCounts, other: HistoryCounts): HistoryCounts {
  return {
    read: addEvents(one.read, other.read),
    events: addEvents(one.events, other.events),
    blocks: addEvents(one.blocks, other.blocks),
    copies: addEvents(one.copies, other.copies),
    conflicts: one.conflicts + other.conflicts,
    refused: one.refused + other.refused,
    cut: one.cut + other.cut,
  };
}

function toCounts(changes: readonly ObjectChange[]): EventCounts {
  const counts = { ...none };
  for (const change of changes) counts[change] += 1;
  return counts;
}

function addEvents(one: EventCounts, other: EventCounts): EventCounts {
  return {
    added: one.added + other.added,
    moved: one.moved + other.moved,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
  };
}
