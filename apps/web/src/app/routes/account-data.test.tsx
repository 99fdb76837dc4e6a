import type { ApiToken } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

function open(
  address: string,
  handlers: Parameters<typeof fakeServer>[0] = {},
  config: Parameters<typeof renderApp>[1] = {},
) {
  signInAs();
  const server = fakeServer({
    'GET /user/security': () => refuse('managed_elsewhere', 'Elsewhere'),
    ...handlers,
  });
  return { server, user: userEvent.setup(), app: renderApp(address, config) };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const aToken = (change: Partial<ApiToken> = {}): ApiToken => ({
  _id: crypto.randomUUID(),
  name: 'Backup script',
  hint: 'x7Qa',
  scopes: ['read:tasks'],
  requestsPerMinute: 60,
  changesPerDay: 500,
  expiresAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  ...change,
});

test('a token is created with its permissions, shown once, and then only by its last characters', async () => {
  const { server, user } = open('/settings?tab=tokens', {
    'GET /user/api-tokens': () => answer({ success: true, tokens: [], message: '' }),
    'POST /user/api-tokens': () =>
      answer({
        success: true,
        apiToken: aToken({ name: 'Importer' }),
        token: 'dlm_secretsecret',
        message: '',
      }),
  });
  expect(await screen.findByText('No tokens yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
  const make = dialog.getByRole('button', { name: 'Create token' }) as HTMLButtonElement;
  await user.type(dialog.getByLabelText('Name'), ' Importer ');
  expect(make.disabled).toBe(true);
  const tasks = within(dialog.getByRole('group', { name: 'Tasks' }));
  await user.click(tasks.getByRole('radio', { name: 'Read & write' }));
  const profile = within(dialog.getByRole('group', { name: 'Profile' }));
  expect(profile.queryByRole('radio', { name: 'Read & write' })).toBeNull();
  await choose(user, dialog.getByLabelText('Works for'), 'Until it is revoked');
  await user.click(make);
  const token = await screen.findByLabelText('Token');
  expect((token as HTMLInputElement).value).toBe('dlm_secretsecret');
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Importer',
    scopes: ['read:tasks', 'write:tasks'],
    requestsPerMinute: 60,
    changesPerDay: 500,
    expiresAt: null,
  });
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText('Token')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('dlm_…x7Qa')).toBeTruthy();
  await waitFor(() => expect(document.body.innerHTML).not.toContain('dlm_secretsecret'));
});

test('revoking asks, removes the token at once, and restores it when the server refuses', async () => {
  let tokens = [aToken(), aToken({ name: 'Old one', expiresAt: '2020-01-01T00:00:00.000Z' })];
  let isAway = true;
  const { user } = open('/settings?tab=tokens', {
    'GET /user/api-tokens': () => answer({ success: true, tokens, message: '' }),
    [`DELETE /user/api-tokens/${tokens[0]?._id}`]: () => {
      if (isAway) return refuse('unavailable', 'Away');
      tokens = tokens.slice(1);
      return answer({ success: true, message: '' });
    },
  });
  const list = within(await screen.findByRole('list', { name: 'API tokens' }));
  expect(list.getByText('Expired')).toBeTruthy();
  const revoke = async () => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Backup script' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke token' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  };
  await revoke();
  expect(await screen.findByText('Away')).toBeTruthy();
  expect(await screen.findByText('Backup script')).toBeTruthy();
  isAway = false;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await revoke();
  await waitFor(() => expect(screen.queryByText('Backup script')).toBeNull());
});

test("the export is saved under the server's file name", async () => {
  const { user } = open('/settings?tab=data', {
    'GET /user/export': () =>
      new Response(new Blob(['PK']), {
        headers: { 'content-disposition': 'attachment; filename="dayloom-2026-11-16.zip"' },
      }),
  });
  URL.createObjectURL = () => 'blob:zip';
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Saved as dayloom-2026-11-16.zip')).toBeTruthy();
  expect(click).toHaveBeenCalledOnce();
});

