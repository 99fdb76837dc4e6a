import type { subscriptionStates } from '@dayloom/contracts';

/** A subscription in its current state at the provider. */
export interface ProviderSubscription {
  readonly id: string;
  readonly status: (typeof subscriptionStates)[number];
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
  /** Other running subscriptions of the same customer, which would be charged twice. */
  readonly doubles: readonly string[];
}
