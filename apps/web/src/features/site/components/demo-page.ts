import { reportError } from '#lib/error-reports.ts';
import {
  DAY_MS,
  type DemoMessage,
  type DemoQuestion,
  type DemoResult,
  type DemoView,
} from '../model/demo.ts';
import { html } from '../model/html.ts';
import { renderLine, renderPanel, renderReading, renderWeek } from './demo-view.ts';
import { icon } from './icons.ts';

/**
 * Brings the demo of the home page to life (see pages/demo.ts). The planner and the language run in a worker; nothing is
 * sent to a server.
 */
export function startDemo(root: HTMLElement): void {
  const get = (selector: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`The demo has no ${selector}`);
    return element;
  };
  const form = get('form');
  const input = get('[data-line-input]') as HTMLInputElement;
  const [picture, reading, status] = [
    get('[data-line-picture]'),
    get('[data-reading]'),
    get('[data-status]'),
  ];
  const [week, panel, failure] = [get('[data-week]'), get('[data-panel]'), get('[data-failure]')];
  let worker: Worker | null = null;
  let isAsBuilt = true;
  /** What the next view shows of the beginning; null as soon as it has begun. */
  let opening: 'week' | 'example' | null = null;
  /** Lines that were sent and are not answered: the field keeps them until they are accepted. */
  let sent: string | null = null;

  const ask = (question: DemoQuestion) => worker?.postMessage(question satisfies DemoMessage);

  const begin = () => {
    failure.hidden = true;
    opening = 'week';
    worker = new Worker(new URL('../worker/demo-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DemoResult>) => receive(data));
    // The worker's script could not be loaded, or broke.
    worker.addEventListener('error', () => fail(new Error('The worker of the demo failed')));
    worker.postMessage({ kind: 'begin', locale: navigator.language } satisfies DemoMessage);
    read();
  };

  const fail = (error: Error) => {
    worker?.terminate();
    worker = null;
    sent = null;
    root.removeAttribute('aria-busy');
    reportError(error, 'feature');
    failure.hidden = false;
    failure.innerHTML = html`
      <h2>Oops! Something went wrong</h2>
      <p>We couldn't load the features. This might be a temporary issue.</p>
      <button type="button" class="button button-contained" data-retry>Try Again</button>
    `.text;
  };

  const receive = (answer: DemoResult) => {
    switch (answer.kind) {
      case 'reading':
        // An older text's reading would colour the wrong words.
        if (answer.reading.text !== input.value || input.value.trim() === '') return;
        picture.innerHTML = renderLine(answer.reading).text;
        reading.innerHTML = renderReading(answer.reading).text;
        follow();
        break;
      case 'refused':
        root.removeAttribute('aria-busy');
        sent = null;
        reading.innerHTML =
          html`<span class="demo-refusal">${icon('warning', 14)} ${answer.reason}</span>`.text;
        status.textContent = answer.reason;
        input.focus();
        break;
      case 'view':
        root.removeAttribute('aria-busy');
        if (sent !== null && input.value === sent) {
          input.value = '';
          read();
        }
        show(answer.view, sent !== null);
        sent = null;
        break;
      case 'failed':
        fail(new Error(answer.message));
        break;
      default:
        answer satisfies never;
    }
  };

  const show = (view: DemoView, isPlaced: boolean) => {
    // The page was built with the week and the example in it. Drawing the same again would only cost time.
    if (opening === 'week') {
      opening = 'example';
      ask({ kind: 'add', text: root.dataset['example'] ?? '' });
      return;
    }
    if (opening === 'example') {
      opening = null;
      if (isAsBuilt) {
        fillDates(week, view.monday);
        return;
      }
    }
    isAsBuilt = false;
    const focused = describeFocus(root);
    week.innerHTML = renderWeek(view, { isDated: true }).text;
    panel.innerHTML = renderPanel(view).text;
    if (focused) (root.querySelector<HTMLElement>(focused) ?? input).focus({ preventScroll: true });
    status.textContent = view.status;
    // On phones the week is below the field, and its days scroll sideways.
    if (isPlaced) week.querySelector('.chosen')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const read = () => {
    const text = input.value;
    picture.textContent = text;
    if (text.trim() === '') reading.textContent = '';
    else ask({ kind: 'read', text });
    follow();
  };

  /** A long line scrolls in the field, and the coloured one with it. */
  const follow = () => {
    picture.scrollLeft = input.scrollLeft;
  };

  const add = (text: string) => {
    if (text.trim() === '') {
      input.focus();
      reading.textContent = 'Type what you have to do, with a length and a deadline.';
      return;
    }
    root.setAttribute('aria-busy', 'true');
    sent = text;
    ask({ kind: 'add', text });
  };

  const write = (text: string) => {
    input.value = text;
    input.focus();
    read();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    add(input.value);
  });
  input.addEventListener('input', read);
  input.addEventListener('scroll', follow);
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (!button) return;
    const { line, choose, remove, fix, undo, restart, retry } = button.dataset;
    if (line !== undefined) {
      write(line);
      if (button.closest('[data-examples]')) add(line);
    } else if (choose !== undefined) ask({ kind: 'choose', taskId: choose });
    else if (remove !== undefined) ask({ kind: 'remove', taskId: remove });
    else if (fix !== undefined) {
      root.setAttribute('aria-busy', 'true');
      ask({ kind: 'fix', index: Number(fix) });
    } else if (undo !== undefined) ask({ kind: 'undo' });
    else if (restart !== undefined) ask({ kind: 'restart' });
    else if (retry !== undefined) begin();
  });
  root.addEventListener('change', () => {
    const due = root.querySelector<HTMLElement>('[data-due]');
    const day = due?.querySelector<HTMLInputElement>(':checked[data-due-day]')?.value;
    const isHard = due?.querySelector<HTMLInputElement>('[data-due-hard]')?.checked ?? false;
    const taskId = due?.dataset['due'];
    if (day === undefined || taskId === undefined) return;
    root.setAttribute('aria-busy', 'true');
    ask({ kind: 'due', taskId, day: day === 'none' ? null : Number(day), isHard });
  });
  begin();
}

/** The heads of the days have room for the dates, which are known only now. */
function fillDates(week: HTMLElement, monday: number): void {
  for (const [day, head] of week.querySelectorAll('.week-head b').entries())
    head.textContent = String(new Date(monday + day * DAY_MS).getUTCDate());
}

/** A selector for the focused control, which is drawn again; null if the focus is elsewhere. */
function describeFocus(root: HTMLElement): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !root.contains(focused)) return null;
  for (const name of [
    'data-choose',
    'data-due-day',
    'data-due-hard',
    'data-undo',
    'data-restart',
    'data-fix',
    'data-remove',
  ]) {
    const value = focused.getAttribute(name);
    if (value !== null) return value === '' ? `[${name}]` : `[${name}="${CSS.escape(value)}"]`;
  }
  return null;
}
