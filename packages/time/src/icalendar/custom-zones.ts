import { findCalendarTime } from '../calendar-time.ts';
import { toLocalMs } from '../civil-date.ts';
import { expand } from '../recurrence/expand.ts';
import { RecurrenceTooCostly, type StepBudget } from '../recurrence/rule-times.ts';
import { HOUR_MS, MINUTE_MS } from '../units.ts';
import { getZone, isTimeZone, type Zone, zoneFromOffsets } from '../zone.ts';
import { findZoneName, representativeZones } from '../zone-names.ts';
import type { CalendarProblem, Component } from './components.ts';
import { excerpt, unescapeText } from './properties.ts';

/**
 * The meaning of a TZID in one calendar. `definition` has the zone's own rules if no IANA zone matches them.
 */
export interface NamedZone {
  timeZone: string;
  definition: Zone | null;
}

/** A change of offset: `offsetMs` applies from this instant on. */
interface Onset {
  at: number;
  offsetMs: number;
}

const LAST_YEAR = Date.UTC(2100, 0, 1);
/** Two changes a year from 1601, the start of Microsoft's zones, to 2100. */
const MAX_ONSETS = 1200;
/** Budget for all zones of a file: a hundred zones with two changes a year each. */
export const ZONE_STEPS = 600_000;
/**
 * Budget for one zone: eight times that of two changes a year since 1601. An event keeps its zone's
 * definition, so the rules are expanded again whenever the event is read.
 */
const STEPS_OF_ONE = 30_000;
/** The years in which a definition must agree with an IANA zone to be replaced by it. */
const COMPARED = { from: Date.UTC(2012, 0, 1), to: Date.UTC(2037, 0, 1), step: 5 * 24 * HOUR_MS };

/**
 * Reads a VTIMEZONE (RFC 5545 §3.6.5). In order of preference: its name if we know it, X-LIC-LOCATION, the
 * IANA zone with the same offsets, its own rules. Null, with problems in the component, if it has no name.
 */
export function readZone(
  component: Component,
  budget: StepBudget = { left: ZONE_STEPS },
): { tzid: string; zone: NamedZone | null } | null {
  const tzid = toText(component, 'TZID');
  if (!tzid) {
    component.problems.push({ line: component.line, message: 'VTIMEZONE has no TZID' });
    return null;
  }
  const location = toText(component, 'X-LIC-LOCATION');
  const known = findZoneName(tzid) ?? (location ? findZoneName(location) : null);
  // If the name is an offset, the rules may say more: "GMT-0500" may have daylight saving time.
  const isOffset = known !== null && !isTimeZone(known);
  if (known && !isOffset) return { tzid, zone: { timeZone: known, definition: null } };
  const own = { left: Math.min(budget.left, STEPS_OF_ONE) };
  const given = own.left;
  const onsets = readOnsets(component, own);
  budget.left -= given - own.left;
  if (onsets === null) {
    const message = `Time zone '${excerpt(tzid)}' was skipped: its rules take too long to evaluate`;
    component.problems.push({ line: component.line, message });
    return { tzid, zone: known ? { timeZone: known, definition: null } : null };
  }
  if (known && onsets.length === 0) return { tzid, zone: { timeZone: known, definition: null } };
  if (onsets.length === 0) {
    component.problems.push({ line: component.line, message: `Time zone '${excerpt(tzid)}' has no offsets` });
    return { tzid, zone: null };
  }
  const definition = zoneFromOnsets(tzid, onsets);
  const same = known && hasSameOffsets(getZone(known), definition) ? known : findSameZone(definition);
  return { tzid, zone: same ? { timeZone: same, definition: null } : { timeZone: tzid, definition } };
}

function toText(component: Component, name: string): string | null {
  const value = component.properties.find((property) => property.name === name)?.value;
  return value === undefined ? null : unescapeText(value).trim() || null;
}

/** Null if expanding the rules exceeds the budget. */
function readOnsets(component: Component, budget: StepBudget): (Onset & { offsetBeforeMs: number })[] | null {
  const onsets: (Onset & { offsetBeforeMs: number })[] = [];
  for (const child of component.children) {
    if (child.name !== 'STANDARD' && child.name !== 'DAYLIGHT') continue;
    const value = (name: string) => child.properties.find((property) => property.name === name)?.value ?? '';
    const start = findCalendarTime(value('DTSTART'));
    const offsetMs = findOffset(value('TZOFFSETTO'));
    const offsetBeforeMs = findOffset(value('TZOFFSETFROM')) ?? offsetMs;
    if (!start || offsetMs === null || offsetBeforeMs === null) {
      problem(component.problems, child, `${child.name} has no valid DTSTART, TZOFFSETFROM and TZOFFSETTO`);
      continue;
    }
    const rules = child.properties
      .filter((property) => property.name === 'RRULE')
      .map((property) => property.value);
    const rdates = child.properties
      .filter((property) => property.name === 'RDATE')
      .flatMap((property) => property.value.split(',').map((text) => findCalendarTime(text)))
      .filter((date) => date !== null);
    // UNTIL is in UTC, while onsets are wall-clock times before the change. So the rule is expanded in a zone
    // with the offset before the change.
    const before = zoneFromOffsets('before', () => offsetBeforeMs);
    try {
      const item = { start: { ...start, timeZone: null, isDate: false }, rules, rdates };
      const query = {
        to: LAST_YEAR,
        limit: MAX_ONSETS,
        budget,
        findZone: (name: string) => (name === 'UTC' ? before : getZone(name)),
      };
      for (const { startsAt } of expand(item, query)) onsets.push({ at: startsAt, offsetMs, offsetBeforeMs });
    } catch (error) {
      if (error instanceof RecurrenceTooCostly) return null;
      problem(component.problems, child, error instanceof Error ? error.message : String(error));
      onsets.push({ at: toLocalMs(start.local) - offsetBeforeMs, offsetMs, offsetBeforeMs });
    }
  }
  return onsets.sort((a, b) => a.at - b.at);
}

function problem(problems: CalendarProblem[], component: Component, message: string): void {
  problems.push({ line: component.line, message });
}

/** "+0100", "-033045"; null for a day or more, as no zone has such an offset. */
function findOffset(text: string): number | null {
  const match = /^\s*([+-]?)(\d{2}):?(\d{2}):?(\d{2})?\s*$/.exec(text);
  if (!match || Number(match[2]) > 23 || Number(match[3]) > 59) return null;
  const size = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS + Number(match[4] ?? 0) * 1000;
  return match[1] === '-' ? -size : size;
}

function zoneFromOnsets(tzid: string, onsets: readonly (Onset & { offsetBeforeMs: number })[]): Zone {
  const before = onsets[0]?.offsetBeforeMs ?? 0;
  return zoneFromOffsets(tzid, (instant) => {
    let low = 0;
    let high = onsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((onsets[middle] as Onset).at <= instant) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? before : (onsets[low - 1] as Onset).offsetMs;
  });
}

function hasSameOffsets(zone: Zone, definition: Zone): boolean {
  for (let at = COMPARED.from; at < COMPARED.to; at += COMPARED.step) {
    if (zone.offsetMsAt(at) !== definition.offsetMsAt(at)) return false;
  }
  return true;
}

/** The first zone of the Windows list (one for each set of rules in use) with the same offsets, or null. */
function findSameZone(definition: Zone): string | null {
  for (const representative of representativeZones) {
    const timeZone = findZoneName(representative);
    if (timeZone && hasSameOffsets(getZone(timeZone), definition)) return timeZone;
  }
  return null;
}
