import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { createLazyPart, onIntention } from './lazy-part.ts';

const Card = ({ name }: { name: string }) => <p>The card of {name}</p>;

function show(part: ReturnType<typeof createLazyPart<{ name: string }>>) {
  const Part = part;
  return render(
    <Suspense fallback={<p>Loading</p>}>
      <Part name="Ada" />
    </Suspense>,
  );
}

test('its fallback is shown until its script is there', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Card>();
  await act(async () => show(createLazyPart(() => promise)));
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => resolve(Card));
  expect(screen.getByText('The card of Ada')).toBeTruthy();
});

test('what a pointer, a press or the focus has loaded is shown at once, and loaded once', async () => {
  const load = vi.fn(async () => Card);
  const part = createLazyPart(load);
  render(
    <div data-testid="place" {...onIntention(part)}>
      <button type="button">Open</button>
    </div>,
  );
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerEnter(screen.getByTestId('place'));
  fireEvent.pointerDown(screen.getByRole('button'));
  screen.getByRole('button').focus();
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => {});
  show(part);
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.getByText('The card of Ada')).toBeTruthy();
});

test('what could not be loaded is asked for again', async () => {
  const load = vi.fn(async () => Card);
  load.mockRejectedValueOnce(new Error('There is no network'));
  const part = createLazyPart(load);
  part.load();
  await act(async () => {});
  await act(async () => show(part));
  expect(screen.getByText('The card of Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
