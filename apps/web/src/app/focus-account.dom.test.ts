import { MINUTE_MS } from '@dayloom/time';
import 'fake-indexeddb/auto';
import type { FocusTimer, Task } from '@dayloom/contracts';
import { onlineManager } from '@tanstack/react-query';
import { User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { focusMarkup } from '#features/focus/components/focus-markup.ts';
import { startFocusPage } from '#features/focus/components/focus-page.ts';
import { readKeptFocus } from '#features/focus/model/kept-focus.ts';
import { openOfflineStore } from '#lib/offline-store.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { getQueue } from '#lib/waiting-changes.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aFocusTimer, aTask, config, signInAs } from '#test/fixtures.ts';
import { openAccount } from './focus-account.ts';
import { startOffline } from './offline/start.ts';

const timer = aFocusTimer();
/** Generous: the first test also loads the modules. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 30_000);

test('a session that is longer than its access token is recorded with a new one', async () => {
  signInAs();
  const key = `oidc.user:${config.oidc.authority}:${config.oidc.clientId}`;
  const old = User.fromStorageString(localStorage.getItem(key) ?? '').access_token;
  vi.spyOn(UserManager.prototype, 'signinSilent').mockImplementation(async () => {
    const user = User.fromStorageString(localStorage.getItem(key) ?? '');
    user.access_token = 'renewed';
    localStorage.setItem(key, user.toStorageString());
    return user;
  });
  const task = aTask({ title: 'Board report' });
  const place = { startsAt: '2026-11-20T10:00:00Z', endsAt: '2026-11-20T12:00:00Z' };
  const proposal = {
    _id: crypto.randomUUID(),
    state: 'pending',
    baseRevision: 1,
    createdAt: place.startsAt,
    changes: [
      {
        id: 'a',
        taskId: crypto.randomUUID(),
        occurrenceOn: null,
        title: 'Letter',
        kind: 'added',
        from: null,
        to: place,
        reason: null,
      },
    ],
    stayed: 0,
    notPlannedYet: 0,
    atRisk: [],
    cost: 0,
    bound: 0,
    gap: 0,
    horizon: place,
  };
  let isExpired = false;
  const commandId = crypto.randomUUID();
  const forUser = (body: object) => (request: { token: string | null }) =>
    isExpired && request.token === old ? refuse('unauthenticated', 'Invalid token') : answer(body);
  const counts = { inbox: 0, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const focus = {
    success: true,
    now: new Date().toISOString(),
    todayMinutes: 0,
    todaySessions: 0,
    message: '',
  };
  const server = fakeServer({
    'GET /config.json': () => answer(config),
    'GET /tasks': forUser({ success: true, tasks: [task], nextCursor: null, counts, message: '' }),
    'GET /focus': forUser({ ...focus, timer: { ...timer, taskId: task._id }, task }),
    'PUT /focus/timer': ({ body }) =>
      answer({ success: true, timer: { ...(body as FocusTimer), version: 1 }, message: '' }),
    'POST /focus/sessions': forUser({ success: true, commandId, taskWas: 'open', message: '' }),
    [`POST /commands/${commandId}/undo`]: () =>
      answer({ success: true, commandId, notice: null, message: '' }),
    'POST /plan/proposals': forUser({ success: true, proposal, message: '' }),
  });
  document.body.innerHTML = focusMarkup;
  const ended = { ...timer, endsAt: Date.now() - MINUTE_MS, leftMs: 0 };
  localStorage.setItem('dayloom.focus', JSON.stringify(ended));
  const stop = startFocusPage(document.body, openAccount);
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  await eventually(() =>
    expect(find('[data-question]')?.textContent).toBe("25 min on 'Board report'. How did it go?"),
  );

  isExpired = true;
  find('[data-answer="done"]')?.focus();
  find('[data-answer="done"]')?.click();
  find('[data-answer="more"]')?.click();
  await eventually(() => expect(find('[data-result]')?.textContent).toContain('The task is done.'));
  // The time that became free is offered to other work.
  await eventually(() => expect(find('[data-result] a')?.textContent).toBe('Look at the new plan'));
  const recorded = server.seen.filter(({ path }) => path === '/focus/sessions');
  expect(recorded.map(({ token }) => token)).toEqual([old, 'renewed']);
  expect(recorded[1]?.body).toMatchObject({ taskId: task._id, outcome: 'done' });
  // By keyboard: the focus moves from the removed buttons to the text in their place.
  expect(document.activeElement).toBe(find('[data-result]'));
  find('[data-result] button')?.focus();
  find('[data-result] button')?.click();
  await eventually(() => expect(find('[data-result]')?.textContent).toBe('That is undone.'));
  expect(document.activeElement).toBe(find('[data-result]'));
  stop();
});

test('without a session the timer works alone', async () => {
  fakeServer({ 'GET /config.json': () => answer(config) });
  document.body.innerHTML = focusMarkup;
  expect(await openAccount(document.body, () => {})).toBeNull();
});

test('a clock that is set forward takes nothing from a session: the server has the time', async () => {
  signInAs({ sub: 'dayloom|focus-clock' });
  localStorage.removeItem('dayloom.focus');
  const realNow = Date.now;
  const saved = aFocusTimer({
    version: 3,
    endsAt: new Date(Date.now() + 20 * MINUTE_MS).toISOString(),
    leftMs: 20 * MINUTE_MS,
  });
  const server = fakeServer({
    'GET /config.json': () => answer(config),
    'GET /tasks': () =>
      answer({
        success: true,
        tasks: [],
        nextCursor: null,
        counts: { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 },
        message: '',
      }),
    'GET /focus': () =>
      answer({
        success: true,
        now: new Date(realNow()).toISOString(),
        timer: saved,
        task: null,
        todayMinutes: 0,
        todaySessions: 0,
        message: '',
      }),
  });
  document.body.innerHTML = focusMarkup;
  const stop = startFocusPage(document.body, openAccount);
  await eventually(() => expect(document.querySelector('[data-toggle]')?.textContent).toBe('Pause'));
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 60 * MINUTE_MS);
  const asked = server.count('GET /focus');
  await eventually(() => expect(server.count('GET /focus')).toBe(asked + 1));
  await eventually(() => {
    const kept = JSON.parse(localStorage.getItem('dayloom.focus') ?? '{}');
    expect(Math.abs(kept.endsAt - Date.now() - 20 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  });
  expect(document.querySelector('[data-time]')?.textContent).toMatch(/^(?:20:00|19:\d\d)$/);
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  stop();
});

describe('while the server cannot be reached', () => {
  const task = aTask({
    title: 'Board report',
    durationMinutes: 90,
    planned: {
      blockId: crypto.randomUUID(),
      startsAt: new Date(2031, 4, 6, 9, 45).toISOString(),
      endsAt: new Date(2031, 4, 6, 11, 15).toISOString(),
      blockCount: 1,
      places: [],
    },
  });
  const counts = { inbox: 0, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const text = (selector: string) => find(selector)?.textContent ?? '';
  const listOptions = () => [...document.querySelectorAll<HTMLElement>('[data-tasks] [role="option"]')];
  const chooseTask = (title: string) => {
    find('[data-task]')?.click();
    listOptions()
      .find(({ textContent }) => textContent === title)
      ?.click();
  };
  let isOnline = true;
  let people = 0;
  let stop = () => {};

  beforeEach(() => {
    isOnline = true;
    people += 1;
    localStorage.clear();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    signInAs({ sub: `dayloom|focus-${people}` });
  });
  afterEach(() => {
    stop();
    onlineManager.setOnline(true);
  });

  /** A server with one timer, which another device can change. */
  function serve(others: readonly Task[] = []) {
    let saved: FocusTimer = aFocusTimer({ version: 3 });
    let taskWas = 'open';
    const commandId = crypto.randomUUID();
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const reached = (give: () => Response) => () => (isOnline ? give() : lost());
    const server = fakeServer({
      'GET /config.json': () => answer(config),
      'GET /health': reached(() => answer({ success: true })),
      'GET /tasks': reached(() =>
        answer({ success: true, tasks: [task, ...others], nextCursor: null, counts, message: '' }),
      ),
      ...Object.fromEntries(
        others.map((one) => [
          `GET /tasks/${one._id}`,
          () => answer({ success: true, task: one, message: '' }),
        ]),
      ),
      'GET /focus': reached(() =>
        answer({
          success: true,
          now: new Date(Date.now()).toISOString(),
          timer: saved,
          task: saved.taskId === task._id ? { _id: task._id, title: task.title } : null,
          todayMinutes: 0,
          todaySessions: 0,
          message: '',
        }),
      ),
      'PUT /focus/timer': ({ body }) => {
        if (!isOnline) return lost();
        const wanted = body as FocusTimer;
        if (wanted.version !== saved.version) return refuse('version_conflict', 'Changed elsewhere');
        saved = { ...wanted, version: wanted.version + 1 };
        return answer({ success: true, timer: saved, message: '' });
      },
      'POST /focus/sessions': reached(() => answer({ success: true, commandId, taskWas, message: '' })),
      [`POST /commands/${commandId}/undo`]: reached(() =>
        answer({ success: true, commandId: crypto.randomUUID(), notice: null, message: '' }),
      ),
      'POST /plan/proposals': reached(() => refuse('unprocessable', 'Nothing to plan')),
    });
    return {
      get timer() {
        return saved;
      },
      change: (fields: Partial<FocusTimer>) => {
        saved = { ...saved, ...fields, version: saved.version + 1 };
      },
      changeTask: (was: 'done' | 'deleted') => {
        taskWas = was;
      },
      sessions: () => server.seen.filter(({ path }) => path === '/focus/sessions'),
      /** By their ids: the same one is recorded once. */
      recorded: () => {
        const sessions = server.seen.filter(({ path }) => path === '/focus/sessions');
        const byId = new Map(sessions.map(({ body }) => [(body as { _id: string })._id, body as object]));
        return [...byId.values()];
      },
    };
  }

  const open = async () => {
    document.body.innerHTML = focusMarkup;
    stop = startFocusPage(document.body, openAccount);
    await eventually(() => expect(find('[data-work]')?.hidden).toBe(false));
  };
  const setOnline = (next: boolean) => {
    isOnline = next;
    onlineManager.setOnline(next);
  };
  /** The running session ends now, as after a sleep. */
  const skip = (minutes: number) => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + minutes * MINUTE_MS);
  };

  test('a task is chosen by keys, and the timer does not hear them', async () => {
    const server = serve();
    await open();
    const choice = find('[data-task]') as HTMLButtonElement;
    const press = (key: string) =>
      choice.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const activeText = () =>
      document.getElementById(choice.getAttribute('aria-activedescendant') ?? '')?.textContent;
    const said = () => [choice.textContent, text('[data-detail]'), text('[data-change]'), choice.ariaLabel];
    expect(said()).toEqual([
      'No task',
      'Choose what you work on, and the time counts as work on it.',
      'Choose a task',
      'Choose a task',
    ]);
    press('ArrowDown');
    expect(choice.getAttribute('aria-expanded')).toBe('true');
    expect(listOptions().map(({ textContent }) => textContent)).toEqual(['No task', task.title]);
    expect(activeText()).toBe('No task');
    press('ArrowDown');
    expect(activeText()).toBe(task.title);
    press('Escape');
    expect(choice.getAttribute('aria-expanded')).toBe('false');
    expect(choice.value).toBe('');
    press(task.title.charAt(0));
    expect(activeText()).toBe(task.title);
    press(' ');
    expect(said()).toEqual([
      task.title,
      expect.stringMatching(/^1 h 30 · planned \D+6\D+9:45.*11:15/),
      'Change task',
      'Change task',
    ]);
    expect(listOptions()).toEqual([]);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    expect(text('[data-toggle]')).toBe('Start');
  });

  test('a session that began and ended is asked about, and recorded once the server is there', async () => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    setOnline(false);
    find('[data-toggle]')?.click();
    // The page is closed, and opened again without a network.
    stop();
    skip(26);
    await open();
    await eventually(() => expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?"));
    find('[data-answer="more"]')?.click();
    await eventually(() => expect(text('[data-result]')).toContain('recorded when you are back online'));
    expect(server.recorded()).toEqual([]);
    const store = await openOfflineStore(`${config.oidc.authority} dayloom|focus-${people}`);
    await eventually(async () => expect(await store.listChanges()).toHaveLength(1));
    setOnline(true);
    await eventually(() => expect(server.timer).toMatchObject({ mode: 'short', finished: 1 }));
    await eventually(() => expect(server.recorded()).toHaveLength(1));
    const answered = { outcome: 'more', moreMinutes: 25, madeAt: expect.any(String) };
    expect(server.recorded()[0]).toMatchObject({ taskId: task._id, ...answered });
    stop();
    await open();
    expect(find('[data-outcome]')?.hidden).toBe(true);
    expect(server.recorded()).toHaveLength(1);
  });

  test('a paused session is recorded where it was worked, and once by two devices', async () => {
    const server = serve();
    await open();
    const started = Date.now() - 200 * MINUTE_MS;
    const toStretch = (from: number, to: number) => ({
      startedAt: new Date(started + from * MINUTE_MS).toISOString(),
      endedAt: new Date(started + to * MINUTE_MS).toISOString(),
    });
    const worked = [toStretch(0, 10), toStretch(30, 34)];
    stop();
    server.change({ leftMs: 11 * MINUTE_MS, taskId: task._id, worked });
    await open();
    setOnline(false);
    find('[data-reset]')?.click();
    await eventually(() => expect(text('[data-question]')).toBe("14 min on 'Board report'. How did it go?"));
    find('[data-answer="stopped"]')?.click();
    await eventually(() => expect(text('[data-result]')).toContain('recorded when you are back online'));
    setOnline(true);
    await eventually(() => expect(server.recorded()).toHaveLength(1));
    const session = {
      taskId: task._id,
      startedAt: worked[0]?.startedAt,
      endedAt: worked[1]?.endedAt,
      worked,
      outcome: 'stopped',
    };
    expect(server.recorded()[0]).toMatchObject(session);
    stop();

    // The other device has the paused session too, and ends it a little later.
    localStorage.clear();
    signInAs({ sub: `dayloom|focus-${people}` });
    server.change({ leftMs: 11 * MINUTE_MS, taskId: task._id, worked });
    await open();
    find('[data-reset]')?.click();
    await eventually(() => expect(text('[data-question]')).toContain('How did it go?'));
    find('[data-answer="stopped"]')?.click();
    await eventually(() => expect(server.sessions()).toHaveLength(2));
    expect(server.recorded()).toMatchObject([session]);
  });

  describe('another task in the middle of a session', () => {
    const letter = aTask({ title: 'Letter' });
    const begun = (minutes: number) => {
      const endedAt = Date.now() - MINUTE_MS;
      const startedAt = endedAt - minutes * MINUTE_MS;
      return { startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt).toISOString() };
    };
    const openWith = async (change: Partial<FocusTimer>, search = '') => {
      const server = serve([letter]);
      server.change(change);
      window.history.replaceState(null, '', `/pomodoro${search}`);
      await open();
      return server;
    };
    const fresh = { leftMs: 25 * MINUTE_MS, worked: [], taskId: letter._id };
    afterEach(() => window.history.replaceState(null, '', '/'));

    test('leaves the time so far to the first one, and begins a session of its own', async () => {
      const worked = begun(10);
      const server = await openWith({ leftMs: 15 * MINUTE_MS, taskId: task._id, worked: [worked] });
      chooseTask('Letter');
      await eventually(() => expect(server.recorded()).toHaveLength(1));
      expect(server.recorded()).toMatchObject([{ taskId: task._id, outcome: 'stopped', ...worked }]);
      await eventually(() => expect(server.timer).toMatchObject({ ...fresh, endsAt: null }));
      expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['25:00', 'Start']);
    });

    test('goes on running if the first one ran', async () => {
      const endsAt = new Date(Date.now() + 15 * MINUTE_MS).toISOString();
      const server = await openWith({ endsAt, leftMs: 25 * MINUTE_MS, taskId: task._id });
      chooseTask('Letter');
      await eventually(() => expect(server.recorded()).toMatchObject([{ taskId: task._id }]));
      await eventually(() => expect(server.timer).toMatchObject(fresh));
      expect(Date.parse(server.timer.endsAt ?? '') - Date.now()).toBeGreaterThan(24 * MINUTE_MS);
      expect(text('[data-toggle]')).toBe('Pause');
    });

    test("'Start focus' on it starts it, and gives it nothing of the first one's time", async () => {
      const worked = begun(10);
      const server = await openWith(
        { leftMs: 15 * MINUTE_MS, taskId: task._id, worked: [worked] },
        `?task=${letter._id}&start=1`,
      );
      await eventually(() => expect(server.recorded()).toMatchObject([{ taskId: task._id, ...worked }]));
      await eventually(() => expect(server.timer.endsAt).not.toBeNull());
      expect(server.timer).toMatchObject(fresh);
    });

    test('asks about the first one if its session was over', async () => {
      const endsAt = new Date(Date.now() - 5 * MINUTE_MS).toISOString();
      const server = await openWith(
        { endsAt, leftMs: 25 * MINUTE_MS, taskId: task._id },
        `?task=${letter._id}&start=1`,
      );
      await eventually(() =>
        expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?"),
      );
      await eventually(() => expect(server.timer).toMatchObject({ ...fresh, finished: 1 }));
      find('[data-answer="more"]')?.click();
      await eventually(() =>
        expect(server.recorded()).toMatchObject([{ taskId: task._id, outcome: 'more' }]),
      );
    });

    test('takes the time that was worked on no task', async () => {
      const server = await openWith({ leftMs: 15 * MINUTE_MS, worked: [begun(10)] });
      chooseTask('Letter');
      await eventually(() => expect(server.timer.taskId).toBe(letter._id));
      expect(server.timer.leftMs).toBe(15 * MINUTE_MS);
      expect(server.sessions()).toEqual([]);
    });
  });

  test.each([
    ['deleted', 'done', 'The work is recorded. Its task was deleted meanwhile.'],
    ['done', 'more', 'The work is recorded. The task was done already.'],
  ] as const)('of a task that is %s meanwhile, the answer %s says what is true', async (was, said, words) => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    find('[data-toggle]')?.click();
    stop();
    skip(26);
    server.changeTask(was);
    await open();
    await eventually(() => expect(text('[data-question]')).toContain('How did it go?'));
    find(`[data-answer="${said}"]`)?.click();
    await eventually(() => expect(text('[data-result]')).toBe(`${words} Undo`));
  });

  test('a session is recorded too, when nobody said how it went before the next one ended', async () => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    find('[data-toggle]')?.click();
    await eventually(() => expect(server.timer.endsAt).not.toBeNull());
    const first = server.timer.endsAt;
    stop();
    skip(26);
    await open();
    await eventually(() => expect(text('[data-question]')).toContain('How did it go?'));
    await eventually(() => expect(server.timer.mode).toBe('short'));
    find('[data-next]')?.click();
    find('[data-toggle]')?.click();
    await eventually(() => expect(server.timer).toMatchObject({ mode: 'focus', endsAt: expect.any(String) }));
    const second = server.timer.endsAt;
    stop();
    skip(26);
    await open();
    await eventually(() =>
      expect(server.recorded()).toMatchObject([{ taskId: task._id, endedAt: first, outcome: 'stopped' }]),
    );
    expect(find('[data-outcome]')?.hidden).toBe(false);
    find('[data-answer="stopped"]')?.click();
    await eventually(() =>
      expect(server.recorded()).toMatchObject([
        { endedAt: first },
        { taskId: task._id, endedAt: second, outcome: 'stopped' },
      ]),
    );
  });

  test('a question that another device asks is asked here too, until it is answered there', async () => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    const question = {
      startedAt: new Date(Date.now() - 30 * MINUTE_MS).toISOString(),
      endedAt: new Date(Date.now() - 5 * MINUTE_MS).toISOString(),
      taskId: task._id,
      title: task.title,
    };
    server.change({ question });
    // The timer is started before this device receives the question.
    find('[data-toggle]')?.click();
    await eventually(() => expect(server.timer).toMatchObject({ endsAt: expect.any(String), question }));
    expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?");
    expect(find('[data-outcome]')?.hidden).toBe(false);
    find('[data-toggle]')?.click();
    await eventually(() => expect(server.timer).toMatchObject({ endsAt: null, question }));
    stop();
    server.change({ question: null });
    await open();
    expect(find('[data-outcome]')?.hidden).toBe(true);
    expect(server.sessions()).toEqual([]);
  });

  test('a session that ended here is asked about on another device, and no more when this one has the answer', async () => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    find('[data-toggle]')?.click();
    await eventually(() => expect(server.timer.endsAt).not.toBeNull());
    const endedAt = server.timer.endsAt;
    stop();
    skip(26);
    await open();
    await eventually(() =>
      expect(server.timer).toMatchObject({
        mode: 'short',
        question: { taskId: task._id, title: task.title, endedAt },
      }),
    );
    stop();
    // The other device knows only what the server returns.
    localStorage.clear();
    signInAs({ sub: `dayloom|focus-${people}` });
    await open();
    expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?");
    find('[data-answer="stopped"]')?.click();
    await eventually(() => expect(server.recorded()).toMatchObject([{ taskId: task._id, endedAt }]));
    await eventually(() => expect(server.timer.question).toBeNull());
    expect(find('[data-outcome]')?.hidden).toBe(true);
  });

  test('a task that is open again after Undo is chosen again', async () => {
    const server = serve();
    await open();
    chooseTask(task.title);
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    find('[data-toggle]')?.click();
    stop();
    skip(26);
    await open();
    await eventually(() => expect(text('[data-question]')).toContain('How did it go?'));
    find('[data-answer="done"]')?.click();
    await eventually(() => expect(text('[data-result]')).toContain('The task is done.'));
    await eventually(() => expect(server.timer).toMatchObject({ taskId: null, question: null }));
    expect(text('[data-task]')).toBe('No task');
    find('[data-result] button')?.click();
    await eventually(() => expect(server.timer.taskId).toBe(task._id));
    expect(text('[data-task]')).toBe(task.title);
  });

  test('a session that runs only here goes on when the connection is back', async () => {
    const server = serve();
    await open();
    setOnline(false);
    find('[data-toggle]')?.click();
    // Another device has changed the lengths.
    server.change({ lengths: { focus: 50, short: 5, long: 15 }, leftMs: 50 * MINUTE_MS });
    setOnline(true);
    await eventually(() => expect(server.timer.endsAt).not.toBeNull());
    expect(text('[data-toggle]')).toBe('Pause');
  });

  test('a session that ended here counts, although the timer of another device has gone on', async () => {
    const server = serve();
    await open();
    setOnline(false);
    find('[data-toggle]')?.click();
    stop();
    skip(30);
    server.change({ mode: 'long', endsAt: new Date(Date.now() + 9 * MINUTE_MS).toISOString() });
    setOnline(true);
    await open();
    await eventually(() => expect(server.recorded()).toMatchObject([{ taskId: null, outcome: 'stopped' }]));
    expect(text('[data-label]')).toBe('Long break');
  });

  describe('whose timer another page of the app sends', () => {
    let leave = new AbortController();
    /** Any page of the app, as two of them at once. */
    const key = () => `${config.oidc.authority} dayloom|focus-${people}`;
    const openApp = async () => {
      leave = new AbortController();
      await Promise.all([1, 2].map(() => startOffline(createQueryClient(), key(), leave.signal)));
    };
    afterEach(() => leave.abort());

    /** Offline, a session on a task begins, and the page is closed. */
    async function startOffTheNet() {
      const server = serve();
      await open();
      chooseTask(task.title);
      await eventually(() => expect(server.timer.taskId).toBe(task._id));
      setOnline(false);
      find('[data-toggle]')?.click();
      stop();
      return server;
    }

    test('a page that is left while it still opens does not wait for the network', async () => {
      await startOffTheNet();
      leave = new AbortController();
      const client = createQueryClient();
      vi.spyOn(getQueue(client), 'open').mockImplementation(async () => leave.abort());
      const { listeners } = onlineManager as unknown as { readonly listeners: ReadonlySet<unknown> };
      const before = [...listeners];
      await startOffline(client, key(), leave.signal);
      expect([...listeners]).toEqual(before);
    });

    test('it reaches the server once, when the network is back, and its session is asked about once', async () => {
      const server = await startOffTheNet();
      await openApp();
      expect(server.timer.endsAt).toBeNull();
      setOnline(true);
      await eventually(() => expect(server.timer).toMatchObject({ mode: 'focus', taskId: task._id }));
      await eventually(() => expect(server.timer.endsAt).not.toBeNull());
      const { version } = server.timer;
      setOnline(false);
      setOnline(true);
      skip(26);
      await open();
      await eventually(() =>
        expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?"),
      );
      find('[data-answer="done"]')?.click();
      await eventually(() => expect(server.recorded()).toHaveLength(1));
      // The end of the session, and that it has no task any more.
      await eventually(() => expect(server.timer.taskId).toBeNull());
      expect(server.timer.version).toBe(version + 2);
      expect(server.sessions()).toHaveLength(1);
    });

    test('it yields to the one of another device, and what was worked is asked about', async () => {
      const server = await startOffTheNet();
      skip(30);
      server.change({
        mode: 'long',
        endsAt: new Date(Date.now() + 9 * MINUTE_MS).toISOString(),
        taskId: null,
      });
      setOnline(true);
      await openApp();
      await eventually(() => expect(readKeptFocus(key())).toMatchObject({ isUnsent: false }));
      expect(server.timer.mode).toBe('long');
      await open();
      await eventually(() =>
        expect(text('[data-question]')).toBe("25 min on 'Board report'. How did it go?"),
      );
      expect(text('[data-label]')).toBe('Long break');
      find('[data-answer="stopped"]')?.click();
      await eventually(() =>
        expect(server.recorded()).toMatchObject([{ taskId: task._id, outcome: 'stopped' }]),
      );
      expect(server.sessions()).toHaveLength(1);
    });
  });

  test('the next person who signs in here sees nothing of it', async () => {
    const server = serve();
    await open();
    server.change({ taskId: task._id });
    setOnline(false);
    find('[data-toggle]')?.click();
    stop();
    skip(26);
    signInAs({ sub: 'dayloom|somebody-else' });
    setOnline(true);
    server.change({ taskId: null });
    await open();
    expect(text('[data-time]')).toBe('25:00');
    expect(find('[data-outcome]')?.hidden).toBe(true);
    expect(server.recorded()).toEqual([]);
  });
});
