import { visitorReminderConsent } from '@dayloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  eventType,
  fillIn,
  findTime,
  host,
  listCalls,
  manageUrl,
  openBookingPage,
  press,
  type Reply,
  refuse,
  serveBookings,
  slots,
  startBookingTest,
  token,
  toSlot,
  type,
  visit,
} from '#test/booking-page.tsx';
import { workerInPage } from '#test/worker-in-page.ts';
import { findProof } from '../worker/proof.ts';

beforeEach(startBookingTest);

test('a visitor chooses a day and a time, fills in the form and is booked', async () => {
  serveBookings({});
  openBookingPage();
  await findTime('2:00 PM');
  await press('Thursday, November 26, 2026');
  const first = await findTime('9:00 AM');
  expect(document.activeElement).toBe(first);
  await press('Tuesday, November 24, 2026');
  expect((await findTime('2:30 PM')).getAttribute('aria-describedby')).toBeTruthy();
  await fillIn('2:00 PM');
  type('Notes (optional)', 'About the offer');
  type('Guests (optional)', 'bo@example.org, cy@example.org');
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  const [created] = listCalls('POST', '/booking/create');
  expect(created?.body).toEqual({
    username: 'maya',
    eventType: 'chat',
    startsAt: slots[0],
    durationMinutes: 30,
    timeZone: 'UTC',
    name: 'Ada Byron',
    email: 'ada@example.org',
    notes: 'About the offer',
    guests: ['bo@example.org', 'cy@example.org'],
    answers: {},
    holdId: 'h1',
  });
  expect(created?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(window.location.pathname).toBe(`/p/${token}`);
  // The link of the conference is told after the booking, and the host's time stands beside the visitor's.
  expect((await screen.findByRole('link', { name: 'https://meet.example/room' })).getAttribute('href')).toBe(
    'https://meet.example/room',
  );
  screen.getByText('New York');
  expect(screen.getByRole('link', { name: 'Google' }).getAttribute('href')).toContain(
    'dates=20261124T140000Z%2F20261124T143000Z',
  );
  expect(screen.getByRole('link', { name: '.ics file' }).getAttribute('href')).toBe(
    `/api/booking/visits/${token}/invitation.ics`,
  );
  expect(listCalls('DELETE', '/booking/holds/')).toEqual([]);
});

test('a time that is taken meanwhile: the next ones are offered, and nothing typed is lost', async () => {
  const replies = [
    Response.json(
      { success: false, code: 'slot_taken', message: 'Taken', alternatives: [slots[2]] },
      { status: 409 },
    ),
    Response.json({ booking: { ...visit, manageUrl } }, { status: 201 }),
  ];
  serveBookings({ 'POST /booking/create': () => replies.shift() ?? {} });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  within(await screen.findByRole('alert')).getByText(/this time is taken/);
  await press('Thu, Nov 26, 9:00 AM');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada Byron');
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  expect(listCalls('POST', '/booking/create').map(({ body }) => body['startsAt'])).toEqual([
    slots[0],
    slots[2],
  ]);
  expect(listCalls('POST', '/booking/holds').map(({ body }) => body['startsAt'])).toEqual([
    slots[0],
    slots[2],
  ]);
});

test('problems stand beside their fields, those found here and those found by the server', async () => {
  serveBookings({
    'POST /booking/create': refuse(400, {
      code: 'invalid_request',
      message: 'guests.0: must be an e-mail address',
      fields: { 'guests.0': 'must be an e-mail address' },
    }),
  });
  openBookingPage();
  fireEvent.click(await findTime('2:00 PM'));
  await press('Confirm');
  const name = screen.getByLabelText('Name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  screen.getByText('Enter your name.');
  expect(listCalls('POST', '/booking/create')).toEqual([]);
  type('Name', 'Ada');
  type('Email', 'ada@example.org');
  type('Guests (optional)', 'bo@example.c');
  await press('Confirm');
  await screen.findByText('Each guest must be an e-mail address.');
  expect(screen.getByLabelText('Guests (optional)').getAttribute('aria-invalid')).toBe('true');
});

test('the same form is sent again with the same key when the answer was lost', async () => {
  const replies: (() => Reply)[] = [
    () => {
      throw new TypeError('Failed to fetch');
    },
    refuse(503, { code: 'unavailable', message: 'Nothing was booked. Try again in a minute.' }),
    () => Response.json({ booking: { ...visit, manageUrl } }, { status: 201 }),
  ];
  serveBookings({ 'POST /booking/create': () => replies.shift()?.() ?? {} });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  await screen.findByText('There is no connection. Check the network, then try again.');
  await press('Try again');
  await screen.findByText('Nothing was booked. Try again in a minute.');
  await press('Try again');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  const keys = listCalls('POST', '/booking/create').map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test('a hold is given back when the form is left', async () => {
  serveBookings({});
  openBookingPage();
  fireEvent.click(await findTime('2:00 PM'));
  await waitFor(() => expect(listCalls('POST', '/booking/holds')).toHaveLength(1));
  await press('Back');
  await waitFor(() => expect(listCalls('DELETE', '/booking/holds/h1')).toHaveLength(1));
});

test('a hold that lapses is said, and the form goes on', async () => {
  serveBookings({
    'POST /booking/holds': () =>
      Response.json({ hold: { id: 'h1', expiresAt: '2026-11-23T08:00:00.000Z' } }, { status: 201 }),
  });
  openBookingPage();
  await fillIn('2:00 PM');
  await screen.findByText(/no longer kept for you/);
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  // This clock may be fast, so the hold is named all the same.
  expect(listCalls('POST', '/booking/create')[0]?.body).toMatchObject({ holdId: 'h1' });
});

test('with name and address filled in by the link, the time splits into time and Confirm', async () => {
  serveBookings({});
  openBookingPage({
    target: { username: 'maya' },
    search: '?name=Ada&email=ada@example.org&date=2026-11-26',
  });
  fireEvent.click(await findTime('9:00 AM'));
  expect(screen.queryByLabelText('Name')).toBeNull();
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  expect(listCalls('POST', '/booking/create')[0]?.body).toMatchObject({ name: 'Ada', startsAt: slots[2] });
});

test('another zone shows other times, and its name is sent along', async () => {
  serveBookings({});
  openBookingPage();
  await findTime('2:00 PM');
  const zones = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  fireEvent.click(zones);
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(300));
  fireEvent.change(zones, { target: { value: 'tokyo' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Asia/Tokyo']);
  fireEvent.keyDown(zones, { key: 'Enter' });
  // 14:00 UTC is 23:00 in Tokyo, and 09:00 UTC of Thursday is 18:00.
  await findTime('11:00 PM');
  screen.getByText('Your time. In New York it is 14 h earlier.');
  await waitFor(() =>
    expect(listCalls('GET', '/booking/optimal-slots').at(-1)?.path).toContain('timeZone=Asia%2FTokyo'),
  );
});

test('the arrow keys go through the days, and over the end of the month', async () => {
  serveBookings({});
  openBookingPage();
  const day = await screen.findByRole('button', { name: 'Tuesday, November 24, 2026' });
  await findTime('2:00 PM');
  expect(day.tabIndex).toBe(0);
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  const name = () => document.activeElement?.getAttribute('aria-label');
  day.focus();
  const key = (pressed: string) => fireEvent.keyDown(document.activeElement ?? day, { key: pressed });
  key('ArrowRight');
  expect(name()).toBe('Wednesday, November 25, 2026');
  key('ArrowDown');
  expect(name()).toBe('Wednesday, December 2, 2026');
  key('PageUp');
  // Days that are over cannot be reached.
  expect(name()).toBe('Monday, November 23, 2026');
  key('PageDown');
  expect(name()).toBe('Wednesday, December 23, 2026');
});

test('a month without free time leads to the next opening', async () => {
  let isFirst = true;
  serveBookings({
    'GET /booking/optimal-slots': () => {
      const answer = isFirst
        ? { slots: [], nextStartsAt: '2026-12-01T09:00:00.000Z' }
        : { slots: [toSlot('2026-12-01T09:00:00.000Z')] };
      isFirst = false;
      return answer;
    },
  });
  openBookingPage();
  await press('Next opening: Tue, Dec 1, 9:00 AM');
  const opening = await findTime('9:00 AM');
  await waitFor(() => expect(document.activeElement).toBe(opening));
  screen.getByRole('heading', { name: 'December 2026' });
});

test('without free times, a visitor asks for one, which nobody keeps', async () => {
  serveBookings({
    'GET /booking/optimal-slots': { slots: [], nextStartsAt: null },
    'POST /booking/create': () =>
      Response.json({ booking: { ...visit, status: 'PENDING', manageUrl } }, { status: 201 }),
    [`GET /booking/visits/${token}`]: { booking: { ...visit, status: 'PENDING', isRequest: true } },
  });
  openBookingPage();
  await press('Request a time');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Request a time' }));
  await press('Thursday, November 26, 2026');
  await fillIn('9:30 AM');
  await press('Send the request');
  await screen.findByRole('heading', { name: 'Waiting for Maya' });
  screen.getByText(/which is not kept for you/);
  const [created] = listCalls('POST', '/booking/create');
  expect(created?.body).toMatchObject({ startsAt: '2026-11-26T09:30:00.000Z', isRequest: true });
  expect(created?.body['holdId']).toBeUndefined();
  expect(listCalls('POST', '/booking/holds')).toEqual([]);
});

test('a host without event types takes no bookings', async () => {
  serveBookings({ 'GET /public-profile/links/': { hosts: [host], timeZone: 'UTC', eventTypes: [] } });
  openBookingPage();
  await screen.findByText('Maya takes no bookings on this page yet.');
  expect(listCalls('GET', '/booking/optimal-slots')).toEqual([]);
});

test('a booking that waits says for what', async () => {
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`GET /booking/visits/${token}`]: { booking: { ...visit, status: 'PENDING', needsEmail: true } },
  });
  openBookingPage({ target: { link: token } });
  await screen.findByRole('heading', { name: 'Confirm your e-mail address' });
  screen.getByText(/on its way to ada@example.org/);
  expect(screen.queryByRole('link', { name: 'Google' })).toBeNull();
});

test('the link of the mail confirms the address by itself', async () => {
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`POST /booking/visits/${token}/confirm-email`]: { booking: visit },
  });
  openBookingPage({ target: { link: token }, search: '?confirm=code' });
  await screen.findByText('Your e-mail address is confirmed.');
  expect(listCalls('POST', `/booking/visits/${token}/confirm-email`)[0]?.body).toEqual({ code: 'code' });
  expect(window.location.search).toBe('');
});

