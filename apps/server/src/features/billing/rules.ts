import type { Subscription } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { ProviderSubscription } from './model.ts';

/** How long all entitlements remain after a failed payment. */
export const GRACE_DAYS = 7;

/** Statuses in which another checkout would create a second subscription. */
const RUNNING: ReadonlySet<string> = new Set([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
]);

export function isRunning(status: string): boolean {
  return RUNNING.has(status);
}

/** When the current series of failed payments began; null when nothing is overdue. */
export function decidePastDueSince(status: string, before: Date | null, now: Date): Date | null {
  return status === 'past_due' || status === 'unpaid' ? (before ?? now) : null;
}

/** The provider's subscription in the form of the contract. */
export function describeSubscription(
  found: Omit<ProviderSubscription, 'doubles'>,
  pastDueSince: Date | null,
): Subscription {
  return {
    status: found.status,
    trialEndsAt: found.trialEndsAt?.toISOString() ?? null,
    currentPeriodEndsAt: found.currentPeriodEndsAt?.toISOString() ?? null,
    cancelsAtPeriodEnd: found.cancelsAtPeriodEnd,
    graceEndsAt: pastDueSince ? new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS).toISOString() : null,
  };
}
