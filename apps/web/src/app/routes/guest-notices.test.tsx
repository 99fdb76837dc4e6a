import { screen, waitFor } from '@testing-library/react';
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
  kind: 'connected',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
  isDefault: true,
  accountId: crypto.randomUUID(),
  version: 1,
};
const occurrence = anOccurrence({
  calendarId: calendar._id,
  startsAt: '2026-11-18T09:00:00Z',
  endsAt: '2026-11-18T09:30:00Z',
});
const change = { calendarId: calendar._id, uids: ['standup@example.org'] };
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

function open(event: object, pendingNotice: object | null) {
  const commandId = crypto.randomUUID();
  const server = fakeServer({
    'GET /calendars': ok({ calendars: [calendar] }),
    'GET /events': ok({ occurrences: [event] }),
    'GET /plan': ok({ plan: { revision: 1, plannedAt: null, blocks: [] }, proposal: null, atRisk: [] }),
    [`DELETE /events/${occurrence.eventId}`]: ok({ eventId: occurrence.eventId, commandId, pendingNotice }),
    'POST /calendar-accounts/withhold-notices': ok({}),
  });
  signInAs();
  renderApp('/calendar-flow?date=2026-11-18');
  return server;
}

const remove = async () => {
  await user.click(await screen.findByRole('button', { name: /^Stand-up, Event/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
};

test('a change that guests are told of says so, and can be kept from them', async () => {
  const notifiedAt = '2026-11-18T08:00:30Z';
  const server = open(occurrence, { ...change, guests: 2, notifiedAt, canWithhold: true });
  await remove();
  expect(await screen.findByText('Stand-up is deleted. 2 guests are told in 30 seconds.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Don’t tell' }));
  await waitFor(() => expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual(change));
  expect(await screen.findByText('Saved without telling the guests')).toBeTruthy();
});

test('where the provider always tells them, only Undo is offered', async () => {
  open(occurrence, { ...change, guests: 1, notifiedAt: '2026-11-18T08:00:30Z', canWithhold: false });
  await remove();
  expect(await screen.findByText('Stand-up is deleted. 1 guest is told in 30 seconds.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Don’t tell' })).toBeNull();
});

test('a text that is longer than what is shown cannot be edited', async () => {
  open({ ...occurrence, description: 'The beginning', shortened: ['description'] }, null);
  await user.click(await screen.findByRole('button', { name: /^Stand-up, Event/ }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  expect(field.readOnly).toBe(true);
  expect(screen.getByText(/^Longer than what is shown here\./)).toBeTruthy();
});
