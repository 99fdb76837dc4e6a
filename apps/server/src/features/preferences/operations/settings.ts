import type { Preferences, PreferencesChange, Scheduling, Topic, WeeklyHours } from '@dayloom/contracts';
import { changeSettings, type OwnSettings } from '#features/account/operations/settings.ts';
import { resolveFloatingTimes } from '#features/calendar/operations/home-zone.ts';
import { restartSyncRuns } from '#features/calendar-sync/operations/lease.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { applyPreferencesChange, normalizeHours, rescheduled } from '../rules.ts';

type Decision = Parameters<typeof changeSettings>[3];

/** Saves settings and notifies the user's open pages, which then reload what depends on them. */
function change(
  platform: DbContext,
  scope: Scope,
  decide: Decision,
  ...topics: Topic[]
): Promise<OwnSettings> {
  return platform.db.transaction().execute(async (tx) => {
    const saved = await changeSettings(platform, tx, scope, decide);
    await notifyChanged(tx, scope, 'profile', ...topics);
    return saved;
  });
}

export async function changePreferences(
  platform: DbContext,
  scope: Scope,
  input: PreferencesChange,
): Promise<Preferences> {
  const saved = await change(platform, scope, ({ preferences }) => ({
    preferences: applyPreferencesChange(preferences, input),
  }));
  return saved.preferences;
}

export interface Hours {
  readonly homeTimeZone: { readonly name: string };
  readonly workingHours: WeeklyHours;
  readonly personalHours: WeeklyHours;
}

export async function setWorkingHours(
  platform: DbContext,
  scope: Scope,
  hours: { work: WeeklyHours; personal: WeeklyHours },
): Promise<Hours> {
  const tidy = { work: normalizeHours(hours.work), personal: normalizeHours(hours.personal) };
  return toHours(await change(platform, scope, () => ({ hours: tidy }), 'plan', 'tasks'));
}

/** All-day and floating events are resolved in the new home zone in the same transaction. */
export async function setHomeTimeZone(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  scope: Scope,
  homeTimeZone: string,
): Promise<Hours> {
  const saved = await platform.db.transaction().execute(async (tx) => {
    await restartSyncRuns(platform, tx, scope);
    let before = homeTimeZone;
    const settings = await changeSettings(platform, tx, scope, (current) => {
      before = current.homeTimeZone;
      return { homeTimeZone };
    });
    if (before !== homeTimeZone) await resolveFloatingTimes(platform, tx, scope, before, homeTimeZone);
    await notifyChanged(tx, scope, 'profile', 'plan', 'tasks', 'events');
    return settings;
  });
  return toHours(saved);
}

export async function setScheduling(
  platform: DbContext,
  scope: Scope,
  input: Parameters<typeof rescheduled>[1],
): Promise<Scheduling> {
  const saved = await change(
    platform,
    scope,
    ({ scheduling }) => ({ scheduling: rescheduled(scheduling, input) }),
    'plan',
  );
  return saved.scheduling;
}

function toHours({ hours, homeTimeZone }: OwnSettings): Hours {
  return {
    homeTimeZone: { name: homeTimeZone },
    workingHours: hours.work,
    personalHours: hours.personal,
  };
}