test('a booking is moved to another time, and cancelled with a message', async () => {
  const moved = { ...visit, startsAt: slots[2] ?? '', endsAt: '2026-11-26T09:30:00.000Z' };
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`POST /booking/visits/${token}/reschedule`]: { booking: moved },
    [`POST /booking/visits/${token}/cancel`]: {
      booking: { ...moved, status: 'CANCELLED', cancelledBy: 'visitor', cancelMessage: 'I am ill' },
    },
  });
  openBookingPage({ target: { link: token } });
  await press('Move');
  await findTime('2:00 PM');
  await press('Thursday, November 26, 2026');
  fireEvent.click(await findTime('9:00 AM'));
  await press('Confirm');
  expect(await screen.findByText(/The booking was moved/)).toBeTruthy();
  expect(listCalls('POST', `/booking/visits/${token}/reschedule`)[0]?.body).toEqual({
    startsAt: slots[2],
    timeZone: 'UTC',
  });
  await press('Cancel booking');
  expect(listCalls('POST', `/booking/visits/${token}/cancel`)).toEqual([]);
  type(/Message to Maya/, 'I am ill');
  await press('Yes, cancel it');
  await screen.findByRole('heading', { name: 'This booking was cancelled' });
  expect(listCalls('POST', `/booking/visits/${token}/cancel`)[0]?.body).toEqual({ message: 'I am ill' });
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
});

