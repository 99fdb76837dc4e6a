import { DAY_MS, HOUR_MS } from '@dayloom/time';
import type { Part } from './calendar-diff.ts';

/** An occurrence as the API shows it. */
export interface Shown {
  readonly eventId: string;
  readonly recurrenceId: string | null;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly isAllDay: boolean;
  readonly isBusy: boolean;
  readonly isRecurring: boolean;
  readonly shortened?: readonly string[];
}

export interface Request {
  readonly method: 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Something that a person does to an event here. */
export interface Action {
  readonly name: string;
  /** Null where it cannot be done to such an event. */
  request(occurrences: readonly Shown[]): Request | null;
  /** Whether a difference is what was asked for: of a property, or (null) that a part is new or gone. */
  readonly allows: (part: Part, property: string | null) => boolean;
}

const RENAMED = 'Renamed; by Dayloom, \u{1F9F6}';
const TIMES = ['dtstart', 'dtend', 'duration'];
const OF_SERIES = ['rrule', 'exrule', 'rdate', 'exdate'];

const isEvent = ({ key }: Part) => key.startsWith('vevent');
const isInstance = ({ recurrenceId }: Part) => recurrenceId !== '';

function aim(shown: Shown, scope: 'this' | 'following' | 'all'): object {
  return shown.isRecurring ? { scope, ...(shown.recurrenceId && { recurrenceId: shown.recurrenceId }) } : {};
}

function change(shown: Shown | undefined, body: object, scope: 'this' | 'following' | 'all'): Request | null {
  if (!shown) return null;
  return { method: 'PATCH', path: `/api/events/${shown.eventId}`, body: { ...body, ...aim(shown, scope) } };
}

function removal(shown: Shown | undefined, scope: 'this' | 'following' | 'all'): Request | null {
  if (!shown) return null;
  const query = new URLSearchParams(aim(shown, scope) as Record<string, string>);
  return { method: 'DELETE', path: `/api/events/${shown.eventId}?${query.toString()}` };
}

function later(
  shown: Shown | undefined,
  { startMs, endMs }: { startMs: number; endMs: number },
): object | null {
  if (!shown) return null;
  const day = (date: string | null, ms: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + (ms === 0 ? 0 : DAY_MS)).toISOString().slice(0, 10);
  const instant = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return shown.isAllDay
    ? { startsOn: day(shown.startsOn, startMs), endsOn: day(shown.endsOn, endMs) }
    : { startsAt: instant(shown.startsAt, startMs), endsAt: instant(shown.endsAt, endMs) };
}

const series = (shown: readonly Shown[]) => shown.filter(({ isRecurring }) => isRecurring);
const moved = { startMs: HOUR_MS, endMs: HOUR_MS };

/** Every action on an event that the product has. */
export const actions: readonly Action[] = [
  {
    name: 'rename',
    request: ([first]) =>
      first?.shortened?.includes('title') ? null : change(first, { title: RENAMED }, 'all'),
    allows: (part, property) => isEvent(part) && property === 'summary',
  },
  {
    name: 'edit the location',
    request: ([first]) =>
      first?.shortened?.includes('location')
        ? null
        : change(first, { location: 'Room 4, "west"; wing' }, 'all'),
    allows: (part, property) =>
      isEvent(part) && ['location', 'geo', 'x-apple-structured-location'].includes(property ?? ''),
  },
  {
    name: 'edit the description',
    request: ([first]) =>
      first?.shortened?.includes('description')
        ? null
        : change(first, { description: 'New\nlines, and more' }, 'all'),
    allows: (part, property) => isEvent(part) && ['description', 'x-alt-desc'].includes(property ?? ''),
  },
  {
    name: 'mark as free or busy',
    request: ([first]) => (first && !first.isAllDay ? change(first, { isBusy: !first.isBusy }, 'all') : null),
    allows: (part, property) =>
      isEvent(part) &&
      ['transp', 'x-microsoft-cdo-busystatus', 'x-microsoft-cdo-intendedstatus'].includes(property ?? ''),
  },
  {
    name: 'move',
    request: ([first]) => {
      const times = later(first, moved);
      return times && change(first, times, 'all');
    },
    // With its series an instance takes another name.
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : [...TIMES, ...OF_SERIES].includes(property)),
  },
  {
    name: 'resize by dragging',
    request: ([first]) => {
      const times = later(first, { startMs: 0, endMs: HOUR_MS / 2 });
      return times && change(first, times, 'all');
    },
    allows: (part, property) => isEvent(part) && ['dtend', 'duration'].includes(property ?? ''),
  },
  {
    name: 'rename one instance',
    request: (shown) => change(series(shown)[1], { title: RENAMED }, 'this'),
    allows: (part, property) =>
      isEvent(part) && isInstance(part) && (property === null || property === 'summary'),
  },
  {
    name: 'move one instance',
    request: (shown) => {
      const times = later(series(shown)[1], moved);
      return times && change(series(shown)[1], times, 'this');
    },
    allows: (part, property) =>
      isEvent(part) && isInstance(part) && (property === null || TIMES.includes(property)),
  },
  {
    name: 'rename this and following',
    request: (shown) => change(series(shown)[2], { title: RENAMED }, 'following'),
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : OF_SERIES.includes(property)),
  },
  {
    name: 'repeat otherwise',
    request: (shown) => {
      const [first] = series(shown);
      return first ? change(first, { recurrenceRule: 'FREQ=WEEKLY;COUNT=3' }, 'all') : null;
    },
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : OF_SERIES.includes(property)),
  },
  {
    name: 'delete one instance',
    request: (shown) => removal(series(shown)[1], 'this'),
    allows: (part, property) =>
      isEvent(part) &&
      (isInstance(part) ? property === null || property === 'status' : property === 'exdate'),
  },
  {
    name: 'delete this and following',
    request: (shown) => removal(series(shown)[2], 'following'),
    allows: (part, property) =>
      isEvent(part) && (property === null ? isInstance(part) : OF_SERIES.includes(property)),
  },
  {
    name: 'delete',
    request: ([first]) => removal(first, 'all'),
    allows: () => true,
  },
];
