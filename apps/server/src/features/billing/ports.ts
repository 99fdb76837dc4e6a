import type { ProviderSubscription } from './model.ts';

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Null for events that concern no customer. */
  readonly customerId: string | null;
}

/**
 * What billing needs from a payment provider. Every call rejects with a `ProviderFailure` when the provider
 * does not do it; ids are the provider's own.
 */
export interface PaymentProvider {
  /** Ids of the sandbox and of the real provider differ by this: one never counts for the other. */
  isOwnId(id: string): boolean;
  /** Asked twice for one user it answers the same customer. */
  createCustomer(user: { id: string; email: string; name: string }): Promise<string>;
  /** A secret for the embedded pricing table, good for half an hour. Never logged. */
  createCustomerSecret(customerId: string): Promise<string>;
  /** The address of a checkout page for one subscription to Premium; pages that were opened before sell nothing any more. */
  createCheckout(order: {
    customerId: string;
    userId: string;
    trialDays: number;
    successUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * The subscription that counts: of the running ones the paid one, then the oldest; else the latest. Null when
   * there never was one.
   */
  findSubscription(customerId: string): Promise<ProviderSubscription | null>;
  /** Ends it now; nothing happens when it has ended already. */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * Lets what runs end with its period, for an account that is closed; or go on, unless its owner had cancelled it
   * themselves before.
   */
  setRenewal(customerId: string, renews: boolean): Promise<void>;
  /** Ends whatever runs and forgets the customer; nothing happens when they are gone already. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Reads a delivery of the webhook; null when its signature is not theirs or is too old. */
  readEvent(rawBody: Buffer, signature: string): Promise<PaymentEvent | null>;
}
