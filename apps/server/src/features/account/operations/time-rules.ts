import { defaultScheduling, type HoursOverride, type Scheduling } from '@dayloom/contracts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { User } from '../store/tables.ts';
import { getUser, getUserTimeForShare, type UserTime } from '../store/users.ts';

/** What planning and calendars need of a user. */
export interface TimeRules {
  readonly hours: User['hours'];
  readonly hoursOverrides: readonly HoursOverride[];
  readonly homeTimeZone: string;
  readonly scheduling: Scheduling;
}

export async function getTimeRules({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<TimeRules> {
  return toTimeRules(await getUser(db, scope));
}

const rulesByScope = new WeakMap<Scope, TimeRules>();

/** Keeps the rules that were read with the caller's account, for `getCachedTimeRules`. */
export function cacheTimeRules(scope: Scope, user: UserTime): void {
  rulesByScope.set(scope, toTimeRules(user));
}

/**
 * The rules as of the authentication of the request, without a statement of its own. Not for a request that
 * changes them, and not for a write that depends on them.
 */
export async function getCachedTimeRules(platform: Pick<Platform, 'db'>, scope: Scope): Promise<TimeRules> {
  return rulesByScope.get(scope) ?? getTimeRules(platform, scope);
}

/**
 * Like `getTimeRules`, but locked until the transaction ends, for writes that depend on them. Call it before
 * locking any event: a change of the home zone locks the user before the floating events.
 */
export async function getTimeRulesForShare(tx: Tx, scope: Scope): Promise<TimeRules> {
  return toTimeRules(await getUserTimeForShare(tx, scope));
}

export function toTimeRules(user: UserTime): TimeRules {
  return {
    hours: user.hours,
    hoursOverrides: user.hours_overrides,
    homeTimeZone: getHomeZone(user),
    scheduling: getScheduling(user),
  };
}

/** The zone of hours and days: the browser's zone until the user has a home zone. */
export function getHomeZone(user: Pick<User, 'time_zone' | 'home_time_zone'>): string {
  return user.home_time_zone ?? user.time_zone;
}

export function getScheduling(user: Pick<User, 'scheduling'>): Scheduling {
  return { ...defaultScheduling, ...user.scheduling };
}

/** The zone in which times are shown to the user: that of their browser. */
export async function getDisplayTimeZone({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<string> {
  return (await getUser(db, scope)).time_zone;
}
