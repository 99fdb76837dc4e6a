import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Timer } from '../model/timer.ts';
import { focusMarkup } from './focus-markup.ts';
import { startFocusPage } from './focus-page.ts';

let stop = () => {};
const text = (selector: string) => document.querySelector(selector)?.textContent;
const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

function open() {
  document.body.innerHTML = focusMarkup;
  document.title = 'Focus timer';
  stop = startFocusPage(document.body);
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  open();
});
afterEach(() => stop());

test('Space starts and pauses, the title counts along, R resets', () => {
  expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['25:00', 'Start']);
  press(' ');
  vi.advanceTimersByTime(61_000);
  expect([text('[data-time]'), text('[data-toggle]'), document.title]).toEqual([
    '23:59',
    'Pause',
    '23:59 · Focus',
  ]);
  press(' ');
  vi.advanceTimersByTime(60_000);
  expect([text('[data-time]'), document.title]).toEqual(['23:59', 'Focus timer']);
  press('r');
  expect(text('[data-time]')).toBe('25:00');
});

test('a reload continues, and counts the time between', () => {
  press(' ');
  stop();
  vi.setSystemTime(5 * MINUTE_MS);
  open();
  expect(text('[data-time]')).toBe('20:00');
});

test('a clock that was set back while the page was closed leaves no more than there was at the start', () => {
  vi.setSystemTime(Date.parse('2026-03-28T23:50:00Z'));
  press(' ');
  vi.advanceTimersByTime(10 * MINUTE_MS);
  press(' ');
  press(' ');
  stop();
  vi.setSystemTime(Date.now() - DAY_MS);
  open();
  expect(text('[data-time]')).toBe('15:00');
  vi.advanceTimersByTime(60_000);
  stop();
  open();
  expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['14:00', 'Pause']);
});

test('a clock that is set back takes no time back, also over midnight', async () => {
  const account = {
    timerChanged: vi.fn(),
    worked: vi.fn(),
    clockSetBack: vi.fn(),
    clockJumped: vi.fn(),
    stop: vi.fn(),
  };
  stop();
  document.body.innerHTML = focusMarkup;
  stop = startFocusPage(document.body, async () => account);
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(Date.parse('2026-03-28T23:50:00Z'));
  press(' ');
  vi.advanceTimersByTime(10 * MINUTE_MS);
  vi.setSystemTime(Date.now() - HOUR_MS);
  vi.advanceTimersByTime(60_000);
  expect(text('[data-time]')).toBe('14:00');
  expect(account.clockSetBack.mock.calls).toEqual([[HOUR_MS]]);
  press(' ');
  press(' ');
  vi.advanceTimersByTime(13 * MINUTE_MS);
  expect([text('[data-time]'), text('[data-label]')]).toEqual(['01:00', 'Focus 1 of 4']);
  vi.advanceTimersByTime(61_000);
  expect(text('[data-label]')).toBe('Short break');
  const [{ worked }] = account.worked.mock.lastCall as [{ worked: { start: number; end: number }[] }];
  expect(worked.map(({ start, end }) => end - start)).toEqual([11 * MINUTE_MS, 14 * MINUTE_MS]);
});

test('after the clock is set forward, a session ends only by the time of the server', async () => {
  const asked = Promise.withResolvers<void>();
  let show = (_timer: Timer) => {};
  const account = {
    timerChanged: vi.fn(),
    worked: vi.fn(),
    clockSetBack: vi.fn(),
    clockJumped: vi.fn(() => asked.promise),
    stop: vi.fn(),
  };
  stop();
  document.body.innerHTML = focusMarkup;
  stop = startFocusPage(document.body, async (_root, draw) => {
    show = draw;
    return account;
  });
  await vi.advanceTimersByTimeAsync(0);
  press(' ');
  vi.advanceTimersByTime(5 * MINUTE_MS);
  const [{ endsAt, ...timer }] = account.timerChanged.mock.lastCall as unknown as [Timer];
  vi.setSystemTime(Date.now() + HOUR_MS);
  vi.advanceTimersByTime(10_000);
  expect(account.clockJumped).toHaveBeenCalledTimes(1);
  show({ ...timer, endsAt: Number(endsAt) + HOUR_MS });
  asked.resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([text('[data-time]'), text('[data-label]')]).toEqual(['19:40', 'Focus 1 of 4']);
  expect(account.worked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20 * MINUTE_MS);
  expect(account.worked).toHaveBeenCalledTimes(1);
  expect(account.clockJumped).toHaveBeenCalledTimes(1);
});

