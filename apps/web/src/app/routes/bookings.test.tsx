import type { HostBooking } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aBooking } from '#test/booking-fixtures.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

type Handlers = Parameters<typeof fakeServer>[0];

/** A server that lists by state and time, and changes bookings like the real one. */
function open(start: readonly HostBooking[], address = '/bookings', handlers: Handlers = {}) {
  signInAs();
  let all = start;
  const change = (id: string, fields: Partial<HostBooking>) => () => {
    all = all.map((one) => (one.id === id ? { ...one, ...fields } : one));
    return answer({ success: true, booking: all.find((one) => one.id === id) });
  };
  const server = fakeServer({
    'GET /bookings': ({ query }) => {
      const asked = new URLSearchParams(query);
      const [when, status, search] = ['when', 'status', 'search'].map((name) => asked.get(name) ?? '');
      const isOver = ({ endsAt }: HostBooking) => Date.parse(endsAt) <= Date.now();
      const bookings = all.filter(
        (one) =>
          (status === 'NOT_CANCELLED' ? one.status !== 'CANCELLED' : one.status === status) &&
          (when === 'all' || isOver(one) === (when === 'past')) &&
          one.name.includes(search ?? ''),
      );
      return answer({ success: true, bookings, after: null });
    },
    ...Object.fromEntries(
      start.flatMap(({ id }) => [
        [`POST /bookings/${id}/approve`, change(id, { status: 'CONFIRMED' })],
        [`POST /bookings/${id}/cancel`, change(id, { status: 'CANCELLED', cancelledBy: 'host' })],
        [`PUT /bookings/${id}/no-show`, change(id, { isNoShow: true })],
      ]),
    ),
    ...handlers,
  });
  return { server, user: userEvent.setup(), app: renderApp(address) };
}

const bodies = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.seen.filter((request) => request.path === path && request.body).map(({ body }) => body);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test('without a network the page says so, and lists the bookings when it is back', async () => {
  onTestFinished(() => act(() => onlineManager.setOnline(true)));
  const { user } = open([aBooking({ name: 'Leo' })]);
  await screen.findByRole('list', { name: 'Upcoming' });
  act(() => onlineManager.setOnline(false));
  await user.click(screen.getByText('Past'));
  expect(await screen.findByText('Bookings need a connection')).toBeTruthy();
  expect(screen.queryByLabelText('Loading bookings')).toBeNull();
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(screen.queryByText('Bookings need a connection')).toBeNull());
});

test('a booking is shown with everything that the visitor gave', async () => {
  open([
    aBooking({
      guests: ['leo@example.org'],
      notes: '<b>Bring</b> tea',
      phone: '+1 617 555 0100',
      location: '+1 617 555 0100',
      answers: [{ label: 'Topic?', answer: 'Prices' }],
      otherHosts: ['leo'],
    }),
  ]);
  const list = within(await screen.findByRole('list', { name: 'Upcoming' }));
  expect(list.getByRole('heading', { name: 'Intro call: Maya Okafor and Ada Byron' })).toBeTruthy();
  const details = ['ada@example.org', /^Ada Byron,/, 'leo@example.org', '<b>Bring</b> tea', 'Prices', 'leo'];
  for (const text of details) expect(list.getByText(text)).toBeTruthy();
  // The number is the place: it is shown once.
  expect(list.getAllByText('+1 617 555 0100')).toHaveLength(1);
  expect(list.getByText(/in Asia\/Tokyo/)).toBeTruthy();
  expect(list.queryByRole('button', { name: /^Approve|^Did not come/ })).toBeNull();
});

test('a decline by mail is shown on the booking, which stays', async () => {
  const replies = [{ email: 'ada@example.org', answer: 'declined' as const }];
  open([aBooking({ name: 'Ada Byron', email: 'ada@example.org', replies })]);
  expect(await screen.findByText('Declined by mail')).toBeTruthy();
  expect(screen.getByText('Ada Byron: No')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Cancel Intro call/ })).toBeTruthy();
});

test('one that waits is approved at once; a refusal takes it back', async () => {
  const reply = Promise.withResolvers<Response>();
  const booking = aBooking({ status: 'PENDING' });
  const { user } = open([booking], '/bookings', {
    [`POST /bookings/${booking.id}/approve`]: () => reply.promise,
  });
  await user.click(
    await screen.findByRole('button', { name: 'Approve Intro call: Maya Okafor and Ada Byron' }),
  );
  await waitFor(() => expect(screen.queryByText('Waiting for you')).toBeNull());
  reply.resolve(refuse('unprocessable', 'This booking was cancelled.'));
  expect(await screen.findByText('This booking was cancelled.')).toBeTruthy();
  expect(screen.getByText('Waiting for you')).toBeTruthy();
});

