import { createCalendarWriter, type WritableEvent } from '@dayloom/time/icalendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import {
  ALL_FIELDS,
  changedFields,
  type EventField,
  masterFor,
  type ObjectParts,
  recordKey,
  splitParts,
} from '../calendars/object-parts.ts';
import {
  cancelledComponent,
  changedComponent,
  componentsWithUid,
  listReferencedZones,
  withRecurrenceId,
} from './component-change.ts';
import { askingForAnswers } from './guest-lines.ts';
import {
  isLine,
  propertyLines,
  propertyName,
  splitLines,
  timeZoneParameter,
  unfolded,
  withoutZones,
  withProperties,
  zoneComponents,
} from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';
import { toWritable, withMaker } from './ics-writable.ts';
import {
  getTimeZones,
  type IdentifiedObject,
  type KnownComponent,
  MASTER,
  UNKNOWN_ZONE,
} from './object-parts.ts';

const RECURRENCE_ID = new Set(['RECURRENCE-ID']);
const SERIES_PROPERTIES = new Set(['RRULE', 'EXRULE', 'RDATE', 'EXDATE']);

interface WrittenComponent {
  readonly lines: readonly string[];
  /** Older versions that are restored with the component. */
  readonly older: readonly (readonly string[])[];
}

/** A change of one calendar object, component by component. */
export class ObjectRewrite {
  readonly #object: IdentifiedObject;
  readonly #before: ObjectParts;
  readonly #after: ObjectParts;
  /** The instances that are cancelled by a component, and not by EXDATE. */
  readonly #cancelledRecords: ReadonlyMap<string, RemoteEvent>;
  readonly #donors: readonly IdentifiedObject[];
  readonly #writer: ReturnType<typeof createCalendarWriter>;
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #stamp: string;
  readonly #organizer: string;

