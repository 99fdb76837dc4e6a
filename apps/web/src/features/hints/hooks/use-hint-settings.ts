import type { HintName, Hints, Profile } from '@dayloom/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { saveHints } from '../api.ts';

export function setHintsInHand(client: QueryClient, hints: Hints): void {
  client.setQueryData<Profile>(
    queryKeys.profile,
    (profile) => profile && { ...profile, settings: { ...profile.settings, hints } },
  );
}

/** Changes show at once; the server's answer replaces them, and a refusal takes them back. */
export function useHintSettings(hints: Hints): (change: { isOn?: boolean; seen?: HintName[] }) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: 'hints' },
    mutationFn: saveHints,
    onMutate: (change) => setHintsInHand(client, { ...hints, ...change }),
    onSuccess: (saved) => setHintsInHand(client, saved),
    onError: (error) => {
      setHintsInHand(client, hints);
      notify.error(getMessage(error, 'The setting could not be saved. Nothing was changed.'));
    },
  });
  return mutate;
}
