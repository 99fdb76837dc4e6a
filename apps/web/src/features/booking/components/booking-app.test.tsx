import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  refuse,
  serveBookings,
  slots,
  startBookingTest,
  token,
  toSlot,
  type,
  visit,
} from '#test/booking-page.tsx';

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
  // The link of the conference is shown after the booking, and the host's time is next to the visitor's.
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

test('a hold is given back when the form is left', async () => {
  serveBookings({});
  openBookingPage();
  fireEvent.click(await findTime('2:00 PM'));
  await waitFor(() => expect(listCalls('POST', '/booking/holds')).toHaveLength(1));
  await press('Back');
  await waitFor(() => expect(listCalls('DELETE', '/booking/holds/h1')).toHaveLength(1));
});

test('the page reports a hold that lapses, and the form goes on', async () => {
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
  await fillIn('Thu, Nov 26, 9:30 AM');
  await press('Send the request');
  await screen.findByRole('heading', { name: 'Waiting for Maya' });
  screen.getByText(/which is not kept for you/);
  const [created] = listCalls('POST', '/booking/create');
  expect(created?.body).toMatchObject({ startsAt: '2026-11-26T09:30:00.000Z', isRequest: true });
  expect(created?.body['holdId']).toBeUndefined();
  expect(listCalls('POST', '/booking/holds')).toEqual([]);
});

test('a visitor whom no free time suits can ask for another one', async () => {
  serveBookings({});
  openBookingPage();
  await findTime('2:00 PM');
  await press('None fits? Request a time');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Request a time' }));
});

test('a host without event types takes no bookings', async () => {
  serveBookings({ 'GET /public-profile/links/': { hosts: [host], timeZone: 'UTC', eventTypes: [] } });
  openBookingPage();
  await screen.findByText('Maya takes no bookings on this page yet.');
  expect(listCalls('GET', '/booking/optimal-slots')).toEqual([]);
});

test('a link to a page of the app goes there', async () => {
  const replace = vi.fn();
  const { origin, href, pathname } = window.location;
  vi.stubGlobal('location', { origin, href, pathname, search: '', replace });
  serveBookings({ 'GET /links/': { target: { kind: 'page', path: '/r?dest=%2Ftasks&source=sms' } } });
  openBookingPage({ target: { link: token } });
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/r?dest=%2Ftasks&source=sms'));
  vi.unstubAllGlobals();
});

test('a booking that waits says for what', async () => {
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`GET /booking/visits/${token}`]: { booking: { ...visit, status: 'PENDING', needsEmail: true } },
  });
  openBookingPage({ target: { link: token } });
  await screen.findByRole('heading', { name: 'Confirm your email address' });
  screen.getByText(/on its way to ada@example.org/);
  expect(screen.queryByRole('link', { name: 'Google' })).toBeNull();
  // It is moved once the address is confirmed.
  screen.getByRole('button', { name: 'Cancel booking' });
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
});

test('the link of the mail confirms the address by itself', async () => {
  serveBookings({
    'GET /links/': { target: { kind: 'booking' } },
    [`POST /booking/visits/${token}/confirm-email`]: { booking: visit },
  });
  openBookingPage({ target: { link: token }, search: '?confirm=code' });
  await screen.findByText('Your email address is confirmed.');
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
  const every = vi.spyOn(globalThis, 'setInterval');
  openBookingPage({ target: { link: token } });
  await screen.findByText('The link follows here and by mail.');
  const ask = await waitFor(() => {
    const [found] = every.mock.calls.filter(([, milliseconds]) => milliseconds === 10_000);
    if (!found) throw new Error('The page does not wait yet');
    return found[0] as () => void;
  });
  ask();
  expect(
    (await screen.findByRole('link', { name: 'https://meet.google.com/abc' })).getAttribute('href'),
  ).toBe('https://meet.google.com/abc');
  expect(screen.queryByText('The link follows here and by mail.')).toBeNull();
  expect(asked).toBe(2);
});

test.each(['https://photos.example/maya.jpg', null])(
  'the host has a photo, or initials: %s',
  async (photoUrl) => {
    serveBookings({
      'GET /public-profile/links/': {
        hosts: [{ ...host, photoUrl }],
        timeZone: 'UTC',
        eventTypes: [eventType],
      },
    });
    const { container } = openBookingPage();
    await screen.findByRole('heading', { name: /Maya Okafor/ });
    const image = container.querySelector('.host-card-photos img');
    expect(image?.getAttribute('src') ?? null).toBe(photoUrl);
    expect(container.querySelector('.host-card-photos')?.textContent).toBe(photoUrl ? '' : 'MO');
  },
);
