import type { AgentCall, ConnectedApp } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

function open(handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const server = fakeServer({
    'GET /user/api-tokens': () => answer({ success: true, tokens: [], message: '' }),
    ...handlers,
  });
  renderApp('/settings?tab=tokens');
  return { server, user: userEvent.setup() };
}

const claude: ConnectedApp = {
  _id: crypto.randomUUID(),
  name: 'Claude',
  redirectHost: 'claude.ai',
  scopes: ['read:calendar', 'write:calendar'],
  connectedAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
};
const aCall = (change: Partial<AgentCall> = {}): AgentCall => ({
  _id: crypto.randomUUID(),
  agent: { kind: 'app', name: 'Claude' },
  tool: 'create_event',
  input: '{}',
  outcome: "Added 'Lunch'",
  state: 'done',
  isUndoable: true,
  createdAt: '2026-11-16T08:00:00.000Z',
  ...change,
});
const listApps = (apps: readonly ConnectedApp[], hasSignIn = true) =>
  answer({ success: true, apps, address: 'https://day.example/api/mcp', hasSignIn, message: '' });

test('shows the address to enter in an app, and copies it', async () => {
  const { user } = open({ 'GET /user/connected-apps': () => listApps([]) });
  expect(await screen.findByText('https://day.example/api/mcp')).toBeTruthy();
  expect(screen.getByText('Enter this address in the app. It then asks you here.')).toBeTruthy();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(copied).toHaveBeenCalledWith('https://day.example/api/mcp');
});

test('says that an API token is needed where apps cannot sign in', async () => {
  open({ 'GET /user/connected-apps': () => listApps([], false) });
  expect(await screen.findByText('Enter this address and an API token in the app.')).toBeTruthy();
});

test('disconnecting asks, removes the app at once, and restores it when the server refuses', async () => {
  let apps = [claude];
  let isAway = true;
  const { user } = open({
    'GET /user/connected-apps': () => listApps(apps),
    [`DELETE /user/connected-apps/${claude._id}`]: () => {
      if (isAway) return refuse('unavailable', 'Away');
      apps = [];
      return answer({ success: true, message: '' });
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Connected apps' }));
  expect(list.getByText('Calendar: read and write')).toBeTruthy();
  expect(list.getByText(/Leads to claude\.ai · Connected .* · Never used/)).toBeTruthy();
  const disconnect = async () => {
    await user.click(await screen.findByRole('button', { name: 'Disconnect Claude' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect app' }));
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  };
  await disconnect();
  expect(await screen.findByText('Away')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Disconnect Claude' })).toBeTruthy();
  isAway = false;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await disconnect();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect Claude' })).toBeNull());
});

test('lists what agents changed, undoes it, and shows what they read when asked', async () => {
  const made = aCall();
  const { user, server } = open({
    'GET /user/agent-calls': ({ query }) =>
      answer({
        success: true,
        calls: query.includes('changes=true')
          ? [made, aCall({ state: 'waiting', outcome: "Delete 'Review'", isUndoable: false })]
          : [made, aCall({ tool: 'list_tasks', outcome: '3 tasks', isUndoable: false })],
        message: '',
      }),
    [`POST /user/agent-calls/${made._id}/undo`]: () =>
      answer({ success: true, call: { ...made, state: 'undone', isUndoable: false }, message: '' }),
  });
  const list = within(await screen.findByRole('list', { name: 'Calls of agents' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Added 'Lunch'Claude · create_event · .*Undo$/),
    expect.stringMatching(/^Delete 'Review'Claude · create_event · .*Proposed$/),
  ]);
  await user.click(list.getByRole('button', { name: "Undo: Added 'Lunch'" }));
  expect(await list.findByText('Undone')).toBeTruthy();
  expect(list.queryByRole('button', { name: "Undo: Added 'Lunch'" })).toBeNull();
  expect(server.seen.some(({ path }) => path.endsWith(`/${made._id}/undo`))).toBe(true);

  await user.click(screen.getByRole('radio', { name: 'Everything' }));
  expect(await screen.findByText('3 tasks')).toBeTruthy();
  expect(screen.queryByText("Delete 'Review'")).toBeNull();
});

test('says when the lists could not be loaded, and tries again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let isAway = true;
  const { user } = open({
    'GET /user/connected-apps': () => (isAway ? refuse('invalid_request', 'No') : listApps([claude])),
  });
  expect(
    await screen.findByText('The apps could not be loaded', undefined, { timeout: 10_000 }),
  ).toBeTruthy();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Disconnect Claude' })).toBeTruthy();
});
