import type { Profile } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { browserTimeZone } from '#lib/viewer.ts';
import { refreshProfile } from '#ui/refresh-profile.ts';
import { useIsUnderWay } from '#ui/under-way.ts';
import { fetchProfile, saveProfile, saveTimeZone } from '../api.ts';
import type { ProfileFields } from '../model/profile-fields.ts';

export function useProfile(isEnabled: boolean) {
  return useQuery({
    queryKey: queryKeys.profile,
    // No abort signal: a shell that is mounted twice then shares one request instead of sending two.
    queryFn: fetchProfile,
    enabled: isEnabled,
  });
}

/** Whether the error means that the session is invalid (the messages are fixed by the specification). */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof ApiError && /Authentication required|Invalid token/.test(error.message);
}

/** Whether the account is closed and scheduled for deletion. */
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
    saveTimeZone(current)
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
    // Offline, it fails at once instead of waiting for a connection behind 'Saving...'.
    networkMode: 'always',
    mutationFn: (fields: Partial<ProfileFields>) => saveProfile(fields),
    onSuccess: (user) => client.setQueryData(queryKeys.profile, user),
  });
  return { ...save, isUnderWay };
}
