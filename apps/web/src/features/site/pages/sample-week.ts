import { type Html, html } from '../components/html.ts';
import { icon } from '../components/icons.ts';

interface Block {
  kind: 'event' | 'planned' | 'pinned' | 'done' | 'chosen';
  title: string;
  time: string;
  /** Quarter hours since 9:00, start and exclusive end; site.css has a class for each. */
  from: number;
  to: number;
  chunk?: string;
}

const standup: Block = { kind: 'event', title: 'Standup', time: '9:15', from: 1, to: 3 };

const days: [string, number, Block[]][] = [
  [
    'Mon',
    16,
    [
      standup,
      { kind: 'done', title: 'Outline slides', time: '9:45–11:30', from: 3, to: 10 },
      { kind: 'event', title: '1:1 with Sam', time: '13:00–14:00', from: 16, to: 20 },
    ],
  ],
  [
    'Tue',
    17,
    [
      standup,
      { kind: 'event', title: 'Design review', time: '10:00–11:30', from: 4, to: 10 },
      { kind: 'done', title: 'Invoices', time: '13:00–14:30', from: 16, to: 22 },
    ],
  ],
  [
    'Wed',
    18,
    [
      standup,
      { kind: 'chosen', title: 'Finish the report', time: '9:45–11:45', from: 3, to: 11, chunk: '1/2' },
      { kind: 'event', title: 'Team lunch', time: '12:00–13:00', from: 12, to: 16 },
      { kind: 'event', title: 'Workshop', time: '14:00–16:00', from: 20, to: 28 },
    ],
  ],
  [
    'Thu',
    19,
    [
      standup,
      { kind: 'chosen', title: 'Finish the report', time: '10:00–11:00', from: 4, to: 8, chunk: '2/2' },
      { kind: 'event', title: 'Interviews', time: '13:00–14:30', from: 16, to: 22 },
      { kind: 'planned', title: 'Call plumber', time: '15:00–16:00', from: 24, to: 28 },
    ],
  ],
  [
    'Fri',
    20,
    [
      standup,
      { kind: 'event', title: 'Board demo', time: '11:00–12:30', from: 8, to: 14 },
      { kind: 'pinned', title: 'Gym', time: '14:00–15:00', from: 20, to: 24 },
    ],
  ],
];

const hours = [10, 11, 12, 13, 14, 15, 16];

/** An illustration of a planned week from fixed data; nothing is computed. */
export const sampleWeek: Html = html`
  <figure class="week section-width">
    <figcaption>
      <span class="week-line"
        >“Finish the report, <b class="token event">3 h</b>, <b class="token soft">by Friday</b>”</span
      >
      <span class="small faint">A sample week</span>
    </figcaption>
    <div class="week-grid">
      <div class="week-hours" aria-hidden="true">
        ${hours.map((hour) => html`<span class="from-${(hour - 9) * 4}">${hour}:00</span>`)}
      </div>
      ${days.map(
        ([name, date, blocks]) => html`
          <section class="week-day day-${name.toLowerCase()}" aria-label="${name} ${date}">
            <p class="week-head"><span>${name}</span> ${date}</p>
            <div class="week-hold">${blocks.map(block)}</div>
          </section>
        `,
      )}
      <section class="week-why" aria-label="Why here?">
        <p class="week-head">Why here?</p>
        <div>
          <p class="why-title">Finish the report</p>
          <p class="why-chips">
            <span class="badge event">${icon('clock', 14)}3 h</span
            ><span class="badge soft">${icon('flag', 14)}Fri 17:00</span>
          </p>
          <dl>
            <dt class="accent">Wed 9:45</dt>
            <dd>2 h, the longest free morning</dd>
            <dt>Wed 16:00</dt>
            <dd>skipped: 45 min left, smallest chunk is 1 h</dd>
            <dt class="accent">Thu 10:00</dt>
            <dd>the last hour, before interviews</dd>
          </dl>
          <p class="why-done">
            <span class="ok">${icon('done', 16)}</span><span>Done 30 h before the deadline. Nothing else moved.</span>
          </p>
        </div>
      </section>
    </div>
  </figure>
`;

function block({ kind, title, time, from, to, chunk }: Block): Html {
  return html`
    <div class="week-block ${kind} from-${from} to-${to}">
      <b><em>${title}</em>${chunk ? html`<i>${chunk}</i>` : ''}${kind === 'pinned' ? icon('lock', 12) : ''}</b>
      ${to - from > 2 ? html`<span>${time}</span>` : ''}
    </div>
  `;
}