test('one whose address is not confirmed can only be declined', async () => {
  open([aBooking({ status: 'PENDING', needsEmail: true })]);
  expect(await screen.findByText('Address not confirmed yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Decline/ })).toBeTruthy();
});

test('declining and cancelling send a message, and the booking moves to the cancelled ones', async () => {
  const [waiting, fixed] = [aBooking({ status: 'PENDING' }), aBooking({ name: 'Grace Hopper' })];
  const { server, user } = open([waiting, fixed]);
  await user.click(
    await screen.findByRole('button', { name: 'Decline Intro call: Maya Okafor and Ada Byron' }),
  );
  const dialog = within(
    await screen.findByRole('dialog', { name: "Decline 'Intro call: Maya Okafor and Ada Byron'?" }),
  );
  await user.type(dialog.getByLabelText('Message'), ' Next week? ');
  await user.click(dialog.getByRole('button', { name: 'Decline booking' }));
  await waitFor(() => expect(screen.queryByText('Intro call: Maya Okafor and Ada Byron')).toBeNull());
  await user.click(
    await screen.findByRole('button', { name: 'Cancel Intro call: Maya Okafor and Grace Hopper' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
  expect(await screen.findByRole('heading', { name: 'No upcoming bookings' })).toBeTruthy();
  expect(bodies(server, `/bookings/${waiting.id}/cancel`)).toEqual([{ message: 'Next week?' }]);
  expect(bodies(server, `/bookings/${fixed.id}/cancel`)).toEqual([{ message: '' }]);
  await user.click(screen.getByRole('radio', { name: 'Cancelled' }));
  const list = within(await screen.findByRole('list', { name: 'Cancelled' }));
  expect(list.getAllByText('Cancelled by you')).toHaveLength(2);
});

test('after the start a visitor can be marked as not come', async () => {
  const booking = aBooking({ startsAt: new Date(Date.now() - DAY_MS).toISOString() });
  const { server, user } = open([booking], '/bookings?show=past');
  await user.click(
    await screen.findByRole('button', { name: 'Did not come: Intro call: Maya Okafor and Ada Byron' }),
  );
  expect(await screen.findByRole('button', { name: 'Ada Byron came after all' })).toBeTruthy();
  await waitFor(() =>
    expect(bodies(server, `/bookings/${booking.id}/no-show`)).toEqual([{ isNoShow: true }]),
  );
  expect(screen.queryByRole('button', { name: /^Cancel / })).toBeNull();
});

test('the search narrows the list, and its key puts the keyboard there', async () => {
  const { user } = open([aBooking(), aBooking({ name: 'Grace Hopper' })]);
  await screen.findByText('Intro call: Maya Okafor and Ada Byron');
  await user.keyboard('/');
  const search = screen.getByRole('searchbox', { name: 'Search bookings' });
  expect(document.activeElement).toBe(search);
  await user.type(search, 'Grace');
  await waitFor(() => expect(screen.queryByText('Intro call: Maya Okafor and Ada Byron')).toBeNull());
  expect(screen.getByText('Intro call: Maya Okafor and Grace Hopper')).toBeTruthy();
  await user.type(search, ' X');
  await user.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Intro call: Maya Okafor and Ada Byron')).toBeTruthy();
});

test('further pages are loaded on request', async () => {
  const { server, user } = open([], '/bookings?show=past', {
    'GET /bookings': ({ query }) =>
      query.includes('after=')
        ? answer({ success: true, bookings: [aBooking({ name: 'Grace Hopper' })], after: null })
        : answer({ success: true, bookings: [aBooking()], after: 'next' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Intro call: Maya Okafor and Grace Hopper')).toBeTruthy();
  expect(screen.getByText('Intro call: Maya Okafor and Ada Byron')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(server.seen.findLast(({ path }) => path === '/bookings')?.query).toContain('after=next');
});

test('the export asks with the token and saves a file', async () => {
  const create = vi.fn((_file: Blob) => 'blob:bookings');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { server, user } = open([], '/bookings', {
    'GET /bookings/export.csv': () =>
      new Response('name\nAda\n', { headers: { 'content-type': 'text/csv' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toEqual(['bookings.csv']));
  expect(await create.mock.calls[0]?.[0].text()).toBe('name\nAda\n');
  expect(server.seen.find(({ path }) => path === '/bookings/export.csv')?.token).toMatch(/^token-/);
});

test('a list that cannot be loaded can be asked for again', async () => {
  let isAway = true;
  const { user } = open([], '/bookings', {
    'GET /bookings': () =>
      isAway
        ? refuse('not_found', 'The bookings are away.')
        : answer({ success: true, bookings: [aBooking()], after: null }),
  });
  expect(await screen.findByText('The bookings are away.', {}, { timeout: 4_000 })).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Intro call: Maya Okafor and Ada Byron')).toBeTruthy();
});

test('the dashboard shows what waits and what comes next', async () => {
  const { user } = open([aBooking({ status: 'PENDING' }), aBooking({ name: 'Grace Hopper' })], '/dashboard');
  const list = within(await screen.findByRole('list', { name: 'Bookings' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await user.click(list.getByRole('button', { name: 'Approve Intro call: Maya Okafor and Ada Byron' }));
  await waitFor(() => expect(list.queryByText('Waiting')).toBeNull());
  expect(screen.getByRole('link', { name: 'All bookings' }).getAttribute('href')).toBe('/bookings');
  expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe('/settings?tab=booking');
});
