import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '../../test/fake-server.ts';
import { aProfile, signInAs } from '../../test/fixtures.ts';
import { renderApp } from '../../test/render-app.tsx';

async function openSettings(address: string, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const server = fakeServer(handlers);
  const user = userEvent.setup();
  const app = renderApp(address);
  await screen.findByRole('tablist');
  return { server, user, app };
}

const selected = () =>
  screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent;

test('accounts is the default tab, and changing the tab changes the address', async () => {
  const { user, app } = await openSettings('/settings');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Profile',
    'Accounts',
    'Billing',
    'Preferences',
    'Security',
  ]);
  expect(selected()).toBe('Accounts');
  expect(await screen.findByText('Connected Accounts')).toBeTruthy();
  expect(screen.getByText('Manage third-party services connected to your account.')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Billing' }));
  expect(app.address()).toBe('/settings?tab=billing');
  expect(selected()).toBe('Billing');
  expect(screen.getByText('Billing & Subscription')).toBeTruthy();
});

test('says that it loads', async () => {
  await openSettings('/settings', { 'GET /user/profile': () => new Promise<Response>(() => {}) });
  expect(await screen.findByText('Loading settings...')).toBeTruthy();
});

test('only the changed fields are saved, trimmed', async () => {
  const { server, user } = await openSettings('/settings?tab=profile', {
    'PUT /user/update-profile': () =>
      answer({
        success: true,
        user: aProfile({ lastName: 'Weber' }),
        message: 'Profile updated successfully',
      }),
  });
  const last = await screen.findByLabelText('Last Name');
  await user.clear(last);
  await user.type(last, ' Weber ');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toEqual({ lastName: 'Weber' });
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Weber');
});

test('nothing changed, a blank name and a failure each have their message', async () => {
  const { user } = await openSettings('/settings?tab=profile', {
    'PUT /user/update-profile': () => refuse('internal', 'Something broke'),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const first = await screen.findByLabelText('First Name');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  await user.clear(first);
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('First name and last name are required')).toBeTruthy();
  await user.type(first, 'Mia');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Failed to update profile')).toBeTruthy();
  expect((first as HTMLInputElement).value).toBe('Mia');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((first as HTMLInputElement).value).toBe('Maya');
});

test('the e-mail cannot be changed, the bio has its placeholder, the links can be copied', async () => {
  const { user } = await openSettings('/settings?tab=profile');
  const email = (await screen.findByLabelText('Email')) as HTMLInputElement;
  expect(email.readOnly).toBe(true);
  expect(screen.getByText('Email cannot be changed')).toBeTruthy();
  expect(screen.getByPlaceholderText('Tell us a little about yourself').getAttribute('rows')).toBe('4');
  const [profileCopy, referralCopy] = screen.getAllByRole('button', { name: 'Copy' });
  await user.click(profileCopy as HTMLElement);
  expect(await screen.findByText('Copied!')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/maya-okafor');
  await user.click(referralCopy as HTMLElement);
  expect(await screen.findByText('Referral link copied to clipboard!')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/?ref=MAYA-7Q2K`);
});

test('without a code the referral card says when there will be one', async () => {
  await openSettings('/settings?tab=profile', {
    'GET /user/profile': () => answer({ success: true, user: aProfile({ referralCode: '' }), message: '' }),
  });
  expect(
    await screen.findByText('Your referral code will appear here once your profile is fully set up.'),
  ).toBeTruthy();
});

test('preferences are switches named by their heading and switch at once', async () => {
  const { user } = await openSettings('/settings?tab=preferences');
  const email = (await screen.findByRole('switch', { name: 'Email Notifications' })) as HTMLInputElement;
  expect(email.checked).toBe(true);
  await user.click(email);
  expect(email.checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Push Notifications' }).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Marketing Communications' }).checked).toBe(
    false,
  );
});

test('the primary calendar comes first, with its first tag as label', async () => {
  const profile = aProfile();
  const base = { domain: 'google', type: 'work', isPrimary: false } as const;
  profile.settings.calendars = [
    { ...base, id: '1', email: 'second@example.com', tags: [] },
    { ...base, id: '2', email: 'first@example.com', tags: ['Team', 'Old'], isPrimary: true },
  ];
  await openSettings('/settings', {
    'GET /user/profile': () => answer({ success: true, user: profile, message: '' }),
  });
  const rows = (await screen.findAllByText(/@example\.com$/)).map((row) => row.textContent);
  expect(rows[0]).toContain('first@example.com');
  expect(screen.getByText('Team')).toBeTruthy();
  expect(screen.queryByText('Old')).toBeNull();
});

test('an unknown tab shows the default', async () => {
  await openSettings('/settings?tab=nonsense');
  await waitFor(() => expect(selected()).toBe('Accounts'));
});
