import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import 'fake-indexeddb/auto';
import type { Block, FocusTimer, Task } from '@dayloom/contracts';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findUnsentFocus } from '#features/focus/model/kept-focus.ts';
import { cacheInViews } from '#features/tasks/api.ts';
import { pagesKey } from '#features/tasks/model/cached-tasks.ts';
import { openOfflineStore } from '#lib/offline-store.ts';
import { createRouter } from '#lib/router.ts';
import { RouterProvider } from '#lib/use-router.tsx';
import { getQueue } from '#lib/waiting-changes.ts';
import { answer, fakeServer, refuse, type SeenRequest } from '#test/fake-server.ts';
import { aBlock, aFocusTimer, anOccurrence, aProfile, aTask, config, signInAs } from '#test/fixtures.ts';
import { createMemoryHistory } from '#test/memory-history.ts';
import { renderApp } from '#test/render-app.tsx';
import { createPart } from './router.tsx';
import { RouteFeatureCrash } from './routes/root.tsx';

let isOnline = true;
let people = 0;
/** What this browser keeps belongs to one person; each test has its own. */
let sub = '';
const userKey = () => `${config.oidc.authority} ${sub}`;

beforeEach(() => {
  isOnline = true;
  people += 1;
  sub = `dayloom|${people}`;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => act(() => onlineManager.setOnline(true)));

const goOffline = () => act(() => onlineManager.setOnline(false));
const goOnline = () => act(() => onlineManager.setOnline(true));

/** A server with tasks; `change` is somebody else's. */
function serveTasks(first: Task[], handlers: Parameters<typeof fakeServer>[0] = {}) {
  let tasks = first;
  const change = (id: string, fields: Partial<Task>) => {
    tasks = tasks.map((one) => (one._id === id ? { ...one, ...fields, version: one.version + 1 } : one));
  };
  const describeTask = (id: string) =>
    answer({
      success: true,
      task: tasks.find(({ _id }) => _id === id),
      commandId: crypto.randomUUID(),
      message: '',
    });
  const server = fakeServer({
    'GET /tasks': () => {
      const open = tasks.filter(({ status }) => status === 'open');
      const [upcoming, inbox] = [open, open.filter(({ project }) => !project)].map(({ length }) => length);
      const counts = { inbox, today: 0, upcoming, 'at-risk': 0, someday: 0, done: 0, all: 0 };
      return answer({ success: true, tasks: open, nextCursor: null, counts, message: '' });
    },
    'POST /tasks': ({ body }) => {
      const task = aTask(body as Task);
      tasks = [task, ...tasks];
      return describeTask(task._id);
    },
    ...Object.fromEntries(
      first.flatMap(({ _id: id }) => [
        [`GET /tasks/${id}`, () => describeTask(id)],
        [
          `PATCH /tasks/${id}`,
          ({ body }: SeenRequest) => {
            const { version, ...fields } = body as Partial<Task>;
            if (version !== undefined && version !== tasks.find(({ _id }) => _id === id)?.version)
              return refuse('version_conflict', 'This task was changed elsewhere in the meantime.');
            change(id, fields);
            return describeTask(id);
          },
        ],
      ]),
    ),
    ...handlers,
  });
  const sent = () =>
    server.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body, idempotencyKey }) => ({ method, body, idempotencyKey }));
  return { server, sent, change, list: () => tasks };
}

async function openTasks() {
  signInAs({ sub });
  const app = renderApp('/tasks');
  await screen.findByRole('tab', { name: /Upcoming/ });
  return app;
}

const add = async (text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: 'Add a task' }), `${text}{Enter}`);

test('tasks captured and completed offline wait, are counted, and are sent once', async () => {
  const report = aTask({ title: 'Board report' });
  const { sent } = serveTasks([report]);
  const before = new Date().toISOString();
  await openTasks();
  await screen.findByText('Board report');
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  goOffline();
  expect(
    await screen.findByText(/^Offline since .*\. You see what is saved in this browser\.$/),
  ).toBeTruthy();
  await add('Buy milk');
  // The numbers on the tabs are the server's, with what waits.
  await waitFor(() => expect(tabs()).toEqual(['Inbox2', 'Today', 'Upcoming2', 'At risk', 'Someday', 'Done']));
  await userEvent.click(screen.getByRole('checkbox', { name: /Board report/ }));
  expect(await screen.findByText(/^Offline since .*, 2 changes wait\.$/)).toBeTruthy();
  expect(screen.getByText('Buy milk')).toBeTruthy();
  expect(tabs()).toEqual(['Inbox1', 'Today', 'Upcoming1', 'At risk', 'Someday', 'Done']);
  expect(await (await openOfflineStore(userKey())).listChanges()).toHaveLength(2);
  expect(sent()).toEqual([]);
  const offline = new Date().toISOString();
  goOnline();
  await waitFor(() => expect(screen.queryByText(/^Offline since/)).toBeNull());
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { method: 'POST', body: { title: 'Buy milk' } },
      { method: 'PATCH', body: { status: 'done', version: report.version } },
    ]),
  );
  const { madeAt = '' } = (sent()[1]?.body ?? {}) as { madeAt?: string };
  expect([before <= madeAt, madeAt <= offline]).toEqual([true, true]);
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(await screen.findByText('Your changes are saved')).toBeTruthy();
  expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]);
  await waitFor(() => expect(tabs()).toEqual(['Inbox1', 'Today', 'Upcoming1', 'At risk', 'Someday', 'Done']));
});

