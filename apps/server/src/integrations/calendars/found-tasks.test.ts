import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toImportedTask } from '#features/task-imports/rules/imported-tasks.ts';
import type { FoundTask } from '#features/tasks/model/found-task.ts';
import { googleTasks } from '../google/google-tasks.ts';
import { microsoftToDo } from '../microsoft/microsoft-to-do.ts';
import { writeGrant } from '../oauth/grant.ts';
import { grantKeeper, NOW } from '../test/sandbox-calendars.ts';
import { todoistTasks } from '../todoist/todoist-tasks.ts';

const TOKEN = 'secret-token';
let answer: (path: string, query: URLSearchParams) => { status?: number; headers?: object; body: string };
const tokens: (string | undefined)[] = [];
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  tokens.push(request.headers.authorization);
  const { status = 200, headers = {}, body } = answer(pathname, searchParams);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
});
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const clock = () => NOW;
const renew = async (grant: string) => grant;
const grant = () =>
  grantKeeper(writeGrant({ accessToken: TOKEN, refreshToken: 'r', expiresAt: null, scope: '' }));
const zones = { homeTimeZone: 'America/New_York' };
const sources = {
  todoist: {
    list: () => todoistTasks({ clock, apiUrl: async () => url }).list(TOKEN),
    page: (items: unknown, next: string | null = null) => ({ results: items, next_cursor: next }),
    isTasks: (path: string) => path === '/api/v1/tasks',
    lists: [] as object[],
    task: (id: string, title: string, more: object = {}) => ({ id, content: title, ...more }),
    parent: (id: string) => ({ parent_id: id }),
  },
  google: {
    list: () => googleTasks({ clock, apiUrl: async () => url, renew }).list(grant(), zones),
    page: (items: unknown, next: string | null = null) => ({ items, ...(next && { nextPageToken: next }) }),
    isTasks: (path: string) => path === '/tasks/v1/lists/own/tasks',
    lists: [{ id: 'own', title: 'My Tasks' }],
    task: (id: string, title: string, more: object = {}) => ({ id, title, ...more }),
    parent: (id: string) => ({ parent: id }),
  },
  toDo: {
    list: () => microsoftToDo({ graphUrl: async () => url, renew }).list(grant(), zones),
    page: (items: unknown, next: string | null = null) => ({
      value: items,
      ...(next && { '@odata.nextLink': `${url}/v1.0/me/todo/lists/own/tasks?$skiptoken=${next}` }),
    }),
    isTasks: (path: string) => path === '/v1.0/me/todo/lists/own/tasks',
    lists: [{ id: 'own', displayName: 'Tasks' }],
    task: (id: string, title: string, more: object = {}) => ({ id, title, ...more }),
  },
} as const;
const listTitles = (tasks: readonly FoundTask[]) => tasks.map(({ title }) => title);

