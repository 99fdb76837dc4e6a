import type { CalendarTime } from '../calendar-time.ts';
import { parseRule } from '../recurrence/rule.ts';
import type { Component, TopComponent } from './components.ts';
import { findDuration } from './duration.ts';
import type { Attendee, CalendarEvent, CalendarItem, CalendarTodo, CalendarUser } from './events.ts';
import { type CalendarZones, createTimeReader, type TimeReader } from './item-times.ts';
import { excerpt, type Property, splitTexts, textValue, unescapeText } from './properties.ts';
import { toSeriesValueType, withStartZone } from './recurrence-id.ts';

/** The calendar that an item belongs to. */
export interface ReadContext {
  zones: CalendarZones;
  /** The text of each VTIMEZONE by TZID. */
  zoneTexts: ReadonlyMap<string, string>;
  floatingTimeZone: string;
}

export function readEvent(component: TopComponent, context: ReadContext): CalendarEvent {
  const times = createTimeReader(component, context.zones, context.floatingTimeZone);
  const item = readItem(component, context, times);
  const end = readEnd(component, item.start, times);
  return {
    ...item,
    end,
    endsAt: end && times.instant(end),
    transparency: toText(component, 'TRANSP').toUpperCase() === 'TRANSPARENT' ? 'transparent' : 'opaque',
    zoneDefinition: findDefinition(times, context),
  };
}

export function readTodo(component: TopComponent, context: ReadContext): CalendarTodo {
  const times = createTimeReader(component, context.zones, context.floatingTimeZone);
  const item = readItem(component, context, times);
  const dueProperty = find(component, 'DUE');
  const duration = getDuration(component);
  const due = dueProperty
    ? times.readTime(dueProperty)
    : item.start && duration
      ? times.after(item.start, duration)
      : null;
  const completedProperty = find(component, 'COMPLETED');
  const completed = completedProperty ? times.readTime(completedProperty) : null;
  return {
    ...item,
    due,
    dueAt: due && times.instant(due),
    completedAt: completed && times.instant(completed),
    priority: readNumber(component, 'PRIORITY', 9),
    percentComplete: readNumber(component, 'PERCENT-COMPLETE', 100),
    zoneDefinition: findDefinition(times, context),
  };
}

function readItem(component: TopComponent, context: ReadContext, times: TimeReader): CalendarItem {
  const startProperty = find(component, 'DTSTART');
  const start = startProperty ? times.readTime(startProperty) : null;
  if (!startProperty && component.name === 'VEVENT') report(component, component.line, 'DTSTART is missing');
  const recurrenceProperty = find(component, 'RECURRENCE-ID');
  const organizer = find(component, 'ORGANIZER');
  const lastModified = find(component, 'LAST-MODIFIED');
  const modifiedTime = lastModified ? times.readTime(lastModified) : null;
  const listTimes = (name: 'RDATE' | 'EXDATE') =>
    all(component, name)
      .flatMap((property) => times.readTimes(property))
      .map(({ end, ...time }) => {
        // A date excludes everything on its day.
        const isInKind = !start || (name === 'EXDATE' && time.isDate);
        return {
          ...(isInKind ? time : toSeriesValueType(time, start)),
          ...(end && !start?.isDate && { end: withStartZone(end, start) }),
        };
      });
  return {
    uid: unescapeText(find(component, 'UID')?.value ?? '').trim() || uidFromContent(component.raw),
    recurrenceId: recurrenceProperty ? times.readTime(recurrenceProperty) : null,
    isThisAndFuture: recurrenceProperty?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    sequence: readNumber(component, 'SEQUENCE', 2 ** 31),
    summary: toText(component, 'SUMMARY'),
    description: toText(component, 'DESCRIPTION'),
    location: toText(component, 'LOCATION'),
    url: find(component, 'URL')?.value.trim() || null,
    status: toText(component, 'STATUS').trim().toUpperCase() || null,
    allDay: start?.isDate ?? false,
    start,
    startsAt: start && times.instant(start),
    rrules: listRules(component, 'RRULE'),
    exrules: listRules(component, 'EXRULE'),
    rdates: listTimes('RDATE'),
    exdates: listTimes('EXDATE'),
    organizer: organizer ? toPerson(organizer) : null,
    attendees: all(component, 'ATTENDEE').map(toAttendee),
    categories: all(component, 'CATEGORIES').flatMap((property) => splitTexts(property.value)),
    lastModified: modifiedTime ? times.instant(modifiedTime) : null,
    zoneDefinition: null,
    raw: component.raw,
    problems: component.problems,
    line: component.line,
  };
}

