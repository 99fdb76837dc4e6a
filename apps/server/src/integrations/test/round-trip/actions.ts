import { DAY_MS, HOUR_MS } from '@dayloom/time';
import {
  type ActionOutcome,
  type AskedMove,
  otherRules,
  otherTexts,
  otherTimes,
  otherZone,
} from './asked.ts';
import type { Part } from './calendar-diff.ts';
import type { ShownOccurrence } from './shown.ts';

export interface Request {
  readonly method: 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** An action of a person on an event. */
export interface Action {
  readonly name: string;
  /** Null when the action does not apply to this event. */
  request(occurrences: readonly ShownOccurrence[]): Request | null;
  /** Whether a difference is intended: in a property, or (null) a new or deleted part. */
  readonly allows: (part: Part, property: string | null) => boolean;
  /** The expected occurrences after the action; null when the rule is replaced. */
  shows(occurrences: readonly ShownOccurrence[]): readonly ShownOccurrence[] | null;
  /** Differences between the server's data and the request, one line each. */
  otherThanAsked?: (outcome: ActionOutcome) => string[];
}

const RENAMED = 'Renamed; by Dayloom, \u{1F9F6}';
const PLACE = 'Room 4, "west"; wing';
const WORDS = 'New\nlines, and more';
const TIMES = ['dtstart', 'dtend', 'duration'];
const AVAILABILITY = ['transp', 'x-microsoft-cdo-busystatus', 'x-microsoft-cdo-intendedstatus'];
const SERIES_PROPERTIES = ['rrule', 'exrule', 'rdate', 'exdate'];

const isEvent = ({ key }: Part) => key.startsWith('vevent');
const isInstance = ({ recurrenceId }: Part) => recurrenceId !== '';

function aim(shown: ShownOccurrence, scope: 'this' | 'following' | 'all'): object {
  return shown.isRecurring ? { scope, ...(shown.recurrenceId && { recurrenceId: shown.recurrenceId }) } : {};
}

function change(
  shown: ShownOccurrence | undefined,
  body: object,
  scope: 'this' | 'following' | 'all',
): Request | null {
  if (!shown) return null;
  return { method: 'PATCH', path: `/api/events/${shown.eventId}`, body: { ...body, ...aim(shown, scope) } };
}

function removal(shown: ShownOccurrence | undefined, scope: 'this' | 'following' | 'all'): Request | null {
  if (!shown) return null;
  const query = new URLSearchParams(aim(shown, scope) as Record<string, string>);
  return { method: 'DELETE', path: `/api/events/${shown.eventId}?${query.toString()}` };
}

function later(
  shown: ShownOccurrence | undefined,
  { startMs, endMs }: AskedMove,
): Partial<ShownOccurrence> | null {
  if (!shown) return null;
  const day = (date: string | null, ms: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + (ms === 0 ? 0 : DAY_MS)).toISOString().slice(0, 10);
  const instant = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return shown.isAllDay
    ? { startsOn: day(shown.startsOn, startMs), endsOn: day(shown.endsOn, endMs) }
    : { startsAt: instant(shown.startsAt, startMs), endsAt: instant(shown.endsAt, endMs) };
}

/** The times of the other kind. Whole days are free by default. */
function toOtherKind({ isAllDay, startsOn, startsAt }: ShownOccurrence): object {
  const day = (isAllDay ? startsOn : startsAt)?.slice(0, 10) ?? '';
  return isAllDay
    ? { startsAt: `${day}T09:00:00Z`, endsAt: `${day}T10:00:00Z`, timeZone: 'Europe/Berlin', isBusy: true }
    : { isBusy: false, startsOn: day, endsOn: new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) };
}

const series = (shown: readonly ShownOccurrence[]) => shown.filter(({ isRecurring }) => isRecurring);
const moved: AskedMove = { startMs: HOUR_MS, endMs: HOUR_MS };
const resized: AskedMove = { startMs: 0, endMs: HOUR_MS / 2 };

