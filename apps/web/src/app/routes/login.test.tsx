import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeIntent, toReturnIntent } from '#features/redirects/model/intent.ts';
import { fakeServer } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

test('names the page that sign-in returns to', async () => {
  fakeServer();
  renderApp('/login?returnTo=%2Fcalendar-flow');
  expect((await screen.findByText('Calendar')).closest('span')?.textContent).toBe(
    'You will go back to Calendar.',
  );
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup');
});

test('the stored intent names it too, and a foreign address is ignored', async () => {
  fakeServer();
  storeIntent(toReturnIntent('/tasks', '', Date.now()));
  renderApp('/login?returnTo=%2F%2Fevil.example');
  expect(await screen.findByText('Tasks')).toBeTruthy();
});

test.each([
  ['auth0_data_missing', /did not say who you are/],
  ['auth0_token_missing', /no access token/],
  ['callback_failed', /setting up your account failed/],
])('%s has its message', async (code, sentence) => {
  fakeServer();
  renderApp(`/login?error=${code}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a signed-in user is redirected', async () => {
  signInAs();
  fakeServer();
  const app = renderApp('/login?returnTo=%2Ftasks');
  await waitFor(() => expect(app.address()).toBe('/tasks'));
});

test('sign-up says what to do when the identity provider cannot be reached', async () => {
  fakeServer();
  renderApp('/signup');
  expect((await screen.findByRole('alert')).textContent).toMatch(/sign-up could not start/);
  expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});