test('without an answer from the server, a jump of the clock is sleep', async () => {
  const account = {
    timerChanged: vi.fn(),
    worked: vi.fn(),
    clockSetBack: vi.fn(),
    clockJumped: async () => {},
    stop: vi.fn(),
  };
  stop();
  document.body.innerHTML = focusMarkup;
  stop = startFocusPage(document.body, async () => account);
  await vi.advanceTimersByTimeAsync(0);
  press(' ');
  vi.advanceTimersByTime(5 * MINUTE_MS);
  vi.setSystemTime(Date.now() + HOUR_MS);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(account.worked.mock.calls).toEqual([[expect.objectContaining({ isComplete: true })]]);
  expect(text('[data-label]')).toBe('Short break');
});

test('a question for permission that is closed is no refusal, and the page says what to do', async () => {
  const request = vi.fn(async () => 'default');
  vi.stubGlobal('Notification', { requestPermission: request, permission: 'default' });
  const input = document.querySelector<HTMLInputElement>('[data-notification]');
  input?.click();
  await vi.waitFor(() => expect(text('[data-problem]')).toContain('choose Allow'));
  expect(input?.checked).toBe(false);
  request.mockResolvedValue('denied');
  input?.click();
  await vi.waitFor(() => expect(text('[data-problem]')).toContain('Allow them in its settings first'));
  expect(input?.checked).toBe(false);
  request.mockResolvedValue('granted');
  input?.click();
  await vi.waitFor(() => expect(text('[data-problem]')).toBe(''));
  expect(input?.checked).toBe(true);
});

/** What the page does to be heard and seen at the end of a session. */
function watchSignals(permission: NotificationPermission) {
  const shown: string[] = [];
  const notes: number[] = [];
  const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      createGain = () => ({ connect() {}, gain: param });
      createOscillator = () => {
        const frequency = { value: 0 };
        return {
          frequency,
          connect() {},
          addEventListener() {},
          stop() {},
          start: () => notes.push(frequency.value),
        };
      };
    },
  );
  vi.stubGlobal(
    'Notification',
    class {
      static permission = permission;
      static requestPermission = async () => permission;
      constructor(message: string) {
        shown.push(message);
      }
      addEventListener() {}
    },
  );
  return { shown, notes };
}

const check = async (name: string) => {
  document.querySelector<HTMLInputElement>(`[data-${name}]`)?.click();
  await vi.advanceTimersByTimeAsync(0);
};

