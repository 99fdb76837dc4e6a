import type { Profile } from '@dayloom/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api.ts';
import { useOptimistic } from '#lib/optimistic.ts';
import { optimisticProfile } from '#lib/optimistic-entities.ts';
import { queryKeys } from '#lib/query-client.ts';
import { browserTimeZone } from '#lib/viewer.ts';
import { refreshProfile } from '#ui/refresh-profile.ts';
import { fetchProfile, saveTimeZone } from '../api.ts';

export function useProfile(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.profile,
    // No abort signal: a shell that is mounted twice then shares one request instead of sending two.
    queryFn: fetchProfile,
    select: useOptimistic(optimisticProfile),
    enabled,
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
