import {
  type HoursOverride,
  mostHoursOverrides,
  type Preferences,
  type PreferencesChange,
  type Scheduling,
  type WeeklyHours,
} from '@dayloom/contracts';
import { findDayNumber, formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';

/** Calendars of the past still show what was open then; after a year nobody looks. */
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

/** The settings after a change; refused when the chunks would contradict each other. */
export function rescheduled(current: Scheduling, change: Change<Scheduling>): Scheduling {
  const next = { ...current, ...definite(change) };
  if (next.smallestChunkMinutes > next.largestChunkMinutes) {
    throw new AppError('invalid_request', 'The smallest chunk must not be longer than the largest.', {
      fields: { smallestChunkMinutes: 'must not be longer than the largest chunk' },
    });
  }
  return next;
}

/** The windows in order; days without any are left out. */
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

/** The same hours for each date from the first to the last. */
export function hoursOfDates(
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

/** The dates with hours of their own after a change, in order; a date that has its weekly hours again is none. */
export function applyOverrides(
  current: readonly HoursOverride[],
  changes: readonly HoursOverride[],
  now: Date,
  timeZone: string,
): HoursOverride[] {
  const oldest = oldestRemembered(now, timeZone);
  const byDate = new Map([...current, ...changes].map((override) => [override.date, override]));
  const kept = [...byDate.values()]
    .filter(({ date, work, personal }) => date >= oldest && (work !== null || personal !== null))
    .sort((a, b) => a.date.localeCompare(b.date));
  if (kept.length > mostHoursOverrides) {
    throw new AppError(
      'invalid_request',
      `At most ${mostHoursOverrides} dates can have hours of their own. Give some of them their weekly hours back.`,
    );
  }
  return kept;
}

function oldestRemembered(now: Date, timeZone: string): string {
  return formatDayNumber(localDayNumber(getZone(timeZone), now.getTime()) - REMEMBERED_DAYS);
}

/** Whoever sets hours of long ago has mistyped the year: they would be forgotten at once. */
export function refuseForgotten(changes: readonly HoursOverride[], now: Date, timeZone: string): void {
  const oldest = oldestRemembered(now, timeZone);
  if (changes.some(({ date }) => date < oldest)) {
    throw new AppError('invalid_request', 'Hours can be set for dates of the last year and of the future.', {
      fields: { from: 'must not be more than a year ago' },
    });
  }
}

/** What a date has of its own; null for what it has not. */
export function hoursOn(current: readonly HoursOverride[], date: string): HoursOverride {
  return current.find((override) => override.date === date) ?? { date, work: null, personal: null };
}

/** Those of the changes whose date still has what was made of it. */
export function listUntouched(
  current: readonly HoursOverride[],
  changes: readonly HoursOverride[],
  made: readonly HoursOverride[],
): HoursOverride[] {
  const toText = ({ work, personal }: HoursOverride) => JSON.stringify([work, personal]);
  const expected = new Map(made.map((override) => [override.date, toText(override)]));
  return changes.filter(({ date }) => toText(hoursOn(current, date)) === expected.get(date));
}

function definite<T extends object>(change: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
