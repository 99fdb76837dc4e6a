import {
  clockText,
  freshTimer,
  getLength,
  getRemaining,
  isOver,
  type Mode,
  nextTimer,
  pauseTimer,
  ROUND,
  readTimer,
  startTimer,
  type Timer,
} from '../model/timer.ts';
import { CIRCUMFERENCE, formatLabel } from './focus-markup.ts';

const KEY = 'dayloom.focus';
const TICK_MS = 250;

/** Starts the timer in `root` (see focus-markup.ts); the returned function stops it. */
export function startFocusPage(root: HTMLElement): () => void {
  const title = document.title;
  const find = (selector: string) => {
    const element = root.querySelector<HTMLElement | SVGElement>(selector);
    if (!element) throw new Error(`The focus page has no ${selector}`);
    return element;
  };
  const [time, label, news] = [find('[data-time]'), find('[data-label]'), find('[data-news]')];
  const [toggleButton, fill] = [find('[data-toggle]'), find('.fill')];
  const modeButtons = [...root.querySelectorAll<HTMLButtonElement>('[data-mode]')];
  const dots = [...root.querySelectorAll('.dots i')];

  let timer: Timer = readTimer(saved()) ?? freshTimer();
  /** The last rendered values, so that a tick updates only what changed. */
  let shown = '';

  function saved(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function change(next: Timer, announcement?: string): void {
    timer = next;
    try {
      localStorage.setItem(KEY, JSON.stringify(timer));
    } catch {
      // Without storage the timer lives as long as the page.
    }
    if (announcement) news.textContent = announcement;
    draw();
  }

  function draw(): void {
    const left = getRemaining(timer, Date.now());
    const text = clockText(left);
    const isRunning = timer.endsAt !== null;
    const state = `${text} ${timer.mode} ${timer.finished} ${isRunning}`;
    if (state === shown) return;
    shown = state;
    time.textContent = text;
    label.textContent =
      timer.mode === 'focus'
        ? `Focus ${Math.min(timer.finished + 1, ROUND)} of ${ROUND}`
        : formatLabel[timer.mode];
    toggleButton.textContent = isRunning ? 'Pause' : 'Start';
    fill.style.strokeDashoffset = String(CIRCUMFERENCE * (left / getLength(timer.mode)) - CIRCUMFERENCE);
    for (const button of modeButtons)
      button.setAttribute('aria-pressed', String(button.dataset['mode'] === timer.mode));
    dots.forEach((dot, index) => {
      dot.className =
        index < timer.finished ? 'done' : index === timer.finished && timer.mode === 'focus' ? 'now' : '';
    });
    document.title = isRunning ? `${text} · ${formatLabel[timer.mode]}` : title;
  }

  function tick(): void {
    if (isOver(timer, Date.now())) {
      const next = nextTimer(timer, true);
      change(next, `${formatLabel[timer.mode]} is over. Next: ${formatLabel[next.mode]}.`);
    } else draw();
  }

  const toggle = () =>
    change(timer.endsAt === null ? startTimer(timer, Date.now()) : pauseTimer(timer, Date.now()));
  const reset = () => change(freshTimer(timer.mode, timer.finished), 'Reset');
  const next = () => {
    const following = nextTimer(timer, false);
    change(following, formatLabel[following.mode]);
  };

  const onClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!target) return;
    if ('toggle' in target.dataset) toggle();
    else if ('reset' in target.dataset) reset();
    else if ('next' in target.dataset) next();
    else if (target.dataset['mode']) change(freshTimer(target.dataset['mode'] as Mode, timer.finished));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isOnControl =
      event.target instanceof Element && event.target.closest('button, a, input, summary') !== null;
    if (event.key === ' ' && !isOnControl) toggle();
    else if (event.key === 'n') next();
    else if (event.key === 'r') reset();
    else return;
    event.preventDefault();
  };
  /** Another tab changed the same timer. */
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    timer = readTimer(event.newValue) ?? freshTimer();
    draw();
  };

  root.addEventListener('click', onClick);
  window.addEventListener('keydown', onKey);
  window.addEventListener('storage', onStorage);
  const ticker = setInterval(tick, TICK_MS);
  tick();
  return () => {
    clearInterval(ticker);
    root.removeEventListener('click', onClick);
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('storage', onStorage);
    document.title = title;
  };
}
