import { DAY_MS } from '../lengths-of-time.ts';
import type { Calendar, ListOptions } from './calendar.ts';
import { asCancelled, OPEN_END_DAYS, overlapsRange, seriesOverlapsRange } from './event-rules.ts';
import { expandOccurrences, type GoogleEvent, instanceSuffix, toInstant } from './event-times.ts';
import { invalid, notFound } from './google-error.ts';

/** An event as a client sees it; a cancelled instance has only its identity. */
export function getEvent(calendar: Calendar, id: string): GoogleEvent {
  return toEventResource(getStored(calendar, id));
}

/** A stored event, or an unchanged instance of a series. */
export function getStored(calendar: Calendar, id: string): GoogleEvent {
  const stored = calendar.events[id];
  if (stored) return stored;
  const [, masterId = '', suffix = ''] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const master = calendar.events[masterId];
  if (!master?.recurrence || master.status === 'cancelled') throw notFound();
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z)?$/.exec(suffix) ?? [];
  const at = Date.parse(
    `${year}-${month}-${day}T${time ? time.replace(/(..)(..)(..)/, '$1:$2:$3') : '00:00:00'}Z`,
  );
  const found = instancesBetween(calendar, master, at - DAY_MS, at + 2 * DAY_MS).find(
    (event) => event.id === id,
  );
  if (!found) throw notFound();
  return found;
}

/** All instances of a series in a range, with changed ones in place of the originals. */
export function listInstances(
  calendar: Calendar,
  id: string,
  { from, to, showsDeleted }: { from: number | null; to: number | null; showsDeleted: boolean },
  now: Date,
): GoogleEvent[] {
  const master = getEvent(calendar, id);
  if (!master.recurrence) throw invalid('The event is not recurring.');
  const start = from ?? toInstant(master.start, calendar.timeZone);
  const end = to ?? now.getTime() + OPEN_END_DAYS * DAY_MS;
  return instancesBetween(calendar, master, start, end).filter(
    ({ status }) => showsDeleted || status !== 'cancelled',
  );
}

function instancesBetween(calendar: Calendar, master: GoogleEvent, from: number, to: number): GoogleEvent[] {
  const exceptions = Object.values(calendar.events).filter(
    ({ recurringEventId }) => recurringEventId === master.id,
  );
  const replaced = new Set(exceptions.map(({ id }) => id));
  const { recurrence: _, ...shared } = master;
  const regular = expandOccurrences(master, calendar.timeZone, from, to).map(
    ({ start, end }): GoogleEvent => ({
      ...shared,
      id: `${master.id}_${instanceSuffix(start, calendar.timeZone)}`,
      recurringEventId: master.id ?? null,
      originalStartTime: start,
      start,
      end,
    }),
  );
  return [
    ...regular.filter(({ id }) => !replaced.has(id)),
    ...exceptions.filter((event) => overlapsRange(event, calendar, from, to)),
  ];
}

export function listEvents(calendar: Calendar, options: ListOptions, now: Date): GoogleEvent[] {
  const from = options.timeMin ?? Number.NEGATIVE_INFINITY;
  const to = options.timeMax ?? Number.POSITIVE_INFINITY;
  const all = Object.values(calendar.events);
  const shown = options.isExpanded
    ? all.flatMap((event) => {
        if (event.recurringEventId) return [];
        if (!event.recurrence) return overlapsRange(event, calendar, from, to) ? [event] : [];
        if (event.status === 'cancelled') return [];
        const start = Number.isFinite(from) ? from : toInstant(event.start, calendar.timeZone);
        const end = Number.isFinite(to) ? to : now.getTime() + OPEN_END_DAYS * DAY_MS;
        return instancesBetween(calendar, event, start, end);
      })
    : all.filter(
        (event) => overlapsRange(event, calendar, from, to) || seriesOverlapsRange(event, calendar, from, to),
      );
  const words = options.query?.toLowerCase();
  const matching = shown.filter(
    (event) =>
      // Clients that read masters also get the cancelled instances, or they would show events that were
      // removed.
      (options.showsDeleted ||
        event.status !== 'cancelled' ||
        (!options.isExpanded && event.recurringEventId)) &&
      (!words || `${event.summary} ${event.description} ${event.location}`.toLowerCase().includes(words)) &&
      (options.updatedMin === null || Date.parse(event.updated ?? '') >= options.updatedMin) &&
      (options.iCalUID === null || event.iCalUID === options.iCalUID) &&
      options.privateProperties.every((pair) => {
        const [name = '', value] = pair.split('=');
        return event.extendedProperties?.private?.[name] === value;
      }),
  );
  const getStart = (event: GoogleEvent) => toInstant(event.start, calendar.timeZone);
  return matching
    .sort((a, b) =>
      options.orderBy === 'startTime'
        ? getStart(a) - getStart(b)
        : (calendar.changes[a.id ?? ''] ?? 0) - (calendar.changes[b.id ?? ''] ?? 0),
    )
    .map(toEventResource);
}

/** The busy times of a calendar, without transparent and cancelled events. */
export function listBusyTimes(
  calendar: Calendar,
  { from, to }: { from: number; to: number },
  now: Date,
): { start: string; end: string }[] {
  const options = {
    timeMin: from,
    timeMax: to,
    isExpanded: true,
    showsDeleted: false,
    query: null,
    updatedMin: null,
    iCalUID: null,
    privateProperties: [],
    orderBy: 'startTime',
  } as const;
  const merged: { start: number; end: number }[] = [];
  for (const event of listEvents(calendar, options, now)) {
    if (event.transparency === 'transparent') continue;
    const start = Math.max(from, toInstant(event.start, calendar.timeZone));
    const end = Math.min(to, toInstant(event.end, calendar.timeZone));
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged.map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }));
}

/** On the organizer's calendar a deleted event keeps its details for restoring; an instance does not. */
function toEventResource(event: GoogleEvent): GoogleEvent {
  return event.status === 'cancelled' && event.recurringEventId ? asCancelled(event) : event;
}
