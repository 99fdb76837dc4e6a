import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, config, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

type Phone = ReturnType<typeof aProfile>['settings']['verifyMobileData'];
type Handlers = Parameters<typeof fakeServer>[0];

const NONE: Phone = { isMobileVerified: false, unverifiedMobile: null, verifyMobileCode: null };
const PENDING: Phone = { ...NONE, unverifiedMobile: '+16175550142', verifyMobileCode: 'pending' };
const VERIFIED: Phone = { ...NONE, isMobileVerified: true };

/** A server whose phone goes from none to pending to verified and back, like the real one. */
async function openPhone(
  start: Phone = NONE,
  handlers: Handlers = {},
  settings: Partial<ReturnType<typeof aProfile>['settings']> = {},
  options: { address?: string; mode?: 'live' | 'sandbox' | 'off' } = {},
) {
  signInAs();
  let now = start;
  const becomes = (next: Phone, body: object) => () => {
    now = next;
    return answer({ success: true, message: '', ...body });
  };
  const server = fakeServer({
    'GET /user/profile': () => {
      const profile = aProfile({ mobile: now.isMobileVerified ? '+16175550142' : null });
      Object.assign(profile.settings, settings, { verifyMobileData: now });
      return answer({ success: true, user: profile, message: '' });
    },
    'POST /user/generate-otp': becomes(PENDING, { resendInSeconds: 30 }),
    'POST /user/verify-otp': becomes(VERIFIED, {}),
    'POST /user/unverify-phone-number': becomes(NONE, {}),
    ...handlers,
  });
  const { address = '/settings?tab=profile', mode = 'sandbox' } = options;
  renderApp(address, { sms: { ...config.sms, mode } });
  await screen.findByRole('tablist');
  return { server, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const getBody = (server: Awaited<ReturnType<typeof openPhone>>['server'], path: string) =>
  server.seen.findLast((request) => request.path === path)?.body;

test('a phone is verified in two steps, and unverified again', async () => {
  const { server, user } = await openPhone();
  const phone = await field('Phone number');
  expect(phone.type).toBe('tel');
  expect(screen.getByText('Enter your 10-digit US phone number')).toBeTruthy();
  await user.type(phone, '6175550142');
  expect(phone.value).toBe('(617) 555-0142');
  await user.click(await button('Send Code'));
  expect(await screen.findByText('Verification code sent to your phone')).toBeTruthy();
  expect(getBody(server, '/user/generate-otp')).toEqual({ mobile: '+16175550142' });
  expect(screen.getByText('(617) 555-0142')).toBeTruthy();

  const code = await field('Verification code');
  expect(code.autocomplete).toBe('one-time-code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.click(code);
  await user.paste('123 456');
  expect(code.value).toBe('123456');
  await user.click(await button('Verify'));
  expect(await screen.findByText('Phone number verified successfully!')).toBeTruthy();
  expect(getBody(server, '/user/verify-otp')).toEqual({ otpCode: '123456' });
  expect(screen.getAllByLabelText('Verified').length).toBeGreaterThan(1);
  expect(screen.getByText('(617) 555-0142')).toBeTruthy();

  await user.click(await button('Unverify'));
  expect(await screen.findByText('Phone number unverified')).toBeTruthy();
  expect((await field('Phone number')).value).toBe('');
});

test('too few digits of the number or the code are reported before anything is sent', async () => {
  const { server, user } = await openPhone();
  await user.type(await field('Phone number'), '617555014');
  await user.click(await button('Send Code'));
  expect(await screen.findByText('Please enter a valid 10-digit phone number')).toBeTruthy();
  expect(server.count('POST /user/generate-otp')).toBe(0);
  await user.type(await field('Phone number'), '2{Enter}');
  await user.type(await field('Verification code'), '12a34');
  expect((await field('Verification code')).value).toBe('1234');
  await user.click(await button('Verify'));
  expect(await screen.findByText('Please enter a valid 6-digit code')).toBeTruthy();
  expect(server.count('POST /user/verify-otp')).toBe(0);
});

test('a code is verified at once, even while the profile is still being fetched', async () => {
  const signedIn = aProfile({ mobile: null });
  Object.assign(signedIn.settings, { verifyMobileData: NONE });
  let profiles = 0;
  const { server, user } = await openPhone(NONE, {
    'GET /user/profile': () =>
      profiles++ === 0 ? answer({ success: true, user: signedIn, message: '' }) : new Promise(() => {}),
    // Only what the specification gives.
    'POST /user/generate-otp': () => answer({ success: true, message: '' }),
  });
  await user.type(await field('Phone number'), '6175550142');
  await user.click(await button('Send Code'));
  expect(await screen.findByText('Verification code sent to your phone')).toBeTruthy();
  await user.type(await field('Verification code'), '123456');
  await user.click(await button('Verify'));
  await waitFor(() => expect(server.count('POST /user/verify-otp')).toBe(1));
});

test('a pending code opens the code step, and the number can be changed', async () => {
  const { user } = await openPhone(PENDING);
  await user.type(await field('Verification code'), '12');
  await user.click(await button('Verify'));
  expect(await screen.findByText('Please enter a valid 6-digit code')).toBeTruthy();
  await user.click(await button('Change Number'));
  const phone = await field('Phone number');
  expect(phone.value).toBe('(617) 555-0142');
  expect(screen.queryByText('Please enter a valid 6-digit code')).toBeNull();
  await user.click(await button('Send Code'));
  expect((await field('Verification code')).value).toBe('');
});

test('another code can be sent after a countdown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = await openPhone(PENDING);
  fireEvent.click(await button('Resend Code'));
  expect(await screen.findByText('Verification code sent to your phone')).toBeTruthy();
  expect(getBody(server, '/user/generate-otp')).toEqual({ mobile: '+16175550142' });
  const resend = (await button('Resend Code')) as HTMLButtonElement;
  await waitFor(() => expect(resend.disabled).toBe(true));
  expect(await screen.findByText(/^in 0:(30|29|28)$/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(resend.disabled).toBe(false));
  expect(screen.queryByText(/^in 0:/)).toBeNull();
});

test.each([
  ['refuse', 'Please wait 30 seconds before you ask for another code.'],
  ['say nothing', 'Failed to send verification code'],
  ['break', 'Failed to send verification code. Please try again.'],
])('when sending, the server may %s: %s', async (how, message) => {
  const { user } = await openPhone(NONE, {
    'POST /user/generate-otp': () =>
      how === 'break'
        ? refuse('internal', 'Something went wrong')
        : refuse('rate_limited', how === 'refuse' ? message : ''),
  });
  await user.type(await field('Phone number'), '6175550142');
  await user.click(await button('Send Code'));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((await field('Phone number')).value).toBe('(617) 555-0142');
});

test.each([
  ['invalid_code', 'Invalid verification code', 'Invalid verification code'],
  ['invalid_code', '', 'Invalid verification code'],
  ['internal', 'Something went wrong', 'Failed to verify code. Please try again.'],
] as const)('when verifying, %s %j is shown as %j', async (code, said, message) => {
  const { user } = await openPhone(PENDING, { 'POST /user/verify-otp': () => refuse(code, said) });
  await user.type(await field('Verification code'), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((await field('Verification code')).value).toBe('123456');
});

test.each([
  ['forbidden', '', 'Failed to unverify phone number'],
  ['internal', 'Oops', 'Failed to unverify phone number. Please try again.'],
] as const)('when unverifying, %s %j is shown as %j', async (code, said, message) => {
  const { user } = await openPhone(VERIFIED, {
    'POST /user/unverify-phone-number': () => refuse(code, said),
  });
  await user.click(await button('Unverify'));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(await button('Unverify')).toBeTruthy();
});

test('the sandbox links to the code, a real server does not', async () => {
  await openPhone(PENDING);
  const link = await screen.findByRole('link', { name: '/sandbox/phone' });
  expect(link.getAttribute('href')).toBe('/sandbox/phone?number=%2B16175550142');
  expect(screen.getByText(/This is the sandbox: the code is on the phone at/)).toBeTruthy();
});

test('a real server does not mention a sandbox', async () => {
  await openPhone(PENDING, {}, {}, { mode: 'live' });
  await field('Verification code');
  expect(screen.queryByText(/sandbox/)).toBeNull();
});

test('a server that sends no texts says so', async () => {
  await openPhone(NONE, {}, {}, { mode: 'off' });
  expect(
    await screen.findByText('This server sends no text messages, so no phone can be verified.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Code' })).toBeNull();
});

test('reminders switch on at once, with consent, and back when the server refuses', async () => {
  let isOn = false;
  const { server, user } = await openPhone(VERIFIED, {
    'PUT /user/sms-reminders': () => {
      isOn = !isOn;
      return isOn ? answer({ success: true, message: '' }) : refuse('unprocessable', 'It has opted out.');
    },
  });
  const reminders = await screen.findByRole<HTMLInputElement>('switch', { name: 'SMS reminders' });
  expect(reminders.checked).toBe(false);
  expect(screen.getByText(/I agree to receive SMS reminders/)).toBeTruthy();
  await user.click(reminders);
  await waitFor(() => expect(server.count('PUT /user/sms-reminders')).toBe(1));
  expect(getBody(server, '/user/sms-reminders')).toEqual({ enabled: true, consent: true });
  await waitFor(() => expect(reminders.checked).toBe(false));
  await user.click(reminders);
  expect(await screen.findByText('It has opted out.')).toBeTruthy();
  await waitFor(() => expect(reminders.checked).toBe(false));
});

test('free users see that reminders are part of Premium', async () => {
  const { user } = await openPhone(VERIFIED, {}, { accountStatus: 'FREE' });
  expect(await screen.findByText(/SMS reminders are part of Premium\./)).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'SMS reminders' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See what it costs' }).getAttribute('href')).toBe(
    '/settings?tab=billing',
  );
  await user.tab();
});

test('the preferences show the number, with Change', async () => {
  const { server, user } = await openPhone(VERIFIED, {}, {}, { address: '/settings?tab=preferences' });
  expect(await screen.findByText('(617) 555-0142')).toBeTruthy();
  await user.click(await button('Change'));
  expect(await screen.findByText('Phone number unverified')).toBeTruthy();
  expect(server.count('POST /user/unverify-phone-number')).toBe(1);
  expect(await field('Phone number')).toBeTruthy();
});

test('a success stays a success when the profile cannot be refetched', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let reads = 0;
  const { user } = await openPhone(PENDING, {
    'GET /user/profile': () => {
      reads += 1;
      const profile = aProfile();
      profile.settings.verifyMobileData = PENDING;
      return reads === 1
        ? answer({ success: true, user: profile, message: '' })
        : refuse('unavailable', 'Not now');
    },
  });
  await user.type(await field('Verification code'), '123456');
  await user.click(await button('Verify'));
  expect(await screen.findByText('Failed to refresh profile')).toBeTruthy();
});

test('a double click sends one code', async () => {
  const { server, user } = await openPhone();
  await user.type(await field('Phone number'), '6175550142');
  const send = await button('Send Code');
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await screen.findByText('Verification code sent to your phone')).toBeTruthy();
  expect(server.count('POST /user/generate-otp')).toBe(1);
});

test('without a connection it fails at once', async () => {
  const { user } = await openPhone(NONE, {
    'POST /user/generate-otp': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await user.type(await field('Phone number'), '6175550142');
  onlineManager.setOnline(false);
  await user.click(await button('Send Code'));
  expect(await screen.findByText('Failed to send verification code. Please try again.')).toBeTruthy();
  onlineManager.setOnline(true);
});
