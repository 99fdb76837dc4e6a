import type { PreferencesChange, Scheduling, Settings } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically } from '#lib/optimistic.ts';
import { settingsChange, storeSettings } from '#lib/profile-settings.ts';
import { queryKeys } from '#lib/query-client.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { saveHomeTimeZone, saveHours, saveOwnDates, savePreferences, saveScheduling } from '../api.ts';
import type { OwnDates } from '../model/own-dates.ts';
import type { HoursSets } from '../model/week-hours.ts';

export type Toggle = 'email' | 'push' | 'promotions';
function toChange(name: Toggle, isOn: boolean): PreferencesChange {
  return {
    notifications:
      name === 'promotions' ? { subscriptions: { promotions: isOn } } : { channels: { [name]: isOn } },
  };
}

/** Each toggle switches at once. They are saved one after another; after a failure it switches back. */
export function usePreferenceToggles({
  notifications: { channels, subscriptions },
}: Settings['preferences']) {
  const client = useQueryClient();
  const toggle = (name: Toggle, isOn: boolean): void => {
    mutateOptimistically(client, {
      scope: 'preferences',
      changes: [
        settingsChange(({ preferences: { notifications: now } }) => ({
          preferences: {
            notifications:
              name === 'promotions'
                ? { ...now, subscriptions: { ...now.subscriptions, promotions: isOn } }
                : { ...now, channels: { ...now.channels, [name]: isOn } },
          },
        })),
      ],
      send: () => savePreferences(toChange(name, isOn)),
      updateCache: (preferences) => storeSettings(client, () => ({ preferences })),
    }).catch((error: unknown) => {
      console.warn('The preferences could not be saved', error);
      notify.error('Your preferences could not be saved. Nothing was changed.');
    });
  };
  const toggles: Record<Toggle, boolean> = { ...channels, promotions: subscriptions.promotions };
  return { toggles, toggle };
}

/** Shows the new hours everywhere before the server responds; a refusal restores the old ones. */
export function useSaveHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hours: HoursSets) =>
      mutateOptimistically(client, {
        changes: [settingsChange(() => ({ workingHours: hours.work, personalHours: hours.personal }))],
        send: () => saveHours(hours),
        updateCache: ({ workingHours, personalHours }) =>
          storeSettings(client, () => ({ workingHours, personalHours })),
      }),
    onError: (error) => notify.error(getMessage(error, 'The hours could not be saved.')),
    onSuccess: () => showSnackbar('Working hours saved', 'success'),
  });
}

interface OwnDatesChange {
  readonly changes: readonly OwnDates[];
  readonly said: string;
}

/** Saves hours for single dates, one request after another, with one Undo for all. */
export function useSaveOwnDates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes }: OwnDatesChange) => {
      const commandIds: string[] = [];
      for (const dates of changes) {
        const { commandId, hoursOverrides } = await saveOwnDates(dates);
        commandIds.push(commandId);
        storeSettings(client, () => ({ hoursOverrides }));
      }
      return commandIds;
    },
    onError: (error) => notify.error(getMessage(error, 'The hours could not be saved.')),
    onSuccess: (commandIds, { said }) => {
      offerUndo(client, said, commandIds);
      for (const queryKey of [queryKeys.plan, queryKeys.tasks]) void client.invalidateQueries({ queryKey });
    },
  });
}

export function useSaveHomeTimeZone() {
  const client = useQueryClient();
  return (name: string): void => {
    const change = { homeTimeZone: { name } };
    mutateOptimistically(client, {
      changes: [settingsChange(() => change)],
      send: () => saveHomeTimeZone(name),
      updateCache: () => {
        storeSettings(client, () => change);
        for (const queryKey of [queryKeys.events, queryKeys.plan, queryKeys.tasks])
          void client.invalidateQueries({ queryKey });
      },
    }).catch((error: unknown) => notify.error(getMessage(error, 'The home zone could not be saved.')));
  };
}

/** Each choice shows at once; the server's response replaces it. */
export function useSaveScheduling() {
  const client = useQueryClient();
  return (change: Partial<Scheduling>): void => {
    mutateOptimistically(client, {
      scope: 'scheduling',
      changes: [settingsChange(({ scheduling }) => ({ scheduling: { ...scheduling, ...change } }))],
      send: () => saveScheduling(change),
      updateCache: (scheduling) => storeSettings(client, () => ({ scheduling })),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, 'The setting could not be saved. Nothing was changed.')),
    );
  };
}

/** Saves what the form at the first plan asks. Returns whether it is saved. */
export function useSavePlanningBasics() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (basics: { hours: HoursSets | null; scheduling: Partial<Scheduling> }) => {
      if (basics.hours) await saveHours(basics.hours);
      await saveScheduling(basics.scheduling);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.profile }),
  });
  const save = async (basics: Parameters<typeof mutateAsync>[0]): Promise<boolean> => {
    try {
      await mutateAsync(basics);
      return true;
    } catch (error) {
      notify.error(getMessage(error, 'Your hours could not be saved.'));
      return false;
    }
  };
  return { save, isSaving: isPending };
}
