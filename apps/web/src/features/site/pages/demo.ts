import { renderLine, renderPanel, renderWeek } from '../components/demo-view.ts';
import { icon } from '../components/icons.ts';
import type { DemoReading, DemoView } from '../model/demo.ts';
import { type Html, html } from '../model/html.ts';

/** What the page shows before anything is typed. */
export interface Example {
  readonly reading: DemoReading;
  readonly view: DemoView;
}

/** Each adds a task at once: an evening, a repetition, pieces, and more than fits. */
const examples = [
  'Call the plumber 15 min tomorrow',
  'Gym 1 h three times a week',
  'Taxes 6 h by Thursday, chunks of 1 h',
  'Thesis 30 h by Friday !hard',
];

/** The sample week with the example in it, as the planner placed it when the site was built. */
export function demo({ reading, view }: Example): Html {
  return html`
    <section class="week section-width" id="demo" aria-label="Try it: a sample week" data-demo data-example="${reading.text}">
      <form class="demo-form" method="dialog">
        <label class="visually-hidden" for="demo-line">What do you have to do?</label>
        <div class="demo-field">
          ${icon('plus')}
          <div class="demo-line">
            <div class="demo-picture" aria-hidden="true" data-line-picture>${renderLine({ text: '', tokens: [] })}</div>
            <input id="demo-line" type="text" maxlength="200" autocomplete="off" spellcheck="false" enterkeyhint="done" placeholder="${reading.text}" aria-describedby="demo-reading" data-line-input />
          </div>
          <button type="submit" class="button button-contained">Weave it in ${icon('right', 16)}</button>
        </div>
        <p class="demo-reading" id="demo-reading" data-reading><span class="demo-waiting">Still loading the planner. Your line stays here meanwhile. <a class="link" href="/signup">Get started</a></span></p>
        <div class="demo-below">
          <div class="demo-examples" data-examples>
            <span>or try</span>
            ${examples.map((line) => html`<button type="button" class="demo-try" data-line="${line}">${line}</button>`)}
          </div>
          <p class="small faint demo-private">${icon('lock', 14)} Runs in your browser. Nothing is sent.</p>
        </div>
      </form>
      <div class="demo-failure" role="alert" data-failure hidden></div>
      <p class="visually-hidden" role="status" data-status></p>
      <div class="week-grid">
        <div class="week-days" role="group" aria-label="The sample week" tabindex="0" data-week>${renderWeek(view, { isDated: false })}</div>
        <section class="week-why" aria-label="Why here?">
          <h2 class="week-head">Why here?</h2>
          <div data-panel>${renderPanel(view)}</div>
        </section>
      </div>
      <noscript><p class="demo-noscript">The week shows where the planner put “${reading.text}”. Trying your own needs JavaScript.</p></noscript>
    </section>
  `;
}
