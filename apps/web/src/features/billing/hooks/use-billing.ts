import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryKeys } from '#lib/query-client.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useIsUnderWay } from '#ui/under-way.ts';
import { createCheckout, createCustomerSecret, fetchBilling, refreshBilling } from '../api.ts';

/** The spinner is held so long, also when the answer is there sooner (spec, Business constants). */
const SPINNER_MS = 1_500;

/** Part of the profile's topic: what changes a plan changes the profile. */
const billingKey = [...queryKeys.profile, 'billing'] as const;

const CHECKOUT = ['checkout'] as const;

export function useBilling() {
  return useQuery({ queryKey: billingKey, queryFn: ({ signal }) => fetchBilling(signal) });
}

/** The secret of one visit to the pricing table: never taken from a cache. */
export function useCustomerSecret() {
  const secret = useQuery({
    queryKey: ['customer-secret'],
    queryFn: createCustomerSecret,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [isHeld, setHeld] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(false), SPINNER_MS);
    return () => clearTimeout(timer);
  }, []);
  return { ...secret, isWaiting: isHeld || secret.isPending };
}

/** Goes to the checkout; the page is left when the address is known. */
export function useCheckout() {
  const isUnderWay = useIsUnderWay(CHECKOUT);
  const checkout = useMutation({
    mutationKey: CHECKOUT,
    networkMode: 'always',
    mutationFn: createCheckout,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => showSnackbar(error.message, 'error'),
  });
  const { reset } = checkout;
  // A browser may keep the page as it was left and show it again: then one has come back without subscribing.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return {
    isLeaving: checkout.isPending || checkout.isSuccess,
    open: () => {
      if (!isUnderWay()) checkout.mutate();
    },
  };
}

/** Back from a checkout: asks how things stand, since the provider's message may be slower than the person. */
export function useReturnFromCheckout(): void {
  const [query, setQuery] = useSearchParams();
  const client = useQueryClient();
  const isBack = query.get('checkout') === 'done';
  useEffect(() => {
    if (!isBack) return;
    setQuery({ tab: 'billing' }, { replace: true });
    refreshBilling()
      .then((accountStatus) => {
        if (accountStatus === 'ACTIVE') showSnackbar('Premium is active', 'success');
        return client.invalidateQueries({ queryKey: queryKeys.profile });
      })
      .catch((error: unknown) => console.warn('The subscription could not be looked up', error));
  }, [isBack, setQuery, client]);
}
