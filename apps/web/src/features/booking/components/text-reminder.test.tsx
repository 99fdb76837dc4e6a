import { visitorReminderConsent } from '@dayloom/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  eventType,
  fillIn,
  host,
  listCalls,
  openBookingPage,
  press,
  refuse,
  serveBookings,
  startBookingTest,
  type,
} from '#test/booking-page.tsx';

beforeEach(startBookingTest);

test('a visitor gets a reminder by text message, with consent and after a code', async () => {
  serveBookings({
    'GET /public-profile/links/': {
      hosts: [host],
      timeZone: 'UTC',
      eventTypes: [{ ...eventType, offersTexts: true }],
    },
    'POST /booking/phone-checks/chk/verify': () =>
      listCalls('POST', '/booking/phone-checks/chk/verify').length === 1
        ? refuse(400, { code: 'invalid_code', message: 'Invalid verification code' })()
        : { message: 'Phone number verified successfully!' },
    'POST /booking/phone-checks': { check: 'chk', resendInSeconds: 30 },
  });
  openBookingPage();
  await fillIn('2:00 PM');
  expect(screen.queryByRole('checkbox')).toBeNull();
  type('Phone (optional)', '+1 212 555 0142');
  // The consent is stored with the server's text.
  screen.getByText(visitorReminderConsent('Dayloom'));
  fireEvent.click(screen.getByRole('checkbox', { name: /I agree to receive one SMS reminder/ }));
  await press('Confirm');
  await screen.findByText('Verify this number, or book without a text reminder.');
  await press('Send Code');
  await screen.findByText('Verification code sent to your phone');
  expect(listCalls('POST', '/booking/phone-checks')[0]?.body).toMatchObject({ mobile: '+1 212 555 0142' });
  type('Verification code', '000000');
  await press('Verify');
  await screen.findByText('Invalid verification code');
  type('Verification code', '314159');
  await press('Verify');
  await screen.findByText('Phone number verified successfully!');
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  expect(listCalls('POST', '/booking/create')[0]?.body).toMatchObject({
    phone: '+1 212 555 0142',
    textReminder: { check: 'chk', consent: true },
  });
});

test('another number has to be verified again, and none is texted without consent', async () => {
  serveBookings({
    'GET /public-profile/links/': {
      hosts: [host],
      timeZone: 'UTC',
      eventTypes: [{ ...eventType, offersTexts: true }],
    },
    'POST /booking/phone-checks/chk/verify': { message: 'Phone number verified successfully!' },
    'POST /booking/phone-checks': { check: 'chk', resendInSeconds: 30 },
  });
  openBookingPage();
  await fillIn('2:00 PM');
  type('Phone (optional)', '+1 212 555 0142');
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Send Code');
  await screen.findByText('Verification code sent to your phone');
  type('Verification code', '314159');
  await press('Verify');
  await screen.findByText('Phone number verified successfully!');
  type('Phone (optional)', '+1 212 555 0143');
  await screen.findByRole('button', { name: 'Send Code' });
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  expect(listCalls('POST', '/booking/create')[0]?.body['textReminder']).toBeUndefined();
});
