import { type EndpointInput, type SecurityOverview, securityApi } from '@dayloom/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';

const EVENTS_PER_PAGE = 10;

export const overviewKey = [...queryKeys.security, 'overview'] as const;
export const sessionsKey = [...queryKeys.security, 'sessions'] as const;

export type OwnSecurity = NonNullable<SecurityOverview['own']>;
/** A browser's JSON of a credential, and what goes into making one (WebAuthn Level 3). */
export type CredentialJson = EndpointInput<typeof securityApi.addPasskey>['body']['passkey'];
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
    queryFn: async ({ signal }) => (await call(securityApi.listSessions, {}, { signal })).sessions,
    // Where one is signed in changes elsewhere, without a message to this page.
    staleTime: 0,
  });
}

/** What happened, page by page. */
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
  call(securityApi.changePassword, { body });
export const sendVerification = () => call(securityApi.sendVerification);
export const confirmByPassword = (password: string) => call(securityApi.confirm, { body: { password } });
export const confirmByPasskey = (passkey: CredentialJson) => call(securityApi.confirm, { body: { passkey } });
export const askConfirmOptions = async () => (await call(securityApi.confirmOptions)).options;
export const askPasskeyOptions = async () => (await call(securityApi.passkeyOptions)).options;
export const addPasskey = (body: { name: string; passkey: CredentialJson }) =>
  call(securityApi.addPasskey, { body });
export const renamePasskey = (id: string, name: string) =>
  call(securityApi.renamePasskey, { params: { id }, body: { name } });
export const removePasskey = (id: string) => call(securityApi.removePasskey, { params: { id } });
export const startTwoStep = () => call(securityApi.startTwoStep);
export const turnOnTwoStep = async (code: string) =>
  (await call(securityApi.turnOnTwoStep, { body: { code } })).recoveryCodes;
export const turnOffTwoStep = () => call(securityApi.turnOffTwoStep);
export const renewRecoveryCodes = async () => (await call(securityApi.renewRecoveryCodes)).recoveryCodes;
export const revokeSession = (id: string) => call(securityApi.revokeSession, { params: { id } });
export const revokeOtherSessions = () => call(securityApi.revokeOtherSessions);
export const unlink = (subject: string) => call(securityApi.unlink, { params: { subject } });
