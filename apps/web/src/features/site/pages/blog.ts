import type { Post } from '../model/content.ts';
import { type Html, html } from '../model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SitePage } from '../model/page.ts';
import { breadcrumbs, collection } from '../model/structured-data.ts';

const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
export const FEED_PATH = '/blog/feed.xml';

export const toTagPath = (tag: string): string =>
  `/blog/tags/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** All tags, the most frequent first. */
export function listTags(posts: readonly Post[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag);
}

export function blogPage(posts: readonly Post[]): SitePage {
  const description = `Notes on planning, calendars and how ${PRODUCT_NAME} is built and measured.`;
  return {
    path: '/blog',
    sheets: ['reading'],
    title: 'Blog',
    cardTitle: 'Notes on planning, and on how it is built',
    description,
    data: [collection({ path: '/blog', name: 'Blog', description, entries: listEntries(posts) })],
    body: html`
      <section class="section top">
        <h1>Blog</h1>
        <p class="lead">Notes on planning, and on how ${PRODUCT_NAME} is built. <a class="link" href="${FEED_PATH}">Feed</a></p>
        ${tagLinks(listTags(posts))}
        ${postCards(posts)}
      </section>
    `,
  };
}

export function tagPage(tag: string, posts: readonly Post[]): SitePage {
  const path = toTagPath(tag);
  const title = `Posts about ${tag}`;
  const description = `What the blog of ${PRODUCT_NAME} says about ${tag}.`;
  return {
    path,
    sheets: ['reading'],
    title,
    description,
    data: [
      collection({ path, name: title, description, entries: listEntries(posts) }),
      breadcrumbs([
        ['Blog', '/blog'],
        [title, path],
      ]),
    ],
    body: html`
      <section class="section top">
        <p class="small"><a class="link" href="/blog">All posts</a></p>
        <h1>${title}</h1>
        ${postCards(posts)}
      </section>
    `,
  };
}

export function postPage(post: Post, others: readonly Post[]): SitePage {
  const { slug, title, summary, date, tags, body, minutesToRead } = post;
  return {
    path: `/blog/${slug}`,
    sheets: ['reading'],
    title,
    cardTitle: title,
    description: summary,
    publishedOn: date,
    data: [
      {
        '@type': 'BlogPosting',
        headline: title,
        description: summary,
        datePublished: date,
        keywords: tags,
        mainEntityOfPage: `${ORIGIN}/blog/${slug}`,
        author: { '@type': 'Organization', name: PRODUCT_NAME, url: `${ORIGIN}/` },
      },
      breadcrumbs([
        ['Blog', '/blog'],
        [title, `/blog/${slug}`],
      ]),
    ],
    body: html`
      <article class="section top prose">
        <p class="small"><a href="/blog">All posts</a></p>
        <h1>${title}</h1>
        <p class="small faint">${formatDate(date)} · ${minutesToRead} min to read</p>
        ${body}
        ${tagLinks(tags)}
        <nav class="more" aria-label="More posts">
          ${others.map(({ slug, title }) => html`<a href="/blog/${slug}">${title}</a>`)}
        </nav>
      </article>
    `,
  };
}

const listEntries = (posts: readonly Post[]) =>
  posts.map(({ slug, title }) => [title, `/blog/${slug}`] as const);

function postCards(posts: readonly Post[]): Html {
  return html`
    <div class="cards one">
      ${posts.map(
        ({ slug, title, date, summary, minutesToRead }) => html`
          <a class="card" href="/blog/${slug}">
            <span class="small faint">${formatDate(date)} · ${minutesToRead} min to read</span>
            <h2>${title}</h2>
            <p>${summary}</p>
          </a>
        `,
      )}
    </div>
  `;
}

function tagLinks(tags: readonly string[]): Html {
  return html`<p class="tags">${tags.map((tag) => html`<a class="badge" href="${toTagPath(tag)}">${tag}</a>`)}</p>`;
}

const formatDate = (date: string) =>
  html`<time datetime="${date}">${longDate.format(new Date(`${date}T00:00Z`))}</time>`;