/** An instance whose series is missing here is changed alone. Otherwise the whole series is meant. */
const isMeant = (shown: ShownOccurrence, first: ShownOccurrence | undefined) =>
  shown.isRecurring || shown === first;

/** Sets the field on every instance that had the same value as its series. */
function withField<Field extends 'title' | 'location' | 'description' | 'isBusy'>(
  all: readonly ShownOccurrence[],
  field: Field,
  value: ShownOccurrence[Field],
): ShownOccurrence[] {
  const [first] = all;
  return all.map((one) =>
    isMeant(one, first) && (field === 'title' || one[field] === first?.[field])
      ? { ...one, [field]: value }
      : one,
  );
}

function isAtItsTime({ isAllDay, startsOn, startsAt, recurrenceId }: ShownOccurrence): boolean {
  return recurrenceId === null || (isAllDay ? startsOn : new Date(startsAt).toISOString()) === recurrenceId;
}

const toLengthMs = ({ startsAt, endsAt }: ShownOccurrence) => Date.parse(endsAt) - Date.parse(startsAt);

/** A move of a series also moves the instances at their regular times. */
function withTimes(all: readonly ShownOccurrence[], by: AskedMove): ShownOccurrence[] {
  const [first] = all;
  // Added dates may have a different length (RDATE as PERIOD).
  const isResized = by.startMs !== by.endMs;
  return all.map((one) => {
    const hasOwnLength = first !== undefined && toLengthMs(one) !== toLengthMs(first);
    const isOverride = one.eventId !== first?.eventId;
    const isAlong =
      one === first || (one.isRecurring && isAtItsTime(one) && !(hasOwnLength && (isResized || isOverride)));
    return isAlong ? { ...one, ...later(one, by) } : one;
  });
}

const isFrom = (one: ShownOccurrence, target: ShownOccurrence | undefined) =>
  (one.recurrenceId ?? '') >= (target?.recurrenceId ?? '');

