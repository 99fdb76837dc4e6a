import MiniSearch from 'minisearch';
import { focusMarkup } from '../src/features/focus/components/focus-markup.ts';
import { frame } from '../src/features/site/components/frame.ts';
import type { Content } from '../src/features/site/model/content.ts';
import { escapeHtml } from '../src/features/site/model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SheetName, type SitePage } from '../src/features/site/model/page.ts';
import { INDEX_OPTIONS, type IndexedSection } from '../src/features/site/model/search-index.ts';
import { blogPage, FEED_PATH, listTags, postPage, tagPage } from '../src/features/site/pages/blog.ts';
import { decisionsPage, docPage, docsPage, SEARCH_INDEX_PATH } from '../src/features/site/pages/docs.ts';
import { featurePage, featuresPage } from '../src/features/site/pages/features.ts';
import { homePage } from '../src/features/site/pages/home.ts';
import { missingPage } from '../src/features/site/pages/missing.ts';
import { policiesPage, policyPage } from '../src/features/site/pages/policies.ts';
import { pomodoroPage } from '../src/features/site/pages/pomodoro.ts';
import { DemoWeek } from '../src/features/site/worker/demo-week.ts';
import { writeFeed, writeRobots, writeSitemap } from './machine-readable.ts';
import { makeSmall, toAssetAddress } from './pictures.ts';
import type { SiteContent } from './read-content.ts';
import { drawSharePicture, SHARE_SIZE } from './share-pictures.ts';
import { makeTextFace, TEXT_FACE_PATH } from './text-face.ts';

const LONGEST_EXCERPT = 140;
const MORE_POSTS = 3;
const MORE_FEATURES = 4;
const EXAMPLE = 'Finish the report, 3 h, by Friday';
const EXAMPLE_MONDAY = Date.UTC(2026, 10, 16);

/** Every page of the public site, the missing one last. */
export function listPages(content: Content): SitePage[] {
  const { features, posts, policies, docs, decisions } = content;
  return [
    homePage(makeExample(), features),
    pomodoroPage(focusMarkup),
    featuresPage(features),
    ...features.map((feature, index) => featurePage(feature, following(features, index, MORE_FEATURES))),
    blogPage(posts),
    ...posts.map((post, index) => postPage(post, following(posts, index, MORE_POSTS))),
    ...listTags(posts).map((tag) =>
      tagPage(
        tag,
        posts.filter(({ tags }) => tags.includes(tag)),
      ),
    ),
    policiesPage(policies),
    ...policies.map(policyPage),
    docsPage(content),
    ...docs.flatMap((group) => group.docs.map((doc) => docPage(doc, content, group))),
    decisionsPage(content),
    ...decisions.map((doc) => docPage(doc, content)),
    missingPage,
  ];
}

/** The demo's example, planned in a fixed week: what is shown of it has no dates. */
function makeExample() {
  const week = new DemoWeek({ monday: EXAMPLE_MONDAY, locale: 'en-US', hour12: false });
  const reading = week.answer({ kind: 'read', text: EXAMPLE });
  const added = week.answer({ kind: 'add', text: EXAMPLE });
  if (reading.kind !== 'reading' || added.kind !== 'view')
    throw new Error(`The demo does not understand its example '${EXAMPLE}'`);
  return { reading: reading.reading, view: added.view };
}

function following<Item>(items: readonly Item[], index: number, count: number): Item[] {
  return [...items.slice(index + 1), ...items.slice(0, index)].slice(0, count);
}

/**
 * The files of the site by their path in `dist`. Those in `site/` have the placeholders of `PRODUCT_NAME` and `ORIGIN`,
 * and are served by the server's `platform/site-files.ts`.
 */
export async function renderSite(
  content: SiteContent,
  template: string,
  writeSheet: WriteSheet,
): Promise<ReadonlyMap<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  const pages = listPages(content);
  const cards = await drawCards(pages);
  for (const { address, bytes } of cards.values()) files.set(address.slice(1), bytes);
  for (const { address, bytes, small } of content.pictures.values())
    files.set(address.slice(1), bytes).set(small.address.slice(1), await makeSmall(bytes));
  for (const page of pages)
    files.set(
      toFile(page.path),
      renderPage(page, template, writeSheet, (cards.get(page.path) ?? cards.get('/'))?.address),
    );
  const texts = [...files.values()].filter((file) => typeof file === 'string');
  files.set(TEXT_FACE_PATH.slice(1), await makeTextFace(texts));
  for (const [file, text] of Object.entries(renderOthers(content, pages))) files.set(`site${file}`, text);
  return files;
}

/** `/` is `site/index.html`, `/blog` is `site/blog.html`. */
export function toFile(path: string): string {
  return path === '/' ? 'site/index.html' : `site${path}.html`;
}

