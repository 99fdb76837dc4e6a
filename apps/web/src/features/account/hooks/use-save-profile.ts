import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#lib/query-client.ts';
import { saveProfile } from '../api.ts';
import type { ProfileFields } from '../model/profile-fields.ts';

const SAVE_PROFILE = ['save-profile'] as const;

export function useSaveProfile() {
  const client = useQueryClient();
  // Known at once, while the button is disabled only after a render: a second click can come in between.
  const isUnderWay = () => client.isMutating({ mutationKey: SAVE_PROFILE }) > 0;
  const save = useMutation({
    mutationKey: SAVE_PROFILE,
    // Offline, it fails at once instead of waiting for a connection behind 'Saving...'.
    networkMode: 'always',
    mutationFn: (fields: Partial<ProfileFields>) => saveProfile(fields),
    onSuccess: (user) => client.setQueryData(queryKeys.profile, user),
  });
  return { ...save, isUnderWay };
}
