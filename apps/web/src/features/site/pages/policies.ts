import type { Policy } from '../model/content.ts';
import { html } from '../model/html.ts';
import { PRODUCT_NAME, type SitePage } from '../model/page.ts';
import { breadcrumbs, collection } from '../model/structured-data.ts';

export function policiesPage(policies: readonly Policy[]): SitePage {
  const description = `The privacy policy and the terms and conditions of ${PRODUCT_NAME}.`;
  return {
    path: '/policies',
    sheets: ['reading'],
    title: 'Policies',
    description,
    data: [
      collection({
        path: '/policies',
        name: 'Policies',
        description,
        entries: policies.map(({ slug, title }) => [title, `/policies/${slug}`]),
      }),
    ],
    body: html`
      <section class="section top">
        <h1>Policies</h1>
        <p class="lead">What happens with your data, and what we promise each other. In plain words.</p>
        <div class="cards">
          ${policies.map(
            ({ slug, title, summary }) =>
              html`<a class="card" href="/policies/${slug}"><h2>${title}</h2><p>${summary}</p></a>`,
          )}
        </div>
      </section>
    `,
  };
}

export function policyPage({ slug, title, summary, changed, body }: Policy): SitePage {
  return {
    path: `/policies/${slug}`,
    sheets: ['reading'],
    title,
    description: summary,
    data: [
      breadcrumbs([
        ['Policies', '/policies'],
        [title, `/policies/${slug}`],
      ]),
    ],
    body: html`
      <article class="section top prose">
        <p class="small"><a href="/policies">Policies</a></p>
        <h1>${title}</h1>
        <p class="small faint">Last changed on ${changed}</p>
        ${body}
      </article>
    `,
  };
}
