import { defaultScheduling } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserTimeZone } from '#lib/viewer.ts';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const profileWith = (settings: object) => {
  const profile = aProfile();
  return { ...profile, settings: { ...profile.settings, ...settings } };
};

function open(address: string, handlers: Parameters<typeof fakeServer>[0] = {}, settings: object = {}) {
  signInAs();
  const server = fakeServer({
    'GET /user/profile': () => answer({ success: true, user: profileWith(settings), message: '' }),
    ...handlers,
  });
  return { server, user: userEvent.setup(), app: renderApp(address) };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const bodies = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.seen.filter((request) => request.path === path).map(({ body }) => body);

test('the toggles switch at once and are saved in the background, one after another', async () => {
  const saved = { channels: { email: false, push: true }, subscriptions: { promotions: false } };
  const { server } = open('/settings?tab=preferences', {
    'PATCH /user/preferences': () =>
      answer({ success: true, preferences: { notifications: saved }, message: '' }),
  });
  const email = await screen.findByRole('switch', { name: 'Email Notifications' });
  const push = screen.getByRole('switch', { name: 'Push Notifications' });
  // In one task: no timer can fire between the two.
  fireEvent.click(email);
  fireEvent.click(push);
  await waitFor(() => expect((email as HTMLInputElement).checked).toBe(false));
  expect((push as HTMLInputElement).checked).toBe(true);
  await waitFor(() =>
    expect(bodies(server, '/user/preferences')).toEqual([
      { notifications: { channels: { email: false } } },
      { notifications: { channels: { push: true } } },
    ]),
  );
  expect(screen.queryByText(/saved/i)).toBeNull();
});

test('a toggle that cannot be saved switches back, with a message', async () => {
  const refusal = Promise.withResolvers<Response>();
  const { user } = open('/settings?tab=preferences', { 'PATCH /user/preferences': () => refusal.promise });
  const promotions = await screen.findByRole('switch', { name: 'Marketing Communications' });
  await user.click(promotions);
  expect((promotions as HTMLInputElement).checked).toBe(true);
  refusal.resolve(refuse('unavailable', 'Away'));
  expect(await screen.findByText('Your preferences could not be saved. Nothing was changed.')).toBeTruthy();
  await waitFor(() => expect((promotions as HTMLInputElement).checked).toBe(false));
});

test('leaving the tab at once saves all the same', async () => {
  const { server, user } = open('/settings?tab=preferences', {
    'PATCH /user/preferences': () => refuse('unavailable', 'Away'),
  });
  await user.click(await screen.findByRole('switch', { name: 'Push Notifications' }));
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  await waitFor(() => expect(bodies(server, '/user/preferences')).toHaveLength(1));
});

const monday = { mon: [['09:00', '17:00']] };
const weekday = (name: string) => screen.findByRole('group', { name });

test('hours are added, copied and saved; midnight ends the day', async () => {
  const { server, user } = open(
    '/settings?tab=hours',
    {
      'PUT /user/working-hours': () =>
        answer({
          success: true,
          homeTimeZone: { name: 'UTC' },
          workingHours: monday,
          personalHours: {},
          message: '',
        }),
    },
    { workingHours: monday },
  );
  const day = within(await weekday('Monday, work'));
  expect(screen.getByText('8 h a week')).toBeTruthy();
  expect(within(await weekday('Tuesday, work')).getByText('Closed')).toBeTruthy();
  await user.click(day.getByRole('button', { name: 'Add hours on Monday, work' }));
  const to = day.getByLabelText('Monday, work: to (2)');
  await user.clear(to);
  await user.type(to, '00:00');
  await user.click(day.getByRole('button', { name: 'Copy Monday, work' }));
  await user.click(await screen.findByRole('menuitem', { name: 'To Tuesday' }));
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  const windows = [
    ['09:00', '17:00'],
    ['18:00', '24:00'],
  ];
  await waitFor(() =>
    expect(bodies(server, '/user/working-hours')).toEqual([
      { work: { mon: windows, tue: windows }, personal: {} },
    ]),
  );
  expect(await screen.findByText('Working hours saved')).toBeTruthy();
});

test('overlapping hours are marked and not sent; leaving asks first', async () => {
  const { server, user, app } = open('/settings?tab=hours', {}, { workingHours: monday });
  const day = within(await weekday('Monday, work'));
  await user.click(day.getByRole('button', { name: 'Add hours on Monday, work' }));
  const from = day.getByLabelText('Monday, work: from (2)');
  await user.clear(from);
  await user.type(from, '10:00');
  expect(await day.findByText('These times overlap')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save hours' }).disabled).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Scheduling' }));
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(app.address()).toBe('/settings?tab=scheduling'));
  expect(bodies(server, '/user/working-hours')).toEqual([]);
});

