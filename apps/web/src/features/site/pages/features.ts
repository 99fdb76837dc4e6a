import { html } from '../components/html.ts';
import { icon } from '../components/icons.ts';
import type { PageMaker } from '../model/page.ts';

interface Feature {
  slug: string;
  title: string;
  summary: string;
  paragraphs: readonly string[];
  facts: readonly string[];
}

const features: readonly Feature[] = [
  {
    slug: 'schedule-your-todo-list',
    title: 'Schedule your todo list',
    summary:
      'A list says what. A plan says when. Write one line, and the task finds its hours between your meetings.',
    paragraphs: [
      'A task has a length, and most have a deadline. From these two the planner works out where it fits: inside your working hours, around what is already in the calendar, in chunks that are long enough to get something done.',
      'When the week changes, the plan is worked out again and shown to you as a list of changes. Nothing moves before you accept it, and what you pinned stays where it is.',
    ],
    facts: [
      'Soft and hard deadlines',
      'Chunks with a smallest and a largest size',
      'A reason for every block',
    ],
  },
  {
    slug: 'create-events-and-invite-others',
    title: 'Create events and invite others',
    summary: 'Share a link, and people pick a time that suits both of you. They need no account.',
    paragraphs: [
      'An open hour is not always a free hour: the task that is due on Friday needs it. A slot is offered only while all of your hard deadlines stay within reach.',
      'The people you ask can accept, decline with a reason or propose another time, in their own time zone.',
    ],
    facts: ['No account for guests', 'Times in the zone of the reader', 'Deadlines stay safe'],
  },
  {
    slug: 'productivity-dashboard',
    title: 'Productivity dashboard',
    summary: 'Today at a glance: what is now, what is next, and what will not fit.',
    paragraphs: [
      'The dashboard begins with the day, not with a score. It shows what is planned, what has become tight, and how well your estimates matched what really happened.',
      'A problem is one sentence with numbers: how many hours are needed, how many there are, and which deadline they are missing for.',
    ],
    facts: ['The day as one list', 'Planned against actual', 'No shame for a broken streak'],
  },
  {
    slug: 'sms-reminders',
    title: 'SMS reminders',
    summary: 'A text when a block begins or a plan becomes tight, for days away from the desk.',
    paragraphs: [
      'Messages go only to a phone number that you have verified, only if you asked for them, and never in your quiet hours.',
      'A one-digit reply is enough: done, later, or plan again.',
    ],
    facts: ['Verified numbers only', 'Quiet hours', 'STOP ends it, at once'],
  },
  {
    slug: 'ai-chat-assistant',
    title: 'AI chat assistant',
    summary: 'Say it in your own words: “Free up Thursday afternoon”.',
    paragraphs: [
      'The assistant uses the same actions as the rest of the interface, so it can do nothing that you could not do yourself, and all of it can be undone.',
      'Anything that affects other people waits for your approval. It never claims what it could not confirm.',
    ],
    facts: ['Undo of a whole turn', 'Asks before it writes to others', 'Works without a key'],
  },
  {
    slug: 'gpt-integration',
    title: 'GPT integration',
    summary: 'Bring a larger language model when you want one, hosted or on a machine of your own.',
    paragraphs: [
      'Any server that speaks the usual protocol will do. The model proposes, the planner checks: times and promises always come from the calendar and never from the model.',
      'Without a model everything still works. That is a promise, not a fallback.',
    ],
    facts: ['Hosted or local', 'The planner has the last word', 'Off by default'],
  },
];

export const featuresPage: PageMaker = (name) => ({
  title: `Features · ${name}`,
  description: `What ${name} does: scheduling of tasks, booking pages, a dashboard, reminders and an assistant.`,
  body: html`
    <section class="section top">
      <h1>What ${name} does for you</h1>
      <p class="lead">Six things, and one idea behind them: a plan is worth something only while it is true.</p>
      <div class="cards">
        ${features.map(
          ({ slug, title, summary }) => html`
            <a class="card" href="/features/${slug}"><h2>${title}</h2><p>${summary}</p></a>
          `,
        )}
      </div>
      <p class="actions"><a class="button button-contained button-large" href="/signup">Get started</a></p>
    </section>
  `,
});

export function featurePage(slug: string): PageMaker {
  const feature = features.find((candidate) => candidate.slug === slug);
  return (name) =>
    feature
      ? {
          title: `${feature.title} · ${name}`,
          description: feature.summary,
          body: html`
            <article class="section top prose">
              <p class="small"><a href="/features">All features</a></p>
              <h1>${feature.title}</h1>
              <p class="lead">${feature.summary}</p>
              ${feature.paragraphs.map((text) => html`<p>${text}</p>`)}
              <ul class="checks">
                ${feature.facts.map((fact) => html`<li>${icon('check')}${fact}</li>`)}
              </ul>
              <p class="actions"><a class="button button-contained button-large" href="/signup">Get started</a></p>
            </article>
          `,
        }
      : null;
}