test('a move to a time that is taken offers the next ones', async () => {
  const replies = [
    Response.json(
      { success: false, code: 'slot_taken', message: 'Taken', alternatives: [slots[2]] },
      { status: 409 },
    ),
    Response.json({ booking: { ...visit, startsAt: slots[2] } }),
  ];
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`POST /booking/visits/${token}/reschedule`]: () => replies.shift() ?? {},
  });
  openBookingPage({ target: { link: token } });
  await press('Move');
  fireEvent.click(await findTime('2:30 PM'));
  await press('Confirm');
  await press('Thu, Nov 26, 9:00 AM');
  await screen.findByText(/The booking was moved/);
  const moves = listCalls('POST', `/booking/visits/${token}/reschedule`);
  expect(moves.map(({ body }) => body['startsAt'])).toEqual([slots[1], slots[2]]);
});

test('a one-time link books its event type, and an unknown one leads nowhere', async () => {
  serveBookings({ 'GET /links/': { target: { kind: 'event_type', host, eventType } } });
  const { unmount } = openBookingPage({ target: { link: token } });
  await fillIn('2:00 PM');
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  expect(listCalls('POST', '/booking/create')[0]?.body).toMatchObject({ link: token });
  unmount();
  serveBookings({ 'GET /links/': refuse(404, { code: 'not_found', message: 'The link was not found.' }) });
  openBookingPage({ target: { link: token } });
  await screen.findByRole('heading', { name: 'This link does not work' });
});

