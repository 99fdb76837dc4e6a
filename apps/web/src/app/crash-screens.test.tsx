import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { signInAs } from '../test/fixtures.ts';
import { renderApp } from '../test/render-app.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signInAs();
  fakeServer();
});
afterEach(() => {
  window.__DAYLOOM_TEST_CRASH__ = undefined;
});

test('a crash of the app shows the generic screen, with an id and details to copy', async () => {
  window.__DAYLOOM_TEST_CRASH__ = 'app';
  const user = userEvent.setup();
  renderApp('/tasks');
  expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy();
  expect(screen.getByText(/We encountered an unexpected error\. This has been logged/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Go Home' })).toBeTruthy();
  const id = screen.getByText(/^Error ID: /).textContent?.slice('Error ID: '.length) ?? '-';
  await user.click(screen.getByRole('button', { name: 'Report this error' }));
  expect(await navigator.clipboard.readText()).toContain(id);
  window.__DAYLOOM_TEST_CRASH__ = undefined;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
});

test('when copying fails, the details go to the console and the user is alerted', async () => {
  window.__DAYLOOM_TEST_CRASH__ = 'app';
  const user = userEvent.setup();
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  renderApp('/tasks');
  await screen.findByText('Oops! Something went wrong');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Report this error' }));
  await waitFor(() => expect(alert).toHaveBeenCalledOnce());
  expect(console.error).toHaveBeenCalledWith(
    'Failed to copy error details',
    expect.anything(),
    expect.anything(),
  );
});

test('a crash of a feature leaves the shell working', async () => {
  window.__DAYLOOM_TEST_CRASH__ = 'feature';
  const user = userEvent.setup();
  renderApp('/tasks');
  expect(
    await screen.findByText("We couldn't load the features. This might be a temporary issue."),
  ).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  window.__DAYLOOM_TEST_CRASH__ = undefined;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText('Oops! Something went wrong')).toBeNull());
});
