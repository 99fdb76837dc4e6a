import type { subscriptionStates } from '@dayloom/contracts';

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  readonly id: string;
  readonly status: (typeof subscriptionStates)[number];
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
  /** Others of the same customer that run as well: nobody wants to pay twice. */
  readonly doubles: readonly string[];
}
