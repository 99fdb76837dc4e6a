import type { SyncFailureKind } from '@dayloom/contracts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@dayloom/time';

/** How often a calendar is asked. Where the provider tells us itself, asking is only the backstop. */
const EVERY_MS = { pushed: 30 * MINUTE_MS, asked: 5 * MINUTE_MS, feed: 30 * MINUTE_MS };

export type PollingReason = keyof typeof EVERY_MS;

export function pollingMs(rhythm: PollingReason): number {
  return EVERY_MS[rhythm];
}

/** When a calendar that is in step is asked next: in its rhythm, spread so that not all come at once. */
export function getNextRun(now: Date, rhythm: PollingReason, calendarId: string): Date {
  return new Date(now.getTime() + EVERY_MS[rhythm] * spread(calendarId));
}

interface Refusal {
  readonly kind: SyncFailureKind;
  readonly retryAfterSeconds: number | null;
}

/** When to try again after the `failures`-th failure in a row; null when only the user can mend it. */
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
    rejected: doubled(HOUR_MS, 24 * HOUR_MS),
  }[kind];
  return new Date(now.getTime() + waitMs);
}

/** 1 to 1.25, always the same for one calendar: nobody waits for chance, and nobody comes in step with others. */
function spread(calendarId: string): number {
  let hash = 0;
  for (const character of calendarId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return 1 + (hash % 1_000) / 4_000;
}
