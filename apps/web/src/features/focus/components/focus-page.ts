import type { Interval } from '@dayloom/time';
import { TIMER_KEY } from '../model/kept-focus.ts';
import {
  clockText,
  freshTimer,
  getElapsed,
  getLength,
  getRemaining,
  isMinutes,
  isOver,
  listWorked,
  MAX_MINUTES,
  MIN_JUMP_MS,
  type Mode,
  modes,
  nextTimer,
  pauseTimer,
  readTimer,
  SESSIONS_PER_CYCLE,
  shiftTimer,
  startTimer,
  type Timer,
  withLength,
} from '../model/timer.ts';
import { signalEnd, startEndSignals } from './end-signals.ts';
import { CIRCUMFERENCE, labels } from './focus-markup.ts';

const TICK_MS = 250;

/** Work that somebody ends. */
export interface FocusWork {
  /** When it was done, between its pauses. */
  readonly worked: readonly Interval[];
  /** The session ran to its end. */
  readonly isComplete: boolean;
}

/** While the page was closed the clock may have been set back: no more is left than when the session was started. */
function limitLeft(timer: Timer): Timer {
  const now = Date.now();
  const tooLongMs = timer.endsAt === null ? 0 : timer.endsAt - now - timer.leftMs;
  return tooLongMs > 0 ? shiftTimer(timer, -tooLongMs) : timer;
}

/** Where the timer and the work of a signed-in visitor are kept. */
export interface FocusAccount {
  timerChanged(timer: Timer): void;
  worked(work: FocusWork): void;
  /** This device's clock was set back by this much, and its timer with it. */
  clockSetBack(milliseconds: number): void;
  /** The clock jumped ahead: it was set, or the device slept. Asks the server for the time, and shows what is left. */
  clockJumped(): Promise<void>;
  stop(): void;
}

/** Connects the page to the visitor's account. `show` draws a timer that was changed on another device. */
export type OpenAccount = (root: HTMLElement, show: (timer: Timer) => void) => Promise<FocusAccount | null>;

/** Clocks of two devices differ by less, once their offset is known. */
const SAME_RUN_MS = 5_000;

const isSameRun = (one: Timer, other: Timer): boolean =>
  one.mode === other.mode &&
  one.endsAt !== null &&
  other.endsAt !== null &&
  Math.abs(one.endsAt - other.endsAt) < SAME_RUN_MS;

