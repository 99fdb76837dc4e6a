import type { Entitlements } from '@dayloom/contracts';
import type { Config } from '#platform/config.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { findUserIdBy } from '../store/directory.ts';
import { claimMobile, releaseMobile } from '../store/mobile.ts';
import type { User } from '../store/tables.ts';
import { getUser, updateUser } from '../store/users.ts';
import { toPaidPlan } from './paid-plan.ts';
import { getHomeZone } from './time-rules.ts';

/** What text messages need of a user. */
export interface TextRecipient {
  /** The verified number, or null. */
  readonly mobile: string | null;
  readonly sendReminders: boolean;
  readonly homeTimeZone: string;
  readonly entitlements: Entitlements;
  /** The account waits for deletion, so no reminders are sent. */
  readonly isClosed: boolean;
}

export async function getTextRecipient(
  { db, config, clock }: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<TextRecipient> {
  const user = await getUser(db, scope);
  return {
    mobile: findVerifiedMobile(user, config),
    sendReminders: user.send_reminders,
    homeTimeZone: getHomeZone(user),
    entitlements: toPaidPlan(user, config, clock()).entitlements,
    isClosed: user.deletes_at !== null,
  };
}

/** The scope of the user with this verified number. */
export async function findScopeByMobile({ db }: Pick<Platform, 'db'>, mobile: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'mobile', mobile);
  return userId ? mintScope(userId, 'system') : null;
}

/** Sets or clears the pending verification code in the profile. Part of the caller's transaction. */
export async function setPendingMobile(
  { clock }: Pick<Platform, 'clock'>,
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
 * Assigns a verified number to the user. Resolves to the account that had it before: numbers change owners,
 * and the latest verification counts.
 */
export async function setMobile(
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
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

export async function clearMobile({ clock }: Pick<Platform, 'clock'>, tx: Tx, scope: Scope): Promise<void> {
  await releaseMobile(tx, scope, clock());
  await notifyChanged(tx, scope, 'profile');
}

export async function setSendReminders(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  isOn: boolean,
): Promise<void> {
  await updateUser(tx, scope, { send_reminders: isOn }, clock());
  await notifyChanged(tx, scope, 'profile');
}

/** A number verified in the sandbox does not count when real text messages are sent. */
export function findVerifiedMobile(user: User, config: Config): string | null {
  return user.is_mobile_demo && config.modes.sms !== 'sandbox' ? null : user.mobile;
}