  constructor(
    object: IdentifiedObject,
    known: readonly RemoteEvent[],
    wanted: readonly RemoteEvent[],
    donors: readonly IdentifiedObject[],
    { organizer, now }: { readonly organizer: string; readonly now: Date },
  ) {
    this.#organizer = organizer;
    this.#object = object;
    this.#before = splitParts(known, FLOATING_ZONE);
    this.#after = splitParts(wanted, FLOATING_ZONE);
    this.#cancelledRecords = new Map(
      wanted.flatMap((record) =>
        record.recurrenceId !== null && record.status === 'cancelled'
          ? [
              [
                recordKey(record.recurrenceId, masterFor(record, this.#after.master), FLOATING_ZONE),
                record,
              ] as const,
            ]
          : [],
      ),
    );
    this.#donors = donors;
    this.#writer = createCalendarWriter({ stampedAt: now.getTime() });
    this.#spellings = object.zoneSpellings;
    this.#stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  }

  /** `copy` gives everything another UID and leaves out components that are not shown. */
  text(copy: { uid: string } | null = null): string {
    const { document, positions } = this.#object;
    const changed = this.#components({ isCopy: copy !== null });
    const keys = new Map(
      [...positions].flatMap(([key, at]) => at.map((position) => [position, key] as const)),
    );
    const shownUid = findUid(this.#object);
    const hasSeriesLeft = this.#before.master !== null && this.#after.master === null;
    const events: string[] = [];
    const inPlace = new Set<string>();
    for (const [position, { lines, event }] of document.events.entries()) {
      const key = keys.get(position);
      if (key === undefined) {
        const goes = copy !== null || (hasSeriesLeft && event.uid === shownUid);
        if (!goes) events.push(...lines);
      } else if (positions.get(key)?.[0] === position) {
        inPlace.add(key);
        events.push(...(changed.get(key)?.lines ?? []));
      } else if (changed.has(key) && copy === null) events.push(...lines);
      const isLast = position === document.events.length - 1;
      const after = document.between[position] ?? [];
      if (isLast)
        for (const [fresh, component] of changed)
          if (!inPlace.has(fresh)) events.push(...component.older.flat(), ...component.lines);
      events.push(...after);
    }
    const written = copy ? componentsWithUid(events, copy.uid) : events;
    return [...this.#headFor(written), ...this.#missingZones(written), ...written].join('');
  }

  /**
   * The existing object with all wanted events put before its contents, for events that return to an object
   * which continued without them.
   */
  withWantedFirst(): string {
    const { head, events, between } = this.#object.document;
    const ours = [...this.#components({ isCopy: false }).values()].flatMap(({ older, lines }) => [
      ...older.flat(),
      ...lines,
    ]);
    const others = events.flatMap(({ lines }, position) => [...lines, ...(between[position] ?? [])]);
    const end = events.length > 0 ? head.length : head.findLastIndex((line) => isLine(line, 'END:VCALENDAR'));
    return [...head.slice(0, end), ...this.#missingZones(ours), ...ours, ...head.slice(end), ...others].join(
      '',
    );
  }

  /** The lines of all components to write, by key. Components that are not shown are not included. */
  #components({ isCopy }: { readonly isCopy: boolean }): Map<string, WrittenComponent> {
    const { components } = this.#object;
    const [before, after] = [this.#before, this.#after];
    const written = new Map<string, WrittenComponent>();
    const isCancelled = (key: string) => components.get(key)?.record.status === 'cancelled';
    const master = components.get(MASTER) ?? null;
    const cancelledBefore = new Map(
      [...after.cancelled].flatMap((key) => {
        const donor = components.has(key) ? null : this.#cancelledDonor(key);
        return donor ? [[key, donor] as const] : [];
      }),
    );
    for (const [key, donor] of cancelledBefore) written.set(key, donor);
    // When a series has moved, its exceptions have new keys. Each takes the component of the exception in the
    // same position. The second part of a split series has the last ones.
    const getFormer = (left: readonly string[], fresh: readonly string[]) => {
      const isMove = left.length === fresh.length || (isCopy && left.length > fresh.length);
      return new Map(isMove ? fresh.map((key, index) => [key, left.at(index - fresh.length) ?? key]) : []);
    };
    const cancelledLeft = [...components.keys()]
      .filter((key) => isCancelled(key) && !after.cancelled.has(key))
      .sort();
    const cancelledFresh = [...this.#cancelledRecords.keys()]
      .filter((key) => after.cancelled.has(key) && !components.has(key) && !written.has(key))
      .sort();
    for (const [key, was] of getFormer(cancelledLeft, cancelledFresh)) {
      const record = this.#cancelledRecords.get(key);
      if (record) written.set(key, toWrittenComponent(this.#override(key, record, was, master)));
    }
    if (after.master) {
      const isOut = (key: string) => isCancelled(key) || written.has(key);
      const older = master ? [] : (this.#listDonors(MASTER)[0]?.older ?? []);
      written.set(MASTER, { lines: this.#master(after.master, master, isOut), older });
    }
    const left = [...components.keys()]
      .filter((key) => key !== MASTER && !after.overrides.has(key) && !isCancelled(key))
      .sort();
    const fresh = [...after.overrides.keys()].filter((key) => !components.has(key)).sort();
    const former = getFormer(left, fresh);
    for (const [key, record] of after.overrides) {
      const was = components.has(key) ? key : (former.get(key) ?? null);
      const older = components.has(key) ? [] : (this.#listDonors(key)[0]?.older ?? []);
      written.set(key, { lines: this.#override(key, record, was, master), older });
    }
    const isPartOfUnread = before.master === null && hasUnreadParts(this.#object);
    for (const [key, component] of components) {
      if (key === MASTER || written.has(key)) continue;
      if (isCancelled(key) && (after.cancelled.has(key) || isPartOfUnread))
        written.set(key, toWrittenComponent(component.lines));
      // The rule of the unreadable series would bring the instance back, so it is cancelled.
      else if (isPartOfUnread)
        written.set(key, toWrittenComponent(cancelledComponent(component, this.#stamp)));
    }
    return written;
  }

  #master(
    record: RemoteEvent,
    component: KnownComponent | null,
    isCancelled: (key: string) => boolean,
  ): string[] {
    // A deleted master whose instances remained is restored from its earlier state.
    const source = component ?? this.#listDonors(MASTER)[0] ?? null;
    const before = source ? source.record : null;
    const fields = before ? changedFields(before, record) : ALL_FIELDS;
    // A cancelled component needs no EXDATE. All other cancelled instances do.
    const exdates = record.recurrence
      ? [
          ...[...this.#after.cancelled].filter((key) => !isCancelled(key)),
          ...[...this.#after.overrides.keys()].filter((key) => this.#isExcludedAndChanged(key)),
        ].sort()
      : [];
    const hasMoved = before === null || JSON.stringify(before.start) !== JSON.stringify(record.start);
    const hasOther = hasMoved || exdates.join() !== [...new Set(source?.exdates)].sort().join();
    const base = source ?? this.#blank(record);
    const lines = changedComponent({
      base,
      before,
      after: record,
      fields,
      exdates: hasOther ? exdates : null,
      written: this.#written(record),
      donors: this.#listDonors(MASTER),
    });
    return withMaker(lines, record);
  }

  #override(key: string, record: RemoteEvent, was: string | null, master: KnownComponent | null): string[] {
    const written = this.#written(record);
    const component = was === null ? undefined : this.#object.components.get(was);
    const [donor] = this.#listDonors(key);
    const source = component ?? donor;
    if (source) {
      const sequence = Math.max(source.sequence, component ? 0 : (master?.sequence ?? 0));
      const lines = changedComponent({
        base: { ...source, sequence },
        before: source.record,
        after: record,
        fields: without(changedFields(source.record, record), 'rules'),
        exdates: null,
        written,
        donors: this.#listDonors(key),
      });
      const named = this.#earlierName(key);
      const isSameZone = this.#before.master?.start.timeZone === this.#after.master?.start.timeZone;
      const hasName = component ? was === key && (isSameZone || named.length === 0) : named.length > 0;
      const isNamedAlike =
        hasName &&
        (!component || this.#isNameValid(this.#object, component)) &&
        (source.record.details.isThisAndFuture ?? false) === (record.details.isThisAndFuture ?? false);
      if (isNamedAlike) return lines;
      return named.length > 0
        ? withProperties(lines, RECURRENCE_ID, named)
        : withRecurrenceId(lines, written.lines);
    }
    const like = this.#before.master;
    const base = master ? single(master) : this.#blank(record);
    const fields = new Set<EventField>([
      ...(master && like ? changedFields(like, record) : ALL_FIELDS),
      'time',
    ]);
    const lines = changedComponent({
      base,
      before: master ? like : null,
      after: record,
      fields: without(fields, 'rules'),
      exdates: null,
      written,
      donors: [],
    });
    return withRecurrenceId(lines, written.lines);
  }

  /** An earlier RECURRENCE-ID of the instance: it may have been named by a date, or in UTC. */
  #earlierName(key: string): string[] {
    const donor = this.#donors.find(({ components }) => components.has(key));
    const component = donor?.components.get(key);
    return donor && component && this.#isNameValid(donor, component)
      ? propertyLines(component.lines, RECURRENCE_ID)
      : [];
  }

  /** A RECURRENCE-ID without a zone names another instance once the series is in another zone. */
  #isNameValid({ components }: IdentifiedObject, { lines }: KnownComponent): boolean {
    const [name = ''] = propertyLines(lines, RECURRENCE_ID);
    const isZoned = timeZoneParameter(name) !== null || /Z\s*$/i.test(unfolded(name));
    const [was, is] = [components.get(MASTER)?.record.start, this.#after.master?.start];
    return isZoned || was?.timeZone === is?.timeZone;
  }

  /** The cancelled component of an earlier state, unless a later state excluded the instance by EXDATE. */
  #cancelledDonor(key: string): KnownComponent | null {
    for (const { components } of this.#donors) {
      const component = components.get(key);
      if (component) return component.record.status === 'cancelled' ? component : null;
      if (components.get(MASTER)?.exdates.includes(key)) return null;
    }
    return null;
  }

  /** Whether the latest state with a change of this instance excludes it too. The exclusion stays as it is. */
  #isExcludedAndChanged(key: string): boolean {
    const isChanged = ({ components }: IdentifiedObject) =>
      components.has(key) && components.get(key)?.record.status !== 'cancelled';
    const latest = [this.#object, ...this.#donors].find(isChanged);
    return latest?.components.get(MASTER)?.exdates.includes(key) ?? false;
  }

  #listDonors(key: string): KnownComponent[] {
    return this.#donors.flatMap(({ components }) => components.get(key) ?? []);
  }

  #blank(record: RemoteEvent): Pick<KnownComponent, 'lines' | 'sequence' | 'exdates'> {
    const own = splitParts([record], FLOATING_ZONE);
    const writable = { ...this.#toWritable(record, own), rrules: [], exrules: [], rdates: [], exdates: [] };
    return { lines: askingForAnswers(splitLines(this.#writer.event(writable))), sequence: 0, exdates: [] };
  }

  /** An event in the output of our writer, with the object's spelling of its zones. */
  #written(record: RemoteEvent): { lines: string[]; exdates(keys: readonly string[]): string[] } {
    const spelled = (text: string) =>
      askingForAnswers(splitLines(text)).map((line) => this.#spelled(unfolded(line)));
    const writable = this.#toWritable(record, this.#after);
    this.#writer.announce(writable);
    return {
      lines: spelled(this.#writer.event(writable)),
      exdates: (keys) => {
        if (keys.length === 0) return [];
        const one = this.#toWritable(record, this.#after, keys);
        return spelled(this.#writer.event(one)).filter((line) => propertyName(line) === 'EXDATE');
      },
    };
  }

  #toWritable(record: RemoteEvent, parts: ObjectParts, exdates?: readonly string[]): WritableEvent {
    return toWritable(record, parts, this.#organizer, exdates, this.#spellings);
  }

  #spelled(line: string): string {
    const unknown = this.#spellings.get(UNKNOWN_ZONE);
    if (unknown !== undefined && /^(?:DTSTART|DTEND|EXDATE|RECURRENCE-ID):[\dT,]+$/.test(line))
      return line.replace(':', `;TZID=${unknown}:`);
    return line.replace(
      /^([A-Z-]+(?:;VALUE=[A-Z-]+)?;TZID=)("[^"]*"|[^;:]*)/,
      (whole, start: string, name: string) => {
        const spelling = this.#spellings.get(name.replaceAll('"', ''));
        return spelling === undefined ? whole : `${start}${spelling}`;
      },
    );
  }

  /**
   * The lines before the events, without VTIMEZONEs that the undone change had added: they are now unused,
   * and an earlier state lacked them.
   */
  #headFor(lines: readonly string[]): readonly string[] {
    const { head } = this.#object.document;
    const named = listReferencedZones(lines);
    const left = [...listNamedZones(this.#object)].filter(
      (name) => !named.has(name) && this.#donors.some((donor) => !getTimeZones(donor).has(name)),
    );
    return left.length === 0 ? head : withoutZones(head, new Set(left));
  }

  /** The VTIMEZONEs that the lines refer to and the object lacks. */
  #missingZones(lines: readonly string[]): string[] {
    const there = new Set([
      ...getTimeZones(this.#object).keys(),
      // Zones that the object uses without defining them are generally known.
      ...listNamedZones(this.#object),
    ]);
    const isKnownThere = (name: string) => {
      const naming = this.#donors.filter((donor) => listNamedZones(donor).has(name));
      return naming.length > 0 && !naming.some((donor) => getTimeZones(donor).has(name));
    };
    const known = [...this.#donors.map(getTimeZones), zoneComponents(splitLines(this.#writer.head()))];
    return [...listReferencedZones(lines)].flatMap((name) => {
      // Zones that an earlier state used without defining them need no definition either.
      if (there.has(name) || isKnownThere(name)) return [];
      return known.find((zones) => zones.has(name))?.get(name) ?? [];
    });
  }
}

function listNamedZones({ document }: IdentifiedObject): Set<string> {
  return listReferencedZones(document.events.flatMap(({ lines }) => lines));
}

/** The UID of the shown events. */
export function findUid({ document, positions }: IdentifiedObject): string | undefined {
  const [[position] = []] = positions.values();
  return position === undefined ? undefined : document.events[position]?.event.uid;
}

/** Whether the shown UID has components that are not shown. */
function hasUnreadParts(object: IdentifiedObject): boolean {
  const uid = findUid(object);
  const shown = new Set([...object.positions.values()].flat());
  return object.document.events.some(({ event }, position) => event.uid === uid && !shown.has(position));
}

function toWrittenComponent(lines: readonly string[]): WrittenComponent {
  return { lines, older: [] };
}

function without(fields: ReadonlySet<EventField>, field: EventField): ReadonlySet<EventField> {
  return new Set([...fields].filter((each) => each !== field));
}

/** The component of a series as the base for one of its instances. */
function single({ lines, sequence }: KnownComponent): Pick<KnownComponent, 'lines' | 'sequence' | 'exdates'> {
  return { lines: withProperties(lines, SERIES_PROPERTIES, []), sequence, exdates: [] };
}