describe.each(Object.keys(sources) as (keyof typeof sources)[])('%s', (name) => {
  const { list, page, isTasks, lists, task } = sources[name];
  /** Answers the list of tasks; the other calls are answered honestly. */
  const answering = (tasks: typeof answer) => {
    answer = (path, query) => (isTasks(path) ? tasks(path, query) : { body: JSON.stringify(page(lists)) });
  };
  const sending = (body: unknown, more: object = {}) =>
    answering(() => ({ body: JSON.stringify(body), ...more }));

  it('reads all pages', async () => {
    answering((_path, query) => {
      const at = query.get('cursor') ?? query.get('pageToken') ?? query.get('$skiptoken') ?? '0';
      const next = at === '2' ? null : String(Number(at) + 1);
      return { body: JSON.stringify(page([task(`t${at}`, `Task ${at}`)], next)) };
    });
    expect(listTitles(await list())).toEqual(['Task 0', 'Task 1', 'Task 2']);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  it.each<[string, unknown, object, string]>([
    ['no list', { hello: 1 }, {}, 'unavailable'],
    ['a list of something else', { results: 7, items: 7, value: 7 }, {}, 'unavailable'],
    ['a refused token', {}, { status: 401 }, 'reconnect_needed'],
    ['a withheld permission', {}, { status: 403 }, 'reconnect_needed'],
    [
      'a limit',
      { error: { code: 'TooManyRequests', message: 'Wait' } },
      { status: 429, headers: { 'retry-after': '30' } },
      'rate_limited',
    ],
    ['an error', {}, { status: 500 }, 'unavailable'],
    ['a redirect', {}, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unavailable'],
    ['a refusal', {}, { status: 400 }, 'rejected'],
  ])('reports %s, without the token', async (_name, body, more, kind) => {
    sending(body, more);
    const failure = await list().catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'ProviderFailure', kind });
    expect(failure).toMatchObject({ retryAfterSeconds: kind === 'rate_limited' ? 30 : null });
    expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain(TOKEN);
  });

  it('reports an answer that is no JSON, and a list that does not end', async () => {
    answering(() => ({ body: '<html>' }));
    await expect(list()).rejects.toMatchObject({ kind: 'unavailable' });
    sending(page([task('a', 'A')], 'again'));
    await expect(list()).rejects.toMatchObject({ kind: 'unavailable', message: /does not end/ });
  });

  it('refuses a page of more members than a list may have', async () => {
    sending(page(Array.from({ length: 300_000 }, () => ({}))));
    await expect(list()).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'rejected' });
  });

  it('leaves out what is no task, and bounds the rest', async () => {
    const odd = [
      null,
      7,
      [],
      {},
      { id: 5 },
      task('long', `${'x'.repeat(100_000)}\u0000`, {
        description: 'y'.repeat(100_000),
        notes: 'y'.repeat(100_000),
        body: { content: '<p>z'.repeat(20_000), contentType: 'html' },
        due: { date: '9999-99-99', is_recurring: true, string: 'every day' },
        dueDateTime: { dateTime: 'soon', timeZone: 'Nowhere/At all' },
        recurrence: { pattern: { type: 'weekly', daysOfWeek: ['caturday'] } },
        priority: 99,
        labels: [1],
        checklistItems: 'none',
      }),
    ];
    sending(page(odd));
    const found = await list();
    expect(found).toHaveLength(1);
    const [read] = found.map((one) =>
      toImportedTask(one, 'id', { account: 'a', homeTimeZone: 'Europe/Berlin', now: NOW }),
    );
    expect(read?.task.title).toHaveLength(300);
    expect((read?.task.notes ?? '').length).toBeLessThanOrEqual(20_000);
    expect(read?.task).not.toHaveProperty('recurrenceRule');
  });
});

it.each(['todoist', 'google'] as const)(
  '%s: deep subtasks become flat, a circle and an orphan stay',
  async (name) => {
    const { list, page, isTasks, lists, task, parent: below } = sources[name];
    const tasks = [
      task('a', 'A'),
      task('c', 'C', below('b')),
      task('b', 'B', below('a')),
      task('x', 'X', below('y')),
      task('y', 'Y', below('x')),
      task('o', 'O', below('gone')),
    ];
    answer = (path) => ({ body: JSON.stringify(page(isTasks(path) ? tasks : lists)) });
    const found = await list();
    expect(found.map(({ title, subtasks }) => [title, subtasks.map((one) => one.title)])).toEqual([
      ['A', ['C', 'B']],
      ['X', []],
      ['Y', []],
      ['O', []],
    ]);
  },
);

it.each(['todoist', 'google'] as const)(
  '%s: a chain of thousands of subtasks is read at once',
  async (name) => {
    const { list, page, isTasks, lists, task, parent: below } = sources[name];
    const chain = Array.from({ length: 15_000 }, (_, at) =>
      task(`t${at}`, `Task ${at}`, at === 0 ? {} : below(`t${at - 1}`)),
    );
    answer = (path) => ({ body: JSON.stringify(page(isTasks(path) ? chain : lists)) });
    const { user: before } = process.cpuUsage();
    const found = await list();
    // Where each task walks the whole way to the top, these are 100 million steps, and half a minute.
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
    expect(found.map(({ title, subtasks }) => [title, subtasks.length])).toEqual([['Task 0', 14_999]]);
  },
);

