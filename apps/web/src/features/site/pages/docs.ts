import { icon } from '../components/icons.ts';
import type { Content, Doc, DocGroup } from '../model/content.ts';
import { type Html, html } from '../model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SitePage } from '../model/page.ts';
import { breadcrumbs, collection } from '../model/structured-data.ts';

/** The index that the search loads; `site/render.ts` makes it. */
export const SEARCH_INDEX_PATH = '/docs/search.json';
const DECISIONS_PATH = '/docs/decisions';

const search: Html = html`
  <form class="docs-search" role="search" data-docs-search="${SEARCH_INDEX_PATH}">
    <label class="visually-hidden" for="docs-query">Search the docs</label>
    <input id="docs-query" type="search" name="q" placeholder="Search the docs" autocomplete="off" spellcheck="false" maxlength="100" />
    <button type="submit" aria-label="Search">${icon('search')}</button>
    <p class="visually-hidden" role="status" data-found></p>
    <ol class="docs-results" hidden data-results></ol>
  </form>
`;

export function docsPage({ docs, decisions }: Content): SitePage {
  const description = `How to use ${PRODUCT_NAME}, how to run it yourself, and how to build on it.`;
  return {
    path: '/docs',
    sheets: ['docs'],
    title: 'Docs',
    cardTitle: 'From the first week to the API',
    description,
    data: [
      collection({
        path: '/docs',
        name: 'Docs',
        description,
        entries: docs.flatMap((group) => listEntries(group.docs)),
      }),
    ],
    body: html`
      <section class="section top docs-home">
        <h1>Docs</h1>
        <p class="lead">${description}</p>
        ${search}
        <div class="docs-groups">
          ${docs.map(
            ({ title, summary, docs }) => html`
              <section>
                <h2>${title}</h2>
                <p>${summary}</p>
                <ul>${docs.map(({ path, title }) => html`<li><a class="link" href="${path}">${title}</a></li>`)}</ul>
              </section>
            `,
          )}
          <section>
            <h2>Why it is so</h2>
            <p>Records of what was decided, with the alternatives.</p>
            <ul><li><a class="link" href="${DECISIONS_PATH}">${decisions.length} decisions</a></li></ul>
          </section>
        </div>
      </section>
    `,
  };
}

export function decisionsPage({ docs, decisions }: Content): SitePage {
  const description = `Why ${PRODUCT_NAME} is built as it is: each record has the context, the decision, its consequences and the alternatives.`;
  return {
    path: DECISIONS_PATH,
    sheets: ['reading', 'docs'],
    title: 'Decisions',
    description,
    data: [
      collection({
        path: DECISIONS_PATH,
        name: 'Decisions',
        description,
        entries: listEntries(decisions),
      }),
      breadcrumbs([
        ['Docs', '/docs'],
        ['Decisions', DECISIONS_PATH],
      ]),
    ],
    body: docsFrame(docs, DECISIONS_PATH, {
      headings: [],
      content: html`
        <h1>Decisions</h1>
        <p class="lead">Each record has the context, the decision, its consequences and the alternatives.</p>
        <ul>${decisions.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
      `,
    }),
  };
}

const listEntries = (docs: readonly Doc[]) => docs.map(({ title, path }) => [title, path] as const);

/** `group` is absent for the records of decisions. */
export function docPage(doc: Doc, content: Content, group?: DocGroup): SitePage {
  const { path, title, summary, body, headings } = doc;
  const above = group ? (['Docs', '/docs'] as const) : (['Decisions', DECISIONS_PATH] as const);
  const place = group ? group.docs.indexOf(doc) : -1;
  const [before, after] = [group?.docs[place - 1], place < 0 ? undefined : group?.docs[place + 1]];
  return {
    path,
    sheets: ['reading', 'docs'],
    title: `${title} · Docs`,
    description: summary,
    data: [
      { '@type': 'TechArticle', headline: title, description: summary, mainEntityOfPage: ORIGIN + path },
      breadcrumbs([above, [title, path]]),
    ],
    body: docsFrame(content.docs, path, {
      headings,
      content: html`
        <p class="small"><a href="${above[1]}">${above[0]}</a>${group ? html` <span class="faint">/ ${group.title}</span>` : ''}</p>
        <h1>${title}</h1>
        ${body}
        <nav class="docs-next" aria-label="Pages before and after">
          ${before ? html`<a href="${before.path}"><span class="small faint">Before</span> ${before.title}</a>` : ''}
          ${after ? html`<a class="after" href="${after.path}"><span class="small faint">Next</span> ${after.title}</a>` : ''}
        </nav>
      `,
    }),
  };
}

/** The table of contents left, the page, and its sections right. On narrow screens both fold. */
function docsFrame(
  groups: readonly DocGroup[],
  path: string,
  { content, headings }: { readonly content: Html; readonly headings: Doc['headings'] },
): Html {
  const sections = headings.filter(({ level }) => level === 2);
  const contents = groups.map(
    ({ title, docs }) => html`
      <p class="docs-group">${title}</p>
      <ul>
        ${docs.map(
          (doc) =>
            html`<li><a href="${doc.path}"${doc.path === path ? html` aria-current="page"` : ''}>${doc.title}</a></li>`,
        )}
      </ul>
    `,
  );
  return html`
    <div class="docs section-width">
      <div class="docs-side">
        ${search}
        <details class="docs-fold">
          <summary>Contents${icon('chevron')}</summary>
          <nav aria-label="Docs, folded">${contents}</nav>
        </details>
        <nav class="docs-contents" aria-label="Docs">${contents}</nav>
      </div>
      <article class="prose docs-text">${content}</article>
      ${
        sections.length > 1
          ? html`<nav class="docs-sections" aria-label="On this page">
              <p class="docs-group">On this page</p>
              <ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
            </nav>`
          : ''
      }
    </div>
  `;
}
