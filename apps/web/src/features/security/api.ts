import { type EndpointInput, type SecurityOverview, securityApi, signInApi } from '@dayloom/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';

const EVENTS_PER_PAGE = 10;

export const overviewKey = [...queryKeys.security, 'overview'] as const;
export const sessionsKey = [...queryKeys.security, 'sessions'] as const;

export type OwnSecurity = NonNullable<SecurityOverview['own']>;
/** The JSON forms of a credential and of its creation options (WebAuthn Level 3). */
export type CredentialJson = EndpointInput<typeof signInApi.addPasskey>['body']['passkey'];
export type CredentialOptions = Readonly<Record<string, unknown>>;

export function useSecurity() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: async ({ signal }) => (await call(securityApi.read, {}, { signal })).security,
  });
}

export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(signInApi.listSessions, {}, { signal })).sessions,
    // Sessions change elsewhere without a change message, so refetch them on each visit.
    staleTime: 0,
  });
}

/** The activity log, page by page. */
export function useEvents() {
  return useInfiniteQuery({
    queryKey: [...queryKeys.security, 'events'],
    queryFn: ({ pageParam, signal }) =>
      call(
        securityApi.listEvents,
        { query: { limit: EVENTS_PER_PAGE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  call(signInApi.changePassword, { body });
export const sendVerification = () => call(securityApi.sendVerification);
export const confirmByPassword = (password: string) => call(signInApi.confirm, { body: { password } });
export const confirmByPasskey = (passkey: CredentialJson) => call(signInApi.confirm, { body: { passkey } });
export const askConfirmOptions = async () => (await call(signInApi.confirmOptions)).options;
export const askPasskeyOptions = async () => (await call(signInApi.passkeyOptions)).options;
export const addPasskey = (body: { name: string; passkey: CredentialJson }) =>
  call(signInApi.addPasskey, { body });
export const renamePasskey = (id: string, name: string) =>
  call(signInApi.renamePasskey, { params: { id }, body: { name } });
export const removePasskey = (id: string) => call(signInApi.removePasskey, { params: { id } });
export const startTwoStep = () => call(signInApi.startTwoStep);
export const turnOnTwoStep = async (code: string) =>
  (await call(signInApi.turnOnTwoStep, { body: { code } })).recoveryCodes;
export const turnOffTwoStep = () => call(signInApi.turnOffTwoStep);
export const renewRecoveryCodes = async () => (await call(signInApi.renewRecoveryCodes)).recoveryCodes;
export const revokeSession = (id: string) => call(signInApi.revokeSession, { params: { id } });
export const revokeOtherSessions = () => call(signInApi.revokeOtherSessions);
export const unlink = (subject: string) => call(securityApi.unlink, { params: { subject } });
