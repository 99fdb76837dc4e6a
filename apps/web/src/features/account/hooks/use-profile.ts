import type { Profile } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { browserTimeZone } from '#lib/viewer.ts';
import { refreshProfile } from '#ui/refresh-profile.ts';
import { useIsUnderWay } from '#ui/under-way.ts';
import type { ProfileFields } from '../model/profile-fields.ts';

/** The shell needs the profile but not, for its first picture, the contracts with their schema library. */
const api = () => import('../api.ts');

export function useProfile(isEnabled: boolean) {
  return useQuery({
    queryKey: queryKeys.profile,
    // Without the signal: a shell that is mounted twice then waits for the one request instead of sending two.
    queryFn: async () => (await api()).fetchProfile(),
    enabled: isEnabled,
  });
}

/** Whether a failed profile means that the session is worth nothing (the words are the contract's). */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && /Authentication required|Invalid token/.test(error.message);
}

/** Whether the account is closed and waits to be deleted. */
export function isAccountClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'account_closing';
}

/** The display zone follows the browser. A failure is only logged: the next visit tries again. */
export function useTimeZoneFollowsBrowser(profile: Profile | undefined): void {
  const client = useQueryClient();
  const saved = profile?.settings.timeZone.name;
  useEffect(() => {
    const current = browserTimeZone();
    if (!saved || saved === current) return;
    api()
      .then(({ saveTimeZone }) => saveTimeZone(current))
      .then(() => refreshProfile(client))
      .catch((error: unknown) => console.warn('The time zone could not be updated', error));
  }, [saved, client]);
}

const SAVE_PROFILE = ['save-profile'] as const;

export function useSaveProfile() {
  const client = useQueryClient();
  const isUnderWay = useIsUnderWay(SAVE_PROFILE);
  const save = useMutation({
    mutationKey: SAVE_PROFILE,
    // Without a connection it fails at once instead of waiting for one behind 'Saving...'.
    networkMode: 'always',
    mutationFn: async (fields: Partial<ProfileFields>) => (await api()).saveProfile(fields),
    onSuccess: (user) => client.setQueryData(queryKeys.profile, user),
  });
  return { ...save, isUnderWay };
}
