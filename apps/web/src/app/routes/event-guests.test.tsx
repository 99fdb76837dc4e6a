import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, fakeServer } from '#test/fake-server.ts';
import { anOccurrence, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const ok = (body: object) => () => answer({ success: true, message: '', ...body });
const calendar = {
  _id: crypto.randomUUID(),
  name: 'Work',
  color: '#5CAAFF',
  kind: 'dayloom',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
  canInvite: true,
  isDefault: true,
  accountId: null,
  version: 1,
};
const ada = { email: 'ada@example.org', name: 'Ada', status: 'accepted' } as const;
const bo = { email: 'bo@example.org', name: '', status: 'needsAction' } as const;
const occurrence = anOccurrence({
  calendarId: calendar._id,
  startsAt: '2026-11-18T09:00:00Z',
  endsAt: '2026-11-18T09:30:00Z',
  attendees: [ada, bo],
});
const user = userEvent.setup();

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

function open(event: object = occurrence, changes: Partial<typeof calendar> = {}) {
  const saved = ok({ eventId: occurrence.eventId, commandId: crypto.randomUUID(), pendingNotice: null });
  const server = fakeServer({
    'GET /calendars': ok({ calendars: [{ ...calendar, ...changes }] }),
    'GET /events': ok({ occurrences: [event] }),
    'GET /plan': ok({ plan: { revision: 1, plannedAt: null, blocks: [] }, proposal: null, atRisk: [] }),
    'GET /people': ok({ people: [{ email: 'cy@example.org', name: 'Cy Young' }] }),
    [`PATCH /events/${occurrence.eventId}`]: saved,
    [`POST /events/${occurrence.eventId}/answer`]: saved,
  });
  signInAs();
  renderApp('/calendar-flow?date=2026-11-18');
  return server;
}

const openCard = async () => user.click(await screen.findByRole('button', { name: /^Stand-up, Event/ }));

test('the card lists the guests with their answers', async () => {
  open();
  await openCard();
  expect(await screen.findByText('2 guests: 1 yes, 1 waiting')).toBeTruthy();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(expect.arrayContaining(['AdaYes', 'bo@example.orgWaiting']));
});

test('guests are completed from people one has met, and removed by their chip', async () => {
  const server = open();
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const field = await screen.findByRole('combobox', { name: 'Guests' });
  await user.type(field, 'cy');
  await user.click(await screen.findByRole('option', { name: /Cy Young/ }));
  await user.click(screen.getByRole('button', { name: 'Remove bo@example.org' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      attendees: [
        { email: 'ada@example.org', name: 'Ada' },
        { email: 'cy@example.org', name: 'Cy Young' },
      ],
    }),
  );
});

test('a text that is not an address is not saved', async () => {
  const server = open();
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByRole('combobox', { name: 'Guests' }), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write a whole address, such as ada@example.org.')).toBeTruthy();
  expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(false);
});

test('users cannot invite themselves: the field refuses the address before it is sent', async () => {
  const server = open();
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const field = await screen.findByRole('combobox', { name: 'Guests' });
  await user.type(field, 'Maya@Example.com,');
  expect(screen.getByText('You need not invite yourself.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('dialog', { name: 'Edit event' })).toBeTruthy();
  expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Remove Maya@Example.com' }));
  expect(screen.queryByText('You need not invite yourself.')).toBeNull();
});

test('guests whom somebody else invites are shown and cannot be changed', async () => {
  open({ ...occurrence, organizer: { email: 'zoe@example.org', name: 'Zoe' } });
  await openCard();
  expect(await screen.findByText('Invited by')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit event' }));
  expect(sheet.getByText('Zoe invites them.')).toBeTruthy();
  expect(sheet.queryByRole('combobox', { name: 'Guests' })).toBeNull();
});

test('the field is not offered in a calendar that cannot have guests', async () => {
  open({ ...occurrence, attendees: [] }, { canInvite: false });
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit event' }));
  expect(sheet.getByRole('textbox', { name: 'Title' })).toBeTruthy();
  expect(sheet.queryByRole('combobox', { name: 'Guests' })).toBeNull();
});

test('an invitation is answered on its card by keyboard, at once', async () => {
  const server = open({
    ...occurrence,
    organizer: { email: 'zoe@example.org', name: 'Zoe' },
    ownAnswer: 'needsAction',
  });
  await openCard();
  const group = within(await screen.findByRole('group', { name: 'Your answer' }));
  expect(group.getAllByRole('button', { pressed: false })).toHaveLength(3);
  group.getByRole('button', { name: 'Maybe' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ answer: 'tentative' }),
  );
  expect(await screen.findByText('Your answer to Stand-up: Maybe')).toBeTruthy();
});

test('the answer can be changed in the sheet too', async () => {
  const server = open({
    ...occurrence,
    organizer: { email: 'zoe@example.org', name: 'Zoe' },
    ownAnswer: 'accepted',
  });
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit event' }));
  expect(sheet.getByRole('button', { name: 'Yes', pressed: true })).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'No' }));
  await waitFor(() =>
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ answer: 'declined' }),
  );
});
