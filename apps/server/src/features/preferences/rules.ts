import {
  type HoursOverride,
  MAX_HOURS_OVERRIDES,
  type Preferences,
  type PreferencesChange,
  type Scheduling,
  type WeeklyHours,
} from '@dayloom/contracts';
import { findDayNumber, formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';

/** Past overrides are kept for a year, because calendars of past weeks still show them. */
const REMEMBERED_DAYS = 366;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export function applyPreferencesChange(
  current: Preferences,
  { notifications }: PreferencesChange,
): Preferences {
  const { channels, subscriptions } = current.notifications;
  return {
    notifications: {
      channels: { ...channels, ...definite(notifications.channels) },
      subscriptions: { ...subscriptions, ...definite(notifications.subscriptions) },
    },
  };
}

type Change<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The settings after a change. Throws when the chunk lengths contradict each other. */
export function applySchedulingChange(current: Scheduling, change: Change<Scheduling>): Scheduling {
  const next = { ...current, ...definite(change) };
  if (next.smallestChunkMinutes > next.largestChunkMinutes) {
    throw new AppError('invalid_request', 'The smallest chunk must not be larger than the largest.', {
      fields: { smallestChunkMinutes: 'must not be longer than the largest chunk' },
    });
  }
  return next;
}

/** The windows in order, without empty days. */
export function normalizeHours(hours: WeeklyHours): WeeklyHours {
  return Object.fromEntries(
    DAYS.flatMap((day) => {
      const windows = inOrder(hours[day] ?? []);
      return windows.length > 0 ? [[day, windows]] : [];
    }),
  );
}

type Windows = NonNullable<HoursOverride['work']>;

function inOrder(windows: Windows): Windows {
  return windows.toSorted(([a], [b]) => a.localeCompare(b));
}

/** One override for each date from the first to the last. */
export function buildOverrides(
  from: string,
  until: string,
  { work, personal }: Pick<HoursOverride, 'work' | 'personal'>,
): HoursOverride[] {
  const [first, last] = [findDayNumber(from) ?? 0, findDayNumber(until) ?? -1];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    date: formatDayNumber(first + index),
    work: work && inOrder(work),
    personal: personal && inOrder(personal),
  }));
}

/** The overrides after a change, sorted. A date that returns to its weekly hours has no override. */
export function applyOverrides(
  current: readonly HoursOverride[],
  changes: readonly HoursOverride[],
  now: Date,
  timeZone: string,
): HoursOverride[] {
  const oldest = getOldestKeptDate(now, timeZone);
  const byDate = new Map([...current, ...changes].map((override) => [override.date, override]));
  const kept = [...byDate.values()]
    .filter(({ date, work, personal }) => date >= oldest && (work !== null || personal !== null))
    .sort((a, b) => a.date.localeCompare(b.date));
  if (kept.length > MAX_HOURS_OVERRIDES) {
    throw new AppError(
      'invalid_request',
      `At most ${MAX_HOURS_OVERRIDES} dates can have other hours. Restore the weekly hours of some of them first.`,
    );
  }
  return kept;
}

function getOldestKeptDate(now: Date, timeZone: string): string {
  return formatDayNumber(localDayNumber(getZone(timeZone), now.getTime()) - REMEMBERED_DAYS);
}

/** Refuses dates that would be deleted at once; their year is probably mistyped. */
export function refuseExpiredDates(changes: readonly HoursOverride[], now: Date, timeZone: string): void {
  const oldest = getOldestKeptDate(now, timeZone);
  if (changes.some(({ date }) => date < oldest)) {
    throw new AppError('invalid_request', 'Hours can be set for dates of the last year and of the future.', {
      fields: { from: 'must not be more than a year ago' },
    });
  }
}

/** The override of a date, with null for hours that are not overridden. */
export function getOverride(current: readonly HoursOverride[], date: string): HoursOverride {
  return current.find((override) => override.date === date) ?? { date, work: null, personal: null };
}

/** The changes that undo a command, only for dates whose hours have not changed since. */
export function listUndoableOverrides(
  current: readonly HoursOverride[],
  changes: readonly HoursOverride[],
  made: readonly HoursOverride[],
): HoursOverride[] {
  const toText = ({ work, personal }: HoursOverride) => JSON.stringify([work, personal]);
  const expected = new Map(made.map((override) => [override.date, toText(override)]));
  return changes.filter(({ date }) => toText(getOverride(current, date)) === expected.get(date));
}

function definite<T extends object>(change: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
