import type { ProviderSubscription } from './model.ts';

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Null for events without a customer. */
  readonly customerId: string | null;
}

/**
 * What billing needs from a payment provider. Every call rejects with a `ProviderFailure` when the provider
 * fails. Ids are the provider's.
 */
export interface PaymentProvider {
  /** Distinguishes ids of the sandbox from those of the real provider: neither is valid for the other. */
  isOwnId(id: string): boolean;
  /** Idempotent: returns the same customer for the same user. */
  createCustomer(user: { id: string; email: string; name: string }): Promise<string>;
  /** A secret for the embedded pricing table, valid for half an hour. Never logged. */
  createCustomerSecret(customerId: string): Promise<string>;
  /** The URL of a checkout page for one Premium subscription. Checkouts that were opened earlier expire. */
  createCheckout(order: {
    customerId: string;
    userId: string;
    trialDays: number;
    successUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * The relevant subscription: of the running ones the paid one, then the oldest; else the latest. Null when
   * the customer never had one.
   */
  findSubscription(customerId: string): Promise<ProviderSubscription | null>;
  /** Ends the subscription now; does nothing when it has already ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * With false, running subscriptions end with their period (for a closed account). With true, they continue,
   * unless the owner had cancelled them before.
   */
  setRenewal(customerId: string, renews: boolean): Promise<void>;
  /** Ends all subscriptions and deletes the customer; does nothing when the customer no longer exists. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Reads a webhook call; null when its signature is invalid or too old. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent | null>;
}
