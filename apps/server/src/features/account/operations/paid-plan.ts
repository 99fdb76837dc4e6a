import { type AccountStatus, type Entitlements, entitlements, type Subscription } from '@dayloom/contracts';
import type { Config } from '#platform/config.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { decideAccountStatus } from '../rules.ts';
import type { User } from '../store/tables.ts';
import { getUser, saveSubscription } from '../store/users.ts';

/** A user's paid plan: account status, subscription and entitlements. */
export interface PaidPlan {
  readonly accountStatus: AccountStatus;
  readonly subscription: Subscription | null;
  readonly entitlements: Entitlements;
}

export async function getPaidPlan(
  { db, config, clock }: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<PaidPlan> {
  return toPaidPlan(await getUser(db, scope), config, clock());
}

/** Stores the state of a user's subscription at the payment provider. Part of the caller's transaction. */
export async function setSubscription(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  tx: Tx,
  scope: Scope,
  subscription: Subscription | null,
): Promise<void> {
  const mode = config.modes.payments;
  if (mode === 'off') return;
  await saveSubscription(tx, scope, subscription && { ...subscription, mode }, clock());
}

export function toPaidPlan(user: User, config: Config, now: Date): PaidPlan {
  // A subscription from the sandbox does not count in live mode, and vice versa.
  const { mode, ...subscription } = user.subscription ?? { mode: null };
  const counted = mode === config.modes.payments ? (subscription as Subscription) : null;
  const accountStatus = config.hasPlans ? decideAccountStatus(counted, now) : 'ACTIVE';
  return { accountStatus, subscription: counted, entitlements: entitlements[accountStatus] };
}

export function messageLimits(status: AccountStatus, config: Config) {
  return status === 'FREE'
    ? { dailyMessageLimit: config.FREE_DAILY_MESSAGES, monthlyMessageLimit: config.FREE_MONTHLY_MESSAGES }
    : {
        dailyMessageLimit: config.PREMIUM_DAILY_MESSAGES,
        monthlyMessageLimit: config.PREMIUM_MONTHLY_MESSAGES,
      };
}
