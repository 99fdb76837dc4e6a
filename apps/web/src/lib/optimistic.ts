import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Data that are shown together with pending changes. */
export interface OptimisticData<Data> {
  readonly name: string;
  readonly apply: (data: Data, changes: readonly OptimisticChange[]) => Data;
}

export interface OptimisticChange {
  readonly of: string;
  readonly apply: (data: never) => unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Applied to the query data while the mutation is pending. */
      changes?: readonly OptimisticChange[];
      /** Ask before the page is left, because that would lose the request. A function is asked then. */
      warnsBeforeLoss?: boolean | (() => boolean);
    };
  }
}

export function optimisticData<Data>(name: string): OptimisticData<Data> {
  return {
    name,
    apply: (data, changes) =>
      changes
        .filter((change) => change.of === name)
        .reduce((shown, change) => (change.apply as (data: Data) => Data)(shown), data),
  };
}

export function optimisticChange<Data>(
  of: OptimisticData<Data>,
  apply: (data: Data) => Data,
): OptimisticChange {
  return { of: of.name, apply };
}

const getChanges = ({ meta }: Mutation) => meta?.changes ?? [];

/** Applies all pending changes in order. The function's identity changes with them. */
export function useOptimistic<Data>(of: OptimisticData<Data>): (data: Data) => Data {
  const pending = useMutationState({
    filters: {
      status: 'pending',
      predicate: (mutation) => getChanges(mutation).some((change) => change.of === of.name),
    },
    select: getChanges,
  });
  return useCallback((data) => of.apply(data, pending.flat()), [of, pending]);
}

/** The same outside of React, for the current moment. */
export function withOptimisticChanges<Data>(client: QueryClient, of: OptimisticData<Data>, data: Data): Data {
  const pending = client.getMutationCache().findAll({ status: 'pending' });
  return of.apply(data, pending.flatMap(getChanges));
}

interface OptimisticMutation<Result> {
  readonly changes: readonly OptimisticChange[];
  readonly send: () => Promise<Result>;
  /** Stores the response in the query cache. The changes stay applied until it resolves. */
  readonly updateCache?: (response: Result) => unknown;
  readonly key?: readonly unknown[];
  /** Mutations of one scope are sent one after another, in the order in which they started. */
  readonly scope?: string;
  readonly warnsBeforeLoss?: boolean | (() => boolean);
}

/**
 * Shows changes at once and sends them. They stay until the response is in the query cache or the server
 * refuses. Queries contain only server data, so a response that crosses a change cannot make it flicker, and
 * nothing needs a rollback.
 */
export function mutateOptimistically<Result>(
  client: QueryClient,
  { changes, send, updateCache, key, scope, warnsBeforeLoss = false }: OptimisticMutation<Result>,
): Promise<Result> {
  return client
    .getMutationCache()
    .build<Result, Error, void, unknown>(client, {
      ...(key && { mutationKey: key }),
      mutationFn: send,
      ...(updateCache && { onSuccess: updateCache }),
      meta: { changes, warnsBeforeLoss },
      ...(scope && { scope: { id: scope } }),
      // Offline, it fails at once, like every other request.
      networkMode: 'always',
      gcTime: 0,
    })
    .execute();
}

/** Resolves when no mutation with this key is pending. */
export function untilSettled(client: QueryClient, mutationKey: readonly unknown[]): Promise<void> {
  return new Promise((resolve) => {
    if (client.isMutating({ mutationKey }) === 0) return resolve();
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating({ mutationKey }) > 0) return;
      stop();
      resolve();
    });
  });
}

/** Asks before the page is left while a mutation with `warnsBeforeLoss` is unsaved. */
export function warnBeforeLoss(client: QueryClient): void {
  const cache = client.getMutationCache();
  const listUnsaved = () =>
    cache.getAll().filter(({ meta, state }) => meta?.warnsBeforeLoss && /pending|error/.test(state.status));
  const warn = (event: BeforeUnloadEvent) => {
    const isLost = listUnsaved().some(({ meta }) =>
      typeof meta?.warnsBeforeLoss === 'function' ? meta.warnsBeforeLoss() : true,
    );
    if (isLost) event.preventDefault();
  };
  cache.subscribe(() => {
    // Adding the same listener twice has no effect.
    if (listUnsaved().length > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
