import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  fillIn,
  findTime,
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
  type,
  visit,
} from '#test/booking-page.tsx';
import { workerInPage } from '#test/worker-in-page.ts';
import { computeProof } from '../worker/proof.ts';

beforeEach(startBookingTest);

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

test('problems found here and by the server are shown next to their fields', async () => {
  serveBookings({
    'POST /booking/create': refuse(400, {
      code: 'invalid_request',
      message: 'guests.0: must be an email address',
      fields: { 'guests.0': 'must be an email address' },
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
  await screen.findByText('Each guest must be an email address.');
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

test('where many attempts come from one network, the page proves its work without a word', async () => {
  vi.stubGlobal('Worker', workerInPage(computeProof));
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
  expect(second?.headers['booking-proof']).toBe(computeProof(challenge));
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

test('too many attempts: the form says so, and is sent again when the visitor wants to', async () => {
  const replies = [
    refuse(429, { code: 'rate_limited', message: 'Too many requests. Try again in a minute.' })(),
    Response.json({ booking: { ...visit, manageUrl } }, { status: 201 }),
  ];
  serveBookings({ 'POST /booking/create': () => replies.shift() ?? {} });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('Too many requests. Try again in a minute.');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada Byron');
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'You are booked with Maya' });
  const [first, second] = listCalls('POST', '/booking/create');
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
});

test('a time that has passed while the form was open leads back to the times, with what was typed', async () => {
  serveBookings({
    'POST /booking/create': refuse(400, {
      code: 'invalid_request',
      message: 'startsAt: is in the past',
      fields: { startsAt: 'is in the past' },
    }),
  });
  openBookingPage();
  await fillIn('2:00 PM');
  await press('Confirm');
  within(await screen.findByRole('alert')).getByText('This time is in the past.');
  await press('Choose another time');
  fireEvent.click(await findTime('2:30 PM'));
  await screen.findByText(/For Ada Byron, ada@example.org/);
  // The page asks for the times again, so that what has passed is gone.
  expect(listCalls('GET', '/booking/optimal-slots').length).toBeGreaterThan(1);
});