test('the time of a captured task is not lost with the answer to it', async () => {
  const task = aTask({ title: 'Dentist' });
  let isLost = true;
  const { server } = serveTasks([], {
    'POST /tasks': () => answer({ success: true, task, commandId: crypto.randomUUID(), message: '' }),
    'POST /blocks': ({ body }) => {
      if (isLost) throw new TypeError('Failed to fetch');
      const block = aBlock({ taskId: task._id, ...(body as { startsAt: string }) });
      return answer({
        success: true,
        commandId: crypto.randomUUID(),
        plan: { revision: 1, plannedAt: null, blocks: [block] },
        message: '',
      });
    },
  });
  const listPins = () => server.seen.filter(({ method, path }) => method === 'POST' && path === '/blocks');
  await openTasks();
  await add('Dentist tomorrow 14:30');
  await waitFor(() => expect(listPins()).toHaveLength(1));
  isLost = false;
  goOffline();
  goOnline();
  await waitFor(() => expect(listPins()).toHaveLength(2));
  const [first, ...again] = listPins();
  expect(again.map(({ body, idempotencyKey }) => ({ body, idempotencyKey }))).toEqual([
    { body: first?.body, idempotencyKey: first?.idempotencyKey },
  ]);
  const keys = server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).not.toContain(null);
  expect(new Set(keys).size).toBe(2);
  await waitFor(async () => expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]));
});

test('the dashboard counts the open tasks with what waits, and plans when the network is back', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const report = aTask({ title: 'Board report' });
  serveTasks([report, aTask({ title: 'Other' })]);
  const { router } = await openTasks();
  const goTo = (address: string) => act(() => router.navigate(address));
  await goTo('/dashboard');
  expect(await screen.findByText('nothing planned today · 2 open tasks')).toBeTruthy();
  await goTo('/tasks');
  goOffline();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Board report/ }));
  await add('Buy milk');
  await add('Buy bread');
  await goTo('/dashboard');
  expect(await screen.findByText('nothing planned today · 3 open tasks')).toBeTruthy();
  // The planner of the server is out of reach.
  const plan = await screen.findByRole<HTMLButtonElement>('button', { name: 'Plan my day' });
  expect([plan.disabled, plan.title]).toEqual([true, 'Planning needs a connection']);
  goOnline();
  await waitFor(() => expect([plan.disabled, plan.title]).toEqual([false, '']));
});