const theTwentyFourth = { date: '2099-12-24', work: [], personal: null };
const COMMAND = crypto.randomUUID();
const ownDatesSaved = (hoursOverrides: object[]) =>
  answer({ success: true, hoursOverrides, commandId: COMMAND, message: '' });

test('a day off is confirmed, listed, and undone by Undo', async () => {
  let stored: object[] = [];
  const { server, user } = open('/settings?tab=hours', {
    'PUT /user/hours-overrides': ({ body }) => {
      const { from, work, personal } = body as { from: string; work: unknown; personal: unknown };
      stored = [{ date: from, work, personal }];
      return ownDatesSaved(stored);
    },
    'GET /user/profile': () =>
      answer({ success: true, user: profileWith({ hoursOverrides: stored }), message: '' }),
    [`POST /commands/${COMMAND}/undo`]: () => {
      stored = [];
      return answer({ success: true, commandId: crypto.randomUUID(), notice: null, message: '' });
    },
  });
  expect(await screen.findByText('No upcoming day has other hours.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add days' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Days with other hours' }));
  const first = sheet.getByLabelText('First day');
  await user.clear(first);
  await user.type(first, '2099-12-24');
  // The last day follows the first.
  expect(sheet.getByLabelText<HTMLInputElement>('Last day').value).toBe('Thu, Dec 24, 2099');
  await user.click(within(sheet.getByRole('group', { name: 'Personal' })).getByLabelText('Other hours'));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies(server, '/user/hours-overrides')).toEqual([
      { from: '2099-12-24', until: '2099-12-24', work: [], personal: [['09:00', '17:00']] },
    ]),
  );
  expect(await screen.findByText(/^Work closed · Personal .*9:00/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('No upcoming day has other hours.')).toBeTruthy();
});

test('moved days free their old dates; a refusal keeps the input', async () => {
  const replies = [
    () => refuse('unavailable', 'These days cannot be kept.'),
    () => ownDatesSaved([theTwentyFourth, { ...theTwentyFourth, date: '2099-12-27' }]),
    () => ownDatesSaved([{ ...theTwentyFourth, date: '2099-12-27' }]),
  ];
  const { server, user } = open(
    '/settings?tab=hours',
    { 'PUT /user/hours-overrides': () => replies.shift()?.() ?? refuse('unavailable', 'Away') },
    { hoursOverrides: [theTwentyFourth, { ...theTwentyFourth, date: '2099-12-25' }] },
  );
  const list = within(await screen.findByRole('list', { name: 'Other hours' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: /^Change / }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change days with other hours' }));
  const last = sheet.getByLabelText('Last day');
  await user.clear(last);
  await user.type(last, '2099-12-23');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('The last day must not be before the first')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(last));
  const first = sheet.getByLabelText('First day');
  for (const field of [first, last]) {
    await user.clear(field);
    await user.type(field, '2099-12-27');
  }
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('These days cannot be kept.')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  const moved = { from: '2099-12-27', until: '2099-12-27', work: [], personal: null };
  await waitFor(() =>
    expect(bodies(server, '/user/hours-overrides')).toEqual([
      moved,
      moved,
      { from: '2099-12-24', until: '2099-12-25', work: null, personal: null },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The focused row is removed.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add days' })));
});

test('one click restores the usual hours of days', async () => {
  const { server, user } = open(
    '/settings?tab=hours',
    { 'PUT /user/hours-overrides': () => ownDatesSaved([]) },
    { hoursOverrides: [theTwentyFourth] },
  );
  await user.click(await screen.findByRole('button', { name: /^Usual hours for / }));
  await waitFor(() =>
    expect(bodies(server, '/user/hours-overrides')).toEqual([
      { from: '2099-12-24', until: '2099-12-24', work: null, personal: null },
    ]),
  );
  expect(await screen.findByText('No upcoming day has other hours.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add days' })));
});

test('refused hours are restored, and the input stays', async () => {
  const { user } = open(
    '/settings?tab=hours',
    { 'PUT /user/working-hours': () => refuse('unavailable', 'The database is away.') },
    { workingHours: monday },
  );
  const day = within(await weekday('Monday, work'));
  await user.click(day.getByRole('button', { name: 'Remove 09:00 from Monday, work' }));
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  expect(day.getByText('Closed')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save hours' }).disabled).toBe(false);
});

test('each scheduling choice is saved at once; a refused one is restored', async () => {
  let isAway = false;
  const { server, user } = open('/settings?tab=scheduling', {
    'PATCH /user/scheduling': ({ body }) =>
      isAway
        ? refuse('unavailable', 'Away')
        : answer({ success: true, scheduling: { ...defaultScheduling, ...(body as object) }, message: '' }),
  });
  const ahead = await screen.findByLabelText('Plan ahead');
  await choose(user, ahead, '2 weeks');
  expect((ahead as HTMLButtonElement).value).toBe('14');
  await choose(user, screen.getByLabelText('Smallest chunk'), '3 h');
  await user.click(screen.getByRole('radio', { name: 'Steady' }));
  await waitFor(() =>
    expect(bodies(server, '/user/scheduling')).toEqual([
      { horizonDays: 14 },
      { smallestChunkMinutes: 180, largestChunkMinutes: 180 },
      { stability: 'steady' },
    ]),
  );
  isAway = true;
  const block = screen.getByRole('switch', { name: 'Whole days block time' });
  await user.click(block);
  expect(await screen.findByText('Away')).toBeTruthy();
  await waitFor(() => expect((block as HTMLInputElement).checked).toBe(false));
});

const elsewhere = 'Asia/Tokyo';
const noteSeen = (since: number) =>
  localStorage.setItem(
    'dayloom.zoneOffer.user-1',
    JSON.stringify({ zone: browserTimeZone(), since, answered: [] }),
  );

test('a zone that the browser has been in for a while is offered once', async () => {
  noteSeen(Date.now() - 13 * HOUR_MS);
  const { server, user, app } = open(
    '/settings?tab=profile',
    {
      'PUT /user/home-time-zone': () =>
        answer({
          success: true,
          homeTimeZone: { name: browserTimeZone() },
          workingHours: {},
          personalHours: {},
          message: '',
        }),
    },
    { homeTimeZone: { name: elsewhere } },
  );
  expect(await screen.findByText(/^You seem to be in .+\. Plan in that zone\?$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep Tokyo' }));
  expect(screen.queryByText(/^You seem to be in/)).toBeNull();
  expect(bodies(server, '/user/home-time-zone')).toEqual([]);
  app.unmount();
  renderApp('/settings?tab=profile');
  await screen.findByLabelText('First Name');
  await act(async () => {});
  expect(screen.queryByText(/^You seem to be in/)).toBeNull();
});

test('accepting the offer changes the home zone; a short stay is not offered', async () => {
  noteSeen(Date.now() - 13 * HOUR_MS);
  const here = browserTimeZone();
  const city = (here.split('/').at(-1) ?? here).replaceAll('_', ' ');
  const first = open(
    '/settings?tab=profile',
    { 'PUT /user/home-time-zone': () => refuse('unavailable', 'Away') },
    { homeTimeZone: { name: elsewhere } },
  );
  await first.user.click(await screen.findByRole('button', { name: `Use ${city}` }));
  await waitFor(() => expect(bodies(first.server, '/user/home-time-zone')).toEqual([{ timeZoneName: here }]));
  first.app.unmount();

  localStorage.clear();
  open('/settings?tab=profile', {}, { homeTimeZone: { name: elsewhere } });
  await screen.findByLabelText('First Name');
  await waitFor(() => expect(localStorage.getItem('dayloom.zoneOffer.user-1')).not.toBeNull());
  expect(screen.queryByText(/^You seem to be in/)).toBeNull();
});

test('the theme is kept in this browser and applied at once', async () => {
  const { user } = open('/settings?tab=preferences');
  const changes = vi.fn();
  window.addEventListener('dayloom:theme', changes);
  const dark = await screen.findByRole<HTMLInputElement>('radio', { name: 'Dark' });
  expect(dark.checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Light' }));
  expect(localStorage.getItem('dayloom.theme')).toBe('light');
  expect(changes).toHaveBeenCalledOnce();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true);
  window.removeEventListener('dayloom:theme', changes);
});

test('hints are turned off, and all of them are shown again', async () => {
  const { server, user } = open(
    '/settings?tab=preferences',
    {
      'PATCH /onboarding/hints': ({ body }) => {
        const hints = { isOn: true, seen: ['undo'], ...(body as object) };
        return answer({ success: true, hints, message: '' });
      },
    },
    { hints: { isOn: true, seen: ['undo'] } },
  );
  await user.click(await screen.findByRole('button', { name: 'Show all again' }));
  await waitFor(() => expect(bodies(server, '/onboarding/hints')).toEqual([{ seen: [] }]));
  expect(screen.queryByRole('button', { name: 'Show all again' })).toBeNull();
  const hints = screen.getByRole('switch', { name: 'Show hints' });
  await user.click(hints);
  await waitFor(() => expect(bodies(server, '/onboarding/hints').at(-1)).toEqual({ isOn: false }));
  await waitFor(() => expect((hints as HTMLInputElement).checked).toBe(false));
});
