import { type AccountStatus, type Entitlements, premiumPrice, type Subscription } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { callProvider } from '#platform/provider-failure.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { findClosing } from '../account/operations/closing.ts';
import { getContact, mailUser } from '../account/operations/mail.ts';
import { getPaidPlan, setSubscription } from '../account/operations/paid-plan.ts';
import type { PaymentProvider } from './ports.ts';
import { decidePastDueSince, describeSubscription, isRunning } from './rules.ts';
import {
  deleteEventsBefore,
  deleteEventsFor,
  findBillingAccount,
  findUserIdOfCustomer,
  lockBillingAccount,
  markEventProcessed,
  recordEvent,
  saveCustomer,
  saveSubscription,
} from './store.ts';

export interface BillingPlatform extends Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'mail'> {
  /** Null when this server accepts no payments. */
  readonly payments: PaymentProvider | null;
}

export const SYNC_JOB = 'billing.sync';
export const CLOSING_JOB = 'billing.follow-closing';
const EVENTS_KEPT_DAYS = 60;
const BILLING_TAB = '/settings?tab=billing';

export interface Billing {
  readonly accountStatus: AccountStatus;
  readonly subscription: Subscription | null;
  readonly entitlements: Entitlements;
  readonly canTry: boolean;
}

export async function readBilling(
  platform: DbContext & Pick<BillingPlatform, 'config' | 'payments'>,
  scope: Scope,
): Promise<Billing> {
  const [plan, account] = await Promise.all([getPaidPlan(platform, scope), findOwnAccount(platform, scope)]);
  return { ...plan, canTry: !account?.hasSubscribed };
}

/** A secret for the embedded pricing table, only for users who do not pay yet. */
export async function generateCustomerSecret(
  platform: DbContext & Pick<BillingPlatform, 'config' | 'payments'>,
  scope: Scope,
): Promise<string> {
  const payments = requirePayments(platform);
  const customerId = await requireFreeCustomer(platform, scope, payments);
  return callProvider('Failed to initialize pricing table', () => payments.createCustomerSecret(customerId));
}

/** The URL of a checkout. A first subscription starts with a trial, which needs no card. */
export async function startCheckout(
  platform: DbContext & Pick<BillingPlatform, 'config' | 'payments'>,
  scope: Scope,
): Promise<string> {
  const payments = requirePayments(platform);
  const customerId = await requireFreeCustomer(platform, scope, payments);
  const account = await findOwnAccount(platform, scope);
  const back = `${platform.config.publicUrl}${BILLING_TAB}`;
  return callProvider('The checkout could not be opened. Try again in a moment.', () =>
    payments.createCheckout({
      customerId,
      userId: scope.userId,
      trialDays: account?.hasSubscribed ? 0 : premiumPrice.trialDays,
      successUrl: `${back}&checkout=done`,
      cancelUrl: back,
    }),
  );
}

export async function openPortal(
  platform: Pick<BillingPlatform, 'config' | 'db' | 'payments'>,
  scope: Scope,
): Promise<string> {
  const payments = requirePayments(platform);
  const account = await findOwnAccount(platform, scope);
  if (!account?.hasSubscribed) throw new AppError('not_found', 'There is no subscription to manage.');
  return callProvider('The billing portal could not be opened. Try again in a moment.', () =>
    payments.createPortal(account.customerId, `${platform.config.publicUrl}${BILLING_TAB}`),
  );
}

/** Reads the provider's state now, for a user who returns from the checkout. */
export async function refreshBilling(platform: BillingPlatform, scope: Scope): Promise<AccountStatus> {
  if (platform.payments) {
    await callProvider('The payment provider does not respond. Try again in a moment.', () =>
      syncSubscription(platform, scope),
    );
  }
  return (await getPaidPlan(platform, scope)).accountStatus;
}

/**
 * Handles a webhook call: verify, record, queue. A job does the work, so that the response is immediate. A
 * repeated event queues the job again only while it is unprocessed.
 */
export async function receiveEvent(
  platform: DbContext & Pick<Platform, 'jobs'> & Pick<BillingPlatform, 'payments'>,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const payments = requirePayments(platform);
  const event = signature ? await payments.readEvent(rawBody, signature) : null;
  if (!event) throw new AppError('invalid_request', 'The signature does not match.');
  const state = await recordEvent(platform.db, event, platform.clock());
  if (state === 'processed') return;
  await platform.jobs.enqueue(SYNC_JOB, { eventId: event.id, customerId: event.customerId });
}

/** Processes an event. Its content is ignored, and the current state is read from the provider. */
export async function processEvent(
  platform: BillingPlatform,
  { eventId, customerId }: { eventId: string; customerId: string | null },
): Promise<void> {
  const { db, clock, payments } = platform;
  if (payments && customerId && payments.isOwnId(customerId)) {
    const userId = await findUserIdOfCustomer(db, customerId);
    if (userId) await syncSubscription(platform, mintScope(userId, 'system'));
  }
  await markEventProcessed(db, eventId, clock());
}

