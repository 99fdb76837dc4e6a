import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PublicProfilePage } from './public-profile.tsx';

const profile = {
  canonicalId: crypto.randomUUID(),
  username: 'maya',
  firstName: 'Maya',
  lastName: 'Lindqvist',
  bio: '',
  photoUrl: null,
  isVerified: false,
};

function open(token: string | null) {
  const sent = vi.fn(async (_address: string, _init?: RequestInit) =>
    Response.json({ success: true, profile }),
  );
  vi.stubGlobal('fetch', sent);
  render(<PublicProfilePage apiBaseUrl="/api" token={token} username="maya" />);
  return sent;
}

test('the page sends the token of a signed-in visitor', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const sent = open('abc');
  expect(await screen.findByText(/Maya Lindqvist/)).toBeTruthy();
  expect(sent.mock.calls).toEqual([
    ['/api/public-profile/maya', { headers: { authorization: 'Bearer abc' } }],
  ]);
  expect(warn).not.toHaveBeenCalled();
});

test('without a token it only warns in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const sent = open(null);
  expect(await screen.findByText(/Maya Lindqvist/)).toBeTruthy();
  expect(sent.mock.calls).toEqual([['/api/public-profile/maya', { headers: {} }]]);
  expect(warn).toHaveBeenCalledWith(
    'No access token is available: GET /public-profile/maya is sent unauthenticated',
  );
});
