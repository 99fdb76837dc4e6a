import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusToast, notify, Toaster } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <main tabIndex={-1}>
      <input />
      <Toaster />
    </main>,
  );
});
afterEach(() => act(() => notify.dismiss()));

const shown = (text: string | RegExp) => screen.queryAllByText(text).length;

test('at most 20 are shown at once', async () => {
  act(() => {
    for (let index = 1; index <= 25; index++) notify.info(`News ${index}`);
  });
  await waitFor(() => expect(shown(/^News/)).toBe(20));
});

/** In steps: toasts leave one second late, and React renders between the steps. */
async function pass(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 100) await act(() => vi.advanceTimersByTimeAsync(100));
}

test('success disappears after 2 s, an error and a blank one after 4 s, loading stays', async () => {
  act(() => {
    notify.success('Done');
    notify.error('Broken');
    notify.info('Noted');
    notify.loading('Working');
  });
  const count = () => ['Done', 'Broken', 'Noted', 'Working'].map(shown);
  await pass(1_900);
  expect(count()).toEqual([1, 1, 1, 1]);
  await pass(1_300);
  expect(count()).toEqual([0, 1, 1, 1]);
  await pass(2_000);
  expect(count()).toEqual([0, 0, 0, 1]);
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(shown('Working')).toBe(1);
});

test('a toast with a button disappears after 4 s, whatever its kind', async () => {
  const action = { label: 'Undo', run: vi.fn() };
  act(() => {
    notify.success('Saved', action);
    notify.info('Moved', action);
    notify.error('Broken', action);
  });
  await pass(3_900);
  expect([shown('Saved'), shown('Moved'), shown('Broken')]).toEqual([1, 1, 1]);
  await pass(1_300);
  expect([shown('Saved'), shown('Moved'), shown('Broken')]).toEqual([0, 0, 0]);
});

test('a toast stays while the pointer is over it, and not after one that was removed under it', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const first = notify.info('First');
  await user.hover(await screen.findByText('First'));
  await pass(6_000);
  expect(shown('First')).toBe(1);
  act(() => {
    notify.remove(first);
    notify.info('Next');
  });
  await user.hover(document.body);
  await pass(6_000);
  expect(shown('Next')).toBe(0);
});

test('the action of a toast runs and the toast closes', async () => {
  const undo = vi.fn();
  act(() => void notify.success('Moved', { label: 'Undo', run: undo }));
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  // Toasts stay while the pointer is over them.
  await user.hover(document.body);
});

test('after a key on its action the keyboard is back where it was, or in the main part', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const undo = vi.fn();
  const press = async () => {
    act(() => void notify.success('Moved', { label: 'Undo', run: undo }));
    act(focusToast);
    expect(document.activeElement?.textContent).toBe('Undo');
    await user.keyboard('{Enter}');
    await pass(500);
    expect(shown('Moved')).toBe(0);
  };
  const input = screen.getByRole('textbox');
  act(() => input.focus());
  await press();
  expect(document.activeElement).toBe(input);
  act(() => input.blur());
  await press();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(undo).toHaveBeenCalledTimes(2);
});
