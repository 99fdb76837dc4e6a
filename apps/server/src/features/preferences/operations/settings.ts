import type { Preferences, PreferencesChange, Scheduling, WeeklyHours } from '@dayloom/contracts';
import { changeSettings, type OwnSettings } from '#features/account/operations/settings.ts';
import { resolveFloatingTimes } from '#features/calendar/operations/home-zone.ts';
import { restartSyncRuns } from '#features/calendar-sync/operations/lease.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { CommandKind } from '#platform/journal.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { applyPreferencesChange, applySchedulingChange, normalizeHours } from '../rules.ts';

export async function changePreferences(
  platform: DbContext,
  scope: Scope,
  input: PreferencesChange,
): Promise<Preferences> {
  return platform.db.transaction().execute(async (tx) => {
    const { preferences } = await changeSettings(platform, tx, scope, (current) => ({
      preferences: applyPreferencesChange(current.preferences, input),
    }));
    await notifyChanged(tx, scope, 'profile');
    return preferences;
  });
}

export interface Hours {
  readonly homeTimeZone: { readonly name: string };
  readonly workingHours: WeeklyHours;
  readonly personalHours: WeeklyHours;
}

/** Settings of the user's time, each under its own name. */
type TimeSettings = OwnSettings['hours'] & Scheduling;
type TimeSettingsChange = { readonly [Name in keyof TimeSettings]?: TimeSettings[Name] | undefined };

interface Payload {
  readonly values: TimeSettingsChange;
  /** In an undo: the values that the undone command had set. Settings with later changes are left alone. */
  readonly made?: TimeSettingsChange;
  readonly summary: string;
}

const toValues = ({ hours, scheduling }: OwnSettings): TimeSettings => ({ ...hours, ...scheduling });

function pick(settings: TimeSettings, names: readonly string[]): TimeSettingsChange {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sets weekly hours and settings of the planner. */
const changeTimeSettingsKind: CommandKind<Payload, OwnSettings> = {
  kind: 'change_time_settings',
  async apply(tx, scope, { values, made, summary }, now) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    let names: string[] = [];
    let before: TimeSettingsChange = {};
    const saved = await changeSettings({ clock: () => now }, tx, scope, (current) => {
      const old = toValues(current);
      names = given
        .map(([name]) => name)
        .filter((name) => !made || isSame(pick(old, [name]), pick(made as TimeSettings, [name])));
      before = pick(old, names);
      const { work, personal, ...scheduling } = Object.fromEntries(
        given.filter(([name]) => names.includes(name)),
      ) as TimeSettingsChange;
      return {
        ...((work || personal) && {
          hours: { work: work ?? current.hours.work, personal: personal ?? current.hours.personal },
        }),
        ...(Object.keys(scheduling).length > 0 && {
          scheduling: applySchedulingChange(current.scheduling, scheduling),
        }),
      };
    });
    const inverse: Payload = {
      values: before,
      made: pick(toValues(saved), names),
      summary: `Undid: ${summary}`,
    };
    return {
      result: saved,
      inverse: { kind: 'change_time_settings', payload: inverse },
      summary,
      changed: ['profile', 'plan', 'tasks'],
      notice: names.length < given.length ? 'Settings that have changed since then stay.' : null,
    };
  },
};

export const settingsCommands = [changeTimeSettingsKind] as const;

interface ChangedSettings<Result> {
  readonly commandId: string;
  readonly saved: Result;
}

export async function setWorkingHours(
  platform: Pick<Platform, 'journal'>,
  scope: Scope,
  {
    work,
    personal,
  }: { readonly work?: WeeklyHours | undefined; readonly personal?: WeeklyHours | undefined },
): Promise<ChangedSettings<Hours>> {
  const { commandId, result } = await platform.journal.run(scope, changeTimeSettingsKind, {
    values: {
      ...(work && { work: normalizeHours(work) }),
      ...(personal && { personal: normalizeHours(personal) }),
    },
    summary: 'Changed the weekly hours',
  });
  return { commandId, saved: toHours(result) };
}

/** All-day and floating events are resolved in the new home zone in the same transaction. */
export async function setHomeTimeZone(
  platform: DbContext & Pick<Platform, 'jobs'>,
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
  platform: Pick<Platform, 'journal'>,
  scope: Scope,
  values: Parameters<typeof applySchedulingChange>[1],
): Promise<ChangedSettings<Scheduling>> {
  const { commandId, result } = await platform.journal.run(scope, changeTimeSettingsKind, {
    values,
    summary: 'Changed the scheduling settings',
  });
  return { commandId, saved: result.scheduling };
}

function toHours({ hours, homeTimeZone }: OwnSettings): Hours {
  return {
    homeTimeZone: { name: homeTimeZone },
    workingHours: hours.work,
    personalHours: hours.personal,
  };
}
