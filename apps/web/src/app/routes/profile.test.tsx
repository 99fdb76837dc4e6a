import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

async function openProfile(handlers: Parameters<typeof fakeServer>[0] = {}, change = {}) {
  signInAs();
  const server = fakeServer({
    'GET /user/profile': () => answer({ success: true, user: aProfile(change), message: '' }),
    ...handlers,
  });
  renderApp('/settings?tab=profile');
  await screen.findByRole('button', { name: 'Save Changes' });
  return { server, user: userEvent.setup() };
}

test('a username is checked while typing, and the link follows the choice', async () => {
  const { server, user } = await openProfile({
    'GET /user/username-availability': () => answer({ success: true, isAvailable: true, reason: null }),
    'PUT /user/username': () =>
      answer({
        success: true,
        user: aProfile({ username: 'maya', publicProfileLink: 'http://localhost:3000/maya' }),
        message: '',
      }),
  });
  await user.click(screen.getByRole('button', { name: 'Change username' }));
  const field = await screen.findByLabelText('Username');
  await user.clear(field);
  await user.type(field, 'ma');
  expect(screen.getByText('Use 3 to 30 characters.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.type(field, 'ya');
  expect(await screen.findByText(/\/maya is free/)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Username changed')).toBeTruthy();
  expect(screen.getByDisplayValue('http://localhost:3000/maya')).toBeTruthy();
  expect(server.count('PUT /user/update-profile')).toBe(0);
});

test('a taken username is refused with a message, even if it was taken meanwhile', async () => {
  let isAvailable = false;
  const { user } = await openProfile({
    'GET /user/username-availability': () =>
      answer({
        success: true,
        isAvailable,
        reason: isAvailable ? null : 'This name is taken. Try another one.',
      }),
    'PUT /user/username': () => refuse('username_taken', 'This name is taken. Try another one.'),
  });
  await user.click(screen.getByRole('button', { name: 'Change username' }));
  const field = await screen.findByLabelText('Username');
  await user.clear(field);
  await user.type(field, 'grace');
  expect(await screen.findByText('This name is taken. Try another one.')).toBeTruthy();
  isAvailable = true;
  await user.type(field, '-h');
  expect(await screen.findByText(/\/grace-h is free/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This name is taken. Try another one.')).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe('grace-h');
});

test('a photo of a wrong type or size is refused before the upload', async () => {
  await openProfile();
  const input = screen.getByLabelText('Photo');
  fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })] } });
  expect(await screen.findByText('Choose a PNG or JPG.')).toBeTruthy();
  const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' });
  fireEvent.change(input, { target: { files: [large] } });
  expect(await screen.findByText('This picture is larger than 4 MB. Choose a smaller one.')).toBeTruthy();
});

test('a photo can be removed', async () => {
  const { user } = await openProfile(
    { 'DELETE /user/photo': () => answer({ success: true, user: aProfile(), message: '' }) },
    { photoUrl: 'http://localhost:3000/api/photos/1.webp' },
  );
  expect(screen.getByRole('button', { name: 'Change photo' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Photo removed')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add photo' })).toBeTruthy());
});

test('people who joined by the link are counted', async () => {
  await openProfile({ 'GET /user/referrals': () => answer({ success: true, joined: 2 }) });
  expect(await screen.findByText(/2 people have joined so far\./)).toBeTruthy();
});
