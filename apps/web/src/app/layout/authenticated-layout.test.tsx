import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetFocus } from '#features/focus/model/kept-focus.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aFocusTimer, anOccurrence, aProfile, aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { viewport } from '#test/setup.ts';

test('a signed-out visitor goes to the login page, and path and tab are stored', async () => {
  fakeServer();
  const app = renderApp('/settings?tab=billing');
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(JSON.parse(sessionStorage.getItem('dayloom.redirectIntent') ?? '{}')).toMatchObject({
    destination: '/settings?tab=billing',
    tab: 'billing',
    source: 'web',
  });
});

test('the sidebar has its entries, the user and the greeting', async () => {
  signInAs();
  fakeServer();
  renderApp('/tasks');
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Dashboard', 'Calendar', 'Dayloom Chat', 'Settings']);
  expect(within(nav).getByText('Contacts').closest('[aria-disabled="true"]')?.textContent).toBe(
    'ContactsSoon',
  );
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
  expect(screen.getByText(/^Good (Morning|Afternoon|Evening|Night)$/)).toBeTruthy();
  expect(screen.queryByLabelText('Verified')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
});

test.each(['/settings', '/settings/', '/settings/billing-portal'])(
  'a verified phone shows the badge, and %s has no chat button',
  async (address) => {
    signInAs();
    const profile = aProfile();
    profile.settings.verifyMobileData.isMobileVerified = true;
    fakeServer({ 'GET /user/profile': () => answer({ success: true, user: profile, message: '' }) });
    renderApp(address);
    expect(await screen.findByLabelText('Verified')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull();
  },
);

test('the profile is fetched once', async () => {
  signInAs();
  const server = fakeServer();
  renderApp('/tasks');
  await screen.findByText('Maya Okafor');
  expect(server.count('GET /user/profile')).toBe(1);
});

test.each(['Authentication required', 'Invalid token'])('"%s" ends the session', async (message) => {
  signInAs();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // The renewed token is refused as well: the account no longer exists.
  fakeServer({ 'GET /user/profile': () => refuse('forbidden', message) });
  const app = renderApp('/tasks');
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(app.session.findUser()).toBeNull();
});

test('another failure of the profile shows an error and can be retried', async () => {
  signInAs();
  let isDown = true;
  fakeServer({
    'GET /user/profile': () =>
      isDown ? refuse('unavailable', 'Busy') : answer({ success: true, user: aProfile(), message: '' }),
  });
  renderApp('/chat');
  const notice = await screen.findByText('Failed to fetch profile');
  expect(notice).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
});

test('the display zone follows the browser, then the profile is refetched', async () => {
  signInAs();
  const away = aProfile();
  away.settings.timeZone.name = 'Pacific/Auckland';
  const profiles = [away];
  const server = fakeServer({
    'GET /user/profile': () => answer({ success: true, user: profiles.shift() ?? aProfile(), message: '' }),
    'PATCH /user/update-timezone': () =>
      answer({ success: true, settings: aProfile().settings, message: '' }),
  });
  renderApp('/tasks');
  await waitFor(() => expect(server.count('GET /user/profile')).toBe(2));
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    timeZoneName: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(server.count('PATCH /user/update-timezone')).toBe(1);
});

test('if the saved display zone cannot be read back, an error is shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signInAs();
  const away = aProfile();
  away.settings.timeZone.name = 'Pacific/Auckland';
  let isSaved = false;
  fakeServer({
    'GET /user/profile': () =>
      isSaved ? refuse('unavailable', 'Not now') : answer({ success: true, user: away, message: '' }),
    'PATCH /user/update-timezone': () => {
      isSaved = true;
      return answer({ success: true, settings: aProfile().settings, message: '' });
    },
  });
  renderApp('/tasks');
  expect(await screen.findByText('Failed to refresh profile')).toBeTruthy();
});

test('below 1200 px the sidebar is a drawer: Menu opens it, Escape and Close close it', async () => {
  viewport.width = 900;
  signInAs();
  fakeServer();
  renderApp('/tasks');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
  expect(within(drawer).getByRole('link', { name: 'Dashboard' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('signing out asks first, and Go back keeps the session', async () => {
  signInAs();
  fakeServer();
  const app = renderApp('/tasks');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to Sign Out?' });
  expect(within(dialog).getByRole('button', { name: 'Sign Out' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.session.findUser()).not.toBeNull();
});

test('everything can be reached by keyboard: the palette, the shortcut sheet, G and a letter', async () => {
  signInAs();
  fakeServer();
  const app = renderApp('/tasks');
  const user = userEvent.setup();
  await screen.findByText('Maya Okafor');
  await user.keyboard('gs');
  await waitFor(() => expect(app.address()).toBe('/settings'));
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search' });
  await user.type(box, 'calendar');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(app.address()).toBe('/calendar-flow'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getByText('Go to Tasks')).toBeTruthy();
});

describe('the palette', () => {
  const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };
  const openPalette = async (handlers: Parameters<typeof fakeServer>[0] = {}) => {
    signInAs();
    const server = fakeServer(handlers);
    const app = renderApp('/chat');
    const user = userEvent.setup();
    await screen.findByText('Maya Okafor');
    await user.keyboard('{Control>}k{/Control}');
    return { app, user, server, box: await screen.findByRole('combobox', { name: 'Search' }) };
  };
  const noTasks = () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' });

  test('lists the actions of the whole app under headings, on every page', async () => {
    const { app, user, box } = await openPalette({ 'GET /tasks': noTasks });
    const actions = within(await screen.findByRole('group', { name: 'Actions' }));
    expect(actions.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'New taskQ',
      'New event',
      'New meeting request',
      'Plan my week',
      'Import calendar',
      'Switch between the dark and the light theme',
      'Sign out',
    ]);
    await user.type(box, 'new task{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Quick add' })).toBeTruthy();
    expect(app.address()).toBe('/chat');
  });

  test('has what is typed right after its keys in its field', async () => {
    signInAs();
    fakeServer({ 'GET /tasks': noTasks });
    const app = renderApp('/chat');
    await screen.findByText('Maya Okafor');
    await userEvent.keyboard('{Control>}k{/Control}qgt');
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
    expect([box.value, box.selectionStart, document.activeElement === box]).toEqual(['qgt', 3, true]);
    expect(screen.queryByRole('dialog', { name: 'Quick add' })).toBeNull();
    expect(app.address()).toBe('/chat');
  });

  test("finds the user's tasks and upcoming events", async () => {
    const id = crypto.randomUUID();
    const starts = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const { app, user, box } = await openPalette({
      'GET /tasks': () =>
        answer({
          success: true,
          tasks: [aTask({ _id: id, title: 'Quarterly numbers' })],
          nextCursor: null,
          counts,
          message: '',
        }),
      'GET /events': () =>
        answer({
          success: true,
          occurrences: [
            anOccurrence({ title: 'Quarterly review', startsAt: starts, endsAt: starts }),
            anOccurrence({ title: 'Lunch', startsAt: starts, endsAt: starts }),
          ],
          message: '',
        }),
      [`GET /tasks/${id}`]: () => refuse('not_found', 'Gone.'),
    });
    await user.type(box, 'quarterly');
    const tasks = within(await screen.findByRole('group', { name: 'Tasks' }));
    expect(tasks.getByRole('option', { name: /Quarterly numbers/ })).toBeTruthy();
    const events = within(screen.getByRole('group', { name: 'Events' }));
    expect(events.getAllByRole('option')).toHaveLength(1);
    const first = box.getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(first)?.textContent).toContain('Quarterly numbers');
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(app.address()).toBe(`/tasks?task=${id}`));
  });

  test('shows a series once, by its next event, and opens that event', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const series = [1, 2, 3].map((days) =>
      anOccurrence({
        eventId: '7f1d7a52-0000-4000-8000-000000000001',
        recurrenceId: inDays(days),
        title: 'Stand-up',
        isRecurring: true,
        startsAt: inDays(days),
        endsAt: inDays(days + 0.01),
      }),
    );
    const { app, user, box } = await openPalette({
      'GET /tasks': noTasks,
      'GET /events': () => answer({ success: true, occurrences: series, message: '' }),
    });
    await user.type(box, 'stand-up');
    const events = within(await screen.findByRole('group', { name: 'Events' }));
    await user.click(events.getByRole('option', { name: /Stand-up/ }));
    expect(await screen.findByDisplayValue('Stand-up')).toBeTruthy();
    const sheet = screen.getByRole('dialog', { name: /event/i });
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(app.address()).not.toContain('event='));
  });

  test('offers to create a task from words without a result', async () => {
    const { app, user, server, box } = await openPalette({
      'GET /tasks': noTasks,
      'POST /tasks': ({ body }) =>
        answer({
          success: true,
          task: aTask(body as { title: string }),
          commandId: crypto.randomUUID(),
          message: '',
        }),
    });
    await user.type(box, 'xylophone ~2h');
    const address = app.address();
    await user.click(await screen.findByRole('option', { name: /^Add task: “xylophone ~2h”\s*2 h$/ }));
    await waitFor(() => expect(server.count('POST /tasks')).toBe(1));
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toMatchObject({
      title: 'xylophone',
      durationMinutes: 120,
    });
    expect(app.address()).toBe(address);
  });

  test('opens quick add in place with Q', async () => {
    signInAs();
    const server = fakeServer({
      'POST /tasks': ({ body }) =>
        answer({ success: true, task: aTask(body as { title: string }), commandId: null, message: '' }),
    });
    const app = renderApp('/chat');
    const user = userEvent.setup();
    await screen.findByText('Maya Okafor');
    await user.keyboard('q');
    const dialog = await screen.findByRole('dialog', { name: 'Quick add' });
    const line = within(dialog).getByRole('textbox', { name: 'Add a task' });
    await waitFor(() => expect(document.activeElement).toBe(line));
    await user.keyboard('Buy milk{Enter}');
    await waitFor(() => expect(server.count('POST /tasks')).toBe(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.address()).toBe('/chat');
  });

  test('asks in quick add when the words have two readings', async () => {
    const { user, box } = await openPalette({ 'GET /tasks': noTasks });
    await user.type(box, 'call Ana mon or tue');
    await user.click(await screen.findByRole('option', { name: /^Add task: “call Ana mon or tue”.+\?$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Quick add' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Add a task' }).value).toBe(
      'call Ana mon or tue',
    );
    expect(await dialog.findByRole('group', { name: / or / })).toBeTruthy();
  });
});

describe('the focus timer over the pages', () => {
  const task = { _id: crypto.randomUUID(), title: 'Board report' };
  const focus = (change: object, now = new Date()) =>
    answer({
      success: true,
      now: now.toISOString(),
      timer: aFocusTimer({ version: 3, ...change }),
      task,
      todayMinutes: 0,
      todaySessions: 0,
      message: '',
    });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

  test("shows a running session by the server's clock, and pauses it", async () => {
    signInAs();
    // The server's clock is an hour ahead, and the session ends in ten minutes.
    const ahead = new Date(Date.now() + HOUR_MS);
    const server = fakeServer({
      'GET /focus': () => focus({ endsAt: inMinutes(70) }, ahead),
      'PUT /focus/timer': ({ body }) =>
        answer({ success: true, timer: { ...(body as object), version: 4 }, message: '' }),
    });
    renderApp('/tasks');
    const player = await screen.findByRole('region', { name: 'Focus timer' });
    expect(player.textContent).toContain('Board report');
    expect(within(player).getByRole('timer', { name: 'Time left' }).textContent).toMatch(
      /^(?:10:0\d|09:5\d)$/,
    );
    await userEvent.click(within(player).getByRole('button', { name: 'Pause the timer' }));
    await waitFor(() => expect(server.count('PUT /focus/timer')).toBe(1));
    const sent = server.seen.find(({ method }) => method === 'PUT')?.body as { leftMs: number };
    expect(sent).toMatchObject({ endsAt: null, version: 3 });
    expect(Math.round(sent.leftMs / MINUTE_MS)).toBe(10);
  });

  test('says when a session is over, and leads to the question how it went', async () => {
    signInAs();
    fakeServer({ 'GET /focus': () => focus({ endsAt: inMinutes(-1) }) });
    renderApp('/tasks');
    const player = await screen.findByRole('region', { name: 'Focus timer' });
    expect(within(player).getByRole('status').textContent).toBe('The session is over.');
    expect(within(player).getByRole('link', { name: 'How did it go?' }).getAttribute('href')).toBe(
      '/pomodoro',
    );
  });

  test('says that work of another device waits for an answer, also when the timer is not running', async () => {
    signInAs();
    const question = {
      startedAt: inMinutes(-40),
      endedAt: inMinutes(-15),
      taskId: crypto.randomUUID(),
      title: 'Board report',
    };
    onTestFinished(forgetFocus);
    fakeServer({ 'GET /focus': () => focus({ mode: 'short', question }) });
    renderApp('/tasks');
    const player = await screen.findByRole('region', { name: 'Focus timer' });
    const link = within(player).getByRole('link', { name: "How did it go with 'Board report'?" });
    expect(link.getAttribute('href')).toBe('/pomodoro');
  });

  test('reports the end of a session that ran meanwhile, once, as its user wants it', async () => {
    signInAs();
    const shown: string[] = [];
    class Shown extends EventTarget {
      static readonly permission = 'granted';
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    vi.stubGlobal('Notification', Shown);
    localStorage.setItem('dayloom.focusSignals', JSON.stringify({ sound: false, notification: true }));
    const endsAt = inMinutes(1);
    fakeServer({ 'GET /focus': () => focus({ endsAt }, new Date(Date.now())) });
    const { unmount } = renderApp('/tasks');
    await screen.findByRole('timer', { name: 'Time left' });
    const later = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    await screen.findByText('The session is over.', {}, { timeout: 5_000 });
    await waitFor(() => expect(shown).toEqual(['The session is over.']));
    unmount();
    renderApp('/tasks');
    await screen.findByText('The session is over.');
    expect(shown).toHaveLength(1);
    localStorage.removeItem('dayloom.focusSignals');
  });

  test('hides a timer that is paused, or was left running for a day', async () => {
    signInAs();
    const server = fakeServer({ 'GET /focus': () => focus({ endsAt: inMinutes(-24 * 60) }) });
    renderApp('/tasks');
    await waitFor(() => expect(server.count('GET /focus')).toBe(1));
    await screen.findByText('Maya Okafor');
    expect(screen.queryByRole('region', { name: 'Focus timer' })).toBeNull();
  });
});
