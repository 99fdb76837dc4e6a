import { accountApi } from '@dayloom/contracts';
import { usernameProblem } from '@dayloom/contracts/usernames';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useDebounced } from '#lib/use-debounced.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 300;

export type UsernameState =
  | { kind: 'own' | 'checking' | 'free' }
  /** `reason` can be shown to the user. */
  | { kind: 'refused'; reason: string };

/** Whether a typed name is available: checks its characters at once and its owner after a pause in typing. */
export function useUsernameState(typed: string, own: string): UsernameState {
  const problem = usernameProblem(typed);
  const asked = useDebounced(typed, PAUSE_MS);
  const isWorthAsking = typed !== own && problem === null && asked === typed;
  const answer = useQuery({
    queryKey: ['username', typed],
    queryFn: ({ signal }) => call(accountApi.checkUsername, { query: { username: typed } }, { signal }),
    enabled: isWorthAsking,
    staleTime: 0,
  });
  if (typed === own) return { kind: 'own' };
  if (problem) return { kind: 'refused', reason: problem };
  // If the check fails, the server decides on save.
  if (!answer.data) return { kind: answer.isError ? 'free' : 'checking' };
  return answer.data.isAvailable
    ? { kind: 'free' }
    : { kind: 'refused', reason: answer.data.reason ?? 'This username is not available.' };
}

export function useChangeUsername() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (username: string) =>
      (await call(accountApi.changeUsername, { body: { username } })).user,
    onSuccess: (user) => client.setQueryData(queryKeys.profile, user),
  });
}

/** Number of users who joined with the user's link; null until it is loaded. */
export function useReferrals(): number {
  const { data } = useQuery({
    queryKey: [...queryKeys.profile, 'referrals'],
    queryFn: ({ signal }) => call(accountApi.getReferrals, {}, { signal }),
  });
  return data?.joined ?? 0;
}