test.each([
  { chosen: [], permission: 'granted', notes: 0, shown: 0 },
  { chosen: ['sound'], permission: 'granted', notes: 2, shown: 0 },
  { chosen: ['notification'], permission: 'granted', notes: 0, shown: 1 },
  { chosen: ['sound', 'notification'], permission: 'granted', notes: 2, shown: 1 },
  { chosen: ['sound', 'notification'], permission: 'denied', notes: 2, shown: 0 },
] as const)(
  'a session that ends is signalled once, as was chosen: $chosen, with permission $permission',
  async ({ chosen, permission, notes, shown }) => {
    localStorage.clear();
    const seen = watchSignals(permission);
    for (const name of chosen) await check(name);
    // Choosing the sound lets it be heard.
    seen.notes.length = 0;
    press(' ');
    await vi.advanceTimersByTimeAsync(24 * MINUTE_MS);
    expect([seen.notes, seen.shown]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(seen.notes).toEqual([660, 880].slice(0, notes));
    expect(seen.shown).toEqual(['Focus is over. Next: Short break.'].slice(0, shown));
  },
);

test('the dots show the sessions of the cycle that are done, and the one under way', () => {
  const dots = () => [...document.querySelectorAll('.dots i')].map(({ className }) => className);
  const seen = [dots()];
  for (let session = 0; session < 4; session += 1) {
    press(' ');
    vi.advanceTimersByTime(26 * MINUTE_MS);
    seen.push(dots());
    // The break is skipped.
    press('N');
    seen.push(dots());
  }
  expect(seen).toEqual([
    ['now', '', '', ''],
    ['done', '', '', ''],
    ['done', 'now', '', ''],
    ['done', 'done', '', ''],
    ['done', 'done', 'now', ''],
    ['done', 'done', 'done', ''],
    ['done', 'done', 'done', 'now'],
    ['done', 'done', 'done', 'done'],
    ['now', '', '', ''],
  ]);
});

test('at the end it says so and offers the break', () => {
  press(' ');
  vi.advanceTimersByTime(25 * MINUTE_MS + 500);
  expect([text('[data-time]'), text('[data-toggle]'), text('[data-label]')]).toEqual([
    '05:00',
    'Start',
    'Short break',
  ]);
  expect(text('[data-status]')).toBe('Focus is over. Next: Short break.');
});

test('the buttons do the same', () => {
  document.querySelector<HTMLElement>('[data-mode="long"]')?.click();
  expect(text('[data-time]')).toBe('15:00');
  document.querySelector<HTMLElement>('[data-toggle]')?.click();
  expect(text('[data-toggle]')).toBe('Pause');
  document.querySelector<HTMLElement>('[data-reset]')?.click();
  expect([text('[data-time]'), text('[data-toggle]')]).toEqual(['15:00', 'Start']);
});

test('lengths can be changed, and an impossible one says so', () => {
  const field = document.querySelector<HTMLInputElement>('[data-length="focus"]');
  if (!field) throw new Error('no field');
  field.value = '50';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  expect([text('[data-time]'), text('[data-minutes="focus"]')]).toEqual(['50:00', '50']);
  // It is shown as what it counts for.
  field.value = '1e2';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  expect(field.value).toBe('100');
  field.value = '50';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  field.value = '0';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  expect([text('[data-problem]'), text('[data-time]')]).toEqual([
    'A session has 1 to 180 whole minutes.',
    '50:00',
  ]);
});

test('the account gets every change and the work, also of a session that ended while the page was closed', async () => {
  press(' ');
  stop();
  vi.setSystemTime(HOUR_MS);
  const account = {
    timerChanged: vi.fn(),
    worked: vi.fn(),
    clockSetBack: vi.fn(),
    clockJumped: vi.fn(),
    stop: vi.fn(),
  };
  document.body.innerHTML = focusMarkup;
  stop = startFocusPage(document.body, async () => account);
  await vi.advanceTimersByTimeAsync(0);
  expect(account.worked.mock.calls).toEqual([
    [{ worked: [{ start: 0, end: 25 * MINUTE_MS }], isComplete: true }],
  ]);
  expect(account.timerChanged).toHaveBeenLastCalledWith(expect.objectContaining({ mode: 'short' }));
  press('n');
  press(' ');
  vi.advanceTimersByTime(10 * MINUTE_MS);
  press(' ');
  vi.advanceTimersByTime(30 * MINUTE_MS);
  press(' ');
  vi.advanceTimersByTime(5 * MINUTE_MS);
  press(' ');
  vi.advanceTimersByTime(20 * MINUTE_MS);
  press('Escape');
  // It lies where it was done: the pauses are no work, and neither is the time until somebody stopped.
  expect(account.worked).toHaveBeenLastCalledWith({
    worked: [
      { start: HOUR_MS, end: 70 * MINUTE_MS },
      { start: 100 * MINUTE_MS, end: 105 * MINUTE_MS },
    ],
    isComplete: false,
  });
});

test.each([
  ['is paused', { endsAt: null, leftMs: 25 * MINUTE_MS }, 'Pause', ['Pause']],
  ['runs, which nobody knew here', { endsAt: 9 * MINUTE_MS, leftMs: 25 * MINUTE_MS }, 'Pause', []],
])(
  'what is started before the account is there counts, if the timer of the account %s',
  async (_, change, shown, sent) => {
    stop();
    localStorage.clear();
    document.body.innerHTML = focusMarkup;
    const server = {
      mode: 'focus' as const,
      finished: 2,
      worked: [],
      lengths: { focus: 25, short: 5, long: 15 },
      ...change,
    };
    const changes: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    stop = startFocusPage(document.body, async (_root, show) => {
      await promise;
      show(server);
      return {
        timerChanged: ({ endsAt }) => changes.push(endsAt === null ? 'Start' : 'Pause'),
        worked() {},
        clockSetBack() {},
        async clockJumped() {},
        stop() {},
      };
    });
    press(' ');
    resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(text('[data-toggle]')).toBe(shown);
    expect(text('[data-time]')).toBe(change.endsAt === null ? '24:59' : '08:59');
    expect(changes).toEqual(sent);
  },
);

test('a session that is left before the account is there is recorded', async () => {
  press(' ');
  stop();
  vi.setSystemTime(5 * MINUTE_MS);
  document.body.innerHTML = focusMarkup;
  const { promise, resolve } = Promise.withResolvers<void>();
  const worked: unknown[] = [];
  stop = startFocusPage(document.body, async (_root, show) => {
    await promise;
    show({
      mode: 'focus',
      finished: 0,
      lengths: { focus: 25, short: 5, long: 15 },
      endsAt: 25 * MINUTE_MS,
      leftMs: 0,
      worked: [],
    });
    return {
      timerChanged() {},
      worked: (work) => worked.push(work),
      clockSetBack() {},
      async clockJumped() {},
      stop() {},
    };
  });
  press('n');
  resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(worked).toEqual([{ worked: [{ start: 0, end: 5 * MINUTE_MS }], isComplete: false }]);
  expect(text('[data-label]')).toBe('Short break');
});
