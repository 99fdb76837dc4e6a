import privacy from '../../../../content/policies/privacy-policy.md?raw';
import terms from '../../../../content/policies/terms-and-conditions.md?raw';
import { html } from '../components/html.ts';
import { readMarkdown } from '../model/markdown.ts';
import type { PageMaker } from '../model/page.ts';

const sources: Record<string, string> = { 'privacy-policy': privacy, 'terms-and-conditions': terms };

export const policiesPage: PageMaker = (name) => ({
  title: `Policies · ${name}`,
  description: `The privacy policy and the terms and conditions of ${name}.`,
  body: html`
    <section class="section top">
      <h1>Policies</h1>
      <p class="lead">What happens with your data, and what we promise each other. In plain words.</p>
      <div class="cards">
        ${Object.entries(sources).map(([slug, source]) => {
          const { facts } = readMarkdown(source, name);
          return html`<a class="card" href="/policies/${slug}"><h2>${facts['title'] ?? slug}</h2><p>${facts['summary'] ?? ''}</p></a>`;
        })}
      </div>
    </section>
  `,
});

export function policyPage(slug: string): PageMaker {
  return (name) => {
    const source = Object.hasOwn(sources, slug) ? sources[slug] : undefined;
    if (source === undefined) return null;
    const { facts, body } = readMarkdown(source, name);
    return {
      title: `${facts['title'] ?? slug} · ${name}`,
      description: facts['summary'] ?? '',
      body: html`
        <article class="section top prose">
          <p class="small"><a href="/policies">Policies</a></p>
          <h1>${facts['title'] ?? slug}</h1>
          <p class="small faint">Last changed on ${facts['changed'] ?? ''}</p>
          ${body}
        </article>
      `,
    };
  };
}
