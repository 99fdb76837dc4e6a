import type { Profile, Settings } from '@dayloom/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useLocation, useNavigate } from '#lib/use-router.tsx';
import { notify } from '#ui/toast.tsx';
import {
  ConnectFailure,
  type ConsentDomain,
  connectByCode,
  connectCaldav,
  getGoogleAuthUrl,
  getOutlookAuthUrl,
} from '../api.ts';
import { domainNames } from '../model/connected-calendars.ts';
import { consumeCode, keepCode, readProviderReturn } from '../model/provider-return.ts';
import { describeReason, setConnectOutcome } from './use-connect-outcome.ts';

/** The server's limit. */
const MAX_STATE_LENGTH = 2_000;

interface Start {
  readonly domain: ConsentDomain;
  /** The address of the account to reconnect. */
  readonly account?: string | undefined;
}

/** Leaves for the provider's consent page. */
export function useStartConnection() {
  return useMutation({
    mutationFn: ({ domain, account }: Start) => {
      const { search } = window.location;
      return domain === 'google'
        ? getGoogleAuthUrl(search.length > MAX_STATE_LENGTH ? '' : search, account)
        : getOutlookAuthUrl(account);
    },
    onMutate: () => setConnectOutcome({ step: 'idle' }),
    onSuccess: (authUrl) => window.location.assign(authUrl),
    onError: (error, { domain }) => {
      console.warn(error);
      notify.error(`Failed to start ${domainNames[domain]} Calendar connection`);
      setConnectOutcome({ step: 'failed', domain, reason: describeReason(error, domain), isCalm: false });
    },
  });
}

/** Locations already handled: React mounts twice in development, and each location must be handled once. */
const handled = new WeakSet<object>();

/**
 * Finishes a connection when the address contains a provider's response. The code leaves the address at once
 * and is stored, so that it is exchanged exactly once, even if the page is mounted twice or reloaded. If the
 * session has expired, the exchange waits for the next sign-in.
 */
export function useProviderReturn(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    const back = handled.has(location) ? null : readProviderReturn(location.search);
    if (back) {
      handled.add(location);
      if (back.code) keepCode(back.domain, back.code, Date.now());
      else showDeclined(back.domain, back.error);
      void navigate(back.address, { replace: true });
    }
    void exchangeKeptCode(client);
  }, [location, navigate, client]);
}

function showDeclined(domain: ConsentDomain, error: string | null): void {
  const name = domainNames[domain];
  const isCalm = error === 'access_denied';
  const reason = isCalm
    ? `${name} was not connected, because access was not allowed. Nothing has changed.`
    : `${name} sent you back without access (${error}).`;
  notify.error(`Failed to connect ${name} Calendar`);
  setConnectOutcome({ step: 'failed', domain, reason, isCalm });
}

async function exchangeKeptCode(client: QueryClient): Promise<void> {
  const kept = consumeCode(Date.now());
  if (!kept) return;
  const { domain, code, giveBack } = kept;
  const name = domainNames[domain];
  setConnectOutcome({ step: 'connecting', domain });
  try {
    cacheSettings(client, await connectByCode(domain, code));
    setConnectOutcome({ step: 'connected', domain });
    notify.success(`${name} Calendar connected successfully!`);
  } catch (error) {
    console.warn(error);
    if (wasSignedOut(error)) {
      giveBack();
      setConnectOutcome({ step: 'idle' });
      return;
    }
    setConnectOutcome({ step: 'failed', domain, reason: describeReason(error, domain), isCalm: false });
    notify.error(`Failed to connect ${name} Calendar`);
  }
}

function wasSignedOut(error: unknown): boolean {
  return (
    error instanceof ConnectFailure &&
    error.cause instanceof ApiError &&
    error.cause.code === 'unauthenticated'
  );
}

export function useConnectCaldav(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: connectCaldav,
    // The password is never cached.
    gcTime: 0,
    onSuccess: (settings) => {
      cacheSettings(client, settings);
      setConnectOutcome({ step: 'connected', domain: 'apple' });
      notify.success('Apple Calendar connected successfully!');
      onDone();
    },
    onError: (error) => {
      console.warn(error.message);
      notify.error('Failed to connect Apple Calendar');
    },
  });
}

/** Stores the server's settings in the cache and refetches everything that connecting changes. */
export function cacheSettings(client: QueryClient, settings: Settings | undefined): void {
  if (settings)
    client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && { ...profile, settings });
  for (const queryKey of [queryKeys.calendarAccounts, queryKeys.calendars, queryKeys.events])
    void client.invalidateQueries({ queryKey });
  // A profile request that started before the change may return old data.
  if (!settings || !client.getQueryData(queryKeys.profile))
    void client.invalidateQueries({ queryKey: queryKeys.profile, exact: true });
}
