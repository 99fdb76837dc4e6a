import { createCalendarWriter } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState } from '#features/calendar-sync/model/resource.ts';
import { changedFields, splitParts } from '../calendars/object-parts.ts';
import { splitLines } from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';
import { toWritable, withMarks } from './ics-writable.ts';
import { MASTER, readEarlier, readObject } from './object-parts.ts';
import { getUid, ObjectRewrite } from './object-rewrite.ts';

/** A calendar object of events that are new. */
export function newCalendarText(records: readonly RemoteEvent[], now: Date): string {
  const parts = splitParts(records, FLOATING_ZONE);
  const writer = createCalendarWriter({ stampedAt: now.getTime() });
  const events = [...(parts.master ? [parts.master] : []), ...parts.overrides.values()].map((record) => ({
    record,
    writable: toWritable(record, parts),
  }));
  for (const { writable } of events) writer.announce(writable);
  return [
    writer.head(),
    ...events.flatMap(({ record, writable }) => withMarks(splitLines(writer.event(writable)), record)),
    writer.foot(),
  ].join('');
}

export interface ObjectChange {
  /** The text that is there. */
  readonly raw: string;
  /** What both sides agreed that it says. */
  readonly known: readonly RemoteEvent[];
  /** What it is to say. */
  readonly wanted: readonly RemoteEvent[];
  readonly earlier: readonly EarlierState[];
  readonly now: Date;
}

/**
 * The text of a calendar object after a change: what differs between `known` and `wished`. All other lines stay as
 * they are: guests, alarms, what only the other side understands, and components that are not shown here.
 */
export function changedCalendarText({ raw, known, wanted, earlier, now }: ObjectChange): string {
  const rewrite = new ObjectRewrite(readObject(raw, known), known, wanted, readEarlier(earlier), now);
  return rewrite.text();
}

/**
 * A new calendar object made of an earlier state: the same events brought back, or, under another UID, the second part
 * of a series that was split. Null where no earlier state can be read. `isAlone`: without what else was in the object.
 */
export function restoredCalendarText({
  wanted,
  earlier,
  now,
  isAlone = false,
}: Pick<ObjectChange, 'wanted' | 'earlier' | 'now'> & { readonly isAlone?: boolean }): string | null {
  const states = earlier.flatMap((state) => {
    const [object] = readEarlier([state]);
    const records = state[0]?.records ?? [];
    return object ? [{ object, records }] : [];
  });
  const [latest] = states;
  if (!latest) return null;
  const uid = wanted[0]?.uid ?? '';
  const isSame = ({ records }: { records: readonly RemoteEvent[] }) => isSameEvents(records, wanted);
  const { object, records } = states.find(isSame) ?? latest;
  const isCopy = records[0]?.uid !== uid;
  const rewrite = new ObjectRewrite(
    object,
    records,
    wanted,
    states.map((state) => state.object),
    now,
  );
  return rewrite.text(isCopy || isAlone ? { uid } : null);
}

function isSameEvents(left: readonly RemoteEvent[], right: readonly RemoteEvent[]): boolean {
  const [one, other] = [splitParts(left, FLOATING_ZONE), splitParts(right, FLOATING_ZONE)];
  const isSame = (a: RemoteEvent | null | undefined, b: RemoteEvent | null | undefined) =>
    a && b ? changedFields(a, b).size === 0 : !a && !b;
  return (
    isSame(one.master, other.master) &&
    one.overrides.size === other.overrides.size &&
    [...other.overrides].every(([key, record]) => isSame(one.overrides.get(key), record)) &&
    one.cancelled.size === other.cancelled.size &&
    [...other.cancelled].every((key) => one.cancelled.has(key))
  );
}

/**
 * The text of a calendar object without the events that are shown of it; null where nothing else is in it, so that the
 * object can go. A single instance whose series cannot be read is not taken out but cancelled: the unreadable rule would
 * bring it back.
 */
export function remainingCalendarText({
  raw,
  known,
  now,
}: Pick<ObjectChange, 'raw' | 'known' | 'now'>): string | null {
  const object = readObject(raw, known);
  const shownUid = getUid(object);
  const hasMaster = object.components.has(MASTER);
  const others = object.document.events.filter(
    ({ event }, position) =>
      ![...object.positions.values()].flat().includes(position) && !(hasMaster && event.uid === shownUid),
  );
  const isAlone =
    others.length === 0 &&
    ![...object.document.head, ...object.document.between.flat()].some((line) =>
      /^BEGIN:(?:VTODO|VJOURNAL)/i.test(line),
    );
  if (isAlone) return null;
  return new ObjectRewrite(object, known, [], [], now).text();
}