test('the numbers on the tabs stay true while lists are asked for again and the answer is given up', async () => {
  const task = aTask({ title: 'Board report' });
  let isSlow = false;
  const counts = { inbox: 1, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  serveTasks([task], {
    'GET /tasks': () =>
      isSlow
        ? new Promise<Response>(() => {})
        : answer({ success: true, tasks: [task], nextCursor: null, counts, message: '' }),
  });
  const { queryClient } = await openTasks();
  await screen.findByText('Board report');
  const upcoming = () => screen.getByRole('tab', { name: /Upcoming/ }).textContent;
  await waitFor(() => expect(upcoming()).toBe('Upcoming1'));
  isSlow = true;
  act(() => cacheInViews(queryClient, aTask({ title: 'Letter' }), ['upcoming']));
  await screen.findByText('Letter');
  expect(upcoming()).toBe('Upcoming2');
  void queryClient.invalidateQueries({ queryKey: pagesKey });
  await waitFor(() => expect(queryClient.isFetching({ queryKey: pagesKey })).toBe(1));
  await act(() => queryClient.cancelQueries({ queryKey: pagesKey }));
  await waitFor(() => expect(queryClient.isFetching({ queryKey: pagesKey })).toBe(0));
  expect(upcoming()).toBe('Upcoming2');
});

test('a change whose answer was lost is sent again with the same key, and done once', async () => {
  const [report, letter] = [aTask({ title: 'Board report' }), aTask({ title: 'Letter' })];
  /** Keeps the answers by their keys, like the server. The first answer to each is lost. */
  const done = new Map<string | null, () => Response>();
  const losing = (work: (request: SeenRequest) => () => Response) => (request: SeenRequest) => {
    const answered = done.get(request.idempotencyKey);
    if (answered) return answered();
    done.set(request.idempotencyKey, work(request));
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  let captured: Task[] = [];
  const { server, change, list } = serveTasks([report, letter], {
    'GET /health': () => answer({ success: true }),
    'POST /tasks': losing(({ body }) => {
      const task = aTask(body as Task);
      captured = [...captured, task];
      return () => answer({ success: true, task, commandId: crypto.randomUUID(), message: '' });
    }),
    [`PATCH /tasks/${report._id}`]: losing(({ body }) => {
      change(report._id, body as Partial<Task>);
      const task = list().find(({ _id }) => _id === report._id);
      return () => answer({ success: true, task, commandId: crypto.randomUUID(), message: '' });
    }),
  });
  await openTasks();
  await screen.findByText('Board report');
  await add('Buy milk');
  await userEvent.click(screen.getByRole('checkbox', { name: /Board report/ }));
  const listKeys = (method: string) =>
    server.seen.filter((request) => request.method === method).map(({ idempotencyKey }) => idempotencyKey);
  for (const method of ['POST', 'PATCH']) {
    await waitFor(() => expect(listKeys(method).length).toBeGreaterThan(1));
    expect(new Set(listKeys(method)).size).toBe(1);
    expect(listKeys(method)[0]).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(captured.map(({ title }) => title)).toEqual(['Buy milk']);
  expect(list().find(({ _id }) => _id === report._id)?.version).toBe(report.version + 1);
  await waitFor(async () => expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]));
});

describe('a task that was changed elsewhere meanwhile', () => {
  async function renameOffline(theirs: Partial<Task>) {
    const report = aTask({ title: 'Board report' });
    const tasks = serveTasks([report]);
    await openTasks();
    await userEvent.click(await screen.findByText('Board report'));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    goOffline();
    await userEvent.clear(title);
    await userEvent.type(title, 'Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/1 change waits/);
    tasks.change(report._id, theirs);
    goOnline();
    return tasks;
  }

  test('in another field keeps both changes', async () => {
    const { list } = await renameOffline({ notes: 'Theirs' });
    await waitFor(() => expect(list()).toMatchObject([{ title: 'Mine', notes: 'Theirs', version: 3 }]));
    expect(screen.queryByText(/your decision/)).toBeNull();
  });

  test.each([
    ['Keep mine', 'Mine'],
    ['Take theirs', 'Theirs'],
  ])('in the same field shows both; %s', async (choice, result) => {
    const { list } = await renameOffline({ title: 'Theirs' });
    expect(await screen.findByText('1 change needs your decision.')).toBeTruthy();
    expect(list()).toMatchObject([{ title: 'Theirs' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
    const dialog = await screen.findByRole('dialog', { name: 'Changes that need your decision' });
    expect(within(dialog).getByRole('row', { name: 'Title Mine Theirs' })).toBeTruthy();
    expect(screen.queryByText('Your change is saved')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
    await waitFor(() => expect(list()).toMatchObject([{ title: result }]));
    // The button that opened the dialog is gone too.
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });
});

test('signing out warns of a change whose request has no answer yet', async () => {
  serveTasks([], { 'POST /tasks': () => new Promise(() => {}) });
  await openTasks();
  await add('Buy milk');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText(/^1 change is not on the server yet\. Signing out removes/)).toBeTruthy();
});

test('signing out ends the subscription of this browser, also from a page without its service worker', async () => {
  const unsubscribe = vi.fn(async () => true);
  const subscription = { endpoint: 'https://push.example.com/x', unsubscribe };
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    getNotifications: async () => [],
  };
  const leave = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  serveTasks([]);
  await openTasks();
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { controller: null, getRegistration: async () => registration },
  });
  try {
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});

test('signing out warns of changes that wait, and empties what is kept', async () => {
  serveTasks([]);
  const leave = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  await openTasks();
  const store = await openOfflineStore(userKey());
  await store.keepResponses([{ topic: 'plan', key: ['plan'], data: {}, readAt: 1 }]);
  goOffline();
  await add('Buy milk');
  await screen.findByText(/1 change waits/);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to Sign Out?' });
  expect(within(dialog).getByText(/^1 change is not on the server yet\. Signing out removes/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(leave).toHaveBeenCalled());
  const again = await openOfflineStore(userKey());
  expect([await again.listChanges(), await again.listResponses()]).toEqual([[], []]);
});

describe('the focus timer over the pages', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

  /** A server with one timer, which another device can change. */
  function serveTimer(first: Partial<FocusTimer>) {
    let saved = aFocusTimer({ version: 3, ...first });
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const { server } = serveTasks([], {
      'GET /focus': () =>
        isOnline
          ? answer({
              success: true,
              now: new Date().toISOString(),
              timer: saved,
              task: null,
              todayMinutes: 0,
              todaySessions: 0,
              message: '',
            })
          : lost(),
      'PUT /focus/timer': ({ body }) => {
        if (!isOnline) return lost();
        if ((body as FocusTimer).version !== saved.version)
          return refuse('version_conflict', 'Changed elsewhere');
        saved = { ...(body as FocusTimer), version: saved.version + 1 };
        return answer({ success: true, timer: saved, message: '' });
      },
    });
    return {
      get timer() {
        return saved;
      },
      change: (fields: Partial<FocusTimer>) => {
        saved = { ...saved, ...fields, version: saved.version + 1 };
      },
      changes: () => server.count('PUT /focus/timer'),
    };
  }

  const setOnline = (next: boolean) => {
    isOnline = next;
    act(() => onlineManager.setOnline(next));
  };
  const findPlayer = async () => within(await screen.findByRole('region', { name: 'Focus timer' }));
  const press = async (name: string) =>
    userEvent.click(await (await findPlayer()).findByRole('button', { name }));

  /** The page is opened without a network, after it was open with one. */
  async function openOffline(first: Partial<FocusTimer>) {
    const server = serveTimer(first);
    const before = await openTasks();
    await findPlayer();
    before.unmount();
    setOnline(false);
    await openTasks();
    return server;
  }

  test('is shown and changed without a network, and sent once when it is back', async () => {
    const server = await openOffline({ endsAt: inMinutes(10) });
    expect((await findPlayer()).getByRole('timer').textContent).toMatch(/^(?:10:00|09:5\d)$/);
    await press('Pause the timer');
    await press('Go on with the timer');
    await press('Pause the timer');
    await (await findPlayer()).findByRole('button', { name: 'Go on with the timer' });
    expect(screen.queryByText(/could not be/)).toBeNull();
    expect(server.changes()).toBe(0);
    expect(await screen.findByText(/^Offline since .*, 1 change waits\./)).toBeTruthy();
    setOnline(true);
    await waitFor(() => expect(server.timer).toMatchObject({ endsAt: null, version: 4 }));
    expect(await screen.findByText('Your change is saved')).toBeTruthy();
    expect(Math.round(server.timer.leftMs / MINUTE_MS)).toBe(10);
    await press('Go on with the timer');
    await waitFor(() => expect(server.timer).toMatchObject({ endsAt: expect.any(String), version: 5 }));
  });

  test('yields to the one of another device that runs', async () => {
    const server = await openOffline({ endsAt: inMinutes(10) });
    await press('Pause the timer');
    server.change({ mode: 'short', endsAt: inMinutes(4) });
    setOnline(true);
    await (await findPlayer()).findByText('Short break');
    expect((await findPlayer()).getByRole('button', { name: 'Pause the timer' })).toBeTruthy();
    expect(server.changes()).toBe(0);
  });

  test('changes of one moment arrive in their order', async () => {
    const server = serveTimer({ endsAt: inMinutes(10) });
    await openTasks();
    for (const name of ['Pause', 'Go on with', 'Pause']) await press(`${name} the timer`);
    await waitFor(() => expect(server.timer).toMatchObject({ endsAt: null }));
    await waitFor(() => expect(findUnsentFocus(userKey())).toBeNull());
    expect(server.timer.endsAt).toBeNull();
    expect((await findPlayer()).getByRole('button', { name: 'Go on with the timer' })).toBeTruthy();
  });

  test('is named before signing out loses what it has counted', async () => {
    await openOffline({ endsAt: inMinutes(10) });
    await press('Pause the timer');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to Sign Out?' });
    expect(within(dialog).getByText(/^Your focus timer is not on the server yet\./)).toBeTruthy();
  });
});

/** A server with one block, of a task of the list, which may have others. */
function serveBlock(recurrenceRule: string | null = null, ...others: Task[]) {
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const task = aTask({ title: 'Board report', durationMinutes: 60, recurrenceRule });
  const block = aBlock({
    taskId: task._id,
    title: task.title,
    startsAt: minutes(-30),
    endsAt: minutes(30),
    version: 3,
  });
  task.planned = {
    blockId: block._id,
    blockCount: 1,
    places: [],
    startsAt: block.startsAt,
    endsAt: block.endsAt,
  };
  let blocks = [block];
  const done = new Set<string | null>();
  const describePlan = (commandId: string | null) =>
    answer({
      success: true,
      plan: { revision: 1, plannedAt: block.startsAt, blocks },
      commandId,
      message: '',
    });
  const change = ({ method, path, query, body, idempotencyKey }: SeenRequest) => {
    if (done.has(idempotencyKey)) return describePlan(idempotencyKey);
    const own = blocks.find(({ _id }) => path === `/blocks/${_id}`);
    if (!own) return refuse('not_found', 'The block does not exist.');
    const { version, finishedAt: _, ...fields } = (body ?? {}) as Partial<Block> & { finishedAt?: string };
    const seen = version ?? (Number(new URLSearchParams(query).get('version')) || undefined);
    if (seen !== undefined && seen !== own.version)
      return refuse('version_conflict', 'This block was changed elsewhere in the meantime.');
    const changed = { ...own, ...fields, version: own.version + 1 };
    blocks = blocks.flatMap((one) => (one === own ? (method === 'DELETE' ? [] : [changed]) : one));
    done.add(idempotencyKey);
    return describePlan(idempotencyKey);
  };
  const served = serveTasks([task, ...others], {
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 1, plannedAt: block.startsAt, blocks },
        proposal: null,
        atRisk: [],
        message: '',
      }),
    'POST /blocks': ({ body, idempotencyKey }) => {
      const { taskId } = body as Block;
      const pinned = served.list().find(({ _id }) => _id === taskId);
      if (pinned?.status !== 'open') return refuse('not_found', 'The open task was not found.');
      if (!done.has(idempotencyKey))
        blocks = [...blocks, aBlock({ ...(body as Block), title: pinned.title, isPinned: true })];
      done.add(idempotencyKey);
      return describePlan(idempotencyKey);
    },
    'PATCH /blocks/*': change,
    'DELETE /blocks/*': change,
    [`GET /blocks/${block._id}/why`]: () =>
      answer({ success: true, explanation: { summary: '', places: [], placesTried: 1 }, message: '' }),
  });
  const changeBlock = (fields: Partial<Block> | null) => {
    blocks = fields ? blocks.map((one) => ({ ...one, ...fields, version: one.version + 1 })) : [];
  };
  return {
    ...served,
    changeTask: served.change,
    block,
    later: minutes,
    changeBlock,
    list: () => blocks,
  };
}

