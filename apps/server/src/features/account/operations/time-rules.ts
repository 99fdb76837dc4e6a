import { defaultScheduling, type HoursOverride, type Scheduling } from '@dayloom/contracts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { User } from '../store/tables.ts';
import { getUser, getUserForShare } from '../store/users.ts';

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

/**
 * Like `getTimeRules`, but locked until the transaction ends, for writes that depend on them. Call it before
 * locking any event: a change of the home zone locks the user before the floating events.
 */
export async function getTimeRulesForShare(tx: Tx, scope: Scope): Promise<TimeRules> {
  return toTimeRules(await getUserForShare(tx, scope));
}

export function toTimeRules(user: User): TimeRules {
  return {
    hours: user.hours,
    hoursOverrides: user.hours_overrides,
    homeTimeZone: getHomeZone(user),
    scheduling: getScheduling(user),
  };
}

/** The zone of hours and days: the browser's zone until the user has a home zone. */
export function getHomeZone(user: User): string {
  return user.home_time_zone ?? user.time_zone;
}

export function getScheduling(user: User): Scheduling {
  return { ...defaultScheduling, ...user.scheduling };
}
