import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, fakeServer } from '#test/fake-server.ts';
import { anOccurrence, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { forgetPendingMails } from '#ui/pending-mails.ts';

const ok = (body: object) => () => answer({ success: true, message: '', ...body });
const calendar = {
  _id: crypto.randomUUID(),
  name: 'Work',
  color: '#5CAAFF',
  kind: 'connected',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
  canInvite: true,
  isDefault: true,
  accountId: crypto.randomUUID(),
  version: 1,
};
const occurrence = anOccurrence({
  calendarId: calendar._id,
  startsAt: '2026-11-18T09:00:00Z',
  endsAt: '2026-11-18T09:30:00Z',
});
/** The ids of the undos of a change: each undoes the one before. */
const undos = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
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

afterEach(async () => {
  act(forgetPendingMails);
  vi.useRealTimers();
  // No toast goes while the pointer is over them.
  await user.hover(document.body);
});

function open(event: object, pendingNotice: object | null) {
  const commandId = crypto.randomUUID();
  const undoing = undos.map((undo, at) => [
    `POST /commands/${at === 0 ? commandId : undos[at - 1]}/undo`,
    ok({ commandId: undo, notice: null }),
  ]);
  const server = fakeServer({
    ...Object.fromEntries(undoing),
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

const remove = async (pointer = user) => {
  await pointer.click(await screen.findByRole('button', { name: /^Stand-up, Event/ }));
  await pointer.click(await screen.findByRole('button', { name: 'Delete' }));
};

const edit = async () => {
  await user.click(await screen.findByRole('button', { name: /^Stand-up, Event/ }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
};

test('a change with guests says that they are notified, and offers to prevent it', async () => {
  const notifiedAt = '2026-11-18T08:00:30Z';
  const server = open(occurrence, { ...change, guests: 2, notifiedAt, canWithhold: true });
  await remove();
  expect(await screen.findByText('Stand-up is deleted. 2 guests are notified in 30 seconds.')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' }).length).toBe(2));
  const [inToast] = screen.getAllByRole('button', { name: 'Don’t notify' });
  await user.click(inToast as HTMLElement);
  await waitFor(() => expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual(change));
  expect(await screen.findByText('Saved without notifying the guests')).toBeTruthy();
});

test('the toast leaves after 4 seconds, longer only while one of its buttons has the focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const atKeys = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  open(occurrence, { ...change, guests: 2, notifiedAt: '2026-11-18T08:00:30Z', canWithhold: true });
  await remove(atKeys);
  const text = 'Stand-up is deleted. 2 guests are notified in 30 seconds.';
  await screen.findByText(text);
  /** In steps: React draws between them. */
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  await pass(2);
  const toast = within(document.querySelector<HTMLElement>('[data-toasts]') as HTMLElement);
  await atKeys.keyboard('{F8}');
  expect(document.activeElement).toBe(toast.getByRole('button', { name: 'Don’t notify' }));
  await atKeys.tab();
  expect(document.activeElement).toBe(toast.getByRole('button', { name: 'Undo' }));
  await pass(60);
  expect(screen.queryByText(text)).not.toBeNull();
  act(() => (document.activeElement as HTMLElement).blur());
  await pass(8);
  expect(screen.queryByText(text)).toBeNull();
});

test('for 30 seconds the notification can be stopped, on every page and by keyboard', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const atKeys = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const server = open(occurrence, {
    ...change,
    guests: 2,
    notifiedAt: '2026-11-18T08:00:30Z',
    canWithhold: true,
  });
  await remove(atKeys);
  const bar = await screen.findByRole('region', { name: 'Mails about to be sent' });
  for (let second = 0; second < 25; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(bar.textContent).toMatch(/Stand-up: 2 guests are notified in [45] s/);
  await atKeys.keyboard('{F8}');
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Don’t notify' }));
  await atKeys.keyboard('{Enter}');
  expect(await screen.findByText('Saved without notifying the guests')).toBeTruthy();
  expect(server.count('POST /calendar-accounts/withhold-notices')).toBe(1);
  expect(screen.queryByRole('region', { name: 'Mails about to be sent' })).toBeNull();
});

test('after 30 seconds, and when the change is undone, nothing is left to stop', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const atKeys = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  open(occurrence, { ...change, guests: 1, notifiedAt: '2026-11-18T08:00:30Z', canWithhold: true });
  await remove(atKeys);
  expect(await screen.findByRole('region', { name: 'Mails about to be sent' })).toBeTruthy();
  for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole('region', { name: 'Mails about to be sent' })).toBeNull();
});

test('a change that is done again says for 30 seconds that it is mailed, and can be stopped again', async () => {
  const server = open(occurrence, {
    ...change,
    guests: 2,
    notifiedAt: '2026-11-18T08:00:30Z',
    canWithhold: true,
  });
  const findNotices = () => screen.queryByRole('region', { name: 'Mails about to be sent' });
  await remove();
  await waitFor(() => expect(findNotices()).not.toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(findNotices()).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Redo' }));
  const bar = await screen.findByRole('region', { name: 'Mails about to be sent' });
  expect(bar.textContent).toMatch(/Stand-up: 2 guests are notified in (?:30|29) s/);
  await user.click(within(bar).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${undos[1]}/undo`)).toBe(1));
  await waitFor(() => expect(findNotices()).toBeNull());
});

test('where the provider always notifies them, only Undo is offered', async () => {
  open(occurrence, { ...change, guests: 1, notifiedAt: '2026-11-18T08:00:30Z', canWithhold: false });
  await remove();
  expect(await screen.findByText('Stand-up is deleted. 1 guest is notified in 30 seconds.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Don’t notify' })).toBeNull();
});

test('a truncated text cannot be edited', async () => {
  open({ ...occurrence, description: 'The beginning', shortened: ['description'] }, null);
  await edit();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
  expect(field.readOnly).toBe(true);
  expect(screen.getByText(/^Longer than what is shown here\./)).toBeTruthy();
});

describe('an instance whose series is not in the calendar', () => {
  const instance = { ...occurrence, recurrenceId: '2026-11-18T09:00:00.000Z', isRecurring: false };

  test('is not asked which events of a series are meant', async () => {
    const server = open(instance, null);
    await remove();
    expect(await screen.findByText('Stand-up is deleted')).toBeTruthy();
    expect(screen.queryByText(/repeating event/)).toBeNull();
    expect(server.seen.find(({ method }) => method === 'DELETE')?.query).toBe('scope=all');
  });

  test('offers no rule to repeat it by', async () => {
    open(instance, null);
    await edit();
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Repeat' })).toBeNull();
    expect(
      screen.getByText('One time of a series that is not in this calendar. Change the series where it is.'),
    ).toBeTruthy();
  });
});