/** DTEND, DURATION, or the default. An end before the start becomes the shortest possible end. */
function readEnd(component: Component, start: CalendarTime | null, times: TimeReader): CalendarTime | null {
  const endProperty = find(component, 'DTEND');
  const read = endProperty ? times.readTime(endProperty) : null;
  if (!start) return null;
  const shortest = start.isDate ? times.after(start, { days: 1, ms: 0 }) : start;
  const given = read && withStartZone(read, start);
  if (!given || !endProperty) {
    const duration = getDuration(component);
    if (!duration) return shortest;
    if (duration.days >= 0 && duration.ms >= 0)
      return duration.days + duration.ms === 0 ? shortest : times.after(start, duration);
    report(
      component,
      find(component, 'DURATION')?.line ?? component.line,
      'DURATION is negative; the event has no length',
    );
    return shortest;
  }
  const startsAt = times.instant(start);
  const endsAt = times.instant(given);
  // Many producers write the last day as the (exclusive) end of an all-day event.
  if (endsAt === startsAt) return shortest;
  if (endsAt > startsAt) return given;
  report(component, endProperty.line, 'DTEND is before DTSTART; the event ends where it starts');
  return shortest;
}

function getDuration(component: Component) {
  const property = find(component, 'DURATION');
  if (!property) return null;
  const duration = findDuration(property.value);
  if (!duration) report(component, property.line, `DURATION is not a duration: ${excerpt(property.value)}`);
  return duration;
}

function listRules(component: Component, name: string): string[] {
  const rules: string[] = [];
  for (const property of all(component, name)) {
    try {
      parseRule(property.value);
      rules.push(property.value.trim());
    } catch (error) {
      report(component, property.line, error instanceof Error ? error.message : `${name} is not a rule`);
    }
  }
  return rules;
}

function toPerson(property: Property): CalendarUser {
  const address = (
    /^\s*mailto:(.+)$/is.exec(property.value)?.[1] ??
    property.parameters.get('EMAIL') ??
    property.value
  ).trim();
  const name = property.parameters
    .get('CN')
    ?.replace(/\\([:;,])/g, '$1')
    .trim();
  return { email: /^[^\s@:]+@[^\s@]+$/.test(address) ? address.toLowerCase() : null, name: name || null };
}

function toAttendee(property: Property): Attendee {
  return {
    ...toPerson(property),
    status: property.parameters.get('PARTSTAT')?.toUpperCase() || 'NEEDS-ACTION',
  };
}

function findDefinition(times: TimeReader, context: ReadContext): string | null {
  const texts = [...times.ownZones]
    .map((tzid) => context.zoneTexts.get(tzid))
    .filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join('\r\n') : null;
}

function find(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}

function all(component: Component, name: string): Property[] {
  return component.properties.filter((property) => property.name === name);
}

function toText(component: Component, name: string): string {
  const property = find(component, name);
  return property ? textValue(property) : '';
}

function readNumber(component: Component, name: string, most: number): number {
  const value = Number(find(component, name)?.value.trim() ?? 0);
  return Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
}

function report(component: Component, line: number, message: string): void {
  component.problems.push({ line, message });
}

/**
 * Two 32-bit FNV-1a hashes with different seeds: enough to distinguish the events of one feed, and
 * deterministic.
 */
function uidFromContent(raw: string): string {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let i = 0; i < raw.length; i += 1) {
    const unit = raw.charCodeAt(i);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return `${hex(first)}${hex(second)}@content.dayloom`;
}