/** Every action that the product has for an event. */
export const actions: readonly Action[] = [
  {
    name: 'rename',
    request: ([first]) =>
      first?.shortened?.includes('title') ? null : change(first, { title: RENAMED }, 'all'),
    allows: (part, property) => isEvent(part) && property === 'summary',
    shows: (all) => withField(all, 'title', RENAMED),
    otherThanAsked: (outcome) => otherTexts(outcome, 'summary', RENAMED),
  },
  {
    name: 'edit the location',
    request: ([first]) =>
      first?.shortened?.includes('location') ? null : change(first, { location: PLACE }, 'all'),
    allows: (part, property) =>
      isEvent(part) && ['location', 'geo', 'x-apple-structured-location'].includes(property ?? ''),
    shows: (all) => withField(all, 'location', PLACE),
    otherThanAsked: (outcome) => otherTexts(outcome, 'location', PLACE),
  },
  {
    name: 'edit the description',
    request: ([first]) =>
      first?.shortened?.includes('description') ? null : change(first, { description: WORDS }, 'all'),
    allows: (part, property) => isEvent(part) && ['description', 'x-alt-desc'].includes(property ?? ''),
    shows: (all) => withField(all, 'description', WORDS),
    otherThanAsked: (outcome) => otherTexts(outcome, 'description', WORDS),
  },
  {
    name: 'mark as free or busy',
    request: ([first]) => (first && !first.isAllDay ? change(first, { isBusy: !first.isBusy }, 'all') : null),
    allows: (part, property) => isEvent(part) && AVAILABILITY.includes(property ?? ''),
    shows: (all) => withField(all, 'isBusy', !all[0]?.isBusy),
  },
  {
    name: 'move',
    request: ([first]) => {
      const times = later(first, moved);
      return times && change(first, times, 'all');
    },
    // A move of the series renames its instances.
    allows: (part, property) =>
      isEvent(part) &&
      (property === null ? isInstance(part) : [...TIMES, ...SERIES_PROPERTIES].includes(property)),
    shows: (all) => withTimes(all, moved),
    otherThanAsked: (outcome) => (outcome.isWhole ? otherTimes(outcome, moved) : []),
  },
  {
    name: 'move into another zone',
    request: ([first]) =>
      first && !first.isAllDay
        ? change(first, { startsAt: first.startsAt, endsAt: first.endsAt, timeZone: 'Asia/Tokyo' }, 'all')
        : null,
    allows: (part, property) =>
      part.key.startsWith('vtimezone') ||
      (isEvent(part) &&
        (property === null ? isInstance(part) : [...TIMES, ...SERIES_PROPERTIES].includes(property))),
    // A series keeps its hour in the new zone, while the clocks change in the old one.
    shows: (all) => (all.some(({ isRecurring }) => isRecurring) ? null : all),
    otherThanAsked: (outcome) => otherZone(outcome, 'Asia/Tokyo', ['Tokyo Standard Time']),
  },
  {
    name: 'make all-day or timed',
    request: ([first]) => (first ? change(first, toOtherKind(first), 'all') : null),
    allows: (part, property) =>
      part.key.startsWith('vtimezone') ||
      (isEvent(part) &&
        (property === null
          ? isInstance(part)
          : [...TIMES, ...SERIES_PROPERTIES, ...AVAILABILITY].includes(property))),
    shows: () => null,
  },
  {
    name: 'resize by dragging',
    request: ([first]) => {
      const times = later(first, resized);
      return times && change(first, times, 'all');
    },
    allows: (part, property) => isEvent(part) && ['dtend', 'duration'].includes(property ?? ''),
    shows: (all) => withTimes(all, resized),
    otherThanAsked: (outcome) => (outcome.isWhole ? otherTimes(outcome, resized) : []),
  },
  {
    name: 'rename one instance',
    request: (shown) => change(series(shown)[1], { title: RENAMED }, 'this'),
    allows: (part, property) =>
      isEvent(part) && isInstance(part) && (property === null || property === 'summary'),
    shows: (all) => all.map((one) => (one === series(all)[1] ? { ...one, title: RENAMED } : one)),
  },
  {
    name: 'move one instance',
    request: (shown) => {
      const times = later(series(shown)[1], moved);
      return times && change(series(shown)[1], times, 'this');
    },
    allows: (part, property) =>
      isEvent(part) && isInstance(part) && (property === null || TIMES.includes(property)),
    shows: (all) => all.map((one) => (one === series(all)[1] ? { ...one, ...later(one, moved) } : one)),
  },
  {
    name: 'rename this and following',
    request: (shown) => change(series(shown)[2], { title: RENAMED }, 'following'),
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : SERIES_PROPERTIES.includes(property)),
    shows: (all) => all.map((one) => (isFrom(one, series(all)[2]) ? { ...one, title: RENAMED } : one)),
  },
  {
    name: 'move this and following',
    request: (shown) => {
      const times = later(series(shown)[2], moved);
      return times && change(series(shown)[2], times, 'following');
    },
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : SERIES_PROPERTIES.includes(property)),
    shows: () => null,
  },
  {
    name: 'repeat otherwise',
    request: (shown) => {
      const [first] = series(shown);
      return first ? change(first, { recurrenceRule: 'FREQ=WEEKLY;COUNT=3' }, 'all') : null;
    },
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : SERIES_PROPERTIES.includes(property)),
    shows: () => null,
    otherThanAsked: (outcome) => otherRules(outcome, { freq: 'WEEKLY', count: 3 }),
  },
  {
    name: 'delete one instance',
    request: (shown) => removal(series(shown)[1], 'this'),
    allows: (part, property) =>
      isEvent(part) &&
      (isInstance(part) ? property === null || property === 'status' : property === 'exdate'),
    shows: (all) => all.filter((one) => one !== series(all)[1]),
  },
  {
    name: 'delete this and following',
    request: (shown) => removal(series(shown)[2], 'following'),
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : SERIES_PROPERTIES.includes(property)),
    shows: (all) => all.filter((one) => !isFrom(one, series(all)[2])),
  },
  {
    name: 'delete',
    request: ([first]) => removal(first, 'all'),
    allows: () => true,
    shows: (all) => all.filter((one) => !isMeant(one, all[0])),
  },
];
