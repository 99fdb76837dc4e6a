import type { PreferencesChange, Scheduling, Settings } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Switches in quick succession are saved in one request. */
const GATHER_MS = 300;

export type Toggle = 'email' | 'push' | 'promotions';
type Toggles = Record<Toggle, boolean>;

const toToggles = ({ notifications: { channels, subscriptions } }: Settings['preferences']): Toggles => ({
  email: channels.email,
  push: channels.push,
  promotions: subscriptions.promotions,
});

function toChange({ promotions, ...channels }: Partial<Toggles>): PreferencesChange {
  return {
    notifications: {
      channels,
      ...(promotions !== undefined && { subscriptions: { promotions } }),
    },
  };
}

/**
 * The toggles switch at once and are saved in the background, one request after another. Only a failure is
 * shown; the toggles then return to the server's values.
 */
export function usePreferenceToggles(preferences: Settings['preferences']) {
  const client = useQueryClient();
  const [switched, setSwitched] = useState<Partial<Toggles>>({});
  const waiting = useRef<Partial<Toggles>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const line = useRef(Promise.resolve());

  const send = useCallback(() => {
    clearTimeout(timer.current);
    const saveWaiting = async () => {
      const change = waiting.current;
      waiting.current = {};
      if (Object.keys(change).length === 0) return;
      try {
        const preferences = await savePreferences(toChange(change));
        storeSettings(client, () => ({ preferences }));
      } catch (error) {
        console.warn('The preferences could not be saved', error);
        setSwitched(Object.keys(waiting.current).length > 0 ? waiting.current : {});
        notify.error('Your preferences could not be saved. Nothing was changed.');
      }
    };
    line.current = line.current.then(saveWaiting);
  }, [client]);

  // Saves pending changes when the tab is left.
  useEffect(() => () => send(), [send]);

  const toggle = (name: Toggle, isOn: boolean) => {
    setSwitched((before) => ({ ...before, [name]: isOn }));
    waiting.current = { ...waiting.current, [name]: isOn };
    clearTimeout(timer.current);
    timer.current = setTimeout(send, GATHER_MS);
  };
  return { toggles: { ...toToggles(preferences), ...switched }, toggle };
}

/** Shows the new hours everywhere before the server responds; a refusal restores the old ones. */
export function useSaveHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hours: HoursSets) =>
      mutateOptimistically(client, {
        changes: [settingsChange(() => ({ workingHours: hours.work, personalHours: hours.personal }))],
        send: () => saveHours(hours),
        remember: ({ workingHours, personalHours }) =>
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
      remember: () => {
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
      remember: (scheduling) => storeSettings(client, () => ({ scheduling })),
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
