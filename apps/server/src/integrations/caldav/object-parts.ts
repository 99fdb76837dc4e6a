import type { CalendarEvent } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState } from '#features/calendar-sync/model/resource.ts';
import { instanceKey, masterFor } from '../calendars/object-parts.ts';
import {
  type CalendarDocument,
  propertyName,
  readDocument,
  timeZoneParameter,
  zoneComponents,
} from './ics-document.ts';
import { eventVersions, FLOATING_ZONE } from './ics-event.ts';

/** The key of a master or a single event. Changed instances have their `instanceKey`. */
export const MASTER = '';

/** The key in `zoneSpellings` for a zone that is neither known nor defined. */
export const UNKNOWN_ZONE = '';

/** A shown component: its text and the agreed record. */
export interface KnownComponent {
  readonly lines: readonly string[];
  readonly sequence: number;
  readonly record: RemoteEvent;
  /** The instances in its EXDATE lines, by `instanceKey`, in the order of the text. */
  readonly exdates: readonly string[];
  /** Older versions of the same event in the same object, in the order of the text. */
  readonly older: readonly (readonly string[])[];
}

/** A calendar object with its components identified by instance. */
export interface IdentifiedObject {
  readonly document: CalendarDocument;
  /** In the order of the text, without components that are not shown. */
  readonly components: ReadonlyMap<string, KnownComponent>;
  /** For each component, the positions in `document.events` of it and its older versions. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** The original spelling of each zone: the TZID parameter with its quotes. */
  readonly zoneSpellings: ReadonlyMap<string, string>;
}

/** `records` are the records that both sides agreed on when the object had this text. */
export function readObject(text: string, records: readonly RemoteEvent[]): IdentifiedObject {
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
      // An unknown zone: its times float here and keep the zone's name on the server.
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
    : instanceKey(record.recurrenceId, masterFor(record, master), FLOATING_ZONE);
}

/** Earlier states of an object, the latest first. Unreadable states are left out. */
export function readEarlier(earlier: readonly EarlierState[]): IdentifiedObject[] {
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
export function getTimeZones({ document }: IdentifiedObject): Map<string, string[]> {
  return zoneComponents([...document.head, ...document.between.flat()]);
}
