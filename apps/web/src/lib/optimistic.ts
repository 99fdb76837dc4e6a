import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Data that is shown with the changes that are on their way to the server. */
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
      /** Shown while the mutation is under way, over whatever the queries hold. */
      changes?: readonly OptimisticChange[];
      /** Leaving the page would lose what it sends. */
      warnsBeforeLoss?: boolean;
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

/** Applies what is under way, each change over the one before. The function changes when that does. */
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

/** The same outside of React, at this moment. */
export function withOptimisticChanges<Data>(client: QueryClient, of: OptimisticData<Data>, data: Data): Data {
  const pending = client.getMutationCache().findAll({ status: 'pending' });
  return of.apply(data, pending.flatMap(getChanges));
}

interface OptimisticMutation<Answer> {
  readonly changes: readonly OptimisticChange[];
  readonly send: () => Promise<Answer>;
  /** Takes the answer into the query cache. The changes stay until it has. */
  readonly remember?: (answer: Answer) => unknown;
  readonly key?: readonly unknown[];
  /** Mutations of one scope are sent one after the other, in the order in which they were begun. */
  readonly scope?: string;
  readonly warnsBeforeLoss?: boolean;
}

/**
 * Shows changes at once, sends them, and shows them until the answer is in the query cache or the server has refused.
 * The queries hold what the server has said and nothing else: an answer that crosses a change cannot make it flicker,
 * and there is nothing to roll back.
 */
export function mutateOptimistically<Answer>(
  client: QueryClient,
  { changes, send, remember, key, scope, warnsBeforeLoss = false }: OptimisticMutation<Answer>,
): Promise<Answer> {
  return client
    .getMutationCache()
    .build<Answer, Error, void, unknown>(client, {
      ...(key && { mutationKey: key }),
      mutationFn: send,
      ...(remember && { onSuccess: remember }),
      meta: { changes, warnsBeforeLoss },
      ...(scope && { scope: { id: scope } }),
      // Without a connection it fails at once, like every other request.
      networkMode: 'always',
      gcTime: 0,
    })
    .execute();
}

/** Resolves when no mutation with this key is under way. */
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

/** Asks before the page is left while something is unsaved that was marked with `warnsBeforeLoss`. */
export function warnBeforeLoss(client: QueryClient): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const cache = client.getMutationCache();
  cache.subscribe(() => {
    const isAtStake = cache
      .getAll()
      .some(({ meta, state }) => meta?.warnsBeforeLoss && ['pending', 'error'].includes(state.status));
    // The same listener twice counts once.
    if (isAtStake) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