test('without a token it only warns in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  serveBookings({});
  openBookingPage({ token: null });
  await findTime('2:00 PM');
  expect(warn).toHaveBeenCalledWith(
    'No access token is available: GET /public-profile/links/maya is sent unauthenticated',
  );
  expect(listCalls('GET', '/public-profile/')[0]?.headers).toEqual({});
});

test('a conference link appears on the page once the calendar has made it', async () => {
  const waiting = { ...visit, location: 'Google Meet', awaitsLink: true };
  let asked = 0;
  serveBookings({
    [`GET /booking/visits/${token}`]: () => {
      asked += 1;
      return { booking: asked === 1 ? waiting : { ...visit, location: 'https://meet.google.com/abc' } };
    },
    'GET /links/': { target: { kind: 'booking' } },
  });
  vi.useFakeTimers({
    now: new Date('2026-11-23T08:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  openBookingPage({ target: { link: token } });
  await screen.findByText('The link follows here and by mail.');
  vi.advanceTimersByTime(10_000);
  expect(
    (await screen.findByRole('link', { name: 'https://meet.google.com/abc' })).getAttribute('href'),
  ).toBe('https://meet.google.com/abc');
  expect(screen.queryByText('The link follows here and by mail.')).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(2);
});

test('where many attempts come from one network, the page proves its work without a word', async () => {
  vi.stubGlobal('Worker', workerInPage(findProof));
  const challenge = { text: 'maya at two', zeroBits: 8 };
  serveBookings({
    'POST /booking/create': () =>
      listCalls('POST', '/booking/create').length === 1
        ? Response.json({ success: false, code: 'proof_needed', challenge }, { status: 428 })
        : Response.json({ booking: { ...visit, manageUrl } }, { status: 201 }),
  });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  const [first, second] = listCalls('POST', '/booking/create');
  expect(first?.headers['booking-proof']).toBeUndefined();
  expect(second?.headers['booking-proof']).toBe(findProof(challenge));
  // It is the same booking, whatever became of the first attempt.
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toEqual(first?.body);
});

test('a page that cannot prove its work says when to try again', async () => {
  vi.stubGlobal(
    'Worker',
    workerInPage(() => 'wrong'),
  );
  serveBookings({
    'POST /booking/create': refuse(428, {
      code: 'proof_needed',
      message: 'There are unusually many attempts to book.',
      challenge: { text: 'a', zeroBits: 8 },
    }),
  });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  await screen.findByText('There are unusually many attempts to book.');
  expect(listCalls('POST', '/booking/create')).toHaveLength(2);
  await screen.findByRole('button', { name: 'Try again' });
});

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
