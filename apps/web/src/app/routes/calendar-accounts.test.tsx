import type { CalendarAccount, SyncConflict, SyncHistoryEntry } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setConnectOutcome } from '#features/calendar-accounts/hooks/use-connect-outcome.ts';
import { sortCalendars } from '#features/calendar-accounts/model/connected-calendars.ts';
import { formatShortDate, formatTime, formatTimeRange } from '#lib/format-time.ts';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import {
  aCalendarAccount,
  aProfile,
  aSyncedCalendar,
  aSyncHistoryEntry,
  config,
  signInAs,
} from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  setConnectOutcome({ step: 'idle' });
  // Toasts of earlier tests.
  toast.remove();
});

const google = aCalendarAccount({ tags: ['Northwind', 'Old'] });
const outlook = aCalendarAccount({
  domain: 'outlook',
  email: 'maya@boardwise.example',
  isPrimary: false,
  type: 'other',
});

function profileWith(accounts: readonly CalendarAccount[]) {
  const profile = aProfile();
  profile.settings.calendars = accounts.map(({ id, email, domain, type, tags, isPrimary }) => ({
    id,
    email,
    domain,
    type,
    tags,
    isPrimary,
  }));
  return profile;
}

const settingsWith = (accounts: readonly CalendarAccount[], message = '') =>
  answer({ success: true, settings: profileWith(accounts).settings, message });

const createConnections = (accounts: readonly CalendarAccount[], more: object = {}) =>
  answer({
    success: true,
    accounts,
    subscriptions: [],
    mirrors: [],
    conflicts: [],
    history: [],
    message: '',
    ...more,
  });

async function open(
  accounts: readonly CalendarAccount[],
  handlers: Parameters<typeof fakeServer>[0] = {},
  address = '/settings?tab=accounts',
  change: Partial<typeof config> = {},
) {
  signInAs();
  const server = fakeServer({
    'GET /user/profile': () => answer({ success: true, user: profileWith(accounts), message: '' }),
    'GET /calendar-accounts': () => createConnections(accounts),
    ...handlers,
  });
  const user = userEvent.setup();
  const app = renderApp(address, change);
  await screen.findByText('Connected Accounts');
  return { server, user, app };
}

/** jsdom cannot leave the page: this records the address instead. */
function stubLocation(search: string) {
  const assign = vi.fn();
  const { origin, pathname } = window.location;
  vi.stubGlobal('location', { origin, pathname, search, assign });
  return assign;
}

