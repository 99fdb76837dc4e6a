import { type CalendarTime, type FindZone, findCalendarTime, toInstant } from '../calendar-time.ts';
import { getZone } from '../zone.ts';
import { findZoneName } from '../zone-names.ts';
import type { Component } from './components.ts';
import type { NamedZone } from './custom-zones.ts';
import { addDays, type CalendarDuration, findDuration } from './duration.ts';
import { excerpt, type Property } from './properties.ts';

/** The zones that a calendar defines, by TZID; null for a zone whose definition cannot be read. */
export type CalendarZones = ReadonlyMap<string, NamedZone | null>;

/** Reads the times of one component and adds problems to it. */
export interface TimeReader {
  /** A property with one DATE or DATE-TIME; null, with a problem, if it has neither. */
  readTime(property: Property): CalendarTime | null;
  /** RDATE and EXDATE: a list of times; RDATE may also have periods. */
  readTimes(property: Property): (CalendarTime & { end?: CalendarTime })[];
  instant(time: CalendarTime): number;
  /** A time plus a duration: days on the wall clock, the rest in exact time. */
  after(time: CalendarTime, duration: CalendarDuration): CalendarTime;
  /** The TZIDs in use that only this calendar defines. */
  ownZones: Set<string>;
}

/** Whether a TZID is still unknown: its definition may follow later in the calendar. */
export function hasUnknownZone(component: Component, zones: CalendarZones): boolean {
  return component.properties.some((property) => {
    const tzid = property.parameters.get('TZID');
    return tzid !== undefined && !zones.has(tzid) && findZoneName(tzid) === null;
  });
}

export function createTimeReader(
  component: Component,
  zones: CalendarZones,
  floatingTimeZone: string,
): TimeReader {
  const ownZones = new Set<string>();
  const reported = new Set<string>();
  const report = (property: Property, message: string) =>
    component.problems.push({ line: property.line, message });
  const findZone: FindZone = (name) => zones.get(name)?.definition ?? getZone(name);

  const zoneFor = (property: Property): string | null => {
    const tzid = property.parameters.get('TZID')?.trim();
    if (!tzid) return null;
    const named = zones.get(tzid);
    if (named) {
      if (named.definition) ownZones.add(tzid);
      return named.timeZone;
    }
    const known = findZoneName(tzid);
    if (!known && !reported.has(tzid)) {
      reported.add(tzid);
      report(
        property,
        `Time zone '${excerpt(tzid)}' is neither known nor defined; its times are read in your own time zone`,
      );
    }
    return known;
  };
  const readText = (property: Property, text: string, zone: string | null): CalendarTime | null => {
    const time = findCalendarTime(text, zone);
    if (!time) report(property, `${property.name} is not a date or time: ${excerpt(text) || 'nothing'}`);
    else if (property.parameters.get('VALUE')?.toUpperCase() === 'DATE' && !time.isDate) {
      // "VALUE=DATE:20070101T000000": the parameter wins.
      const { year, month, day } = time.local;
      return { local: { year, month, day, hour: 0, minute: 0 }, timeZone: null, isDate: true };
    }
    return time;
  };
  const instant = (time: CalendarTime) => toInstant(time, floatingTimeZone, findZone);
  const after = (time: CalendarTime, duration: CalendarDuration): CalendarTime => {
    const moved: CalendarTime = {
      ...time,
      local: time.isDate ? dateOnly(addDays(time.local, duration.days)) : addDays(time.local, duration.days),
    };
    if (duration.ms === 0) return moved;
    const zone = findZone(time.timeZone ?? floatingTimeZone);
    const local = zone.toLocal(zone.localToInstant(moved.local) + duration.ms);
    return { local, timeZone: time.timeZone, isDate: false };
  };

  return {
    ownZones,
    instant,
    after,
    readTime: (property) => readText(property, property.value, zoneFor(property)),
    readTimes(property) {
      const zone = zoneFor(property);
      const times: (CalendarTime & { end?: CalendarTime })[] = [];
      for (const text of property.value.split(',')) {
        if (text.trim() === '') continue;
        const [startText, endText] = text.split('/') as [string, string | undefined];
        const start = readText(property, startText, zone);
        if (!start) continue;
        const duration = endText === undefined ? null : findDuration(endText);
        const end =
          endText === undefined
            ? null
            : duration
              ? after(start, duration)
              : readText(property, endText, zone);
        times.push(end ? { ...start, end } : start);
      }
      return times;
    },
  };
}

function dateOnly(local: { year: number; month: number; day: number }) {
  return { year: local.year, month: local.month, day: local.day, hour: 0, minute: 0 };
}
