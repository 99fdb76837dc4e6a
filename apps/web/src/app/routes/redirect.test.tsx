import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

test('a link stores its intent and sends a signed-out visitor to the login page', async () => {
  fakeServer();
  const app = renderApp('/upgrade?source=sms&campaign=spring&plan=weekly');
  expect(await screen.findByText('Setting up your upgrade...')).toBeTruthy();
  expect(
    screen.getByText("Thanks for clicking the link! We're getting everything ready for you."),
  ).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe('/login'));
  const stored = JSON.parse(sessionStorage.getItem('dayloom.redirectIntent') ?? '{}');
  expect(stored).toMatchObject({
    intent: 'upgrade',
    source: 'sms',
    campaign: 'spring',
    params: { plan: 'weekly' },
  });
});

test('a signed-in user goes straight to the target, and the intent is used up', async () => {
  signInAs();
  fakeServer();
  const app = renderApp('/verify');
  expect(await screen.findByText('Redirecting you...')).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe('/settings?tab=profile'));
  expect(sessionStorage.getItem('dayloom.redirectIntent')).toBeNull();
});

test.each([
  ['a link', 'full', '/upgrade', 'setItem'],
  ['a link', 'switched off', '/upgrade', 'getItem'],
  ['a page that needs a session', 'full', '/tasks', 'setItem'],
  ['a page that needs a session', 'switched off', '/dashboard', 'getItem'],
] as const)(
  '%s that cannot be remembered because the session storage is %s leads nowhere and says so',
  async (_, _why, path, method) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const refuse = () => {
      throw new DOMException('Storage is not available', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    if (method === 'getItem') vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    fakeServer();
    const app = renderApp(path);
    expect(await screen.findByText('Unable to Process Redirect')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeTruthy();
    expect(screen.getByText(/cannot be remembered. Allow it in the browser’s settings/)).toBeTruthy();
    expect(app.address()).toBe(path);
    expect(error).toHaveBeenCalled();
  },
);

test('a destination on another host is not followed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer();
  renderApp('/r?dest=https%3A%2F%2Fevil.example');
  expect(await screen.findByText('Unable to Process Redirect')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  expect(sessionStorage.getItem('dayloom.redirectIntent')).toBeNull();
});
