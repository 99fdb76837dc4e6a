import { html } from '../components/html.ts';
import { readMarkdown } from '../model/markdown.ts';
import type { PageMaker } from '../model/page.ts';

const sources = import.meta.glob<string>('../../../../content/blog/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function listPosts(productName: string) {
  return Object.entries(sources)
    .map(([file, source]) => {
      const { facts, body } = readMarkdown(source, productName);
      const slug = file.replace(/^.*\/|\.md$/g, '');
      return {
        slug,
        title: facts['title'] ?? slug,
        date: facts['date'] ?? '',
        summary: facts['summary'] ?? '',
        body,
      };
    })
    .sort((a, b) => b.date.localeCompare(a.date));
}

const formatDate = (date: string) =>
  html`<time datetime="${date}">${date ? longDate.format(new Date(`${date}T00:00Z`)) : ''}</time>`;

export const blogPage: PageMaker = (name) => ({
  title: `Blog · ${name}`,
  description: `Notes on planning, calendars and how ${name} is built.`,
  body: html`
    <section class="section top">
      <h1>Blog</h1>
      <p class="lead">Notes on planning, and on how ${name} is built.</p>
      <div class="cards one">
        ${listPosts(name).map(
          ({ slug, title, date, summary }) => html`
            <a class="card" href="/blog/${slug}">
              <span class="small faint">${formatDate(date)}</span>
              <h2>${title}</h2>
              <p>${summary}</p>
            </a>
          `,
        )}
      </div>
    </section>
  `,
});

export function blogPostPage(slug: string): PageMaker {
  return (name) => {
    const post = listPosts(name).find((candidate) => candidate.slug === slug);
    if (!post) return null;
    return {
      title: `${post.title} · ${name}`,
      description: post.summary,
      body: html`
        <article class="section top prose">
          <p class="small"><a href="/blog">All posts</a></p>
          <h1>${post.title}</h1>
          <p class="small faint">${formatDate(post.date)}</p>
          ${post.body}
        </article>
      `,
    };
  };
}
