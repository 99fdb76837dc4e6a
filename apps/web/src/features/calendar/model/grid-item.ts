import type { Calendar, Occurrence } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { eventItemId } from '#lib/calendar-links.ts';

/** A place in time: two instants and, for all-day items, also two dates (exclusive end). */
export interface Place {
  startsAt: string;
  endsAt: string;
  startsOn: string | null;
  endsOn: string | null;
}

export type Look = 'event' | 'movable' | 'last-chance' | 'pinned' | 'done' | 'now' | 'ghost' | 'proposed';

/** An item of the grid, independent of its source. */
export interface GridItem extends Place {
  id: string;
  kind: 'event' | 'block' | 'change';
  /** The id of the event or the block. */
  sourceId: string;
  look: Look;
  title: string;
  /** The kind of the item in words, for screen readers. */
  label: string;
  /** The calendar's colour, for events. */
  color: string | null;
  /** `2/3` for a chunk of a longer task. */
  badge: string | null;
  /** A last line in small print. */
  note: string | null;
  /** Progress of a running block, 0 to 1. */
  progress: number | null;
  isMovable: boolean;
  isInteractive: boolean;
  isRecurring: boolean;
}

/** The place of an occurrence. Only all-day events have dates here. */
export function toEventPlace({ isAllDay, startsAt, endsAt, startsOn, endsOn }: Occurrence): Place {
  return isAllDay
    ? { startsAt, endsAt, startsOn, endsOn }
    : { startsAt, endsAt, startsOn: null, endsOn: null };
}

/** Occurrences as grid items, without cancelled ones and those of hidden calendars. */
export function eventItems(occurrences: readonly Occurrence[], calendars: readonly Calendar[]): GridItem[] {
  const byId = new Map(calendars.map((calendar) => [calendar._id, calendar]));
  return occurrences
    .filter(({ status, calendarId }) => status !== 'cancelled' && byId.get(calendarId)?.isVisible !== false)
    .map((occurrence) => {
      const calendar = byId.get(occurrence.calendarId);
      const isWhole = occurrence.isAllDay && occurrence.startsOn !== null;
      return {
        id: eventItemId(occurrence),
        kind: 'event',
        sourceId: occurrence.eventId,
        look: 'event',
        title: occurrence.title || '(No title)',
        label: [
          occurrence.status === 'tentative' ? 'Tentative event' : 'Event',
          calendar && calendar.kind !== 'dayloom' && `in ${calendar.name}`,
          occurrence.isRecurring && 'repeats',
          calendar?.isWritable === false && 'read only',
        ]
          .filter(Boolean)
          .join(', '),
        startsAt: occurrence.startsAt,
        endsAt: occurrence.endsAt,
        startsOn: isWhole ? occurrence.startsOn : null,
        endsOn: isWhole ? (occurrence.endsOn ?? occurrence.startsOn) : null,
        color: calendar?.color ?? null,
        badge: null,
        note: occurrence.location || null,
        progress: null,
        isMovable: calendar?.isWritable !== false,
        isInteractive: true,
        isRecurring: occurrence.isRecurring,
      };
    });
}

/** An item's first lines, on the scale of the grid. */
const LINES_MS = 45 * MINUTE_MS;
/** Narrower text would be a letter or two. */
const MAX_ABOVE = 3;

/**
 * How many items lie on top of the first lines of each item, by id; absent for none. Overlapping items are drawn like
 * cards: each covers the right part of those before it (by start, the longer one, and title).
 */
export function countCards(items: readonly GridItem[]): ReadonlyMap<string, number> {
  const cards = items
    .filter(({ startsOn, look }) => startsOn === null && look !== 'ghost')
    .map(({ id, title, startsAt, endsAt }) => ({
      id,
      title,
      start: Date.parse(startsAt),
      end: Date.parse(endsAt),
    }))
    .sort((a, b) => a.start - b.start || b.end - a.end || (a.title < b.title ? -1 : 1));
  const counts = new Map<string, number>();
  for (const [index, card] of cards.entries()) {
    const until = Math.min(card.end, card.start + LINES_MS);
    let count = 0;
    for (const other of cards.slice(index + 1, index + 1 + MAX_ABOVE)) if (other.start < until) count++;
    if (count > 0) counts.set(card.id, count);
  }
  return counts;
}

/** Puts an item in a new place; adds it if it comes from days that are no longer visible. */
export function withPlace(items: readonly GridItem[], item: GridItem, place: Place): readonly GridItem[] {
  if (!items.some(({ id }) => id === item.id)) return [...items, { ...item, ...place }];
  return items.map((one) => (one.id === item.id ? { ...one, ...place } : one));
}

export function samePlace(a: Place, b: Place): boolean {
  if (a.startsOn !== null || b.startsOn !== null) return a.startsOn === b.startsOn && a.endsOn === b.endsOn;
  return Date.parse(a.startsAt) === Date.parse(b.startsAt) && Date.parse(a.endsAt) === Date.parse(b.endsAt);
}

/** The times of a place in the API's form. */
export function toTimes(place: Place) {
  return place.startsOn !== null && place.endsOn !== null
    ? { startsOn: place.startsOn, endsOn: place.endsOn }
    : { startsAt: place.startsAt, endsAt: place.endsAt };
}
