import type { Preferences, PreferencesChange, Scheduling, WeeklyHours } from '@dayloom/contracts';
import { AppError } from '../../platform/errors.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export function switched(current: Preferences, { notifications }: PreferencesChange): Preferences {
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
export function tidied(hours: WeeklyHours): WeeklyHours {
  return Object.fromEntries(
    DAYS.flatMap((day) => {
      const windows = (hours[day] ?? []).toSorted(([a], [b]) => a.localeCompare(b));
      return windows.length > 0 ? [[day, windows]] : [];
    }),
  );
}

function definite<T extends object>(change: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