/**
 * Stops renewing the subscription of a closed account, and resumes it for a reopened one. Uses the current
 * state, so it may run late.
 */
export async function updateRenewal(
  platform: Pick<BillingPlatform, 'db' | 'payments'>,
  scope: Scope,
): Promise<void> {
  const { payments } = platform;
  const account = await findOwnAccount(platform, scope);
  if (!payments || !account) return;
  await payments.setRenewal(account.customerId, (await findClosing(platform, scope)) === null);
}

/** Deletes the customer and ends the subscription when an account is deleted. Can be repeated. */
export async function endBilling(
  platform: Pick<BillingPlatform, 'db' | 'log' | 'payments'>,
  scope: Scope,
): Promise<void> {
  const { db, payments, log } = platform;
  const account = await findBillingAccount(db, scope);
  if (!account) return;
  if (payments?.isOwnId(account.customerId)) await payments.deleteCustomer(account.customerId);
  else
    log.warn(
      'The account was deleted, but its customer at the payment provider was not: it belongs to another payments mode',
    );
  await deleteEventsFor(db, account.customerId);
}

export async function purgeEvents({ db, clock }: DbContext): Promise<void> {
  await deleteEventsBefore(db, new Date(clock().getTime() - EVENTS_KEPT_DAYS * DAY_MS));
}

/**
 * Reads the subscription from the provider and stores it. The content of events is never stored, so they may
 * arrive twice, late or in any order.
 */
async function syncSubscription(platform: BillingPlatform, scope: Scope): Promise<void> {
  const { db, clock, payments, log } = platform;
  if (!payments) return;
  const { becamePastDue, doubles } = await db.transaction().execute(async (tx) => {
    const account = await lockBillingAccount(tx, scope);
    if (!account || !payments.isOwnId(account.customerId)) return { becamePastDue: false, doubles: [] };
    const found = await payments.findSubscription(account.customerId);
    const now = clock();
    const pastDueSince = found ? decidePastDueSince(found.status, account.pastDueSince, now) : null;
    await saveSubscription(
      tx,
      scope,
      {
        subscriptionId: found?.id ?? null,
        hasSubscribed: account.hasSubscribed || found !== null,
        pastDueSince,
      },
      now,
    );
    await setSubscription(platform, tx, scope, found && describeSubscription(found, pastDueSince));
    await notifyChanged(tx, scope, 'profile');
    return {
      becamePastDue: pastDueSince !== null && account.pastDueSince === null,
      doubles: found?.doubles ?? [],
    };
  });
  for (const subscriptionId of doubles) {
    log.error(
      { subscriptionId },
      'A customer had two subscriptions; the second was cancelled. Refund its payments',
    );
    await payments.endSubscription(subscriptionId);
  }
  if (becamePastDue) await notifyPaymentFailed(platform, scope);
}

/** About a payment, so it is sent regardless of the preferences. */
async function notifyPaymentFailed(
  platform: Pick<Platform, 'config' | 'db' | 'log' | 'mail'>,
  scope: Scope,
): Promise<void> {
  const { PRODUCT_NAME, publicUrl } = platform.config;
  await mailUser(platform, scope, 'account', ({ greeting }) => ({
    subject: `Your payment for ${PRODUCT_NAME} Premium failed`,
    text: `${greeting}\n\nyour last payment did not go through. Premium keeps working for seven days.\nChoose another card here:\n\n${publicUrl}${BILLING_TAB}\n`,
  }));
}

function requirePayments({ payments }: Pick<BillingPlatform, 'payments'>): PaymentProvider {
  if (!payments)
    throw new AppError('forbidden', 'This server does not accept payments: everything is included.');
  return payments;
}

/** The billing account of the current mode: a customer of the sandbox is unknown to the real provider. */
async function findOwnAccount({ db, payments }: Pick<BillingPlatform, 'db' | 'payments'>, scope: Scope) {
  const account = await findBillingAccount(db, scope);
  return account && payments?.isOwnId(account.customerId) ? account : null;
}

async function requireFreeCustomer(
  platform: DbContext & Pick<BillingPlatform, 'config' | 'payments'>,
  scope: Scope,
  payments: PaymentProvider,
): Promise<string> {
  const plan = await getPaidPlan(platform, scope);
  if (plan.accountStatus !== 'FREE') throw new AppError('already_subscribed', 'Premium is already active.');
  if (plan.subscription && isRunning(plan.subscription.status))
    throw new AppError(
      'already_subscribed',
      'The payment for your subscription failed. Choose another card.',
    );
  const account = await findOwnAccount(platform, scope);
  if (account) return account.customerId;
  const person = await getContact(platform, scope);
  const customerId = await callProvider('Unable to load billing information', () =>
    payments.createCustomer({
      id: scope.userId,
      email: person.email,
      name: `${person.firstName} ${person.lastName}`.trim(),
    }),
  );
  await saveCustomer(platform.db, scope, customerId, platform.clock());
  return customerId;
}
