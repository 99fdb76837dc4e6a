import { User, UserManager } from 'oidc-client-ts';
import { expect, test, vi } from 'vitest';
import { focusMarkup } from '#features/focus/components/focus-markup.ts';
import { startFocusPage } from '#features/focus/components/focus-page.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aFocusTimer, aTask, config, signInAs } from '#test/fixtures.ts';
import { openAccount } from './focus-account.ts';

const MINUTE_MS = 60_000;
const timer = aFocusTimer();

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
  let isExpired = false;
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
    'PUT /focus/timer': forUser({ success: true, timer: { ...timer, version: 1 }, message: '' }),
    'POST /focus/sessions': forUser({ success: true, commandId: crypto.randomUUID(), message: '' }),
  });
  document.body.innerHTML = focusMarkup;
  const ended = { ...timer, endsAt: Date.now() - MINUTE_MS, leftMs: 0 };
  localStorage.setItem('dayloom.focus', JSON.stringify(ended));
  const stop = startFocusPage(document.body, openAccount);
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  await vi.waitFor(() =>
    expect(find('[data-question]')?.textContent).toBe("25 min on 'Board report'. How did it go?"),
  );

  isExpired = true;
  find('[data-answer="done"]')?.click();
  await vi.waitFor(() => expect(find('[data-result]')?.textContent).toContain('The task is done.'));
  const recorded = server.seen.filter(({ path }) => path === '/focus/sessions');
  expect(recorded.map(({ token }) => token)).toEqual([old, 'renewed']);
  expect(recorded[1]?.body).toMatchObject({ taskId: task._id, outcome: 'done' });
  stop();
});

test('without a session the timer works alone', async () => {
  fakeServer({ 'GET /config.json': () => answer(config) });
  document.body.innerHTML = focusMarkup;
  expect(await openAccount(document.body, () => {})).toBeNull();
});
