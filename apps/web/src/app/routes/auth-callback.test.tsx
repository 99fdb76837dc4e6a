import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readIntent, storeIntent } from '#features/redirects/model/intent.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const known = { 'POST /auth/checkuser': () => answer({ success: true, existingUser: true, message: '' }) };
const unknown = {
  'POST /auth/checkuser': () => answer({ success: true, existingUser: false, message: '' }),
  'POST /auth/registerUser': () => answer({ success: true, user: aProfile(), message: '' }),
};

test('says that the account is being set up', async () => {
  signInAs();
  fakeServer({ 'POST /auth/checkuser': () => new Promise<Response>(() => {}) });
  renderApp('/auth/callback');
  expect(await screen.findByText('Setting up your account...')).toBeTruthy();
  expect(screen.getByText('This may take a few moments')).toBeTruthy();
});

test('an existing user gets the profile and goes to the stored destination', async () => {
  signInAs();
  sessionStorage.setItem('dayloom.finalDestination', '/tasks');
  const server = fakeServer(known);
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/tasks'));
  expect(server.count('POST /auth/checkuser')).toBe(1);
  expect(server.count('GET /user/profile')).toBe(1);
});

test("a new user is registered once, with the referral code and the identity's provider", async () => {
  signInAs({ sub: 'google-oauth2|77', picture: 'https://x.example/p.png' });
  localStorage.setItem('dayloom.ref', 'FRIEND1');
  const server = fakeServer(unknown);
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  const registrations = server.seen.filter(({ path }) => path === '/auth/registerUser');
  expect(registrations).toHaveLength(1);
  expect(registrations[0]?.body).toMatchObject({
    firstName: 'Maya',
    lastName: 'Okafor',
    auth0Uid: 'google-oauth2|77',
    email: 'maya@example.com',
    photoUrl: 'https://x.example/p.png',
    provider: 'google-oauth2',
    ref: 'FRIEND1',
  });
  expect(localStorage.getItem('dayloom.ref')).toBeNull();
});

test('the stored intent wins and is executed once; a reload goes to the same target', async () => {
  signInAs();
  storeIntent(readIntent('/upgrade', '', Date.now()));
  fakeServer(known);
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/settings?tab=billing'));
  expect(sessionStorage.getItem('dayloom.redirectCompleted')).toBe('true');
  app.unmount();
  const again = renderApp('/auth/callback');
  await waitFor(() => expect(again.address()).toBe('/settings?tab=billing'));
});

test.each([
  ['the set-up is refused', {}, () => refuse('user_exists', 'User already exists'), 'User already exists'],
  ['there is no email', { email: undefined }, null, 'Auth0 user data is incomplete'],
] as const)('when %s, the login page shows the error', async (_, claims, handler, reason) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  signInAs(claims);
  fakeServer(handler ? { ...unknown, 'POST /auth/registerUser': handler } : unknown);
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/login?error=callback_failed'));
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(log).toHaveBeenCalled();
});

test('a visitor who is not signed in returns to the login page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer();
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/login?error=callback_failed'));
});

test('an invalid provider response is logged, and the dashboard is loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const replace = vi.fn();
  // The client reads the response from the address of the page.
  window.history.replaceState(null, '', '/auth/callback?error=access_denied&state=unknown');
  fakeServer();
  const { origin, pathname, href, search } = window.location;
  vi.stubGlobal('location', { origin, pathname, href, search, replace });
  renderApp('/auth/callback');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/dashboard'));
  expect(log).toHaveBeenCalledWith('Auth callback error', expect.anything());
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});
