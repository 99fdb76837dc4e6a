import { defaultScheduling, type HoursOverride, type Scheduling } from '@dayloom/contracts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { User } from '../store/tables.ts';
import { getUser, getUserForShare } from '../store/users.ts';

/** What planning and calendars need to know of a user. */
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
 * The same, as they stay until the transaction ends: for what is written by them. Before any event is locked, since
 * who changes the home zone has the user before the events that hang on it.
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

/** The zone that hours and days are meant in: the browser's until the user has one of their own. */
export function getHomeZone(user: User): string {
  return user.home_time_zone ?? user.time_zone;
}

export function getScheduling(user: User): Scheduling {
  return { ...defaultScheduling, ...user.scheduling };
}