test('deleting needs the address and the password; then the page shows the deletion date', async () => {
  const deletesAt = '2026-11-23T08:00:00.000Z';
  let isClosed = false;
  const { server, user } = open('/settings?tab=data', {
    'GET /user/profile': () =>
      isClosed
        ? refuse('account_closing', 'This account will be deleted on 2026-11-23.')
        : answer({ success: true, user: aProfile(), message: '' }),
    'GET /user/account-closing': () =>
      answer({ success: true, confirmBy: 'password', deletesAt: isClosed ? deletesAt : null, message: '' }),
    'POST /user/delete-account': ({ body }) => {
      if ((body as { password: string }).password !== 'right')
        return answer(
          {
            success: false,
            code: 'invalid_request',
            message: 'Wrong password.',
            requestId: 'r',
            fields: { password: 'is wrong' },
          },
          400,
        );
      isClosed = true;
      return answer({ success: true, state: 'closed', deletesAt, message: '' });
    },
    'POST /user/keep-account': () => {
      isClosed = false;
      return answer({ success: true, message: '' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  const password = await dialog.findByLabelText('Your password');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' }) as HTMLButtonElement;
  await user.type(dialog.getByLabelText('Your email address'), 'maya@example.com');
  expect(confirm.disabled).toBe(true);
  await user.type(password, 'wrong');
  await user.click(confirm);
  expect(await dialog.findByText('Wrong password')).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'right');
  await user.click(confirm);
  expect(await screen.findByText(/^This account will be deleted on .*2026/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('tab', { name: 'Data' })).toBeTruthy();
  expect(server.count('POST /user/keep-account')).toBe(1);
});

test('without a password, ownership is proven by mail', async () => {
  const { user } = open('/settings?tab=data', {
    'GET /user/account-closing': () =>
      answer({ success: true, confirmBy: 'sign_in_or_mail', deletesAt: null, message: '' }),
    'POST /user/delete-account': () =>
      answer({ success: true, state: 'mail_sent', deletesAt: null, message: '' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  await user.type(dialog.getByLabelText('Your email address'), 'MAYA@example.com');
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' }).disabled).toBe(false),
  );
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByText(/We have sent a link to maya@example.com/)).toBeTruthy();
});

test('where no mail is sent, ownership is proven by a new sign-in', async () => {
  const { user, server, app } = open(
    '/settings?tab=data',
    {
      'GET /user/account-closing': () =>
        answer({ success: true, confirmBy: 'sign_in_or_mail', deletesAt: null, message: '' }),
      'POST /user/delete-account': () => refuse('confirmation_needed', 'Sign in again, then try once more.'),
    },
    { mail: { mode: 'off' } },
  );
  const signinRedirect = vi.spyOn(await app.session.loadClient(), 'signinRedirect').mockResolvedValue();
  expect(await screen.findByText(/Until then you can sign in and reopen it/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Your email address')));
  await user.keyboard('maya@example.com');
  await user.click(await dialog.findByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText('Sign in again, then try once more.')).toBeTruthy();
  expect(server.seen.find(({ path }) => path === '/user/delete-account')?.body).toMatchObject({
    email: 'maya@example.com',
    idToken: expect.any(String),
  });
  await user.click(dialog.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() =>
    expect(signinRedirect).toHaveBeenCalledWith(
      expect.objectContaining({
        prompt: 'login',
        extraQueryParams: expect.objectContaining({ max_age: '0' }),
        state: { returnTo: '/settings?tab=data' },
      }),
    ),
  );
});

test('a mailed link acts when its button is pressed, without a sign-in', async () => {
  const server = fakeServer({ 'POST /account-links/keep': () => answer({ success: true, message: '' }) });
  const user = userEvent.setup();
  renderApp('/keep-account#abc123');
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText('Your account is kept')).toBeTruthy();
  expect(server.seen.filter(({ path }) => path === '/account-links/keep').map(({ body }) => body)).toEqual([
    { token: 'abc123' },
  ]);
});

test('a used link shows an error', async () => {
  fakeServer({
    'POST /account-links/close': () => refuse('not_found', 'This link no longer works.'),
  });
  const user = userEvent.setup();
  renderApp('/close-account#old');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByText('This link no longer works.')).toBeTruthy();
});

test('tasks of another app are shown before they are imported, and one undo takes them back', async () => {
  const commandId = crypto.randomUUID();
  const { server, user } = open('/settings?tab=data', {
    'POST /tasks/import': () => answer({ success: true, commandId, message: '' }),
    [`POST /commands/${commandId}/undo`]: () =>
      answer({ success: true, commandId: crypto.randomUUID(), notice: null, message: '' }),
  });
  const card = await screen.findByRole('region', { name: 'Import tasks' });
  const csv = [
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    ...Array.from({ length: 10 }, (_, index) => `task,Task ${index + 1},,2,1,,,,en,`),
    'task,Odd,,4,1,,,when pigs fly,en,',
  ].join('\n');
  await user.upload(
    within(card).getByLabelText('File with tasks'),
    new File([csv], 'Work.csv', { type: 'text/csv' }),
  );
  expect((await within(card).findByRole('status')).textContent).toBe('11 tasks from Todoist');
  expect(within(card).getByText('and 3 more')).toBeTruthy();
  expect(within(card).getByText("The date 'when pigs fly' of 'Odd' was not understood.")).toBeTruthy();
  expect(server.count('POST /tasks/import')).toBe(0);
  await user.click(within(card).getByRole('button', { name: 'Import 11 tasks' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1));
  const [sent] = server.seen.filter(({ path }) => path === '/tasks/import');
  expect(sent?.body).toMatchObject({
    tasks: expect.arrayContaining([
      expect.objectContaining({ title: 'Task 1', project: 'Work', priority: 2 }),
    ]),
  });

  // A list that is pasted, and one without open tasks.
  await user.type(within(card).getByLabelText('Or paste a list'), '- [[x] Done');
  await user.click(within(card).getByRole('button', { name: 'Show the tasks' }));
  expect(await screen.findByText('All tasks in it are finished.')).toBeTruthy();
});

describe('tasks of an account', () => {
  const id = crypto.randomUUID();
  const google = {
    id,
    email: 'maya@gmail.example',
    domain: 'google',
    type: 'personal',
    tags: [],
    isPrimary: true,
  } as const;
  const profile = aProfile();
  const connected = {
    'GET /user/profile': () =>
      answer({
        success: true,
        user: { ...profile, settings: { ...profile.settings, calendars: [google] } },
        message: '',
      }),
  };
  const found = (source: string, change: object = {}) => ({
    source,
    tasks: [{ _id: crypto.randomUUID(), title: 'Water the plants', dueOn: '2026-12-01', project: 'House' }],
    imported: 0,
    more: 0,
    problems: [],
    ...change,
  });
  const findCard = async () => within(await screen.findByRole('region', { name: 'Import tasks' }));

  test('of Todoist are read with a token and shown before they are imported', async () => {
    const reads = [
      () =>
        refuse('unprocessable', 'Todoist does not give us access. Nothing was imported.', {
          token: 'is not accepted by Todoist',
        }),
      () => answer({ success: true, found: found('Todoist', { imported: 3, more: 2 }), message: '' }),
      () => answer({ success: true, found: found('Todoist', { tasks: [], imported: 4 }), message: '' }),
    ];
    const { server, user } = open('/settings?tab=data', {
      'POST /tasks/import/todoist': () => (reads.shift() ?? (() => refuse('internal', 'Too often')))(),
    });
    const card = await findCard();
    await user.click(card.getByRole('button', { name: 'Todoist' }));
    const token = card.getByLabelText('API token of Todoist');
    expect(token.getAttribute('type')).toBe('password');
    await user.type(token, 'abc');
    await user.click(card.getByRole('button', { name: 'Read the tasks' }));
    expect(await card.findByText('Todoist does not give us access. Nothing was imported.')).toBeTruthy();
    await user.type(token, 'd');
    await user.click(card.getByRole('button', { name: 'Read the tasks' }));
    expect((await card.findByText(/1 task from Todoist/)).closest('output')?.textContent).toBe(
      '1 task from Todoist · 3 imported before are left out · import again for 2 more',
    );
    expect(
      server.seen.filter(({ path }) => path === '/tasks/import/todoist').map(({ body }) => body),
    ).toEqual([{ token: 'abc' }, { token: 'abcd' }]);
    await user.click(card.getByRole('button', { name: 'Cancel' }));
    // The token was not kept.
    await user.click(card.getByRole('button', { name: 'Todoist' }));
    expect(card.getByLabelText<HTMLInputElement>('API token of Todoist').value).toBe('');
    await user.type(card.getByLabelText('API token of Todoist'), 'abcd{Enter}');
    expect(await screen.findByText('All tasks of Todoist are already here.')).toBeTruthy();
  });

  test('of Google lead to its page first', async () => {
    const { user } = open('/settings?tab=data', {
      ...connected,
      [`POST /tasks/import/accounts/${id}`]: () =>
        answer({ success: true, found: null, authUrl: 'https://accounts.example/o', message: '' }),
    });
    const card = await findCard();
    expect(card.getByText(/Microsoft To Do:/).textContent).toBe(
      'Microsoft To Do: connect the account first.',
    );
    const assign = vi.fn();
    vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/settings', search: '', assign });
    await user.click(card.getByRole('button', { name: 'Google Tasks maya@gmail.example' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.example/o'));
  });

  test('are shown when its page sends the code back, once', async () => {
    const { server } = open(`/settings?code=4/0Ab&scope=tasks&state=import-tasks:${id}`, {
      ...connected,
      [`POST /tasks/import/accounts/${id}/consent`]: () =>
        answer({ success: true, found: found('Google Tasks'), message: '' }),
    });
    const card = await findCard();
    expect(await card.findByRole('button', { name: 'Import 1 task' })).toBeTruthy();
    expect(server.count(`POST /tasks/import/accounts/${id}/consent`)).toBe(1);
    expect(server.count('POST /user/addCalendar')).toBe(0);
  });

  test('are not read when access was not allowed', async () => {
    open(`/settings?error=access_denied&state=import-tasks:${id}`, connected);
    const card = await findCard();
    expect((await card.findByRole('alert')).textContent).toBe(
      'You did not allow reading your tasks. Nothing has changed; your calendars stay connected.',
    );
  });
});
