import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownFirst } from './use-shown-first.ts';

const nextPaint = () =>
  act(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
  });

function setUp() {
  const asked: boolean[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const change = (next: boolean) => {
    asked.push(next);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  const hook = renderHook(({ value }) => useShownFirst(value, change), { initialProps: { value: false } });
  return {
    ...hook,
    asked,
    shown: () => hook.result.current[0],
    set: (next: boolean) => act(() => hook.result.current[1](next)),
    settle: () => act(async () => answers.at(-1)?.resolve()),
  };
}

it('shows what was clicked before anything follows from it', async () => {
  const { asked, shown, set, rerender, settle } = setUp();
  set(true);
  expect({ shown: shown(), asked }).toEqual({ shown: true, asked: [] });
  await nextPaint();
  expect({ shown: shown(), asked }).toEqual({ shown: true, asked: [true] });
  rerender({ value: true });
  await settle();
  expect(shown()).toBe(true);
  rerender({ value: false });
  expect(shown()).toBe(false);
});

it('shows the former value again when the change was refused', async () => {
  const { shown, set, settle } = setUp();
  set(true);
  await nextPaint();
  expect(shown()).toBe(true);
  await settle();
  expect(shown()).toBe(false);
});