describe('a block that is under way', () => {
  async function openDashboard() {
    signInAs({ sub });
    renderApp('/dashboard');
    await screen.findByRole('button', { name: 'Done' });
  }

  /** Makes the change without a network, and returns when it waits. */
  const press = async (name: string, count = 1) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByText(
      count === 1 ? /^Offline since .*, 1 change waits\.$/ : /^Offline since .*, 2 changes wait\.$/,
    );
  };

  test('is lengthened and finished without a network, and each is sent once when it is back', async () => {
    const { sent, block, list } = serveBlock();
    await openDashboard();
    goOffline();
    const before = Date.now();
    await press('+15 min');
    expect(
      await screen.findByText(/^Board report lasts until .*\. It waits for the connection$/),
    ).toBeTruthy();
    await press('Done', 2);
    expect(await screen.findByText('Board report is done. It waits for the connection')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
    expect(await (await openOfflineStore(userKey())).listChanges()).toHaveLength(2);
    expect(sent()).toEqual([]);
    goOnline();
    await waitFor(() => expect(sent()).toHaveLength(3));
    const longer = new Date(Date.parse(block.endsAt) + 15 * MINUTE_MS).toISOString();
    expect(sent().map(({ body }) => body)).toEqual([
      { endsAt: longer, isPinned: false, version: 3 },
      // Made on top of the first, which has changed the version.
      { state: 'done', version: 3, finishedAt: expect.any(String) },
      { state: 'done', version: 4, finishedAt: expect.any(String) },
    ]);
    const { finishedAt = '' } = (sent()[1]?.body ?? {}) as { finishedAt?: string };
    expect(Date.parse(finishedAt)).toBeGreaterThanOrEqual(before);
    expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(await screen.findByText('Your changes are saved')).toBeTruthy();
    expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]);
    expect(list()).toMatchObject([{ endsAt: longer, state: 'done', version: 5 }]);
  });

  test('completes its task on the dashboard too', async () => {
    const { server, block } = serveBlock();
    const { router } = await openTasks();
    await screen.findByText('Board report');
    await act(() => router.navigate('/dashboard'));
    await screen.findByRole('button', { name: 'Done' });
    await waitFor(() => expect(server.count(`GET /tasks/${block.taskId}`)).toBeGreaterThan(0));
    goOffline();
    await press('Done');
    expect(await screen.findByText('everything fits')).toBeTruthy();
    expect(screen.queryByText('1 not planned yet')).toBeNull();
  });

  test('is undone before it is sent', async () => {
    const { sent } = serveBlock();
    await openDashboard();
    goOffline();
    await press('Done');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
    goOnline();
    await waitFor(() => expect(screen.queryByText(/^Offline since/)).toBeNull());
    expect(sent()).toEqual([]);
  });

  test('needs no decision when it was changed elsewhere in something else, or in the same', async () => {
    const { sent, block, changeBlock } = serveBlock();
    await openDashboard();
    goOffline();
    await press('Done');
    changeBlock({ isPinned: true });
    goOnline();
    await waitFor(() =>
      expect(sent().map(({ body }) => body)).toMatchObject([
        { state: 'done', version: 3 },
        { state: 'done', version: 4 },
      ]),
    );
    expect(await screen.findByText('Your change is saved')).toBeTruthy();
    expect(block.version).toBe(3);
  });

  test.each([
    { choice: 'Keep mine', isMine: true },
    { choice: 'Take theirs', isMine: false },
  ])('asks when it was moved elsewhere: $choice', async ({ choice, isMine }) => {
    const { block, changeBlock, list, later } = serveBlock();
    await openDashboard();
    goOffline();
    await press('Done');
    const theirs = { startsAt: later(600), endsAt: later(660) };
    changeBlock(theirs);
    goOnline();
    await userEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    const versions = await screen.findByRole('region', { name: '“Board report”' });
    expect(within(versions).getByRole('row', { name: /^Time / })).toBeTruthy();
    expect(within(versions).getByRole('row', { name: 'Status Done Planned' })).toBeTruthy();
    await userEvent.click(within(versions).getByRole('button', { name: choice }));
    const { startsAt, endsAt } = block;
    await waitFor(() =>
      expect(list()).toMatchObject([
        isMine ? { startsAt, endsAt, state: 'done' } : { ...theirs, state: 'planned' },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
  });

  test.each([
    { choice: 'Complete the task', body: { status: 'done' } },
    { choice: 'Discard my change', body: null },
  ])('says that it was removed elsewhere: $choice', async ({ choice, body }) => {
    const { changeBlock, list, server, block } = serveBlock();
    await openDashboard();
    goOffline();
    await press('Done');
    changeBlock(null);
    goOnline();
    await userEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    expect(await screen.findByText(/^This planned time was removed elsewhere/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
    const changes = () =>
      server.seen.filter(({ method, path }) => method === 'PATCH' && path === `/tasks/${block.taskId}`);
    await waitFor(() => expect(changes().map((one) => one.body)).toEqual(body ? [body] : []));
    expect(list()).toEqual([]);
  });

  test('is named before signing out loses what waits', async () => {
    serveBlock();
    await openDashboard();
    goOffline();
    await press('Done');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText(/^1 change is not on the server yet\./)).toBeTruthy();
  });
});

describe('the plan in the calendar', () => {
  beforeEach(() => {
    // In the morning: in the last hour of a day, the next hour is on another one.
    vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });

  const other = aTask({ title: 'Letter', durationMinutes: 60 });

  /** Opens the details of the block without a network. */
  async function open(block: Block) {
    signInAs({ sub });
    const app = renderApp(`/calendar-flow?view=day&block=${block._id}`);
    await screen.findByRole('button', { name: 'Remove from plan' });
    await screen.findByRole('button', { name: 'Pin Letter to the next hour' });
    goOffline();
    return app;
  }
  const press = async (name: string, waiting = '1 change waits') => {
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByText(new RegExp(`^Offline since .*, ${waiting}\\.`));
  };
  const blockName = (title: string) => new RegExp(`^${title}, Planned block`);
  const findBlock = (title: string) => screen.queryByRole('button', { name: blockName(title) });
  /** Waits until the block is drawn. */
  const focusBlock = async (title: string) =>
    (await screen.findByRole('button', { name: blockName(title) })).focus();
  const listDeletions = ({ seen }: { seen: readonly SeenRequest[] }) =>
    seen.filter(({ method }) => method === 'DELETE');

  test('loses a block that is removed without a network, sent once when it is back', async () => {
    const { server, block, list } = serveBlock(null, other);
    await open(block);
    await waitFor(() => expect(findBlock('Board report')).toBeTruthy());
    await press('Remove from plan');
    expect(
      await screen.findByText('Board report is removed from the plan. It waits for the connection'),
    ).toBeTruthy();
    expect(findBlock('Board report')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Pin Board report to the next hour' })).toBeTruthy();
    const [kept] = await (await openOfflineStore(userKey())).listChanges();
    expect(listDeletions(server)).toEqual([]);
    goOnline();
    expect(await screen.findByText('Your change is saved')).toBeTruthy();
    expect(listDeletions(server)).toMatchObject([
      {
        path: `/blocks/${block._id}`,
        query: expect.stringMatching(/^version=3&madeAt=/),
        idempotencyKey: kept?.id,
      },
    ]);
    expect(list()).toEqual([]);
    expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]);
  });

  test('has a removed block again when the removal is undone before it is sent', async () => {
    const { server, block, list } = serveBlock(null, other);
    await open(block);
    await press('Remove from plan');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(findBlock('Board report')).toBeTruthy());
    goOnline();
    await waitFor(() => expect(screen.queryByText(/^Offline since/)).toBeNull());
    expect(listDeletions(server)).toEqual([]);
    expect(list()).toEqual([block]);
  });

  test.each([
    {
      what: 'finished',
      theirs: { state: 'done', isFinished: true },
      row: 'Status Planned Done',
      choice: 'Keep it',
    },
    { what: 'moved', theirs: null, row: /^Time /, choice: 'Remove it' },
  ] as const)(
    'asks about a removed block that was $what elsewhere: $choice',
    async ({ theirs, row, choice }) => {
      const { block, changeBlock, list, later } = serveBlock(null, other);
      await open(block);
      await press('Remove from plan');
      changeBlock(theirs ?? { startsAt: later(600), endsAt: later(660) });
      const changed = list();
      goOnline();
      await userEvent.click(await screen.findByRole('button', { name: 'Decide' }));
      const versions = await screen.findByRole('region', { name: '“Board report”' });
      expect(
        within(versions).getByText(/^You removed this planned time\. It was changed elsewhere/),
      ).toBeTruthy();
      expect(within(versions).getByRole('row', { name: row })).toBeTruthy();
      expect(list()).toEqual(changed);
      await userEvent.click(within(versions).getByRole('button', { name: choice }));
      await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
      await waitFor(() => expect(list()).toEqual(choice === 'Keep it' ? changed : []));
    },
  );

  test.each([
    { what: 'removed', theirs: null, count: 1 },
    { what: 'pinned', theirs: { isPinned: true }, count: 2 },
  ])('asks nothing about a removed block that was $what elsewhere', async ({ theirs, count }) => {
    const { server, block, changeBlock, list } = serveBlock(null, other);
    await open(block);
    await press('Remove from plan');
    changeBlock(theirs);
    goOnline();
    expect(await screen.findByText('Your change is saved')).toBeTruthy();
    expect(listDeletions(server)).toHaveLength(count);
    expect(list()).toEqual([]);
  });

  test('skips a time of a task that repeats when it was skipped', async () => {
    const { server, block, list } = serveBlock('FREQ=DAILY', other);
    await open(block);
    const before = Date.now();
    await press('Skip this time');
    expect(
      await screen.findByText(/^Board report is skipped on .*\. It waits for the connection$/),
    ).toBeTruthy();
    const after = Date.now();
    goOnline();
    expect(await screen.findByText('Your change is saved')).toBeTruthy();
    const [sent, ...again] = listDeletions(server).map(({ query }) => new URLSearchParams(query));
    expect(again).toEqual([]);
    expect([sent?.get('skipsOccurrence'), sent?.get('version')]).toEqual(['true', '3']);
    const madeAt = Date.parse(sent?.get('madeAt') ?? '');
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(after);
    expect(list()).toEqual([]);
  });

  test.each([
    {
      what: 'finished',
      theirs: { state: 'done', isFinished: true },
      why: /^You skipped this planned time/,
      choice: 'Keep it',
    },
    {
      what: 'removed',
      theirs: null,
      why: /^This planned time was removed elsewhere/,
      choice: 'Discard my change',
    },
  ] as const)('does not skip what was $what elsewhere', async ({ theirs, why, choice }) => {
    const { server, block, changeBlock, list } = serveBlock('FREQ=DAILY', other);
    await open(block);
    await press('Skip this time');
    changeBlock(theirs);
    const changed = list();
    goOnline();
    await userEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    const question = await screen.findByRole('region', { name: '“Board report”' });
    expect(within(question).getByText(why)).toBeTruthy();
    const buttons = within(question).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([choice]);
    await userEvent.click(buttons[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
    expect(listDeletions(server)).toHaveLength(1);
    expect(list()).toEqual(changed);
  });

  test('has a task that is pinned without a network, and what is changed about its block', async () => {
    const { sent, block, list } = serveBlock(null, other);
    await open(block);
    await press('Pin Letter to the next hour');
    expect(await screen.findByText(/^Letter is pinned to .*\. It waits for the connection$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pin Letter to the next hour' })).toBeNull();
    await focusBlock('Letter');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByText(/^Offline since .*, 2 changes wait\./);
    goOnline();
    expect(await screen.findByText('Your changes are saved')).toBeTruthy();
    const [pin, move, ...more] = sent();
    const { _id, startsAt } = (pin?.body ?? {}) as Block;
    expect([pin, move]).toMatchObject([
      { method: 'POST', body: { taskId: other._id } },
      { method: 'PATCH', body: { isPinned: true, version: 1 } },
    ]);
    expect(more).toEqual([]);
    const { startsAt: later } = (move?.body ?? {}) as Block;
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(startsAt));
    expect(list()).toMatchObject([{ _id: block._id }, { _id, startsAt: later, version: 2 }]);
  });

  test('loses a pin that is undone, with later changes of its block', async () => {
    const { sent, block, list } = serveBlock(null, other);
    const { queryClient } = await open(block);
    await press('Pin Letter to the next hour');
    const [pin] = await (await openOfflineStore(userKey())).listChanges();
    await focusBlock('Letter');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByText(/^Offline since .*, 2 changes wait\./);
    await act(() => getQueue(queryClient).withdraw(pin?.id ?? ''));
    await waitFor(() => expect(findBlock('Letter')).toBeNull());
    expect(await (await openOfflineStore(userKey())).listChanges()).toEqual([]);
    goOnline();
    expect(sent()).toEqual([]);
    expect(list()).toEqual([block]);
  });

  test('says that a pinned task was completed elsewhere', async () => {
    const { block, changeTask, list } = serveBlock(null, other);
    await open(block);
    await press('Pin Letter to the next hour');
    changeTask(other._id, { status: 'done' });
    goOnline();
    await userEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    expect(await screen.findByText(/^This task was completed or deleted elsewhere before you/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Discard my change' }));
    await waitFor(() => expect(screen.queryByText(/your decision/)).toBeNull());
    expect(list()).toEqual([block]);
  });

  test('is named before signing out loses what waits', async () => {
    const { block } = serveBlock(null, other);
    await open(block);
    await press('Remove from plan');
    await press('Pin Letter to the next hour', '2 changes wait');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText(/^2 changes are not on the server yet\./)).toBeTruthy();
  });
});

test('an expired token leads nowhere without a network, and the kept tasks and events are shown', async () => {
  signInAs({ sub });
  const [key] = Object.keys(localStorage).filter((name) => name.startsWith('oidc.user:'));
  const user = User.fromStorageString(localStorage.getItem(key ?? '') ?? '');
  user.expires_at = Math.floor(Date.now() / 1_000) - 60;
  localStorage.setItem(key ?? '', user.toStorageString());
  const page = { success: true, tasks: [aTask({ title: 'Kept task' })], nextCursor: null, counts: {} };
  const at = new Date();
  at.setHours(12, 0, 0, 0);
  const meeting = anOccurrence({
    title: 'Kept meeting',
    startsAt: at.toISOString(),
    endsAt: new Date(at.getTime() + HOUR_MS).toISOString(),
  });
  const range = [-14, 42].map((days) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days));
  const keep = (topic: string, names: readonly string[], data: unknown) => {
    return { topic, key: names, data, readAt: Date.now() };
  };
  const store = await openOfflineStore(userKey());
  await store.keepResponses([
    keep('profile', ['profile'], aProfile()),
    keep('tasks upcoming', ['tasks', 'pages', 'upcoming', ''], { pages: [page], pageParams: [''] }),
    keep('events', ['events', 'range', ...range.map((day) => day.toISOString())], {
      success: true,
      occurrences: [meeting],
      message: '',
    }),
    keep('calendars', ['calendars'], { success: true, calendars: [], message: '' }),
    keep('plan', ['plan'], {
      success: true,
      plan: { revision: 0, plannedAt: null, blocks: [] },
      proposal: null,
      atRisk: [],
      message: '',
    }),
  ]);
  isOnline = false;
  onlineManager.setOnline(false);
  const { seen } = fakeServer();
  const { router, address } = renderApp('/tasks?view=inbox');
  expect(await screen.findByText('Kept task')).toBeTruthy();
  expect(screen.getAllByText('Maya Okafor').length).toBeGreaterThan(0);
  await router.navigate('/calendar-flow?view=agenda');
  expect(await screen.findByText('Kept meeting')).toBeTruthy();
  await router.navigate('/calendar-flow?view=week&date=2031-05-06');
  expect(
    await screen.findByText(/^This browser keeps the calendar from .+ to .+\. Events of other/),
  ).toBeTruthy();
  expect(screen.queryByText(/Loading/)).toBeNull();
  await router.navigate('/chat');
  expect(
    await screen.findByText('The chat needs a connection. This opens as soon as the connection is back.'),
  ).toBeTruthy();
  expect(address()).toBe('/chat');
  expect(seen.filter(({ path }) => path !== '/stream')).toEqual([]);
});

/** A page whose files load only while there is a network. */
function renderPage(failure: () => Error) {
  const load = createPart(RouteFeatureCrash, async () => {
    if (!isOnline) throw failure();
    return () => <p>The page</p>;
  });
  const router = createRouter(createMemoryHistory('/'), () => load());
  render(<RouterProvider router={router}>{(Page) => Page && <Page />}</RouterProvider>);
}

test('a page that was never loaded opens when the network is back', async () => {
  isOnline = false;
  renderPage(() => new TypeError('Failed to fetch dynamically imported module'));
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
  isOnline = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('The page')).toBeTruthy();
});

test('another failure is no matter of the network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isOnline = false;
  renderPage(() => new Error('Broken'));
  expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy();
});
