import type { Passkey, SecurityOverview } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const aPasskey: Passkey = {
  _id: crypto.randomUUID(),
  name: 'Mac',
  isSynced: true,
  createdAt: '2026-11-01T10:00:00Z',
  lastUsedAt: null,
};

function anOverview(own: Partial<NonNullable<SecurityOverview['own']>> = {}): SecurityOverview {
  return {
    email: { address: 'maya@example.com', isVerified: false },
    signInMethods: [
      { subject: 'dayloom|1', provider: 'dayloom', linkedAt: '2026-11-01T10:00:00Z', isCurrent: true },
    ],
    own: {
      passwordChangedAt: '2026-11-01T10:00:00Z',
      passkeys: [],
      twoStep: { isOn: false, since: null, recoveryCodesLeft: 0 },
      ...own,
    },
    managedBy: null,
  };
}

const sessions = [
  { device: 'Firefox on Linux', address: '203.0.113.x', isCurrent: true },
  { device: 'Safari on iPhone', address: '198.51.100.x', isCurrent: false },
].map((session) => ({
  _id: crypto.randomUUID(),
  createdAt: '2026-11-20T10:00:00Z',
  lastSeenAt: '2026-11-21T10:00:00Z',
  ...session,
}));

async function openSecurity(security: SecurityOverview, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const done = () => answer({ success: true, message: '' });
  const server = fakeServer({
    'GET /user/security': () => answer({ success: true, security, message: '' }),
    'GET /user/sessions': () => answer({ success: true, sessions, message: '' }),
    'GET /user/audit-log': () =>
      answer({
        success: true,
        events: [
          {
            _id: crypto.randomUUID(),
            kind: 'sign_in_failed',
            detail: 'Wrong password',
            address: '203.0.113.x',
            device: 'Chrome on Windows',
            createdAt: '2026-11-21T09:00:00Z',
          },
        ],
        nextCursor: null,
        message: '',
      }),
    'POST /user/security/email-verification': done,
    [`DELETE /user/sessions/${sessions[1]?._id}`]: done,
    ...handlers,
  });
  const user = userEvent.setup();
  const app = renderApp('/settings?tab=security');
  await screen.findByRole('heading', { name: 'Activity' });
  return { server, user, app };
}

const card = (name: string) => within(screen.getByRole('region', { name }));

test('shows the protection of the account, its sessions and its activity', async () => {
  const { server, user } = await openSecurity(anOverview());
  expect(await card('Sessions').findByText('Safari on iPhone')).toBeTruthy();
  expect(await card('Activity').findByText('Failed sign-in: Wrong password')).toBeTruthy();
  expect(card('Activity').getByText('Chrome on Windows, 203.0.113.x')).toBeTruthy();
  expect(card('Sign-in methods').getByText('In use')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A link is on its way to maya@example.com.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(await screen.findByText('Session ended')).toBeTruthy();
  await waitFor(() => expect(server.count('GET /user/sessions')).toBeGreaterThan(1));
});

test('the password form shows a problem at its field', async () => {
  const { server, user } = await openSecurity(anOverview(), {
    'PUT /user/security/password': ({ body }) =>
      (body as { currentPassword: string }).currentPassword === 'right one'
        ? answer({ success: true, message: '' })
        : answer(
            {
              success: false,
              code: 'invalid_request',
              message: 'Wrong password.',
              requestId: 'r',
              fields: { currentPassword: 'Wrong password.' },
            },
            400,
          ),
  });
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const current = screen.getByLabelText('Current password');
  await user.type(current, 'wrong one');
  await user.type(screen.getByLabelText('New password'), 'a new password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('Wrong password.')).toBeTruthy();
  await user.clear(current);
  await user.type(current, 'right one');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('Password changed. All other sessions have ended.')).toBeTruthy();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(server.seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    currentPassword: 'right one',
    newPassword: 'a new password',
  });
});

