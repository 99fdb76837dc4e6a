import { icon } from '../components/icons.ts';
import { pictureTag } from '../components/picture.ts';
import type { Feature } from '../model/content.ts';
import { html } from '../model/html.ts';
import { PRODUCT_NAME, type SitePage } from '../model/page.ts';
import { breadcrumbs, collection } from '../model/structured-data.ts';

export function featuresPage(features: readonly Feature[]): SitePage {
  const description = `What ${PRODUCT_NAME} does: it plans tasks around meetings, says why, and has booking pages, a focus timer, reminders and an assistant.`;
  return {
    path: '/features',
    sheets: ['reading'],
    title: 'Features',
    cardTitle: 'A plan that explains itself',
    description,
    data: [
      collection({
        path: '/features',
        name: 'Features',
        description,
        entries: features.map(({ slug, title }) => [title, `/features/${slug}`]),
      }),
    ],
    body: html`
      <section class="section top">
        <h1>What ${PRODUCT_NAME} does for you</h1>
        <p class="lead">One idea is behind all of it: a plan is worth something only while it is true.</p>
        <div class="cards">
          ${features.map(
            ({ slug, title, summary }) => html`
              <a class="card" href="/features/${slug}"><h2>${title}</h2><p>${summary}</p></a>
            `,
          )}
        </div>
        <p class="actions" data-guest><a class="button button-contained button-large" href="/signup">Get started</a></p>
      </section>
    `,
  };
}

export function featurePage(feature: Feature, others: readonly Feature[]): SitePage {
  const { slug, title, summary, body, facts, picture } = feature;
  return {
    path: `/features/${slug}`,
    sheets: ['reading'],
    title: `${title} · Features`,
    cardTitle: title,
    description: summary,
    data: [
      breadcrumbs([
        ['Features', '/features'],
        [title, `/features/${slug}`],
      ]),
    ],
    body: html`
      <article class="section top prose">
        <p class="small"><a href="/features">All features</a></p>
        <h1>${title}</h1>
        <p class="lead">${summary}</p>
        ${
          picture
            ? html`<figure class="picture">${pictureTag(picture, { description: picture.description, sizes: '(min-width: 1040px) 1000px, calc(100vw - 40px)' })}</figure>`
            : ''
        }
        ${body}
        <ul class="checks">
          ${facts.map((fact) => html`<li>${icon('check')}${fact}</li>`)}
        </ul>
        <p class="actions" data-guest><a class="button button-contained button-large" href="/signup">Get started</a></p>
        <nav class="more" aria-label="More features">
          ${others.map(({ slug, title }) => html`<a href="/features/${slug}">${title}</a>`)}
        </nav>
      </article>
    `,
  };
}
