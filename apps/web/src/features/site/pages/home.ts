import { icon, markIcon } from '../components/icons.ts';
import { pictureTag } from '../components/picture.ts';
import type { Feature } from '../model/content.ts';
import { html } from '../model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SitePage } from '../model/page.ts';
import { demo, type Example } from './demo.ts';

/** The premium plan's features, in the specification's words. */
export const premiumFeatures = [
  'Schedule your todo list',
  'Create events and invite others',
  'Productivity dashboard',
  'SMS reminders',
  'AI chat assistant',
  'GPT integration',
] as const;

const steps = [
  [
    'Bring your calendar',
    'Connect one or import a file. What is busy stays busy; the planner moves only its own blocks.',
  ],
  ['Say what you have to do', 'In a line, with its length and deadline. Deadlines can be soft or hard.'],
  [
    'See the change before it happens',
    'Every replan is a diff: what moved, what became late, what stayed. Accept all or each.',
  ],
] as const;

const questions = [
  [
    'Do I need an AI key?',
    `No. ${PRODUCT_NAME} plans on its own, and understands everyday scheduling English without one. A larger model is an upgrade, not a requirement.`,
  ],
  [
    'Will it move my meetings?',
    'Not by itself. Meetings are fixed points for the planner. Only the blocks that it planned move, and only after you accept the change, unless you allow it to update your plan by itself.',
  ],
  [
    'What happens after the trial?',
    'The trial needs no credit card, so nothing is charged. You choose then: $8 per week, or the free plan with its smaller limits.',
  ],
  [
    'Which calendars work with it?',
    'Google, Outlook, Apple and every CalDAV server, in both directions. Files and addresses of calendars (.ics) too.',
  ],
  [
    'Where is my data?',
    `On the server that you are reading this on, or on your own: ${PRODUCT_NAME} is open source and starts with one command. Nothing is sold, and no model is trained with it.`,
  ],
  [
    'Can I take my data with me?',
    'Yes. One click exports everything in open formats. A deleted account can be reopened for seven days; then your data is deleted.',
  ],
] as const;

/** Shown with their pictures. */
const SHOWN = [
  'every-block-explains-itself',
  'know-early-what-will-not-fit',
  'see-the-change-before-it-happens',
  'booking-pages',
];

