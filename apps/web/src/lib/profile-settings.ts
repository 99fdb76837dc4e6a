import type { Profile, Settings } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { type OptimisticChange, optimisticChange } from './optimistic.ts';
import { optimisticProfile } from './optimistic-entities.ts';
import { queryKeys } from './query-client.ts';

type SettingsChange = (settings: Settings) => Partial<Settings>;

const withSettings = (change: SettingsChange) => (profile: Profile) => ({
  ...profile,
  settings: { ...profile.settings, ...change(profile.settings) },
});

export function settingsChange(change: SettingsChange): OptimisticChange {
  return optimisticChange(optimisticProfile, withSettings(change));
}

/** Puts settings that the server has confirmed into the query cache. */
export function storeSettings(client: QueryClient, change: SettingsChange): void {
  client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && withSettings(change)(profile));
}
