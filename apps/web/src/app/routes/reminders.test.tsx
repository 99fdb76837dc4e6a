import { defaultReminderSettings, type Notification, type Reminder } from '@dayloom/contracts';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const user = userEvent.setup();

function aNotification(change: Partial<Notification>): Notification {
  return {
    _id: crypto.randomUUID(),
    kind: 'event',
    title: 'Stand-up',
    text: '',
    at: '2030-11-20T09:00:00Z',
    path: '/calendar-flow?date=2030-11-20',
    commandId: null,
    createdAt: '2030-11-20T08:50:00Z',
    readAt: null,
    ...change,
  };
}

async function openBell(notifications: Notification[], handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const unread = notifications.filter(({ readAt }) => readAt === null).length;
  const server = fakeServer({
    'GET /notifications': () => answer({ success: true, notifications, unread, message: '' }),
    ...handlers,
  });
  const app = renderApp('/chat');
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  await list.findByText('Reminder settings');
  return { app, server, list };
}

describe('the list behind the bell', () => {
  test('says what is unread, and an entry leads to what it is about', async () => {
    const read = aNotification({ title: 'Yesterday', readAt: '2030-11-19T09:00:00Z' });
    const fresh = aNotification({ kind: 'task', title: 'Tax return', path: '/chat?task=1' });
    const { app, server, list } = await openBell([fresh, read], {
      'POST /notifications/read': () => answer({ success: true, unread: 0, message: '' }),
    });
    expect(screen.getByRole('button', { name: 'Notifications, 1 unread', hidden: true })).toBeTruthy();
    const entry = list.getByRole('button', { name: /Tax return/ });
    expect(entry.textContent).toMatch(/Task · Due .*Unread$/);
    expect(list.getByRole('button', { name: /Yesterday/ }).textContent).not.toContain('Unread');
    await user.click(entry);
    await waitFor(() => expect(app.address()).toBe('/chat?task=1'));
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ ids: [fresh._id] });
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
  });

  test('marks all as read at once, and brings the marks back when that is refused', async () => {
    const { list } = await openBell([aNotification({}), aNotification({ title: 'Review' })], {
      'POST /notifications/read': () => refuse('unavailable', 'Not now.'),
    });
    await user.click(list.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Notifications, 2 unread', hidden: true })).toBeTruthy();
  });

  test('undoes an automatic change of the plan, once', async () => {
    const commandId = crypto.randomUUID();
    const updated = aNotification({ kind: 'plan', title: 'Plan updated', commandId });
    let isUndone = false;
    let readAt: string | null = null;
    const { server, list } = await openBell([updated], {
      'GET /notifications': () =>
        answer({
          success: true,
          notifications: [{ ...updated, readAt, ...(isUndone && { commandId: null }) }],
          unread: readAt ? 0 : 1,
          message: '',
        }),
      'POST /notifications/read': () => {
        readAt = new Date().toISOString();
        return answer({ success: true, unread: 0, message: '' });
      },
      [`POST /commands/${commandId}/undo`]: () => {
        isUndone = true;
        return answer({ success: true, commandId, notice: null, message: '' });
      },
    });
    await user.click(list.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(list.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1);
    expect(document.activeElement?.textContent).toContain('Plan updated');
    expect(server.seen.find(({ path }) => path === '/notifications/read')?.body).toEqual({
      ids: [updated._id],
    });
    expect(list.queryByText('Unread')).toBeNull();
  });

  test('says what appears there when it is empty, and what failed', async () => {
    const { list } = await openBell([]);
    expect(list.getByText('Reminders and news about your plan appear here.')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Reminder settings' }).getAttribute('href')).toBe(
      '/settings?tab=preferences',
    );
  });
});

