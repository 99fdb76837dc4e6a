import type { SyncFailureKind } from '@dayloom/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@dayloom/time';

/** Polling intervals. If the provider sends notifications, polling is only the fallback. */
const EVERY_MS = { pushed: 30 * MINUTE_MS, asked: 5 * MINUTE_MS, feed: 30 * MINUTE_MS };

export type PollingReason = keyof typeof EVERY_MS;

export function pollingMs(rhythm: PollingReason): number {
  return EVERY_MS[rhythm];
}

/**
 * The next run of a calendar that is in sync: after its polling interval, spread so that calendars do not all
 * run at once.
 */
export function getNextRun(now: Date, rhythm: PollingReason, calendarId: string): Date {
  return new Date(now.getTime() + EVERY_MS[rhythm] * spread(calendarId));
}

interface Refusal {
  readonly kind: SyncFailureKind;
  readonly retryAfterSeconds: number | null;
}

/** When to try again after the `failures`-th consecutive failure; null when only the user can fix it. */
export function nextTry(
  { kind, retryAfterSeconds }: Refusal,
  failures: number,
  now: Date,
  calendarId: string,
): Date | null {
  if (kind === 'reconnect_needed') return null;
  const doubled = (first: number, most: number) =>
    Math.min(most, first * 2 ** Math.min(failures - 1, 20)) * spread(calendarId);
  const waitMs = {
    rate_limited: Math.max((retryAfterSeconds ?? 0) * SECOND_MS, doubled(5 * SECOND_MS, HOUR_MS)),
    unavailable: Math.max((retryAfterSeconds ?? 0) * SECOND_MS, doubled(15 * SECOND_MS, HOUR_MS)),
    rejected: doubled(HOUR_MS, DAY_MS),
  }[kind];
  return new Date(now.getTime() + waitMs);
}

/** A factor from 1 to 1.25, constant for each calendar, so that calendars do not run all at the same time. */
function spread(calendarId: string): number {
  let hash = 0;
  for (const character of calendarId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return 1 + (hash % 1_000) / 4_000;
}
