import { MAX_MINUTES, modes, SESSIONS_PER_CYCLE, usualLengths } from '../model/timer.ts';

const RADIUS = 158;
export const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

export const labels = { focus: 'Focus', short: 'Short break', long: 'Long break' } as const;

const ticks = Array.from({ length: 60 }, (_, index) => {
  const angle = (index / 60) * 2 * Math.PI;
  const inner = index % 5 === 0 ? 182 : 186;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const point = (radius: number) => `${(200 + sin * radius).toFixed(1)},${(200 - cos * radius).toFixed(1)}`;
  return `<path d="M${point(inner)}L${point(192)}"${index % 5 === 0 ? ' class="major"' : ''}/>`;
}).join('');

const segments = modes
  .map(
    (mode) =>
      `<button type="button" data-mode="${mode}" aria-pressed="false">${labels[mode]} <span data-minutes="${mode}">${usualLengths[mode]}</span></button>`,
  )
  .join('');

const lengthFields = modes
  .map(
    (mode) =>
      `<label>${labels[mode]} <input type="number" inputmode="numeric" min="1" max="${MAX_MINUTES}" step="1" value="${usualLengths[mode]}" data-length="${mode}"> min</label>`,
  )
  .join('');

const icons = {
  reset:
    '<svg class="focus-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg>',
  next: '<svg class="focus-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 4.500v15l10-7.500zM19 5v14"/></svg>',
};

/** Static markup; the page fills in numbers and states. */
export const focusMarkup = `
  <section class="focus" aria-label="Focus timer">
    <h1 class="visually-hidden">Focus timer</h1>
    <div class="segments" role="group" aria-label="Session">${segments}</div>
    <div class="dial">
      <svg viewBox="0 0 400 400" aria-hidden="true">
        <defs><linearGradient id="dial-fill" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--secondary-light)"/><stop offset="1" stop-color="var(--primary-light)"/></linearGradient></defs>
        <g class="ticks">${ticks}</g>
        <circle class="track" cx="200" cy="200" r="${RADIUS}"/>
        <circle class="fill" cx="200" cy="200" r="${RADIUS}" transform="rotate(-90 200 200)" stroke-dasharray="${CIRCUMFERENCE.toFixed(2)}"/>
      </svg>
      <div class="dial-face">
        <p class="dial-label" data-label></p>
        <p class="dial-time" role="timer" data-time></p>
        <p class="dots" aria-hidden="true">${'<i></i>'.repeat(SESSIONS_PER_CYCLE)}</p>
      </div>
    </div>
    <div class="focus-actions">
      <button type="button" class="button square" data-reset aria-label="Reset" title="Reset">${icons.reset}</button>
      <button type="button" class="button button-contained start" data-toggle>Start</button>
      <button type="button" class="button square" data-next aria-label="Next" title="Next">${icons.next}</button>
    </div>
    <p class="hints" aria-hidden="true"><kbd>Space</kbd> start, pause <kbd>N</kbd> next <kbd>Esc</kbd> reset</p>
    <div class="focus-work" data-work hidden></div>
    <div class="focus-options">
      <label><input type="checkbox" role="switch" data-sound> Sound</label>
      <label><input type="checkbox" role="switch" data-notification> Notification</label>
      <details>
        <summary>Lengths</summary>
        <fieldset class="focus-lengths"><legend class="visually-hidden">Minutes</legend>${lengthFields}</fieldset>
      </details>
    </div>
    <p class="small faint" data-problem role="alert"></p>
    <p class="small faint">Keeps time through sleep and reload.</p>
    <p class="visually-hidden" role="status" data-status></p>
  </section>`;