/** What the site serves besides its pages, by address. */
export function renderOthers(
  content: SiteContent,
  pages: readonly SitePage[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries({
      [FEED_PATH]: writeFeed(content.posts, FEED_PATH),
      '/sitemap.xml': writeSitemap(pages),
      '/robots.txt': writeRobots(),
      [SEARCH_INDEX_PATH]: writeSearchIndex(content),
    }).map(([path, text]) => [path, nameProduct(text)]),
  );
}

/** Texts in Markdown name the product as `{product}`: underscores mean emphasis there. */
const nameProduct = (text: string) => text.replaceAll('{product}', PRODUCT_NAME);

/** The element that brings a style sheet into a page. */
type WriteSheet = (sheet: SheetName) => string;

/** `entry` is the built HTML, whose nonces most pages do not need. */
export function renderPage(
  page: SitePage,
  entry: string,
  writeSheet: WriteSheet,
  cardAddress?: string,
): string {
  const sheets = (page.sheets ?? []).map(writeSheet).join('');
  const template = entry.replace('</head>', () => `${sheets}</head>`);
  return nameProduct(
    (page.needsNonce ? template : withoutNonces(template))
      // It is optional in the site's styles: what comes after the first frame is not used on this page.
      .replace(/href="\/fonts\/inter-latin\.woff2"([^>]*?) fetchpriority="low"/, `href="${TEXT_FACE_PATH}"$1`)
      .replace('<!--page-head-->', () => head(page, cardAddress))
      .replace('<!--page-body-->', () => frame(page.path, page.body).text),
  );
}

function withoutNonces(html: string): string {
  return html.replace(/\s*<meta property="csp-nonce"[^<>]*>/, '').replaceAll(' nonce="__CSP_NONCE__"', '');
}

function head(page: SitePage, cardAddress: string | undefined): string {
  const { path, title, description, publishedOn, data = [], isHidden = false } = page;
  const fullTitle = title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`;
  const lines = [
    `<title>${escapeHtml(fullTitle)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ];
  if (isHidden)
    return [
      ...lines,
      '<meta name="robots" content="noindex" />',
      '<noscript><meta http-equiv="refresh" content="0; url=/" /></noscript>',
    ].join('\n    ');
  const properties: Record<string, string> = {
    'og:site_name': PRODUCT_NAME,
    'og:type': publishedOn === undefined ? 'website' : 'article',
    'og:title': title,
    'og:description': description,
    'og:url': ORIGIN + path,
    ...(publishedOn !== undefined && { 'article:published_time': `${publishedOn}T00:00:00Z` }),
    ...(cardAddress !== undefined && {
      'og:image': ORIGIN + cardAddress,
      'og:image:width': String(SHARE_SIZE.width),
      'og:image:height': String(SHARE_SIZE.height),
      'og:image:alt': page.cardTitle ?? title,
    }),
  };
  lines.push(
    `<link rel="canonical" href="${ORIGIN}${path}" />`,
    ...Object.entries(properties).map(
      ([name, text]) => `<meta property="${name}" content="${escapeHtml(text)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="alternate" type="application/atom+xml" title="Blog" href="${FEED_PATH}" />`,
  );
  // Not run by browsers, so the content security policy does not concern it.
  if (data.length > 0)
    lines.push(
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c')}</script>`,
    );
  return lines.join('\n    ');
}

/** The pictures of pages for sites where they are shared, by the pages' paths. */
async function drawCards(pages: readonly SitePage[]) {
  const cards = new Map<string, { address: string; bytes: Buffer }>();
  for (const { path, cardTitle } of pages) {
    if (cardTitle === undefined) continue;
    const [area = ''] = path.slice(1).split('/');
    const bytes = await drawSharePicture(cardTitle, AREAS[area] ?? '');
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
    cards.set(path, { address: toAssetAddress(`share-${name}.png`, bytes), bytes });
  }
  return cards;
}

const AREAS: Readonly<Record<string, string>> = { blog: 'Blog', features: 'Features', docs: 'Docs' };

function writeSearchIndex({ docs, sections }: SiteContent): string {
  const index = new MiniSearch<IndexedSection>(INDEX_OPTIONS);
  let id = 0;
  for (const doc of docs.flatMap((group) => group.docs)) {
    for (const { heading, text } of sections.get(doc) ?? []) {
      index.add({
        id,
        path: heading ? `${doc.path}#${heading.id}` : doc.path,
        page: doc.title,
        heading: heading?.text ?? '',
        text,
        excerpt: text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}...` : text,
      });
      id += 1;
    }
  }
  return JSON.stringify(index);
}
