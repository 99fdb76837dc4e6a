import type { CalendarEvent } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState } from '#features/calendar-sync/model/resource.ts';
import { instanceKey } from '../calendars/object-parts.ts';
import {
  type CalendarDocument,
  propertyName,
  readDocument,
  timeZoneParameter,
  zoneComponents,
} from './ics-document.ts';
import { eventVersions, FLOATING_ZONE } from './ics-event.ts';

/** The key of a master, or of an event that does not repeat; changed instances go by `instanceKey`. */
export const MASTER = '';

/** Where `zoneSpellings` has the name of a zone that is neither known nor defined. */
export const UNKNOWN_ZONE = '';

/** A component that is shown: what its text says, and what both sides agreed that it says. */
export interface KnownComponent {
  readonly lines: readonly string[];
  readonly sequence: number;
  readonly record: RemoteEvent;
  /** What stands in its EXDATE lines, by `instanceKey`, in the order of the text. */
  readonly exdates: readonly string[];
  /** Older versions of the same event in the same object, in the order of the text. */
  readonly older: readonly (readonly string[])[];
}

/** A calendar object whose components are told apart by the instance that they are. */
export interface CalendarObject {
  readonly document: CalendarDocument;
  /** In the order of the text. Components that are not shown are missing. */
  readonly components: ReadonlyMap<string, KnownComponent>;
  /** The positions in `document.events` of each of them, its older versions among them. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** How the text spells the zones that we know by other names: the TZID parameter, with its quotes. */
  readonly zoneSpellings: ReadonlyMap<string, string>;
}

/** `records` are those that both sides agreed on when the object had this text. */
export function readObject(text: string, records: readonly RemoteEvent[]): CalendarObject {
  const document = readDocument(text);
  const agreed = new Map(records.map((record) => [toKey(record, findMaster(records)), record]));
  const versions = eventVersions(
    document.events.map(({ event }) => event),
    [],
  );
  const getPosition = (event: CalendarEvent) =>
    document.events.findIndex((component) => component.event === event);
  const hasMaster = agreed.has(MASTER);
  const master = hasMaster
    ? versions.find(({ shown }) => shown.record.recurrenceId === null)?.shown.record
    : undefined;
  const components = new Map<string, KnownComponent>();
  const positions = new Map<string, readonly number[]>();
  const zoneSpellings = new Map<string, string>();
  for (const { shown, older } of versions) {
    const { event, record: received } = shown;
    const key = toKey(received, master);
    const record = agreed.get(key);
    const getLines = (position: number) => document.events[position]?.lines ?? [];
    const lines = getLines(getPosition(event));
    if (!record) continue;
    const olderPositions = older.map((version) => getPosition(version.event));
    const exdates = (received.recurrence?.exdates ?? []).map((time) =>
      instanceKey(time, received, FLOATING_ZONE),
    );
    components.set(key, {
      lines,
      sequence: event.sequence,
      record,
      exdates,
      older: olderPositions.map(getLines),
    });
    positions.set(key, [getPosition(event), ...olderPositions]);
    for (const [name, zone] of [
      ['DTSTART', received.start.timeZone],
      ['DTEND', received.end.timeZone],
    ] as const) {
      const line = lines.find((each) => propertyName(each) === name);
      const spelling = line === undefined ? null : timeZoneParameter(line);
      // A zone that nobody knows: its times float here, and keep its name there.
      const known = zone ?? UNKNOWN_ZONE;
      if (spelling !== null && !zoneSpellings.has(known)) zoneSpellings.set(known, spelling);
    }
  }
  return { document, components, positions, zoneSpellings };
}

function findMaster(records: readonly RemoteEvent[]): RemoteEvent | undefined {
  return records.find(({ recurrenceId }) => recurrenceId === null);
}

function toKey(record: RemoteEvent, master: RemoteEvent | undefined): string {
  return record.recurrenceId === null
    ? MASTER
    : instanceKey(record.recurrenceId, master ?? record, FLOATING_ZONE);
}

/** Earlier states of an object, the latest first; what cannot be taken apart any more is left out. */
export function readEarlier(earlier: readonly EarlierState[]): CalendarObject[] {
  return earlier.flatMap(([resource]) => {
    if (!resource?.raw) return [];
    try {
      return [readObject(resource.raw, resource.records)];
    } catch {
      return [];
    }
  });
}

/** The VTIMEZONEs of an object, by TZID. */
export function zonesOfObject({ document }: CalendarObject): Map<string, string[]> {
  return zoneComponents([...document.head, ...document.between.flat()]);
}
