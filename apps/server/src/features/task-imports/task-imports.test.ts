import { DAY_MS } from '@dayloom/time';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect, demoAccounts, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';
import { allow, consentBrowser } from '../../../../sandbox/src/test/demo-consent.ts';

let server: TestServer;
/** A Monday: the sandbox's tasks are dated from here on. */
const TODAY = '2026-11-16';
const day = (days: number) => new Date(Date.parse(TODAY) + days * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await openTestServer();
});

const bare = (found: Reply['body']) =>
  found.tasks.map(({ _id, subtasks, ...task }: Reply['body']) => ({
    ...task,
    ...(subtasks && {
      subtasks: subtasks.map(({ title, done }: Reply['body']) => `${done ? '[x]' : '[ ]'} ${title}`),
    }),
  }));
const titles = async (user: TestUser): Promise<string[]> =>
  (await user.call('GET', '/api/tasks?view=all')).body.tasks.map(({ title }: Reply['body']) => title);
const add = (user: TestUser, found: Reply['body']) =>
  user.call('POST', '/api/tasks/import', { tasks: found.tasks });
const fail = (provider: string, kind: string) =>
  server.call('POST', '/sandbox/faults', { provider, kind, times: 1 });

describe('Todoist', () => {
  const read = (user: TestUser, token = server.secrets.todoistToken) =>
    user.call('POST', '/api/tasks/import/todoist', { token });

  it('reads projects, sections, labels, dates, repetitions and subtasks, and adds nothing', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const { status, body } = await read(user);
    expect(status).toBe(200);
    expect(body.found).toMatchObject({ source: 'Todoist', imported: 0, more: 0 });
    expect(bare(body.found)).toEqual([
      {
        title: 'Renew the passport',
        notes: 'Photos are in the drawer\n\nLabels: errand',
        durationMinutes: 45,
        dueOn: day(9),
        priority: 1,
      },
      {
        title: 'Water the plants',
        notes: 'Section: Garden',
        dueOn: day(1),
        priority: 4,
        project: 'Home',
        recurrenceRule: 'FREQ=DAILY;INTERVAL=2',
      },
      {
        title: 'Plan the party',
        subtasks: ['[ ] Write the list of guests', '[ ] Ask Sam for addresses'],
        priority: 2,
        project: 'Home',
      },
      // A time without a zone is at home.
      {
        title: 'Call the landlord',
        notes: 'Labels: phone',
        dueAt: `${day(2)}T14:30:00.000Z`,
        priority: 4,
      },
      { title: 'Send the contract', dueAt: `${day(3)}T09:00:00.000Z`, priority: 4 },
      { title: 'File the tax return', dueOn: day(40), dueKind: 'hard', priority: 4 },
      { title: 'Regar el jardín', dueOn: day(1), priority: 4 },
    ]);
    expect(body.found.problems).toEqual([
      "The repetition 'cada vez que llueve' of 'Regar el jardín' was not understood.",
    ]);
    expect(await titles(user)).toEqual([]);
  });

  it('is imported once, undone at once, and can be imported again after that', async () => {
    const user = await server.signUp();
    const { found } = (await read(user)).body;
    const { commandId } = (await add(user, found)).body;
    expect(await titles(user)).toHaveLength(7);
    const again = (await read(user)).body.found;
    expect([again.tasks, again.imported]).toEqual([[], 7]);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await titles(user)).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      const fresh = (await read(user)).body.found;
      expect([fresh.tasks.length, fresh.imported]).toEqual([7, 0]);
      const added = await add(user, fresh);
      expect(await titles(user)).toHaveLength(7);
      await user.call('POST', `/api/commands/${added.body.commandId}/undo`);
    }
    // What was added there since is all that comes.
    await add(user, (await read(user)).body.found);
    const reply = await fetch(`${await server.sandboxUrl()}/todoist/api/v1/tasks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.secrets.todoistToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ content: 'Buy stamps' }),
    });
    expect(reply.status).toBe(200);
    expect(bare((await read(user)).body.found)).toEqual([{ title: 'Buy stamps', priority: 4 }]);
  });

  it('stores the token nowhere, and has other ids for other people', async () => {
    const [maya, ben] = [await server.signUp(), await server.signUp()];
    const [hers, his] = [(await read(maya)).body.found, (await read(ben)).body.found];
    expect(his.tasks[0]._id).not.toBe(hers.tasks[0]._id);
    await add(maya, hers);
    expect(await server.dump()).not.toContain(server.secrets.todoistToken);
  });

  it('says what is wrong with a token, and when to try again', async () => {
    const user = await server.signUp();
    expect((await read(user, '')).status).toBe(400);
    const odd = await read(user, 'no token €');
    expect([odd.status, odd.error.fields]).toEqual([422, { token: 'is not accepted by Todoist' }]);
    await fail('todoist', 'expire-token');
    expect((await read(user)).error).toMatchObject({
      code: 'unprocessable',
      message: 'Todoist does not give us access. Nothing was imported.',
    });
    await fail('todoist', 'too-many');
    expect((await read(user)).error).toMatchObject({
      code: 'unavailable',
      message: 'Todoist asks us to wait. Nothing was imported. Try again in 7 seconds.',
    });
    await fail('todoist', 'error');
    expect((await read(user)).error.message).toContain('Todoist has a problem.');
    expect((await read(user)).status).toBe(200);
  });
});

describe.each(['google', 'outlook'] as const)('a connected account of %s', (domain) => {
  const expected = {
    google: {
      name: 'Google Tasks',
      scope: 'https://www.googleapis.com/auth/tasks.readonly',
      asked: ['openid', 'email', 'https://www.googleapis.com/auth/tasks.readonly'],
      other: 'demo_google_maya',
      provider: 'google',
      tasks: [
        {
          title: 'Prepare the board meeting',
          notes: 'Slides and figures',
          dueOn: day(5),
          subtasks: ['[ ] Draft the slides', '[ ] Collect the figures'],
        },
        { title: 'Order flowers', dueOn: day(1) },
        { title: 'Light bulbs', project: 'Shopping' },
        { title: 'The rest of a finished list', project: 'Shopping' },
      ],
    },
    outlook: {
      name: 'Microsoft To Do',
      scope: 'Tasks.Read',
      asked: [
        'openid',
        'email',
        'profile',
        'offline_access',
        'User.Read',
        'MailboxSettings.Read',
        'Calendars.ReadWrite',
        'Tasks.Read',
      ],
      other: 'demo_microsoft_maya',
      provider: 'microsoft',
      tasks: [
        {
          title: 'Send the offer',
          notes: `With the new prices\n\nCategories: Sales\nReminder: ${day(4)} 09:00`,
          dueOn: day(4),
          priority: 2,
          subtasks: ['[x] Check the discount', '[ ] Ask for a signature'],
        },
        { title: 'Weekly report', dueOn: day(2), recurrenceRule: 'FREQ=WEEKLY;BYDAY=WE' },
        { title: 'Buy boxes', priority: 4, project: 'Moving house' },
        { title: 'Read the meters', dueOn: day(12), project: 'Moving house' },
      ],
    },
  }[domain];
  const read = (user: TestUser, id: string) => user.call('POST', `/api/tasks/import/accounts/${id}`);
  const send = (user: TestUser, id: string, back: URL) =>
    user.call('POST', `/api/tasks/import/accounts/${id}/consent`, { code: back.searchParams.get('code') });
  const state = async (user: TestUser) => {
    const { accounts } = (await user.call('GET', '/api/calendar-accounts')).body;
    return accounts.map(({ email, state, failure }: Reply['body']) => ({ email, state, failure }));
  };

  it('is asked for its tasks when they are imported, and its calendars stay connected', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    const { id, email } = await connect(server, user, domain);
    const before = await state(user);
    const { authUrl, found } = (await read(user, id)).body;
    expect(found).toBeNull();
    const url = new URL(authUrl);
    expect(url.searchParams.get('scope')?.split(' ')).toEqual(expected.asked);
    expect(url.searchParams.get('include_granted_scopes')).toBe(domain === 'google' ? 'true' : null);
    expect(url.searchParams.get('login_hint')).toBe(email);
    expect(url.searchParams.get('state')).toBe(`import-tasks:${id}`);
    const browser = consentBrowser({ url: await server.sandboxUrl() });
    const asking = async (answer: () => URLSearchParams) =>
      (await browser((await read(user, id)).body.authUrl, answer)).back;

    const denied = await asking(() => new URLSearchParams({ answer: 'deny' }));
    expect(denied.searchParams.get('error')).toBe('access_denied');
    const withheld = await send(
      user,
      id,
      await asking(allow(demoAccounts[domain].id, ...expected.asked.filter((one) => one !== expected.scope))),
    );
    expect(withheld.error).toMatchObject({
      message: expect.stringContaining('did not give all the permissions'),
      fields: { scope: expect.any(String) },
    });
    const other = await send(user, id, await asking(allow(expected.other, ...expected.asked)));
    expect([other.status, other.error.message]).toEqual([
      400,
      expect.stringContaining('You chose another account ('),
    ]);
    expect((await read(user, id)).body.found).toBeNull();
    expect(await state(user)).toEqual(before);

    const allowed = await send(user, id, await asking(allow(demoAccounts[domain].id, ...expected.asked)));
    expect(allowed.status).toBe(200);
    expect(allowed.body.found).toMatchObject({ source: expected.name, imported: 0, problems: [] });
    expect(bare(allowed.body.found)).toEqual(expected.tasks);
    expect(await state(user)).toEqual(before);
    await syncAllNow(server, user);
    expect(await state(user)).toEqual(before);

    await add(user, allowed.body.found);
    expect([...(await titles(user))].sort()).toEqual(expected.tasks.map(({ title }) => title).sort());
    // The permission stays, and an expired access token is renewed.
    await fail(expected.provider, 'expire-token');
    expect((await read(user, id)).body).toMatchObject({
      authUrl: null,
      found: { tasks: [], imported: expected.tasks.length },
    });
    await fail(expected.provider, 'too-many');
    expect((await read(user, id)).error).toMatchObject({
      code: 'unavailable',
      message: `${expected.name} asks us to wait. Nothing was imported. Try again in a second.`,
    });
    await fail(expected.provider, 'error');
    expect((await read(user, id)).error.code).toBe('unavailable');

    const stranger = await server.signUp();
    expect((await read(stranger, id)).status).toBe(404);
    expect((await send(stranger, id, denied)).status).toBe(400);
    await server.call('POST', '/sandbox/revoke-access', {});
    // Asking again restores a withdrawn permission.
    expect((await read(user, id)).body.authUrl).toContain('/sandbox/oauth/');
  });
});

it('of an Apple account there are no tasks', async () => {
  const user = await server.signUp();
  const { id } = await connect(server, user, 'apple');
  const { status, error } = await user.call('POST', `/api/tasks/import/accounts/${id}`);
  expect([status, error.message]).toEqual([422, expect.stringContaining('Google and Microsoft')]);
});
