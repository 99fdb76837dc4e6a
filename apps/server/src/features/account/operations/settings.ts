import type { Settings } from '@dayloom/contracts';
import type { Config } from '#platform/config.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import type { ConnectedCalendars } from '../ports.ts';
import type { User } from '../store/tables.ts';
import { getUser, lockUser, type SettingsChange, updateSettings, updateUser } from '../store/users.ts';
import { findVerifiedMobile } from './mobile.ts';
import { messageLimits, toPaidPlan } from './paid-plan.ts';
import { getHomeZone, getScheduling, type TimeRules, toTimeRules } from './time-rules.ts';

/** The sources of the settings and the profile. */
export interface SettingsSources extends Pick<Platform, 'db' | 'config' | 'clock'> {
  readonly connectedCalendars: ConnectedCalendars;
}

export async function readSettings(
  { db, config, clock, connectedCalendars }: SettingsSources,
  scope: Scope,
): Promise<Settings> {
  const [user, calendars] = await Promise.all([getUser(db, scope), connectedCalendars(scope)]);
  return toSettings(user, calendars, config, clock());
}

/** The settings that the user can change, besides the profile. */
export interface OwnSettings extends TimeRules {
  readonly preferences: Settings['preferences'];
  readonly hints: Settings['hints'];
}

/**
 * Changes settings in the caller's transaction. `decide` gets the current values under a lock, so that of two
 * simultaneous changes neither is lost.
 */
export async function changeSettings(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  decide: (current: OwnSettings) => SettingsChange,
): Promise<OwnSettings> {
  const user = await lockUser(tx, scope);
  const current = { ...toTimeRules(user), preferences: user.preferences, hints: user.hints };
  const change = decide(current);
  await updateSettings(tx, scope, change, clock());
  return { ...current, ...change };
}

/**
 * Follows the browser's zone. The first zone also becomes the home zone. After that only the user changes the
 * home zone; otherwise a journey would move everyone's availability.
 */
export async function updateTimeZone(
  { db, clock }: DbContext,
  scope: Scope,
  timeZone: string,
): Promise<void> {
  const user = await getUser(db, scope);
  const isFirst = user.home_time_zone === null;
  await updateUser(db, scope, { time_zone: timeZone, ...(isFirst && { home_time_zone: timeZone }) }, clock());
  await notifyChanged(db, scope, 'profile');
}

/** The first steps are over, done or skipped. */
export async function markOnboarded({ db, clock }: DbContext, scope: Scope): Promise<void> {
  const now = clock();
  await updateUser(db, scope, { onboarded_at: now }, now);
  await notifyChanged(db, scope, 'profile');
}

export function toSettings(
  user: User,
  calendars: Settings['calendars'],
  config: Config,
  now: Date,
): Settings {
  const { accountStatus, subscription } = toPaidPlan(user, config, now);
  return {
    isOnboarded: user.onboarded_at !== null,
    ...messageLimits(accountStatus, config),
    accountStatus,
    subscription,
    sendReminders: user.send_reminders,
    calendars,
    timeZone: { name: user.time_zone },
    homeTimeZone: { name: getHomeZone(user) },
    workingHours: user.hours.work,
    verifyMobileData: {
      isMobileVerified: findVerifiedMobile(user, config) !== null,
      unverifiedMobile: user.unverified_mobile,
      verifyMobileCode: user.mobile_code_expires_at && user.mobile_code_expires_at > now ? 'pending' : null,
    },
    personalHours: user.hours.personal,
    hoursOverrides: user.hours_overrides,
    scheduling: getScheduling(user),
    // The URL of our page that opens a new portal session; a session's own URL must not be stored.
    stripe: { customerPortalUrl: subscription ? `${config.publicUrl}/settings/billing-portal` : null },
    preferences: user.preferences,
    hints: user.hints,
  };
}