export function homePage(example: Example, features: readonly Feature[]): SitePage {
  const shown = SHOWN.flatMap((slug) => features.find((feature) => feature.slug === slug) ?? []);
  return {
    path: '/',
    sheets: ['home', 'demo'],
    title: `${PRODUCT_NAME}: your tasks, woven into your calendar`,
    cardTitle: 'Say what you have to do. It finds the hours.',
    description: `${PRODUCT_NAME} weaves tasks into your real calendar, keeps the plan true as your day moves, and tells you early what will not fit.`,
    data: [
      { '@type': 'WebSite', name: PRODUCT_NAME, url: `${ORIGIN}/` },
      {
        '@type': 'SoftwareApplication',
        name: PRODUCT_NAME,
        url: `${ORIGIN}/`,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        offers: {
          '@type': 'Offer',
          price: '8.00',
          priceCurrency: 'USD',
          description: 'Per week, after a free trial of 7 days',
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(([name, text]) => ({
          '@type': 'Question',
          name,
          acceptedAnswer: { '@type': 'Answer', text },
        })),
      },
    ],
    body: html`
    <section class="hero section">
      <h1>Say what you have to do.<br /><span class="accent">${PRODUCT_NAME}</span> finds the hours.</h1>
      <div>
        <p class="lead">
          It weaves tasks into your real calendar, keeps the plan true as your day moves, and tells you early what will
          not fit.
        </p>
        <div class="actions">
          <a class="button button-contained button-large" href="/signup" data-guest>Get started</a>
          <a class="button button-large" href="/login" data-guest>Log in</a>
          <a class="button button-contained button-large" href="/dashboard" data-member hidden>Open ${PRODUCT_NAME}</a>
        </div>
        <p class="small faint" data-guest>Free trial, no credit card. Then $8 per week.</p>
      </div>
    </section>
    ${demo(example)}
    <section class="section" id="features" aria-labelledby="features-title">
      <h2 id="features-title">Every block can defend itself</h2>
      <p class="lead">
        Most planners shuffle your week and hope you trust them. ${PRODUCT_NAME} shows what it tried, what it costs and how to undo it.
      </p>
      <div class="bento">
        <article class="tile wide">
          <h3>${premiumFeatures[0]}</h3>
          <p>Type one line with a length, a deadline and a priority. It is planned around your meetings.</p>
          <p class="show line">
            Report <b class="token event">2h</b> <b class="token booking">#work</b> <b class="token hard">p1</b>
            <b class="token soft">by Fri !hard</b>
          </p>
        </article>
        <article class="tile wide">
          <h3>Know early what will not fit</h3>
          <p>Not a red badge but a sentence with numbers, while there is still time to do something about it.</p>
          <p class="show warning">
            <span class="hard">${icon('warning', 16)}</span> Three tasks need 11 h before Fri 17:00; 8 h 30 exist.
          </p>
        </article>
        <article class="tile">
          <h3>${premiumFeatures[4]}</h3>
          <p>Works without any key. Add ${premiumFeatures[5]} or a model of your own when you want more.</p>
          <div class="show">
            <p class="bubble">Free up Thursday afternoon</p>
            <p class="small reply">${markIcon(16)} 2 blocks moved, 0 late. <b class="accent">Undo</b></p>
          </div>
        </article>
        <article class="tile">
          <h3>${premiumFeatures[1]}</h3>
          <p>A booking page that never offers a slot which would break a deadline. Invitees need no account.</p>
          <p class="show slots"><span class="slot best">15:00</span><span class="slot">15:30</span><span class="slot">16:15</span></p>
        </article>
        <article class="tile">
          <h3>${premiumFeatures[2]}</h3>
          <p>Planned against actual and how good your estimates are, with ${premiumFeatures[3]} when you step away.</p>
          <svg class="show" viewBox="0 0 300 64" role="img" aria-label="Planned and actual hours of five days">
            ${[24, 18, 30, 10, 20].map(
              (top, day) =>
                html`<rect x="${4 + day * 62}" y="${top}" width="20" height="${64 - top}" rx="4" class="planned-bar" />
                  <rect x="${28 + day * 62}" y="${top + 3}" width="20" height="${61 - top}" rx="4" class="actual-bar" />`,
            )}
          </svg>
        </article>
      </div>
    </section>
    <section class="section" aria-labelledby="shown-title">
      <h2 id="shown-title">See for yourself</h2>
      <p class="lead">Pictures of the product as it is. <a class="link" href="/features">All features</a></p>
      <div class="shown">
        ${shown.map(
          ({ slug, title, summary, picture }) => html`
            <a class="shown-one" href="/features/${slug}">
              ${picture ? pictureTag(picture, { description: picture.description, sizes: '(min-width: 900px) 584px, calc(100vw - 40px)', isLate: true }) : ''}
              <h3>${title}</h3>
              <p>${summary}</p>
            </a>
          `,
        )}
      </div>
    </section>
    <section class="section" id="how-it-works" aria-labelledby="how-title">
      <h2 id="how-title">How it works</h2>
      <ol class="steps">
        ${steps.map(([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}
      </ol>
    </section>
    <section class="section split" aria-labelledby="questions-title">
      <div>
        <h2 id="questions-title">Questions</h2>
        <div class="questions">
          ${questions.map(
            ([question, answer], index) => html`
              <details${index === 0 ? html` open` : ''}>
                <summary>${question}${icon('chevron')}</summary>
                <p>${answer}</p>
              </details>
            `,
          )}
        </div>
      </div>
      <div class="price" id="pricing">
        <p class="price-head"><b>Premium</b><span class="badge">7 days free</span></p>
        <p class="price-sum"><b>$8</b> per week</p>
        <ul class="checks">
          ${premiumFeatures.map((feature) => html`<li>${icon('check')}${feature}</li>`)}
        </ul>
        <a class="button button-contained button-large button-wide" href="/signup">Start free trial</a>
        <p class="small faint center">No credit card. Cancel any time.</p>
      </div>
    </section>
  `,
  };
}
