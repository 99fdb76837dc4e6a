import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, StrictMode, Suspense, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import type { CommandPaletteProps } from './command-palette.tsx';
import { PaletteOpener } from './palette-opener.tsx';

const focusOnMount = (element: HTMLInputElement | null) => element?.focus();
function Field({ initialText }: CommandPaletteProps) {
  return <input ref={focusOnMount} aria-label="Search" defaultValue={initialText} />;
}

/** The page with a palette whose script comes when the test lets it. */
function openPalette() {
  const script = Promise.withResolvers<{ default: ComponentType<CommandPaletteProps> }>();
  const onClose = vi.fn();
  const onPageKey = vi.fn();
  const onFallback = vi.fn();
  const Fallback = () => {
    useEffect(onFallback, []);
    return null;
  };
  const palette = lazy(() => script.promise);
  const show = (isOpen: boolean) => (
    <StrictMode>
      <Suspense fallback={<Fallback />}>
        <input aria-label="Title" onKeyDown={onPageKey} />
        {isOpen && (
          <PaletteOpener
            palette={palette}
            commands={[]}
            onClose={onClose}
            onQuickAdd={vi.fn()}
            onAsk={vi.fn()}
          />
        )}
      </Suspense>
    </StrictMode>
  );
  const view = render(show(false));
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  title.focus();
  view.rerender(show(true));
  const load = () => act(async () => script.resolve({ default: Field }));
  return { title, load, onClose, onPageKey, onFallback, user: userEvent.setup() };
}

test('what is typed while the palette loads is in its field, and nowhere else', async () => {
  const { title, load, onPageKey, onFallback, user } = openPalette();
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy();
  await user.keyboard('Maxx{Backspace} @n{Enter}{Delete}');
  expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull();
  await load();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  expect(field.value).toBe('Max @n');
  await user.keyboard('a');
  expect(field.value).toBe('Max @na');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(title.value).toBe('');
  expect(onPageKey).not.toHaveBeenCalled();
  // React delays what replaces a fallback.
  expect(onFallback).not.toHaveBeenCalled();
});

test('Escape closes the palette while it loads, and chords stay with the browser', async () => {
  const { onClose, onPageKey, user } = openPalette();
  await user.keyboard('{Control>}r{/Control}');
  expect(onPageKey.mock.calls.map(([event]) => event.key)).toContain('r');
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