it('a task that is sent twice is one, also as a subtask, and one below a circle stays', async () => {
  const { list, page, isTasks, lists, task, parent: below } = sources.todoist;
  const tasks = [
    task('a', 'A'),
    task('b', 'B', below('a')),
    task('b', 'B', below('a')),
    task('x', 'X', below('y')),
    task('y', 'Y', below('x')),
    task('z', 'Z', below('x')),
    task('s', 'S', below('s')),
  ];
  answer = (path) => ({ body: JSON.stringify(page(isTasks(path) ? tasks : lists)) });
  const found = await list();
  expect(found.map(({ title, subtasks }) => [title, subtasks.map((one) => one.title)])).toEqual([
    ['A', ['B']],
    ['X', []],
    ['Y', []],
    ['Z', []],
    ['S', []],
  ]);
});

it.each([
  // Midnight in its own zone is the date; what another program converted is read at home.
  ['2026-11-27T00:00:00.0000000', 'UTC', '2026-11-27'],
  ['2026-11-27T00:00:00.0000000', 'Eastern Standard Time', '2026-11-27'],
  ['2026-11-27T05:00:00.0000000', 'UTC', '2026-11-27'],
  ['2026-11-27T04:00:00.0000000', 'UTC', '2026-11-26'],
  // In summer New York is four hours behind.
  ['2026-07-27T04:00:00.0000000', 'UTC', '2026-07-27'],
])('To Do: due %s %s is %s', async (dateTime, timeZone, on) => {
  answer = (path) => ({
    body: JSON.stringify({
      value: sources.toDo.isTasks(path)
        ? [{ id: 'a', title: 'A', dueDateTime: { dateTime, timeZone } }]
        : sources.toDo.lists,
    }),
  });
  expect((await sources.toDo.list())[0]?.due).toEqual({ on });
});

it.each([
  { type: 'absoluteYearly', interval: 1, month: 0, dayOfMonth: 1 },
  { type: 'absoluteMonthly', interval: 1, dayOfMonth: 0 },
])('To Do: a repetition that cannot be is left out, and said: %o', async (pattern) => {
  const dueDateTime = { dateTime: '2026-11-27T00:00:00.0000000', timeZone: 'UTC' };
  answer = (path) => ({
    body: JSON.stringify({
      value: sources.toDo.isTasks(path)
        ? [{ id: 'a', title: 'A', dueDateTime, recurrence: { pattern, range: { type: 'noEnd' } } }]
        : sources.toDo.lists,
    }),
  });
  const [found] = await sources.toDo.list();
  const context = { account: 'a', homeTimeZone: 'Europe/Berlin', now: NOW };
  const { task, problems } = toImportedTask(found as FoundTask, 'id', context);
  expect(task).toEqual({ _id: 'id', title: 'A', dueOn: '2026-11-27', project: 'Tasks' });
  expect(problems).toMatchObject([/^The repetition .*of 'A' was not understood\.$/]);
});

it.each([
  [
    'a floating time in the hour that is skipped',
    { floatingAt: '2026-03-29T02:30:00' },
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'a floating time in the hour that comes twice',
    { floatingAt: '2026-10-25T02:30:00' },
    '2026-10-25T00:30:00.000Z',
  ],
  ['midnight', { floatingAt: '2026-12-31T00:00:00' }, '2026-12-30T23:00:00.000Z'],
])('%s', (_name, due, dueAt) => {
  const found: FoundTask = {
    id: 'a',
    title: 'A',
    notes: [],
    project: null,
    priority: null,
    durationMinutes: null,
    due,
    repeats: null,
    subtasks: [],
  };
  const context = { account: 'a', homeTimeZone: 'Europe/Berlin', now: NOW };
  expect(toImportedTask(found, 'id', context).task.dueAt).toBe(dueAt);
});