/** Starts the timer in `root` (see focus-markup.ts); the returned function stops it. */
export function startFocusPage(root: HTMLElement, openAccount?: OpenAccount): () => void {
  const title = document.title;
  const find = (selector: string) => {
    const element = root.querySelector<HTMLElement | SVGElement>(selector);
    if (!element) throw new Error(`The focus page has no ${selector}`);
    return element;
  };
  const [time, label, status, problem] = [
    find('[data-time]'),
    find('[data-label]'),
    find('[data-status]'),
    find('[data-problem]'),
  ];
  const [toggleButton, fill] = [find('[data-toggle]'), find('.fill')];
  const modeButtons = [...root.querySelectorAll<HTMLButtonElement>('[data-mode]')];
  const minutes = [...root.querySelectorAll<HTMLElement>('[data-minutes]')];
  const lengthInputs = [...root.querySelectorAll<HTMLInputElement>('[data-length]')];
  const dots = [...root.querySelectorAll('.dots i')];
  startEndSignals(root, (text) => {
    problem.textContent = text;
  });

  let timer: Timer = readTimer(saved()) ?? freshTimer();
  let account: FocusAccount | null = null;
  let isStopped = false;
  /** Until the account is known, no session ends: its work would be lost. */
  let isReady = openAccount === undefined;
  /** What the visitor does until then: the timer before it, and work that they ended. */
  let before: Timer | null = null;
  const early: FocusWork[] = [];
  /** The last rendered values, so that a tick updates only what changed. */
  let shown = '';

  function saved(): string | null {
    try {
      return localStorage.getItem(TIMER_KEY);
    } catch {
      return null;
    }
  }

  function keep(next: Timer): void {
    timer = next;
    try {
      localStorage.setItem(TIMER_KEY, JSON.stringify(timer));
    } catch {
      // Without storage the timer lives as long as the page.
    }
    draw();
  }

  function change(next: Timer, announcement?: string): void {
    if (!isReady) before ??= timer;
    keep(next);
    if (announcement) status.textContent = announcement;
    account?.timerChanged(timer);
  }

  function draw(): void {
    const left = getRemaining(timer, Date.now());
    const text = clockText(left);
    const isRunning = timer.endsAt !== null;
    const state = `${text} ${timer.mode} ${timer.finished} ${isRunning} ${JSON.stringify(timer.lengths)}`;
    if (state === shown) return;
    shown = state;
    time.textContent = text;
    label.textContent =
      timer.mode === 'focus'
        ? `Focus ${Math.min(timer.finished + 1, SESSIONS_PER_CYCLE)} of ${SESSIONS_PER_CYCLE}`
        : labels[timer.mode];
    toggleButton.textContent = isRunning ? 'Pause' : 'Start';
    fill.style.strokeDashoffset = String(CIRCUMFERENCE * (left / getLength(timer)) - CIRCUMFERENCE);
    for (const button of modeButtons)
      button.setAttribute('aria-pressed', String(button.dataset['mode'] === timer.mode));
    for (const element of minutes)
      element.textContent = String(timer.lengths[element.dataset['minutes'] as Mode]);
    for (const input of lengthInputs)
      if (input !== document.activeElement)
        input.value = String(timer.lengths[input.dataset['length'] as Mode]);
    dots.forEach((dot, index) => {
      dot.className =
        index < timer.finished ? 'done' : index === timer.finished && timer.mode === 'focus' ? 'now' : '';
    });
    document.title = isRunning ? `${text} · ${labels[timer.mode]}` : title;
  }

  /** Reports the work of a focus session that ends now, or ended while the page slept. */
  function reportWork(isComplete: boolean): void {
    const worked = listWorked(timer, Date.now());
    if (worked.length === 0) return;
    const work = { worked, isComplete };
    if (isReady) account?.worked(work);
    else early.push(work);
  }

  /**
   * The timer of the account, which may have gone on elsewhere. What the visitor has changed here meanwhile counts,
   * unless it runs there and they did not know.
   */
  function showFromAccount(next: Timer): void {
    if (before && (next.endsAt === null || isSameRun(before, next))) return;
    before = null;
    early.length = 0;
    keep(next);
  }

  /** The running end, and what was left until then at a time of the clock that nobody can set. */
  let seen: { readonly endsAt: number; readonly left: number; readonly at: number } | null = null;
  /** While the server is asked for the time, no session ends. */
  let isAsking = false;
  /** Time that has run stays run when the device's clock is set back. A clock set forward looks like sleep. */
  function followClock(): void {
    const at = performance.now();
    const { endsAt } = timer;
    if (endsAt !== null && seen?.endsAt === endsAt) {
      const setBack = endsAt - Date.now() - (seen.left - (at - seen.at));
      if (setBack > MIN_JUMP_MS) {
        keep(shiftTimer(timer, -setBack));
        account?.clockSetBack(setBack);
      } else if (setBack < -MIN_JUMP_MS && account && !isAsking) {
        isAsking = true;
        void account.clockJumped().finally(() => {
          isAsking = false;
        });
      }
    }
    seen = timer.endsAt === null ? null : { endsAt: timer.endsAt, left: timer.endsAt - Date.now(), at };
  }

  function tick(): void {
    followClock();
    if (!isReady || isAsking || !isOver(timer, Date.now())) {
      draw();
      return;
    }
    reportWork(true);
    const endedAt = timer.endsAt ?? Date.now();
    const next = nextTimer(timer, true);
    const message = `${labels[timer.mode]} is over. Next: ${labels[next.mode]}.`;
    change(next, message);
    signalEnd(message, endedAt);
  }

  /** *Start focus* leads here: the session begins on its task, unless one is under way. A reload begins no other. */
  function startAsAsked(): void {
    const address = new URL(window.location.href);
    if (!address.searchParams.has('start')) return;
    address.searchParams.delete('start');
    window.history.replaceState(window.history.state, '', address);
    const chosen = root.querySelector<HTMLButtonElement>('[data-task]')?.value;
    if (
      !account ||
      !chosen ||
      chosen !== address.searchParams.get('task') ||
      getElapsed(timer, Date.now()) > 0
    )
      return;
    const { mode, finished, lengths } = timer;
    change(startTimer(mode === 'focus' ? timer : freshTimer('focus', finished, lengths), Date.now()));
  }

  const toggle = () =>
    change(timer.endsAt === null ? startTimer(timer, Date.now()) : pauseTimer(timer, Date.now()));
  const reset = () => {
    reportWork(false);
    change(freshTimer(timer.mode, timer.finished, timer.lengths), 'Reset');
  };
  const next = () => {
    reportWork(false);
    const following = nextTimer(timer, false);
    change(following, labels[following.mode]);
  };
  const choose = (mode: Mode) => {
    reportWork(false);
    change(freshTimer(mode, timer.finished, timer.lengths));
  };

  const onClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!target) return;
    if ('toggle' in target.dataset) toggle();
    else if ('reset' in target.dataset) reset();
    else if ('next' in target.dataset) next();
    else if (target.dataset['mode']) choose(target.dataset['mode'] as Mode);
  };
  const onChange = (event: Event) => {
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    const mode = modes.find((one) => one === input?.dataset['length']);
    if (!input || !mode) return;
    const length = Number(input.value);
    if (isMinutes(length)) {
      problem.textContent = '';
      change(withLength(timer, mode, length, Date.now()));
    } else problem.textContent = `A session has 1 to ${MAX_MINUTES} whole minutes.`;
    input.value = String(timer.lengths[mode]);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isOn = (selector: string) =>
      event.target instanceof Element && event.target.closest(selector) !== null;
    if (isOn('input, [data-task]')) return;
    const key = event.key.toLowerCase();
    if (key === ' ' && !isOn('button, a, summary')) toggle();
    else if (key === 'n') next();
    else if (key === 'r' || key === 'escape') reset();
    else return;
    event.preventDefault();
  };
  /** Another tab changed the same timer. */
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TIMER_KEY) return;
    timer = readTimer(event.newValue) ?? freshTimer();
    draw();
  };

  root.addEventListener('click', onClick);
  root.addEventListener('change', onChange);
  window.addEventListener('keydown', onKey);
  window.addEventListener('storage', onStorage);
  const ticker = setInterval(tick, TICK_MS);
  const limited = limitLeft(timer);
  if (limited === timer) draw();
  else keep(limited);
  const connect = async (open: OpenAccount) => {
    try {
      const found = await open(root, (next) => (isReady ? keep(next) : showFromAccount(next)));
      if (isStopped) found?.stop();
      else account = found;
    } catch (error) {
      console.warn('The account could not be reached', error);
      problem.textContent = 'Your account cannot be reached, so this session is not recorded.';
    }
    isReady = true;
    if (isStopped) return;
    for (const work of early) account?.worked(work);
    if (before) account?.timerChanged(timer);
    startAsAsked();
    tick();
  };
  if (openAccount) void connect(openAccount);
  else tick();
  return () => {
    isStopped = true;
    account?.stop();
    clearInterval(ticker);
    root.removeEventListener('click', onClick);
    root.removeEventListener('change', onChange);
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('storage', onStorage);
    document.title = title;
  };
}
