import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '#lib/query-client.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { createCheckout, createCustomerSecret, fetchBilling, refreshBilling } from '../api.ts';

/** Minimum time for the spinner, even if the response is faster (spec, Business constants). */
const SPINNER_MS = 1_500;

/** Below the profile's key: a change of plan invalidates both. */
const billingKey = [...queryKeys.profile, 'billing'] as const;

const CHECKOUT = ['checkout'] as const;

export function useBilling() {
  return useQuery({ queryKey: billingKey, queryFn: ({ signal }) => fetchBilling(signal) });
}

/** The secret for one visit to the pricing table: never cached. */
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

/** Goes to the checkout; leaves the page when the address is known. */
export function useCheckout() {
  const client = useQueryClient();
  const checkout = useMutation({
    mutationKey: CHECKOUT,
    networkMode: 'always',
    mutationFn: createCheckout,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => showSnackbar(error.message, 'error'),
  });
  const { reset } = checkout;
  // The back/forward cache may restore this page: the user then returned without subscribing.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return {
    isLeaving: checkout.isPending || checkout.isSuccess,
    open: () => {
      // Known at once, while the button is disabled only after a render: a second click can come in between.
      if (!client.isMutating({ mutationKey: CHECKOUT })) checkout.mutate();
    },
  };
}

/** After a checkout, asks the provider for the status: its webhook may arrive later than the user. */
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
