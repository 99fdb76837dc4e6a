import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const quiet = () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
};

test('a second sign-in method is offered instead of refused, and linked by mail', async () => {
  quiet();
  signInAs({ sub: 'google-oauth2|7' });
  const server = fakeServer({
    'POST /auth/checkuser': () => answer({ success: true, existingUser: false, message: '' }),
    'POST /auth/registerUser': () => refuse('email_taken', 'Another account uses this email address.'),
    'POST /auth/link': () => answer({ success: true, ticket: null, email: 'maya@example.com', message: '' }),
  });
  const user = userEvent.setup();
  const app = renderApp('/auth/callback');
  await screen.findByRole('heading', { name: 'You already have an account' });
  expect(app.address()).toBe('/auth/link');
  await user.click(screen.getByRole('button', { name: 'Mail me a link' }));
  expect(await screen.findByText(/A link is on its way to maya@example.com/)).toBeTruthy();
  expect(server.seen.at(-1)).toMatchObject({ path: '/auth/link', body: { proof: 'mail' } });
});

test('the mailed link adds the sign-in method and continues', async () => {
  signInAs({ sub: 'google-oauth2|7' });
  const server = fakeServer({
    'POST /auth/link/confirm': () => answer({ success: true, user: aProfile(), message: '' }),
  });
  const user = userEvent.setup();
  const app = renderApp('/auth/link?token=abc');
  await user.click(await screen.findByRole('button', { name: 'Add it to my account' }));
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  expect(server.seen.find(({ path }) => path === '/auth/link/confirm')?.body).toEqual({ token: 'abc' });
});

test('in another browser the link says where it must be opened', async () => {
  fakeServer();
  renderApp('/auth/link?token=abc');
  expect(await screen.findByRole('heading', { name: 'Open this link in the same browser' })).toBeTruthy();
});

test('a stored ticket is redeemed by the account that signs in', async () => {
  signInAs();
  sessionStorage.setItem('dayloom.linkTicket', 'a-ticket');
  const server = fakeServer({
    'POST /auth/checkuser': () => answer({ success: true, existingUser: true, message: '' }),
    'POST /user/sign-in-methods': () => answer({ success: true, message: '' }),
  });
  const app = renderApp('/auth/callback');
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  expect(server.seen.find(({ path }) => path === '/user/sign-in-methods')?.body).toEqual({
    ticket: 'a-ticket',
  });
  expect(sessionStorage.getItem('dayloom.linkTicket')).toBeNull();
});
