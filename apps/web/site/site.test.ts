import path from 'node:path';
import { expect, it } from 'vitest';
import { pictureTag } from '../src/features/site/components/picture.ts';
import type { Content } from '../src/features/site/model/content.ts';
import { html } from '../src/features/site/model/html.ts';
import type { Picture } from '../src/features/site/model/page.ts';
import { toTagPath } from '../src/features/site/pages/blog.ts';
import { readList, readMarkdown } from './markdown.ts';
import { readContent } from './read-content.ts';
import { listPages, renderPage } from './render-site.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const TEMPLATE =
  '<head><meta property="csp-nonce" nonce="__CSP_NONCE__"><!--page-head--><link nonce="__CSP_NONCE__"></head><!--page-body-->';
const read = (source: string) =>
  readMarkdown(source, { resolve: (href) => (href === 'code.ts' ? null : href) });

it('reads facts, the title, headings with the addresses of GitHub, and the text of sections', () => {
  const { facts, title, body, headings, sections } = read(
    '---\ntitle: A: b\ntags: [one, two words]\n---\n\n# Top\n\nFirst *words* here.\n\n## A `b` & c!\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n## A `b` & c!\n\n[four](/x) [five](code.ts)',
  );
  expect(facts).toEqual({ title: 'A: b', tags: '[one, two words]' });
  expect(readList(facts['tags'])).toEqual(['one', 'two words']);
  expect(title).toBe('Top');
  expect(body.text).not.toContain('<h1');
  expect(headings.map(({ id }) => id)).toEqual(['a-b--c', 'a-b--c-1']);
  expect(sections.map(({ heading, text }) => [heading?.id, text])).toEqual([
    [undefined, 'First words here.'],
    ['a-b--c', 'x y 1 2'],
    ['a-b--c-1', 'four five'],
  ]);
  expect(body.text).toContain('<p><a href="/x">four</a> five</p>');
});

it('names the column in each cell of a wide table, for narrow pages', () => {
  const { body } = read('| | a *b* | c | d | "e" |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |');
  expect(body.text).toContain('<div class="table by-rows"');
  expect(body.text).toContain(
    '<tr><td>1</td><td data-label="a b">2</td><td data-label="c">3</td><td data-label="d">4</td><td data-label="&quot;e&quot;">5</td></tr>',
  );
});

it('escapes values in markup', () => {
  expect(html`<p title="${'"x"'}">${'<b>'} ${[html`<i></i>`, '&']}</p>`.text).toBe(
    '<p title="&quot;x&quot;">&lt;b&gt; <i></i>&amp;</p>',
  );
});

it('renders data that no text can break out of, and nothing that needs a nonce', () => {
  const page = renderPage(
    {
      path: '/x',
      sheets: ['reading', 'docs'],
      title: 'T <i>',
      description: 'D "d"',
      body: html`<h1>{product}</h1>`,
      data: [{ name: '</script><script>alert(1)</script>' }],
    },
    TEMPLATE,
    (sheet) => `<style nonce="__CSP_NONCE__">.${sheet}{}</style>`,
    '/assets/card.png',
  );
  expect(page).not.toMatch(/nonce|<script>/);
  expect(page).toContain('<style>.reading{}</style><style>.docs{}</style></head>');
  expect(page).toContain('<title>T &lt;i&gt; · __PRODUCT_NAME__</title>');
  expect(page).toContain('<link rel="canonical" href="__ORIGIN__/x" />');
  expect(page).toContain('<meta property="og:image" content="__ORIGIN__/assets/card.png" />');
  expect(page).toContain('<h1>__PRODUCT_NAME__</h1>');
});

it('has every page of our texts, each with a title, a description and one address', async () => {
  const content: Content = await readContent(ROOT);
  const pages = listPages(content);
  const paths = pages.map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of [
    '/',
    '/features',
    '/blog',
    '/policies/privacy-policy',
    '/docs',
    '/docs/operations/running',
  ])
    expect(paths).toContain(path);
  const titles = pages.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(pages.filter(({ title, description }) => title === '' || description.length < 20)).toEqual([]);
  expect(
    content.posts.filter(({ date, tags }) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || tags.length === 0),
  ).toEqual([]);
});

it('describes each page to search engines, and lists with what they list', async () => {
  const content: Content = await readContent(ROOT);
  const pages = listPages(content).filter(({ isHidden }) => !isHidden);
  expect(pages.filter(({ data = [] }) => data.length === 0).map(({ path }) => path)).toEqual([]);
  const post = content.posts[0];
  const tag = post?.tags[0] ?? '';
  const posts = content.posts.filter(({ tags }) => tags.includes(tag));
  expect(pages.find(({ title }) => title === `Posts about ${tag}`)?.data).toEqual([
    {
      '@type': 'CollectionPage',
      name: `Posts about ${tag}`,
      description: `What the blog of __PRODUCT_NAME__ says about ${tag}.`,
      url: `__ORIGIN__${toTagPath(tag)}`,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: posts.length,
        itemListElement: posts.map(({ slug, title }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: title,
          url: `__ORIGIN__/blog/${slug}`,
        })),
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Blog', item: '__ORIGIN__/blog' },
        { '@type': 'ListItem', position: 2, name: `Posts about ${tag}`, item: `__ORIGIN__${toTagPath(tag)}` },
      ],
    },
  ]);
});

it('shows each feature in both themes, of which a browser loads the one of the page', async () => {
  const { features } = await readContent(ROOT);
  for (const { picture } of features) {
    expect(picture?.light).toMatchObject({ width: picture?.width, height: picture?.height });
    const { text } = pictureTag(picture as Picture, { description: 'A week', sizes: '100vw' });
    expect(text.match(/class="picture-(?:dark|light)"/g)).toEqual([
      'class="picture-dark"',
      'class="picture-light"',
    ]);
    expect(text.match(/loading="lazy" fetchpriority="high"/g)).toHaveLength(2);
  }
});
