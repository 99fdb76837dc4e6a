import { defaultScheduling } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aBlock, aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const calendar = (change: object = {}) => ({
  _id: '0197b1de-0000-7000-8000-000000000001',
  name: 'Dayloom',
  color: '#5CAAFF',
  kind: 'dayloom',
  accountId: null,
  isWritable: true,
  canInvite: true,
  isDefault: false,
  isVisible: true,
  blocksTime: true,
  version: 1,
  ...change,
});

/** A new account on its dashboard. `state` is what the server holds, and changes with the requests. */
function openNew(handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const profile = aProfile();
  const state = {
    settings: {
      ...profile.settings,
      isOnboarded: false,
      scheduling: { ...defaultScheduling, isChosen: false },
    },
    upcoming: 0,
    hasSample: false,
  };
  const server = fakeServer({
    'GET /user/profile': () =>
      answer({ success: true, user: { ...profile, settings: state.settings }, message: '' }),
    'GET /tasks': () => {
      const { upcoming } = state;
      const counts = { inbox: 0, today: 0, upcoming, 'at-risk': 0, someday: 0, done: 0, all: upcoming };
      return answer({ success: true, tasks: [], nextCursor: null, counts, message: '' });
    },
    'GET /calendars': () =>
      answer({
        success: true,
        calendars: [
          calendar(),
          ...(state.hasSample
            ? [
                calendar({
                  _id: '0197b1de-0000-7000-8000-000000000002',
                  name: 'Renamed',
                  kind: 'imported',
                }),
              ]
            : []),
        ],
        message: '',
      }),
    ...handlers,
  });
  return { server, state, user: userEvent.setup(), app: renderApp('/dashboard') };
}

test('the first steps ask one thing at a time, show what is done, and can be skipped', async () => {
  const { user, server, state } = openNew({
    'PATCH /user/scheduling': ({ body }) => {
      state.settings.scheduling = { ...state.settings.scheduling, ...(body as object) };
      return answer({ success: true, scheduling: state.settings.scheduling, message: '' });
    },
    'POST /onboarding/finish': () => answer({ success: true, message: '' }),
  });
  const card = await screen.findByRole('region', { name: 'Your first week' });
  const step = (name: string) => within(card).getByRole('button', { name: new RegExp(name) });
  expect(step('When you work').getAttribute('aria-expanded')).toBe('true');
  // Looking at a later step and going back changes nothing.
  await user.click(step('Your calendar'));
  await user.click(step('When you work'));
  await user.click(await within(card).findByRole('button', { name: 'That is right' }));
  await waitFor(() => expect(step('Your calendar').getAttribute('aria-expanded')).toBe('true'));
  // The pressed button is gone: the keyboard goes on at the next step.
  expect(document.activeElement).toBe(step('Your calendar'));
  expect(step('When you work').textContent).toContain('Done');
  await user.click(step('When you work'));
  await user.click(await within(card).findByRole('button', { name: 'That is right' }));
  await waitFor(() => expect(step('Your calendar').getAttribute('aria-expanded')).toBe('true'));
  expect(await within(card).findByRole('button', { name: 'Connect Google' })).toBeTruthy();
  await user.click(within(card).getByRole('button', { name: 'Later' }));
  await user.click(within(card).getByRole('button', { name: 'Write report 2h by Friday' }));
  const line = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Add a task' });
  expect(line.value).toBe('Write report 2h by Friday');
  expect(document.activeElement).toBe(line);
  await user.click(within(card).getByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your first week' })).toBeNull());
  expect(server.count('POST /onboarding/finish')).toBe(1);
});

test('a task with a time of its own does not count as a plan', async () => {
  const plan = { revision: 1, plannedAt: null, blocks: [aBlock({ isPinned: true })] };
  openNew({ 'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }) });
  const card = within(await screen.findByRole('region', { name: 'Your first week' }));
  expect(await card.findByText('0 of 4')).toBeTruthy();
});

test('steps that could not be skipped come back, with a message', async () => {
  const { user } = openNew({ 'POST /onboarding/finish': () => refuse('unavailable', 'Away for a moment') });
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  expect(await screen.findByText('Away for a moment')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Your first week' })).toBeTruthy();
});

test('a sample week is added and removed with one click each, whatever its calendar is called', async () => {
  const sampleWeek = { calendarId: '0197b1de-0000-7000-8000-000000000002', tasks: 8 };
  const { user, state } = openNew({
    'GET /onboarding/sample-week': () =>
      answer({ success: true, sampleWeek: state.hasSample ? sampleWeek : null, message: '' }),
    'POST /onboarding/sample-week': () => {
      Object.assign(state, { hasSample: true, upcoming: 8 });
      return answer({ success: true, sampleWeek, message: '' });
    },
    'DELETE /onboarding/sample-week': () => {
      Object.assign(state, { hasSample: false, upcoming: 0 });
      return answer({ success: true, sampleWeek: null, message: '' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try a sample week' }));
  const strip = await screen.findByRole('region', { name: 'Sample week' });
  expect(screen.getByRole('button', { name: /Three things to do/ }).textContent).toContain('8 to do');
  await user.click(within(strip).getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sample week' })).toBeNull());
  expect(await screen.findByText('The sample week is gone')).toBeTruthy();
});

test('accounts that have taken the first steps do not see them', async () => {
  signInAs();
  fakeServer({
    'GET /tasks': () =>
      answer({
        success: true,
        tasks: [],
        nextCursor: null,
        counts: { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 },
        message: '',
      }),
  });
  renderApp('/dashboard');
  expect(await screen.findByText(/nothing planned today/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your first week' })).toBeNull();
});
