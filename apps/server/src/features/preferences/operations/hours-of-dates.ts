import type { EndpointRequest, HoursOverride, preferencesApi } from '@dayloom/contracts';
import { changeSettings } from '#features/account/operations/settings.ts';
import type { Platform } from '#platform/context.ts';
import type { CommandKind } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import {
  applyOverrides,
  buildOverrides,
  getOverride,
  listUndoableOverrides,
  refuseExpiredDates,
} from '../rules.ts';

interface Payload {
  /** The dates that change, each with its new hours. */
  readonly overrides: readonly HoursOverride[];
  /**
   * In an undo: the hours that the undone command had set. Dates that were changed again since then are left
   * alone.
   */
  readonly made?: readonly HoursOverride[];
  readonly summary: string;
}

/** Sets or removes the hours overrides of dates. */
const setHoursKind: CommandKind<Payload, readonly HoursOverride[]> = {
  kind: 'set_hours_of_dates',
  async apply(tx, scope, { overrides, made, summary }, now) {
    let changes = overrides;
    let before: HoursOverride[] = [];
    const { hoursOverrides } = await changeSettings({ clock: () => now }, tx, scope, (current) => {
      if (made) changes = listUndoableOverrides(current.hoursOverrides, overrides, made);
      else refuseExpiredDates(overrides, now, current.homeTimeZone);
      before = changes.map(({ date }) => getOverride(current.hoursOverrides, date));
      return { hoursOverrides: applyOverrides(current.hoursOverrides, changes, now, current.homeTimeZone) };
    });
    const inverse: Payload = { overrides: before, made: changes, summary: `Undid: ${summary}` };
    return {
      result: hoursOverrides,
      inverse: { kind: 'set_hours_of_dates', payload: inverse },
      summary,
      changed: ['profile', 'plan', 'tasks'],
      notice:
        changes.length < overrides.length ? 'Dates that have changed since then keep their hours.' : null,
    };
  },
};

export const preferencesCommands = [setHoursKind] as const;

export async function setHoursOfDates(
  platform: Pick<Platform, 'journal'>,
  scope: Scope,
  { from, until, work, personal }: EndpointRequest<(typeof preferencesApi)['setHoursOfDates']>['body'],
) {
  const dates = from === until ? from : `${from} to ${until}`;
  const isUsual = work === null && personal === null;
  const { commandId, result } = await platform.journal.run(scope, setHoursKind, {
    overrides: buildOverrides(from, until, { work, personal }),
    summary: `${isUsual ? 'Restored the weekly hours of' : 'Set the hours of'} ${dates}`,
  });
  return { commandId, hoursOverrides: [...result] };
}
