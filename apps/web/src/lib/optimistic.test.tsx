import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  mutateOptimistically,
  optimisticChange,
  optimisticData,
  untilSettled,
  useOptimistic,
  withOptimisticChanges,
} from './optimistic.ts';
import { createQueryClient } from './query-client.ts';

const words = optimisticData<readonly string[]>('words');
const adding = (word: string) => optimisticChange(words, (all) => [...all, word]);

function setUp() {
  const client = createQueryClient();
  const { result } = renderHook(() => useOptimistic(words)(['one']), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { client, result };
}

const held = () => Promise.withResolvers<string>();
const begin = async (start: () => Promise<unknown>) => {
  const ended: { promise: Promise<unknown> } = { promise: Promise.resolve() };
  await act(async () => {
    ended.promise = start().catch((error: unknown) => error);
    await Promise.resolve();
  });
  return ended;
};

describe('optimistic changes', () => {
  it('apply to the data in order until the response is stored', async () => {
    const { client, result } = setUp();
    const [first, second, remembered] = [held(), held(), held()];
    const one = await begin(() =>
      mutateOptimistically(client, {
        changes: [adding('two')],
        send: () => first.promise,
        updateCache: () => remembered.promise,
      }),
    );
    const other = await begin(() =>
      mutateOptimistically(client, { changes: [adding('three')], send: () => second.promise }),
    );
    expect(result.current).toEqual(['one', 'two', 'three']);
    expect(withOptimisticChanges(client, words, [])).toEqual(['two', 'three']);
    first.resolve('');
    await act(async () => await first.promise);
    expect(result.current).toEqual(['one', 'two', 'three']);
    remembered.resolve('');
    await act(async () => await one.promise);
    expect(result.current).toEqual(['one', 'three']);
    second.resolve('');
    await act(async () => await other.promise);
    expect(result.current).toEqual(['one']);
  });

  it('end when the server refuses, and the caller gets the error', async () => {
    const { client, result } = setUp();
    const refusal = new Error('refused');
    const answer = held();
    const { promise } = await begin(() =>
      mutateOptimistically(client, { changes: [adding('two')], send: () => answer.promise }),
    );
    expect(result.current).toEqual(['one', 'two']);
    answer.reject(refusal);
    expect(await act(async () => await promise)).toBe(refusal);
    expect(result.current).toEqual(['one']);
  });

  it('of one scope show at once and are sent in order', async () => {
    const { client, result } = setUp();
    const first = held();
    const sent: string[] = [];
    const send = (name: string, answer: Promise<string>) => () => {
      sent.push(name);
      return answer;
    };
    const one = await begin(() =>
      mutateOptimistically(client, {
        scope: 'words',
        changes: [adding('two')],
        send: send('two', first.promise),
      }),
    );
    const other = await begin(() =>
      mutateOptimistically(client, {
        scope: 'words',
        key: ['words', 'three'],
        changes: [adding('three')],
        send: send('three', Promise.resolve('')),
      }),
    );
    expect(result.current).toEqual(['one', 'two', 'three']);
    expect(sent).toEqual(['two']);
    const settled = untilSettled(client, ['words', 'three']);
    first.resolve('');
    await act(async () => {
      await one.promise;
      await other.promise;
      await settled;
    });
    expect(sent).toEqual(['two', 'three']);
    expect(result.current).toEqual(['one']);
  });
});

describe('leaving the page', () => {
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('asks while unsaved changes would be lost', async () => {
    const client = createQueryClient();
    expect(isAsked()).toBe(false);
    const answer = held();
    const promise = mutateOptimistically(client, {
      changes: [],
      send: () => answer.promise,
      warnsBeforeLoss: true,
    });
    expect(isAsked()).toBe(true);
    answer.resolve('');
    await promise;
    await Promise.resolve();
    expect(isAsked()).toBe(false);
  });

  it('no longer asks when an unsent change is stored meanwhile', async () => {
    const client = createQueryClient();
    const answer = held();
    let isStored = false;
    const promise = mutateOptimistically(client, {
      changes: [],
      send: () => answer.promise,
      warnsBeforeLoss: () => !isStored,
    });
    expect(isAsked()).toBe(true);
    isStored = true;
    expect(isAsked()).toBe(false);
    answer.resolve('');
    await promise;
  });
});
