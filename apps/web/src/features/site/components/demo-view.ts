import {
  DAY_BEGINS,
  DAY_ENDS,
  DAY_MS,
  type DemoBlock,
  type DemoProblem,
  type DemoReading,
  type DemoTask,
  type DemoView,
  DUE_CHOICES,
  STEP_MINUTES,
} from '../model/demo.ts';
import { type Html, html } from '../model/html.ts';
import { icon } from './icons.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const LONG_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const STEPS_AN_HOUR = 60 / STEP_MINUTES;
/** A block of fewer steps has no room for its time. */
const MIN_WITH_TIME = 4;

const hours = Array.from(
  { length: (DAY_ENDS - DAY_BEGINS) / 60 - 1 },
  (_, index) => DAY_BEGINS / 60 + index + 1,
);

/** The days of the week with their blocks. `isDated`: the dates of the visitor's own week are known. */
export function renderWeek(
  { blocks, monday, hour12 }: DemoView,
  { isDated }: { readonly isDated: boolean },
): Html {
  return html`
    <div class="week-hours" aria-hidden="true">
      ${hours.map((hour) => html`<span class="from-${(hour - DAY_BEGINS / 60) * STEPS_AN_HOUR}">${hour12 ? `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}` : `${hour}:00`}</span>`)}
    </div>
    ${DAYS.map(
      (name, day) => html`
        <section class="week-day" aria-label="${LONG_DAYS[day] ?? name}">
          <p class="week-head"><span>${name}</span> <b>${isDated ? new Date(monday + day * DAY_MS).getUTCDate() : ''}</b></p>
          <div class="week-hold">${blocks.filter((block) => block.day === day).map(renderBlock)}</div>
        </section>
      `,
    )}
  `;
}

function renderBlock({ kind, taskId, title, from, to, time, piece }: DemoBlock): Html {
  const isShort = to - from < MIN_WITH_TIME;
  const place = `week-block ${kind} ${isShort ? 'short ' : ''}from-${from} to-${to}`;
  const content = html`
    <b><em>${title}</em>${piece ? html`<i>${piece}</i>` : ''}${kind === 'pinned' ? icon('lock', 12) : ''}</b>
    ${isShort ? html`<span class="visually-hidden">${time}</span>` : html`<span>${time}</span>`}
  `;
  return taskId === null
    ? html`<div class="${place}">${content}</div>`
    : html`<button type="button" class="${place}" data-choose="${taskId}" aria-pressed="${kind === 'chosen' ? 'true' : 'false'}">${content}</button>`;
}

/** Next to the week: the chosen task with its reasons, and what does not fit. */
export function renderPanel({ chosen, problem, elsewhere, quality, canUndo }: DemoView): Html {
  return html`
    ${problem ? renderProblem(problem) : ''}
    ${chosen ? renderTask(chosen) : html`<p class="why-hint">Type what you have to do, or click a block to see why it is where it is.</p>`}
    ${
      elsewhere.length > 0
        ? html`<div class="why-elsewhere"><p>In the week after, or at other hours:</p><ul>${elsewhere.map((line) => html`<li>${line}</li>`)}</ul></div>`
        : ''
    }
    ${quality ? html`<p class="small faint">${quality}</p>` : ''}
    ${
      canUndo
        ? html`<p class="why-actions">
            <button type="button" class="button button-small" data-undo>Undo</button>
            <button type="button" class="button button-small button-text" data-restart>Start over</button>
          </p>`
        : ''
    }
  `;
}

function renderTask(task: DemoTask): Html {
  const { id, title, length, due, isHard, reasons, outcome, isOwn, mayBeMoved } = task;
  return html`
    <p class="why-title">${title}</p>
    <p class="why-chips">
      <span class="badge event">${icon('clock', 14)}${length}</span>
      ${due ? html`<span class="badge ${isHard ? 'hard' : 'soft'}">${icon('flag', 14)}${due}</span>` : ''}
    </p>
    ${mayBeMoved ? renderDue(task) : ''}
    <dl>
      ${reasons.map(
        ({ isChosen, when, why }) =>
          html`<div><dt${isChosen ? html` class="accent"` : ''}>${when}</dt><dd>${why}</dd></div>`,
      )}
    </dl>
    ${
      outcome.text === ''
        ? ''
        : html`<p class="why-done"><span class="${outcome.isGood ? 'ok' : 'hard'}">${icon(outcome.isGood ? 'done' : 'warning', 16)}</span><span>${outcome.text}</span></p>`
    }
    ${isOwn ? html`<button type="button" class="button button-small button-text why-remove" data-remove="${id}">Remove this task</button>` : ''}
  `;
}

function renderDue({ id, due, dueDay, isHard }: DemoTask): Html {
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<label><input type="radio" name="due-day" data-due-day="${value}" value="${value}"${isChosen ? html` checked` : ''} />${label}</label>`;
  return html`
    <fieldset class="why-due" data-due="${id}">
      <legend>Deadline${due !== null && dueDay === null ? `: ${due}` : ''}</legend>
      ${option('none', 'None', due === null)}
      ${DUE_CHOICES.map(({ day, label }) => option(String(day), label, day === dueDay))}
      <label class="why-hard"><input type="checkbox" data-due-hard${isHard ? html` checked` : ''}${due === null ? html` disabled` : ''} /> No later</label>
    </fieldset>
  `;
}

function renderProblem({ sentences, fixes }: DemoProblem): Html {
  return html`
    <div class="why-problem">
      ${sentences.map((sentence) => html`<p><span class="hard">${icon('warning', 16)}</span><span>${sentence}</span></p>`)}
    </div>
    <div class="why-fixes">
      <p class="small faint">${fixes === null ? 'Looking for fixes ...' : fixes.length === 0 ? 'No single change helps. Remove a task, or move a deadline.' : 'What would help, the cheapest first:'}</p>
      ${(fixes ?? []).map(
        ({ text, effect }, index) =>
          html`<button type="button" class="why-fix" data-fix="${index}"><b>${text}</b><span>${effect}</span></button>`,
      )}
    </div>
  `;
}

/** The line with what was understood in colour, which lies behind the field. */
export function renderLine({ text, tokens }: Pick<DemoReading, 'text' | 'tokens'>): Html {
  let at = 0;
  const parts: (Html | string)[] = [];
  for (const { from, to, kind } of tokens) {
    parts.push(text.slice(at, from), html`<mark class="demo-${kind}">${text.slice(from, to)}</mark>`);
    at = to;
  }
  return html`${[...parts, text.slice(at)].map((part) => (typeof part === 'string' ? html`${part}` : part))}`;
}

export function renderReading({ words, question }: DemoReading): Html {
  return html`<span>${words}</span>${
    question
      ? html` <span class="demo-question">${question.text} ${question.answers.map(({ label, text }) => html`<button type="button" class="demo-try" data-line="${text}">${label}</button>`)}</span>`
      : ''
  }`;
}