/** A server that requires a confirmation first. */
function guarded() {
  let isConfirmed = false;
  const guard = (reply: () => Response) => () =>
    isConfirmed ? reply() : refuse('confirmation_needed', 'Confirm that it is you, then try again.');
  const confirm = ({ body }: { body: unknown }) => {
    isConfirmed = (body as { password?: string }).password === 'secret';
    return isConfirmed
      ? answer({ success: true, message: '' })
      : refuse('invalid_request', 'Wrong password.');
  };
  return { guard, confirm };
}

test('a confirmation is asked for once, and then the change is made', async () => {
  const { guard, confirm } = guarded();
  const { user, server } = await openSecurity(anOverview({ passkeys: [aPasskey] }), {
    'POST /user/security/confirmation': confirm,
    [`DELETE /user/security/passkeys/${aPasskey._id}`]: guard(() => answer({ success: true, message: '' })),
  });
  await user.click(screen.getByRole('button', { name: 'Remove Mac' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const password = dialog.getByLabelText('Password');
  await user.type(password, 'guess{Enter}');
  expect(await screen.findByText('Wrong password.')).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'secret{Enter}');
  expect(await screen.findByText('Passkey removed')).toBeTruthy();
  expect(server.count(`DELETE /user/security/passkeys/${aPasskey._id}`)).toBe(2);
});

test('closing the confirmation changes nothing and shows no message', async () => {
  const { guard, confirm } = guarded();
  const { user, server } = await openSecurity(anOverview(), {
    'POST /user/security/confirmation': confirm,
    'POST /user/security/two-step': guard(() => answer({})),
  });
  await user.click(card('Two-step sign-in').getByRole('button', { name: 'Set up' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.count('POST /user/security/two-step')).toBe(1);
});

test('two-step sign-in is set up with a QR code, a key and a code, and shows the recovery codes once', async () => {
  const codes = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDD${i}`);
  const { user } = await openSecurity(anOverview(), {
    'POST /user/security/two-step': () =>
      answer({
        success: true,
        secret: 'ABCDEFGHIJKLMNOP',
        uri: 'otpauth://totp/x',
        qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        message: '',
      }),
    'POST /user/security/two-step/confirmation': ({ body }) =>
      (body as { code: string }).code === '123456'
        ? answer({ success: true, recoveryCodes: codes, message: '' })
        : refuse('invalid_request', 'Wrong code.'),
  });
  await user.click(card('Two-step sign-in').getByRole('button', { name: 'Set up' }));
  const picture = await screen.findByAltText('QR code for your authenticator app');
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  const code = screen.getByLabelText('Verification code');
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('Wrong code.')).toBeTruthy();
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(screen.queryByText(codes[0] as string)).toBeNull());
});

test('with an external provider the screen names it and links there', async () => {
  const elsewhere: SecurityOverview = {
    ...anOverview(),
    own: null,
    managedBy: { name: 'login.example.com', url: 'https://login.example.com/account' },
  };
  const { server } = await openSecurity(elsewhere);
  const link = screen.getByRole('link', { name: 'Open your account at login.example.com' });
  expect(link.getAttribute('href')).toBe('https://login.example.com/account');
  for (const name of ['Password', 'Passkeys', 'Two-step sign-in', 'Sessions'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  expect(server.count('GET /user/sessions')).toBe(0);
});

test('a failure is shown with a way to try again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  let isBroken = true;
  fakeServer({
    'GET /user/security': () =>
      isBroken
        ? refuse('not_found', 'Broken')
        : answer({ success: true, security: anOverview(), message: '' }),
    'GET /user/sessions': () => answer({ success: true, sessions, message: '' }),
    'GET /user/audit-log': () => answer({ success: true, events: [], nextCursor: null, message: '' }),
  });
  const user = userEvent.setup();
  renderApp('/settings?tab=security');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByText('Nothing yet.')).toBeTruthy();
});
