import type { Entitlements } from '@dayloom/contracts';
import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { findUserIdBy } from '../store/directory.ts';
import { claimMobile, releaseMobile } from '../store/mobile.ts';
import type { User } from '../store/tables.ts';
import { getUser, updateUser } from '../store/users.ts';
import { toPlan } from './plan.ts';
import { getHomeZone } from './time-rules.ts';

/** What a text message needs to know of a user. */
export interface Reach {
  /** Verified, or null. */
  readonly mobile: string | null;
  readonly sendReminders: boolean;
  readonly homeTimeZone: string;
  readonly entitlements: Entitlements;
  /** Waits to be deleted: nobody is there to be reminded. */
  readonly isClosed: boolean;
}

export async function getReach({ db, config, clock }: Platform, scope: Scope): Promise<Reach> {
  const user = await getUser(db, scope);
  return {
    mobile: findVerifiedMobile(user, config),
    sendReminders: user.send_reminders,
    homeTimeZone: getHomeZone(user),
    entitlements: toPlan(user, config, clock()).entitlements,
    isClosed: user.deletes_at !== null,
  };
}

/** Whose verified number this is. */
export async function findScopeByMobile({ db }: Pick<Platform, 'db'>, mobile: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'mobile', mobile);
  return userId ? mintScope(userId, 'system') : null;
}

/** Shows in the profile that a code is out, or no longer; part of the caller's transaction. */
export async function setPendingMobile(
  { clock }: Platform,
  tx: Tx,
  scope: Scope,
  pending: { mobile: string; expiresAt: Date } | null,
): Promise<void> {
  await updateUser(
    tx,
    scope,
    {
      ...(pending && { unverified_mobile: pending.mobile }),
      mobile_code_expires_at: pending?.expiresAt ?? null,
    },
    clock(),
  );
  await notifyChanged(tx, scope, 'profile');
}

/**
 * Gives the user a number that they have proven to be theirs. Resolves to the account that had it until now:
 * numbers get new owners, and the latest proof is the better one.
 */
export async function setMobile(
  { clock, config }: Platform,
  tx: Tx,
  scope: Scope,
  mobile: string,
): Promise<Scope | null> {
  const isDemo = config.modes.sms === 'sandbox';
  const previous = await claimMobile(tx, scope, { mobile, isDemo }, clock());
  await notifyChanged(tx, scope, 'profile');
  if (!previous) return null;
  const other = mintScope(previous, 'system');
  await notifyChanged(tx, other, 'profile');
  return other;
}

export async function clearMobile({ clock }: Platform, tx: Tx, scope: Scope): Promise<void> {
  await releaseMobile(tx, scope, clock());
  await notifyChanged(tx, scope, 'profile');
}

export async function setSendReminders(
  { clock }: Platform,
  tx: Tx,
  scope: Scope,
  isOn: boolean,
): Promise<void> {
  await updateUser(tx, scope, { send_reminders: isOn }, clock());
  await notifyChanged(tx, scope, 'profile');
}

/** A number that was proven in the sandbox is nobody's where real texts are sent. */
export function findVerifiedMobile(user: User, config: Config): string | null {
  return user.is_mobile_demo && config.modes.sms !== 'sandbox' ? null : user.mobile;
}
