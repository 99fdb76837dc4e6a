import { onlineManager } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, fakeServer } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { RouteFeatureCrash } from './routes/root.tsx';

let isOnline = true;
beforeEach(() => {
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => act(() => onlineManager.setOnline(true)));

test('a banner says that there is no network, and what is not saved', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };
  // Adding a task has no handler: the server cannot be reached.
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
  });
  renderApp('/tasks');
  const line = await screen.findByRole('textbox', { name: 'Add a task' });
  expect(screen.queryByText(/^You are offline/)).toBeNull();
  act(() => onlineManager.setOnline(false));
  expect(await screen.findByText('You are offline. You see what was loaded before.')).toBeTruthy();
  await userEvent.type(line, 'Buy milk{Enter}');
  expect(
    await screen.findByText('You are offline. 1 change is not saved yet: keep this page open.'),
  ).toBeTruthy();
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull());
});

/** A page whose files load only while there is a network. */
function renderPage(failure: () => Error) {
  const routes: RouteObject[] = [
    {
      path: '/',
      ErrorBoundary: RouteFeatureCrash,
      lazy: async () => {
        if (!isOnline) throw failure();
        return { Component: () => <p>The page</p> };
      },
    },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

test('a page that was never loaded opens when the network is back', async () => {
  isOnline = false;
  renderPage(() => new TypeError('Failed to fetch dynamically imported module'));
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
  isOnline = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('The page')).toBeTruthy();
});

test('another failure is no matter of the network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isOnline = false;
  renderPage(() => new Error('Broken'));
  expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy();
});