describe('the reminders of a new event', () => {
  const usual: Reminder[] = [{ minutesBefore: 10, channels: ['app', 'push'] }];
  const home = {
    _id: crypto.randomUUID(),
    name: 'Home',
    color: '#A488FF',
    kind: 'dayloom',
    isVisible: true,
    blocksTime: true,
    isWritable: true,
    isDefault: true,
    canInvite: true,
    accountId: null,
    version: 1,
  };

  test('are chosen before it is saved, and saved with it', async () => {
    signInAs();
    const server = fakeServer({
      'GET /calendars': () => answer({ success: true, calendars: [home], message: '' }),
      [`GET /reminders/calendar/${home._id}`]: () =>
        answer({ success: true, reminders: null, inherited: usual, message: '' }),
      'PUT /reminders/event/*': ({ body }) =>
        answer({ success: true, inherited: usual, ...(body as object), message: '' }),
      'POST /events': ({ body }) =>
        answer({
          success: true,
          eventId: (body as { _id: string })._id,
          commandId: crypto.randomUUID(),
          pendingNotice: null,
          message: '',
        }),
    });
    renderApp('/calendar-flow');
    await user.click(await screen.findByRole('button', { name: 'New event' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'New event' }));
    await user.type(sheet.getByLabelText('Title'), 'Choir');
    await choose(user, await sheet.findByRole('combobox', { name: 'Reminders' }), 'Its own');
    await choose(user, sheet.getByRole('combobox', { name: 'Reminders: when' }), '1 hour before');
    const how = within(sheet.getByRole('group', { name: 'Reminders: how' }));
    await user.click(how.getByRole('button', { name: 'Push' }));
    // The last channel stays.
    expect(how.getByRole('button', { name: 'App' }).getAttribute('disabled')).not.toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    const isEventRequest = ({ method, path }: { method: string; path: string }) =>
      method === 'PUT' && path.startsWith('/reminders/event/');
    await waitFor(() => expect(server.seen.some(isEventRequest)).toBe(true));
    const created = server.seen.find(({ path, method }) => method === 'POST' && path === '/events');
    const saved = server.seen.find(isEventRequest);
    expect(created?.body).toMatchObject({ _id: saved?.path.replace('/reminders/event/', '') });
    expect(saved?.body).toEqual({ reminders: [{ minutesBefore: 60, channels: ['app'] }] });
  });
});

