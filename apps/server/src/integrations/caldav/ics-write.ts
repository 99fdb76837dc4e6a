import { createCalendarWriter } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState } from '#features/calendar-sync/model/resource.ts';
import { changedFields, splitParts } from '../calendars/object-parts.ts';
import { askingForAnswers } from './guest-lines.ts';
import { splitLines } from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';
import { toWritable, withMaker } from './ics-writable.ts';
import { MASTER, readEarlier, readObject } from './object-parts.ts';
import { findUid, ObjectRewrite } from './object-rewrite.ts';

/** The calendar object of new events. */
export function newCalendarText(
  records: readonly RemoteEvent[],
  { organizer, now }: Pick<ObjectWrite, 'organizer' | 'now'>,
): string {
  const parts = splitParts(records, FLOATING_ZONE);
  const writer = createCalendarWriter({ stampedAt: now.getTime() });
  const events = [...(parts.master ? [parts.master] : []), ...parts.overrides.values()].map((record) => ({
    record,
    writable: toWritable(record, parts, organizer),
  }));
  for (const { writable } of events) writer.announce(writable);
  return [
    writer.head(),
    ...events.flatMap(({ record, writable }) =>
      withMaker(askingForAnswers(splitLines(writer.event(writable))), record),
    ),
    writer.foot(),
  ].join('');
}

export interface ObjectWrite {
  /** The server's current text. */
  readonly raw: string;
  /** The records that both sides had agreed on for this text. */
  readonly known: readonly RemoteEvent[];
  /** The records that the text must have after the change. */
  readonly wanted: readonly RemoteEvent[];
  readonly earlier: readonly EarlierState[];
  /** The user's address at the server, for events whose guests they invite. */
  readonly organizer: string;
  readonly now: Date;
}

/**
 * Returns the text of a calendar object after a change of the differences between `known` and `wanted`. All
 * other lines stay: guests, alarms, properties that only the other side understands, and components that are
 * not shown here.
 */
export function changedCalendarText({ raw, known, wanted, earlier, organizer, now }: ObjectWrite): string {
  const rewrite = new ObjectRewrite(readObject(raw, known), known, wanted, readEarlier(earlier), {
    organizer,
    now,
  });
  return rewrite.text();
}

/**
 * Builds a new calendar object from an earlier state: the same events restored, or, under another UID, the
 * second part of a split series. Null when no earlier state is readable.
 */
export function restoredCalendarText({
  wanted,
  earlier,
  organizer,
  now,
}: Pick<ObjectWrite, 'wanted' | 'earlier' | 'organizer' | 'now'>): string | null {
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
  const donors = states.map((state) => state.object);
  const rewrite = new ObjectRewrite(object, records, wanted, donors, { organizer, now });
  return rewrite.text(isCopy ? { uid } : null);
}

/**
 * Returns the text of an object that continued without its events (with other events or a task) after these
 * events are put back.
 */
export function rejoinedCalendarText({
  raw,
  wanted,
  earlier,
  organizer,
  now,
}: Pick<ObjectWrite, 'raw' | 'wanted' | 'earlier' | 'organizer' | 'now'>): string {
  const donors = readEarlier(earlier);
  return new ObjectRewrite(readObject(raw, []), [], wanted, donors, { organizer, now }).withWantedFirst();
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
 * Returns the text of a calendar object without its shown events; null when nothing else remains, so that the
 * object can be deleted. An instance of an unreadable series is cancelled and not removed, because the
 * unreadable rule would bring it back.
 */
export function remainingCalendarText({
  raw,
  known,
  now,
}: Pick<ObjectWrite, 'raw' | 'known' | 'now'>): string | null {
  const object = readObject(raw, known);
  const shownUid = findUid(object);
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
  return new ObjectRewrite(object, known, [], [], { organizer: '', now }).text();
}