describe('connecting', () => {
  test('Google gets the query string of the page as state', async () => {
    const asked: string[] = [];
    const { user } = await open([], {
      'GET /user/getGoogleCalendarAuthUrl': ({ query }) => {
        asked.push(query);
        return answer({ authUrl: 'https://accounts.example/o?client_id=1' });
      },
    });
    const assign = stubLocation('?tab=accounts&from=mail');
    await user.click(screen.getByRole('button', { name: 'Connect Google' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    const first = new URL(assign.mock.calls[0]?.[0] as string);
    expect(first.origin).toBe('https://accounts.example');
    expect(first.searchParams.get('state')).toBe('?tab=accounts&from=mail');
    expect(new URLSearchParams(asked[0]).get('state')).toBe('?tab=accounts&from=mail');
  });

  test('Outlook gets its name as state', async () => {
    const { user } = await open([], {
      'GET /integrations/outlook/auth-url': ({ query }) => {
        expect(new URLSearchParams(query).get('state')).toBe('outlook');
        return answer({ authUrl: 'https://login.example/o?client_id=2' });
      },
    });
    const assign = stubLocation('?tab=accounts');
    await user.click(screen.getByRole('button', { name: 'Connect Outlook' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(new URL(assign.mock.calls[0]?.[0] as string).searchParams.get('state')).toBe('outlook');
  });

  test.each([
    ['Google', 'GET /user/getGoogleCalendarAuthUrl'],
    ['Outlook', 'GET /integrations/outlook/auth-url'],
  ])('a start at %s that fails shows the reason', async (name, path) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user } = await open([], {
      [path]: () =>
        refuse('unprocessable', `Failed to get ${name} Calendar authorization URL`, {
          provider: 'is not set up on this server',
        }),
    });
    await user.click(screen.getByRole('button', { name: `Connect ${name}` }));
    expect(await screen.findByText(`Failed to start ${name} Calendar connection`)).toBeTruthy();
    expect(await screen.findByText(`${name} Calendar is not set up on this server.`)).toBeTruthy();
    expect(warn.mock.calls.map(([error]) => (error instanceof Error ? error.message : ''))).toContain(
      `Failed to get ${name} Calendar authorization URL`,
    );
  });

  test.each([
    ['Google', '?tab=accounts', '/user/addCalendar', google],
    ['Outlook', 'outlook', '/integrations/outlook/connect', outlook],
  ])(
    'a code of %s is exchanged once, even if mounted twice, and leaves the address',
    async (name, state, path, account) => {
      let accounts: CalendarAccount[] = [];
      const { server, app } = await open(
        [],
        {
          'GET /user/profile': () => answer({ success: true, user: profileWith(accounts), message: '' }),
          [`POST ${path}`]: () => {
            accounts = [account];
            return settingsWith(accounts);
          },
        },
        `/settings?code=abc-${name}&state=${encodeURIComponent(state)}`,
      );
      expect(await screen.findByText(`${name} Calendar connected successfully!`)).toBeTruthy();
      expect(app.address()).toBe('/settings?tab=accounts');
      expect(await screen.findByText(account.email)).toBeTruthy();
      expect(server.count(`POST ${path}`)).toBe(1);
      expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ code: `abc-${name}` });
      // The same address again, as after a reload or the Back button.
      app.unmount();
      const again = renderApp(`/settings?code=abc-${name}&state=${encodeURIComponent(state)}`);
      await waitFor(() => expect(again.address()).toBe('/settings?tab=accounts'));
      await screen.findByText('Connected Accounts');
      expect(server.count(`POST ${path}`)).toBe(1);
    },
  );

  test("the query string from Google's state is restored", async () => {
    const state = encodeURIComponent('?tab=profile&from=mail&code=evil&state=x');
    const { app } = await open(
      [],
      { 'POST /user/addCalendar': () => settingsWith([google]) },
      `/settings?code=restored&state=${state}&scope=calendar&authuser=0`,
    );
    await screen.findByText('Google Calendar connected successfully!');
    expect(app.address()).toBe('/settings?tab=accounts&from=mail');
  });

  test('a code is exchanged while the profile is still loading', async () => {
    signInAs();
    let answerProfile: (response: Response) => void = () => {};
    const server = fakeServer({
      'GET /user/profile': () => new Promise<Response>((resolve) => (answerProfile = resolve)),
      'POST /user/addCalendar': () => settingsWith([google]),
    });
    renderApp('/settings?code=early&state=');
    expect(await screen.findByText('Loading settings...')).toBeTruthy();
    expect(await screen.findByText('Google Calendar connected successfully!')).toBeTruthy();
    expect(server.count('POST /user/addCalendar')).toBe(1);
    answerProfile(answer({ success: true, user: profileWith([google]), message: '' }));
    expect(await screen.findByText(google.email)).toBeTruthy();
  });

  test('a user who was signed out meanwhile returns with the code', async () => {
    const server = fakeServer({ 'POST /user/addCalendar': () => settingsWith([google]) });
    const app = renderApp('/settings?code=kept&state=%3Ftab%3Daccounts');
    await waitFor(() => expect(app.address()).toBe('/login'));
    const intent = JSON.parse(sessionStorage.getItem('dayloom.redirectIntent') ?? '{}') as {
      destination: string;
    };
    expect(intent.destination).toBe('/settings?code=kept&state=%3Ftab%3Daccounts');
    expect(server.count('POST /user/addCalendar')).toBe(0);
    app.unmount();
    signInAs();
    renderApp(intent.destination);
    expect(await screen.findByText('Google Calendar connected successfully!')).toBeTruthy();
    expect(server.count('POST /user/addCalendar')).toBe(1);
  });

  test('an expired session keeps the code for the next sign-in', async () => {
    let isOver = true;
    vi.stubGlobal('location', Object.assign(new URL(window.location.href), { replace: vi.fn() }));
    signInAs();
    fakeServer({
      'POST /user/addCalendar': () =>
        isOver ? refuse('unauthenticated', 'The session is over') : settingsWith([google]),
    });
    const app = renderApp('/settings?code=waiting&state=');
    await waitFor(() =>
      expect(JSON.parse(sessionStorage.getItem('dayloom.calendarCode') ?? '{}')).toMatchObject({
        isSent: false,
      }),
    );
    expect(screen.queryByText('Failed to connect Google Calendar')).toBeNull();
    app.unmount();
    isOver = false;
    signInAs();
    renderApp('/settings?tab=accounts');
    expect(await screen.findByText('Google Calendar connected successfully!')).toBeTruthy();
  });

  test.each([
    [
      'a box left unticked',
      { scope: 'Google was not allowed to share everything that is needed.' },
      'Google was not allowed to share everything that is needed.',
    ],
    ['a code that is over', { code: 'is over: connect again' }, 'The permission is over: connect again.'],
    ['no reason', {}, 'Google could not be connected this time.'],
  ])('%s is shown in the tab, with a way to try again', async (_, fields, line) => {
    const { user, app } = await open(
      [],
      {
        'POST /user/addCalendar': () => refuse('invalid_code', 'Failed to connect Google Calendar', fields),
        'GET /user/getGoogleCalendarAuthUrl': () => answer({ authUrl: 'https://accounts.example/o' }),
      },
      `/settings?code=${crypto.randomUUID()}&state=`,
    );
    expect(await screen.findByText('Failed to connect Google Calendar')).toBeTruthy();
    expect(await screen.findByText(line)).toBeTruthy();
    expect(app.address()).toBe('/settings?tab=accounts');
    const assign = stubLocation('?tab=accounts');
    await user.click(screen.getByRole('button', { name: 'Connect again' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  });

  test.each([
    ['Google', ''],
    ['Outlook', 'outlook'],
  ])('%s without consent is shown once, without alarm', async (name, state) => {
    const { app, user } = await open([], {}, `/settings?error=access_denied&state=${state}`);
    expect(await screen.findAllByText(`Failed to connect ${name} Calendar`)).toHaveLength(1);
    expect(screen.getByText(new RegExp(`^${name} was not connected`))).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(app.address()).toBe('/settings?tab=accounts');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/was not connected/)).toBeNull();
  });
});

describe('Apple', () => {
  test('connects by address, name and password, with problems at the fields', async () => {
    let isRight = false;
    const { user, server } = await open([], {
      'POST /integrations/caldav/connect': () =>
        isRight
          ? settingsWith([aCalendarAccount({ domain: 'apple', email: 'maya@icloud.example' })])
          : refuse('invalid_code', 'Failed to connect Apple Calendar', { password: 'is not accepted' }),
    });
    await user.click(screen.getByRole('button', { name: 'Connect Apple' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect Apple Calendar' }));
    expect(dialog.getByLabelText('Server address (optional)').getAttribute('placeholder')).toBe('iCloud');
    await user.click(dialog.getByRole('button', { name: 'Connect' }));
    expect(dialog.getByText('Enter your Apple ID or user name.')).toBeTruthy();
    expect(server.count('POST /integrations/caldav/connect')).toBe(0);
    await user.type(dialog.getByLabelText('Apple ID or user name'), ' maya@icloud.example');
    await user.type(dialog.getByLabelText('App-specific password'), 'abcd-efgh{Enter}');
    expect(await screen.findByText('Failed to connect Apple Calendar')).toBeTruthy();
    expect(await dialog.findByText('is not accepted')).toBeTruthy();
    isRight = true;
    await user.type(dialog.getByLabelText('App-specific password'), '!');
    await user.click(dialog.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Apple Calendar connected successfully!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the calendar' }).getAttribute('href')).toBe(
      '/calendar-flow',
    );
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('link', { name: 'Go to the calendar' })).toBeNull();
    const sent = server.seen.filter(({ path }) => path === '/integrations/caldav/connect').at(-1);
    expect(sent?.body).toEqual({ username: 'maya@icloud.example', password: 'abcd-efgh!' });
    expect(await screen.findByText('maya@icloud.example')).toBeTruthy();
  });

  test('starts with the demo account of the sandbox', async () => {
    const demoCaldav = { serverUrl: 'http://localhost/dav', username: 'maya', password: 'demo' };
    const { user } = await open([], {}, '/settings', { demoCaldav });
    await user.click(screen.getByRole('button', { name: 'Connect Apple' }));
    expect(await screen.findByDisplayValue('http://localhost/dav')).toBeTruthy();
    expect(screen.getByDisplayValue('maya')).toBeTruthy();
  });
});

describe('the rows', () => {
  test('save a label trimmed on blur, with the whole array', async () => {
    const { user, server } = await open([outlook, google], {
      'PUT /user/calendars': ({ body }) => {
        const { calendars } = body as { calendars: CalendarAccount[] };
        return settingsWith(calendars);
      },
    });
    const label = await screen.findByLabelText<HTMLInputElement>(/^Label of maya@northwind/);
    expect(label.value).toBe('Northwind');
    await user.clear(label);
    await user.type(label, '  Team  ');
    await user.tab();
    expect(label.value).toBe('Team');
    await waitFor(() => expect(server.count('PUT /user/calendars')).toBe(1));
    const sent = server.seen.find(({ method }) => method === 'PUT')?.body as {
      calendars: CalendarAccount[];
    };
    expect(sent.calendars.map(({ id, tags, type }) => ({ id, tags, type }))).toEqual([
      { id: outlook.id, tags: [], type: 'other' },
      { id: google.id, tags: ['Team'], type: 'work' },
    ]);
    // An empty label means no tags; an unchanged one saves nothing; Escape restores the old value.
    await user.clear(label);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.count('PUT /user/calendars')).toBe(2));
    const second = server.seen.filter(({ method }) => method === 'PUT')[1]?.body as typeof sent;
    expect(second.calendars[1]?.tags).toEqual([]);
    await user.type(label, 'Nothing{Escape}');
    expect(label.value).toBe('');
    await user.tab();
    expect(server.count('PUT /user/calendars')).toBe(2);
  });

  test('include all waiting edits in the last request', async () => {
    let first: (response: Response) => void = () => {};
    const sent: CalendarAccount[][] = [];
    const { user, app } = await open([google, outlook], {
      'PUT /user/calendars': ({ body }) => {
        const { calendars } = body as { calendars: CalendarAccount[] };
        sent.push(calendars);
        return sent.length === 1
          ? new Promise<Response>((resolve) => (first = resolve))
          : settingsWith(calendars);
      },
    });
    await choose(user, await screen.findByLabelText(/^Type of maya@northwind/), 'Personal');
    const other = screen.getByLabelText<HTMLButtonElement>(/^Type of maya@boardwise/);
    await choose(user, other, 'Work');
    // Meanwhile the profile is refetched, without either change.
    await app.queryClient.refetchQueries({ queryKey: ['profile'], exact: true });
    first(settingsWith([{ ...google, type: 'personal' }, outlook]));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.find(({ id }) => id === outlook.id)?.type).toBe('work');
    await waitFor(() => expect(other.value).toBe('work'));
  });

  test('save a type at once and restore it when the server refuses', async () => {
    let refuseIt: (response: Response) => void = () => {};
    const { user } = await open([google], {
      'PUT /user/calendars': () => new Promise<Response>((resolve) => (refuseIt = resolve)),
    });
    const type = await screen.findByLabelText<HTMLButtonElement>(/^Type of maya@northwind/);
    await user.click(type);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Personal',
      'Work',
      'Other',
    ]);
    await user.click(screen.getByRole('option', { name: 'Personal' }));
    expect(type.value).toBe('personal');
    refuseIt(refuse('internal', 'Something broke'));
    expect(await screen.findByText('Something broke')).toBeTruthy();
    expect(type.value).toBe('work');
  });

  test("show 'Calendar not found' when saving a removed one", async () => {
    const { user } = await open([google], {
      'PUT /user/calendars': () => refuse('not_found', 'Calendar not found'),
    });
    await choose(user, await screen.findByLabelText(/^Type of/), 'Other');
    expect(await screen.findByText('Calendar not found')).toBeTruthy();
  });

  async function askToRemove(handlers: Parameters<typeof fakeServer>[0]) {
    const page = await open([google, outlook], handlers);
    await page.user.click(await screen.findByRole('button', { name: /^Remove maya@boardwise/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Calendar' }));
    expect(dialog.getByText('Are you sure you want to remove this calendar?')).toBeTruthy();
    return { ...page, dialog };
  }
  const removing = `DELETE /user/calendar/outlook/${outlook.id}`;

  test('remove an account after the question, and nothing on Cancel', async () => {
    const { user, dialog, server } = await askToRemove({ [removing]: () => settingsWith([google]) });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.count(removing)).toBe(0);
    await user.click(screen.getByRole('button', { name: /^Remove maya@boardwise/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Calendar disconnected successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(/^Label of maya@boardwise/)).toBeNull());
    expect(screen.getByLabelText(/^Label of maya@northwind/)).toBeTruthy();
  });

  test('remove it once, without an error, on a double click', async () => {
    const { dialog, server } = await askToRemove({ [removing]: () => settingsWith([google]) });
    const button = dialog.getByRole('button', { name: 'Remove' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Calendar disconnected successfully')).toBeTruthy();
    expect(screen.queryByText('Calendar not found')).toBeNull();
    expect(server.count(removing)).toBe(1);
  });

  test('say that mirrors stay at the provider, and how to remove them', async () => {
    const target = aSyncedCalendar({ isWritable: true });
    const mirror = { _id: crypto.randomUUID(), sourceCalendarId: null, targetCalendarId: target.calendarId };
    const account = { ...outlook, calendars: [target] };
    const { dialog } = await askToRemove({
      'GET /calendar-accounts': () => createConnections([account], { mirrors: [mirror] }),
    });
    expect(await dialog.findByText(/^The mirrors that Dayloom created there stay there too\./)).toBeTruthy();
  });

  test('say that mirrors cannot be removed without access', async () => {
    const target = aSyncedCalendar({ isWritable: true });
    const sync = { ...target.sync, state: 'paused' as const, pendingWrites: 7, pendingCopies: 7 };
    const state = 'reconnect_needed' as const;
    const account = { ...outlook, state, calendars: [{ ...target, sync }] };
    const { dialog } = await askToRemove({ 'GET /calendar-accounts': () => createConnections([account]) });
    expect(
      await dialog.findByText(/^The mirrors that Dayloom created there stay there too: without access/),
    ).toBeTruthy();
  });

  test('say how many changes are not sent, before removing', async () => {
    // Mirrored events do not count: they are created again where they are wanted.
    const calendars = [
      { pendingWrites: 2, pendingCopies: 0 },
      { pendingWrites: 76, pendingCopies: 75 },
    ].map((pending) => {
      const one = aSyncedCalendar();
      return { ...one, sync: { ...one.sync, ...pending } };
    });
    const account = { ...outlook, calendars };
    const { dialog } = await askToRemove({ 'GET /calendar-accounts': () => createConnections([account]) });
    expect(await dialog.findByText(/^3 changes have not been sent yet\. They are kept here/)).toBeTruthy();
  });

  test('restore an account that cannot be removed', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user, dialog } = await askToRemove({ [removing]: () => refuse('internal', 'Broken') });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Failed to disconnect calendar')).toBeTruthy();
    expect(await screen.findByLabelText(/^Label of maya@boardwise/)).toBeTruthy();
    expect(warn.mock.calls.map(([error]) => (error instanceof Error ? error.message : ''))).toContain(
      'Failed to disconnect Outlook Calendar',
    );
  });

  test('need nothing of the answer: the profile is fetched again', async () => {
    const { user, dialog, server } = await askToRemove({ [removing]: () => answer({ success: true }) });
    const before = server.count('GET /user/profile');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Calendar disconnected successfully')).toBeTruthy();
    await waitFor(() => expect(server.count('GET /user/profile')).toBe(before + 1));
  });

  test("show 'Calendar not found' when it was already removed", async () => {
    const { user, dialog } = await askToRemove({
      [removing]: () => refuse('not_found', 'Calendar not found'),
    });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Calendar not found')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(/^Label of maya@boardwise/)).toBeNull());
  });

  test('let the question be asked and answered by keyboard', async () => {
    const { user, server } = await open([google], {
      [`DELETE /user/calendar/google/${google.id}`]: () => settingsWith([]),
    });
    (await screen.findByRole('button', { name: /^Remove maya@northwind/ })).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Remove Calendar' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove maya@northwind/);
    await user.keyboard('{Enter}');
    (await screen.findByRole('button', { name: 'Remove' })).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Calendar disconnected successfully')).toBeTruthy();
    expect(server.count(`DELETE /user/calendar/google/${google.id}`)).toBe(1);
  });
});

describe('the calendars of an account', () => {
  const work = aSyncedCalendar({ name: 'Work', isDefault: true });
  const team = aSyncedCalendar({ name: 'Team' });
  const holidays = aSyncedCalendar({ name: 'Holidays', isWritable: false, blocksTime: false });

  async function openAccount(
    change: Partial<CalendarAccount>,
    handlers: Parameters<typeof fakeServer>[0] = {},
  ) {
    const account = { ...google, ...change };
    const page = await open([account], handlers);
    const toggle = await screen.findByRole('button', { name: /^Calendars of/ });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await page.user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    return page;
  }

  test('show their sync status in words', async () => {
    const retryAt = new Date(Date.now() + HOUR_MS).toISOString();
    const lastSyncAt = new Date(Date.now() - 125_000).toISOString();
    const status = (change: object) => ({ ...work.sync, lastSyncAt, ...change });
    await openAccount({
      calendars: [
        aSyncedCalendar({ name: 'A', sync: status({ pendingWrites: 3 }) }),
        aSyncedCalendar({ name: 'B', sync: status({ state: 'first_sync', eventsSeen: 1240 }) }),
        aSyncedCalendar({
          name: 'C',
          sync: status({
            state: 'failing',
            failure: { kind: 'unavailable', message: 'Google does not respond at the moment.', retryAt },
          }),
        }),
        aSyncedCalendar({ name: 'D', sync: status({ lagSeconds: 720, isPushed: false }) }),
        aSyncedCalendar({ name: 'E', isSynced: false, sync: status({ state: 'paused' }) }),
      ],
    });
    expect(screen.getByText(/In sync · 2 minutes ago/)).toBeTruthy();
    expect(screen.getAllByText(/3 changes are waiting to be sent/).length).toBeGreaterThan(0);
    expect(screen.getByText(/Google sends changes at once/)).toBeTruthy();
    expect(screen.getByText('First sync: 1,240 events so far')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'First sync of B' })).toBeTruthy();
    expect(screen.getByText('Failing: Google does not respond at the moment.')).toBeTruthy();
    expect(screen.getAllByText(/next try at/).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Try now: C' })).toBeTruthy();
    expect(screen.getByText(/Behind by 12 minutes/)).toBeTruthy();
    expect(screen.getByText(/checked every five minutes/)).toBeTruthy();
    expect(screen.getByText('Not synced: its events are not fetched')).toBeTruthy();
  });

  test('switch at once, and back when the server refuses', async () => {
    const { user, server } = await openAccount(
      { calendars: [work, team] },
      {
        [`PATCH /synced-calendars/${team.calendarId}`]: () => refuse('internal', 'Not now'),
        [`PATCH /calendars/${team.calendarId}`]: () => refuse('limit_reached', 'Only one account'),
      },
    );
    const synced = screen.getByRole<HTMLInputElement>('switch', { name: 'Synced: Team' });
    await user.click(synced);
    expect(await screen.findByText('Not now')).toBeTruthy();
    await waitFor(() => expect(synced.checked).toBe(true));
    const blocks = screen.getByRole<HTMLInputElement>('switch', { name: 'Blocks time: Team' });
    await user.click(blocks);
    expect(await screen.findByText('Only one account')).toBeTruthy();
    await waitFor(() => expect(blocks.checked).toBe(true));
    expect(server.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { isSynced: false },
      { blocksTime: false },
    ]);
  });

  test('offer one of all calendars for new events', async () => {
    const { user, server } = await openAccount(
      { calendars: [work, team, holidays] },
      { [`PATCH /synced-calendars/${team.calendarId}`]: () => answer({ success: true, message: 'Saved' }) },
    );
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ checked }) => checked)).toEqual([true, false]);
    await user.click(screen.getByRole('radio', { name: 'New events go here: Team' }));
    expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({ isDefault: true });
    expect(screen.getByText(/Read-only/)).toBeTruthy();
  });

  test('say why they may not block time, with a link to upgrade', async () => {
    await openAccount({ mayBlockTime: false, calendars: [{ ...work, blocksTime: false }] });
    const blocks = screen.getByRole<HTMLInputElement>('switch', { name: 'Blocks time: Work' });
    expect(blocks.disabled).toBe(true);
    expect(screen.getByText(/On the free plan, only one account blocks time/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upgrade to Premium, 7 days free' }).getAttribute('href')).toBe(
      '/settings?tab=billing',
    );
  });

  test('sync one by one, or all together', async () => {
    const { user, server } = await openAccount(
      { calendars: [work] },
      {
        [`POST /synced-calendars/${work.calendarId}/sync`]: () =>
          answer({ success: true, message: 'The calendar is being synced' }),
        'POST /task/syncAllCalendarEvents': () =>
          answer({ success: true, message: '1 calendar is being synced' }),
      },
    );
    await user.click(screen.getByRole('button', { name: 'Sync now: Work' }));
    expect(await screen.findByText('The calendar is being synced')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sync now' }));
    expect(await screen.findByText('1 calendar is being synced')).toBeTruthy();
    expect(server.count('POST /task/syncAllCalendarEvents')).toBe(1);
  });

  test('can be reconnected when the access has ended', async () => {
    const failure = {
      kind: 'reconnect_needed',
      message: 'Google does not accept us.',
      retryAt: null,
    } as const;
    const paused = { ...work.sync, state: 'paused', pendingWrites: 2 } as const;
    const { user, server } = await open(
      [{ ...google, state: 'reconnect_needed', failure, calendars: [{ ...work, sync: paused }] }],
      {
        'GET /user/getGoogleCalendarAuthUrl': () => answer({ authUrl: 'https://accounts.example/o' }),
      },
    );
    expect(await screen.findByText('Google does not accept us.')).toBeTruthy();
    expect(screen.getByText(/2 changes are waiting to be sent/)).toBeTruthy();
    const assign = stubLocation('?tab=accounts');
    await user.click(screen.getByRole('button', { name: /^Reconnect maya@northwind/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    const asked = server.seen.find(({ path }) => path === '/user/getGoogleCalendarAuthUrl');
    // The provider suggests the right account.
    expect(new URLSearchParams(asked?.query).get('account')).toBe(google.email);
  });

  test('offer to reconnect instead of to retry when their access was narrowed', async () => {
    const failure = { kind: 'reconnect_needed', message: 'Google was not allowed.', retryAt: null } as const;
    await openAccount({ calendars: [{ ...team, sync: { ...team.sync, state: 'failing', failure } }] });
    expect(screen.getAllByText('Failing: Google was not allowed.').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Reconnect: Team' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Reconnect maya@northwind/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Try|Sync) now:/ })).toBeNull();
  });

  test('move to the top with a new primary account', async () => {
    const { user, server } = await open([google, outlook], {
      [`PATCH /calendar-accounts/${outlook.id}`]: () => answer({ success: true, message: 'Chosen' }),
    });
    await user.click(await screen.findByRole('button', { name: /^Calendars of maya@boardwise/ }));
    await user.click(screen.getByRole('button', { name: /^Make primary/ }));
    const labels = screen.getAllByLabelText(/^Label of/).map((field) => field.getAttribute('aria-label'));
    expect(labels[0]).toContain('maya@boardwise');
    expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPrimary: true });
    expect(sortCalendars(profileWith([outlook, google]).settings.calendars)[0]?.email).toBe(google.email);
  });
});

describe('recent sync', () => {
  const none = { added: 0, moved: 0, changed: 0, removed: 0 };
  const entry = (minute: number, change: Partial<SyncHistoryEntry>) =>
    aSyncHistoryEntry({ happenedAt: `2026-11-19T10:${minute}:00.000Z`, ...change });
  const openWith = async (history: readonly SyncHistoryEntry[]) => {
    const calendars = [aSyncedCalendar({ name: 'Work' }), aSyncedCalendar({ name: 'Team' })];
    const account = { ...google, calendars };
    const named = history.map((one, index) => ({
      ...one,
      calendarId: calendars[index % 2]?.calendarId ?? one.calendarId,
    }));
    const { user } = await open([account], {
      'GET /calendar-accounts': () => createConnections([account], { history: named }),
    });
    return { user, card: within(await screen.findByRole('region', { name: 'Recent sync' })) };
  };

  test('shows when which calendar changed what, latest first', async () => {
    const failure = { kind: 'reconnect_needed', message: 'Google does not.', waiting: 3 } as const;
    const { card } = await openWith([
      entry(38, { blocks: { ...none, added: 4, moved: 1 } }),
      entry(12, { failure }),
    ]);
    const rows = (await card.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('Northwind, Work4 blocks written, 1 moved');
    expect(rows[1]).toContain('Northwind, TeamSign-in expired; 3 changes kept for later');
  });

  test('shows the first entries, and all on request', async () => {
    const many = Array.from({ length: 9 }, (_, index) => entry(40 - index, { conflicts: index + 1 }));
    const { user, card } = await openWith(many);
    expect(await card.findAllByRole('listitem')).toHaveLength(6);
    await user.click(card.getByRole('button', { name: 'Show 3 more' }));
    expect(card.getAllByRole('listitem')).toHaveLength(9);
    await user.click(card.getByRole('button', { name: 'Show fewer' }));
    expect(card.getAllByRole('listitem')).toHaveLength(6);
  });

  test('says so when nothing happened', async () => {
    const { card } = await openWith([]);
    expect(await card.findByText(/Nothing was received or sent/)).toBeTruthy();
  });
});

describe('next to the accounts', () => {
  const target = aSyncedCalendar({ name: 'Work' });
  const calendar = {
    _id: target.calendarId,
    name: 'Work',
    color: '#5CAAFF',
    kind: 'connected',
    accountId: google.id,
    isWritable: true,
    canInvite: true,
    isDefault: true,
    isVisible: true,
    blocksTime: true,
    version: 1,
  };
  const builtIn = {
    ...calendar,
    _id: crypto.randomUUID(),
    name: 'Dayloom',
    kind: 'dayloom',
    accountId: null,
    isDefault: false,
  };
  const account = { ...google, calendars: [target] };
  const withCalendars = {
    'GET /calendars': () => answer({ success: true, calendars: [builtIn, calendar], message: '' }),
  };

  test('the plan is mirrored into a calendar, and the mirror is removed', async () => {
    const mirror = { _id: crypto.randomUUID(), sourceCalendarId: null, targetCalendarId: calendar._id };
    let mirrors: object[] = [];
    const { user, server } = await open([account], {
      ...withCalendars,
      'GET /calendar-accounts': () => createConnections([account], { mirrors }),
      'POST /calendar-mirrors': () => {
        mirrors = [mirror];
        return answer({ success: true, mirror, message: 'Mirror added' });
      },
      [`DELETE /calendar-mirrors/${mirror._id}`]: () => {
        mirrors = [];
        return answer({ success: true, message: 'Mirror removed' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add a mirror' }));
    await user.click(screen.getByRole('button', { name: 'Start mirroring' }));
    expect(await screen.findByText('Mirror added')).toBeTruthy();
    expect(server.seen.find(({ path }) => path === '/calendar-mirrors')?.body).toEqual({
      sourceCalendarId: null,
      targetCalendarId: calendar._id,
    });
    await user.click(
      await screen.findByRole('button', { name: /^Remove the mirror of Planned task blocks/ }),
    );
    expect(await screen.findByText('Mirror removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove the mirror/ })).toBeNull());
  });

  test('new events may go to the built-in calendar again', async () => {
    const { user, server } = await open([account], {
      ...withCalendars,
      [`PATCH /synced-calendars/${builtIn._id}`]: () => answer({ success: true, message: 'Saved' }),
    });
    await user.click(await screen.findByRole('radio', { name: 'New events go to Dayloom' }));
    expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({ isDefault: true });
  });

  test('everything that was created is removed after a question', async () => {
    const { user, server } = await open([account], {
      'DELETE /calendar-accounts/created-events': () =>
        answer({ success: true, removed: 4, message: '4 events are being removed' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove everything Dayloom created' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove everything' }));
    expect(await screen.findByText('4 events are being removed')).toBeTruthy();
    expect(server.count('DELETE /calendar-accounts/created-events')).toBe(1);
  });

  test("unreadable parts of a provider's calendar are shown without opening its account", async () => {
    const unread = (name: string, first: string) => {
      const one = aSyncedCalendar({ name });
      return { ...one, sync: { ...one.sync, state: 'in_step' as const, problems: { count: 2, first } } };
    };
    const calendars = [unread('Home', "'When?': DTSTART is missing"), unread('Work', 'Another')];
    await open([{ ...google, calendars }]);
    expect(await screen.findByText(/4 problems with its events: 'When\?': DTSTART is missing/)).toBeTruthy();
  });

  test('unreadable parts of a subscribed file are shown', async () => {
    const problems = { count: 2, first: "'Endless': repeats too often to be shown whole" };
    const feed = aSyncedCalendar({ name: 'League', url: 'https://example.com/l.ics' });
    await open([], {
      'GET /calendar-accounts': () =>
        createConnections([], { subscriptions: [{ ...feed, sync: { ...feed.sync, problems } }] }),
    });
    expect(await screen.findByText(/2 problems in its file: 'Endless': repeats too often/)).toBeTruthy();
  });

  test('an address is subscribed to; a wrong one is shown at its field', async () => {
    const feed = aSyncedCalendar({
      name: 'Holidays',
      url: 'https://example.com/h.ics',
      isWritable: false,
      blocksTime: false,
    });
    let subscriptions: object[] = [];
    const { user, server } = await open([], {
      'GET /calendar-accounts': () => createConnections([], { subscriptions }),
      'POST /calendar-subscriptions': ({ body }) => {
        if ((body as { url: string }).url === 'nonsense')
          return refuse('invalid_request', 'This is no address of a calendar.', { url: 'is wrong' });
        subscriptions = [feed];
        return answer({ success: true, calendarId: feed.calendarId, message: 'Calendar subscribed' });
      },
      [`DELETE /calendar-subscriptions/${feed.calendarId}`]: () => {
        subscriptions = [];
        return answer({ success: true, message: 'Calendar removed' });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    const address = screen.getByLabelText('Address');
    await user.type(address, 'nonsense{Enter}');
    expect(await screen.findByText('This is no address of a calendar.')).toBeTruthy();
    await user.clear(address);
    await user.type(address, 'https://example.com/h.ics{Enter}');
    expect(await screen.findByText('Calendar subscribed')).toBeTruthy();
    expect(server.seen.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      url: 'https://example.com/h.ics',
    });
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: /Holidays/ })).checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Remove Holidays' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Calendar removed')).toBeTruthy();
  });

  test('the user chooses one of two conflicting edits', async () => {
    // In the viewer's time zone, wherever the test runs.
    const instants = (from: string, to: string) => ({
      kind: 'instants' as const,
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(to).toISOString(),
    });
    const conflict: SyncConflict = {
      _id: crypto.randomUUID(),
      kind: 'both_changed',
      calendarId: calendar._id,
      eventId: crypto.randomUUID(),
      title: 'Board meeting',
      fields: ['the time'],
      mine: [
        {
          field: 'the time',
          mine: { text: '', time: instants('2026-11-19T10:00', '2026-11-19T11:00') },
          theirs: { text: '', time: instants('2026-11-19T12:00', '2026-11-20T13:00') },
        },
        {
          field: 'the event',
          mine: { text: 'Trip', time: { kind: 'days', startsOn: '2026-11-19', endsOn: '2026-11-20' } },
          theirs: { text: 'deleted', time: null },
        },
      ],
      happenedAt: new Date(Date.now() - 60_000).toISOString(),
    };
    let conflicts = [conflict];
    const { user, server } = await open([account], {
      ...withCalendars,
      'GET /calendar-accounts': () => createConnections([account], { conflicts }),
      [`POST /sync-conflicts/${conflict._id}/keep-mine`]: () => {
        conflicts = [];
        return answer({ success: true, message: 'Your version was restored' });
      },
    });
    expect(await screen.findByText('Changed on both sides')).toBeTruthy();
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    const [day, next] = ['2026-11-19T12:00', '2026-11-20T13:00'].map((at) => new Date(at)) as [Date, Date];
    expect(cells).toEqual([
      `${formatShortDate(day)}, ${formatTimeRange(new Date('2026-11-19T10:00'), new Date('2026-11-19T11:00'))}`,
      `${formatShortDate(day)}, ${formatTime(day)} to ${formatShortDate(next)}, ${formatTime(next)}`,
      `Trip, ${formatShortDate(day)} to ${formatShortDate(next)}, all day`,
      'deleted',
    ]);
    await user.click(screen.getByRole('button', { name: 'Use mine: Board meeting' }));
    expect(await screen.findByText('Your version was restored')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Changed on both sides')).toBeNull());
    expect(server.count(`POST /sync-conflicts/${conflict._id}/keep-mine`)).toBe(1);
  });

  test('unsent changes of a removed calendar are added to another one or discarded', async () => {
    const [made, deleted] = (['not_sent', 'not_deleted'] as const).map(
      (kind): SyncConflict => ({
        _id: crypto.randomUUID(),
        kind,
        calendarId: calendar._id,
        eventId: null,
        title: kind === 'not_sent' ? 'Lunch' : 'Standup',
        fields: ['not sent', 'from Old work'],
        mine: [
          {
            field: 'the event',
            mine: { text: 'Lunch', time: null },
            theirs: { text: 'never sent', time: null },
          },
        ],
        happenedAt: new Date(Date.now() - 60_000).toISOString(),
      }),
    ) as [SyncConflict, SyncConflict];
    let conflicts = [made, deleted];
    const settled = (id: string, message: string) => () => {
      conflicts = conflicts.filter(({ _id }) => _id !== id);
      return answer({ success: true, message });
    };
    const { user, server } = await open([account], {
      ...withCalendars,
      'GET /calendar-accounts': () => createConnections([account], { conflicts }),
      [`POST /sync-conflicts/${made._id}/keep-mine`]: settled(made._id, 'It is there'),
      [`DELETE /sync-conflicts/${deleted._id}`]: settled(deleted._id, 'Let go'),
    });
    expect(await screen.findByText('Not sent')).toBeTruthy();
    expect(screen.queryByText('Changed on both sides')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add it there: Standup' })).toBeNull();
    const put = await screen.findByRole('button', { name: 'Add it there: Lunch' });
    fireEvent.click(put);
    fireEvent.click(put);
    expect(await screen.findByText('It is there')).toBeTruthy();
    expect(server.count(`POST /sync-conflicts/${made._id}/keep-mine`)).toBe(1);
    expect(server.seen.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      calendarId: calendar._id,
    });
    // Keyboard focus moves to the next item.
    const next = await screen.findByRole('article', { name: 'Standup' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    await user.click(await screen.findByRole('button', { name: 'Discard: Standup' }));
    expect(await screen.findByText('Let go')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Connected Accounts' })),
    );
  });
});