describe('the reminders of a task', () => {
  const usual: Reminder[] = [{ minutesBefore: 120, channels: ['app'] }];

  async function openTask(save: NonNullable<Parameters<typeof fakeServer>[0]>[string]) {
    signInAs();
    const task = aTask({ title: 'Tax return', dueAt: '2030-11-20T09:00:00Z' });
    const path = `/reminders/task/${task._id}`;
    const counts = { inbox: 1, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
    const server = fakeServer({
      'GET /tasks': () => answer({ success: true, tasks: [task], nextCursor: null, counts, message: '' }),
      [`GET /tasks/${task._id}`]: () => answer({ success: true, task, commandId: null, message: '' }),
      [`GET ${path}`]: () => answer({ success: true, reminders: null, inherited: usual, message: '' }),
      [`PUT ${path}`]: save,
    });
    renderApp(`/tasks?task=${task._id}`);
    const control = () => screen.findByRole('combobox', { name: 'Reminders' });
    return { control, saved: () => server.seen.filter(({ method }) => method === 'PUT') };
  }

  test('are the usual ones until others are chosen, which are saved at once', async () => {
    const { control, saved } = await openTask(({ body }) =>
      answer({ success: true, inherited: usual, ...(body as object), message: '' }),
    );
    expect((await control()).textContent).toContain('As usual: 2 hours before');
    await choose(user, await control(), 'Its own');
    const when = await screen.findByRole('combobox', { name: 'Reminders: when' });
    await choose(user, when, 'When it is due');
    await waitFor(() => expect(saved()).toHaveLength(2));
    expect(saved().at(-1)?.body).toEqual({ reminders: [{ minutesBefore: 0, channels: ['app'] }] });
    await choose(user, await control(), 'None');
    await waitFor(() => expect(saved().at(-1)?.body).toEqual({ reminders: [] }));
  });

  test('stay as they were when the change is refused, or there is no connection', async () => {
    const { control, saved } = await openTask(() => refuse('unavailable', 'Not now.'));
    await choose(user, await control(), 'None');
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect((await control()).textContent).toContain('As usual');
    act(() => onlineManager.setOnline(false));
    try {
      await choose(user, await control(), 'None');
      await waitFor(() => expect(saved()).toHaveLength(2));
      await waitFor(async () => expect((await control()).textContent).toContain('As usual'));
    } finally {
      act(() => onlineManager.setOnline(true));
    }
  });
});

describe('reminders by keyboard', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test('the focus stays in the list when a time is changed, and when a row or a button leaves', async () => {
    signInAs();
    let settings = {
      ...defaultReminderSettings,
      defaults: {
        ...defaultReminderSettings.defaults,
        event: [0, 5, 15, 30].map((minutesBefore): Reminder => ({ minutesBefore, channels: ['app'] })),
      },
    };
    const settingsAnswer = () =>
      answer({ success: true, settings, reachable: ['app'], mail: 'sent', message: '' });
    fakeServer({
      'GET /reminders/settings': settingsAnswer,
      'PATCH /reminders/settings': ({ body }) => {
        const { defaults } = body as Pick<typeof settings, 'defaults'>;
        settings = { ...settings, defaults: { ...settings.defaults, ...defaults } };
        return settingsAnswer();
      },
    });
    renderApp('/settings?tab=preferences');
    const times = () => screen.getAllByRole('combobox', { name: 'Events: when' });
    const removals = () => screen.getAllByRole('button', { name: 'Events: remove this reminder' });
    await screen.findByRole('button', { name: 'Add another: Events' });
    await choose(user, times()[0] as HTMLElement, '2 hours before');
    await waitFor(() => expect(document.activeElement).toBe(times()[0]));
    expect(times()[0]?.textContent).toContain('2 hours before');
    // With five there is nothing more to add.
    screen.getByRole('button', { name: 'Add another: Events' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(times()).toHaveLength(5));
    await waitFor(() => expect(document.activeElement).toBe(removals().at(-1)));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe('Add another: Events'));
    for (let left = 3; left >= 0; left -= 1) {
      removals()[0]?.focus();
      await user.keyboard('{Enter}');
      await waitFor(() =>
        expect(screen.queryAllByRole('combobox', { name: 'Events: when' })).toHaveLength(left),
      );
    }
    await waitFor(() => expect(focused()).toBe('Add a reminder: Events'));
  });

  test('the choice gets the focus when the last own reminder of a task is removed', async () => {
    signInAs();
    const task = aTask({ title: 'Tax return', dueAt: '2030-11-20T09:00:00Z' });
    const path = `/reminders/task/${task._id}`;
    const own: Reminder[] = [{ minutesBefore: 60, channels: ['app'] }];
    const counts = { inbox: 1, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
    fakeServer({
      'GET /tasks': () => answer({ success: true, tasks: [task], nextCursor: null, counts, message: '' }),
      [`GET /tasks/${task._id}`]: () => answer({ success: true, task, commandId: null, message: '' }),
      [`GET ${path}`]: () => answer({ success: true, reminders: own, inherited: own, message: '' }),
      [`PUT ${path}`]: ({ body }) =>
        answer({ success: true, inherited: own, ...(body as object), message: '' }),
    });
    renderApp(`/tasks?task=${task._id}`);
    (await screen.findByRole('button', { name: 'Reminders: remove this reminder' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe('Reminders'));
    expect(document.activeElement?.textContent).toContain('None');
  });
});

describe('the daily mails', () => {
  test.each([
    ['refused', 'Not reaching you yet: turn on Email Notifications above.'],
    ['off', 'Not reaching you: this server sends no mail.'],
    ['sent', null],
  ] as const)('that are on and %s say whether they arrive', async (mail, said) => {
    signInAs();
    const settings = { ...defaultReminderSettings, briefing: { isOn: true, at: '07:30' } };
    fakeServer({
      'GET /reminders/settings': () =>
        answer({ success: true, settings, reachable: ['app'], mail, message: '' }),
    });
    renderApp('/settings?tab=preferences');
    const card = within(await screen.findByRole('region', { name: 'Daily mails' }));
    await card.findByRole('switch', { name: 'Daily briefing' });
    expect(card.queryByText(/^Not reaching you/)?.textContent ?? null).toBe(said);
  });
});
