import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Content, Doc, DocGroup, Feature, Policy, Post } from '../src/features/site/model/content.ts';
import { DECISIONS, DOC_GROUPS } from './contents.ts';
import { type Document, readList, readMarkdown, type Section } from './markdown.ts';
import { type Pictures, readPictures } from './pictures.ts';

const WORDS_A_MINUTE = 220;
const LONGEST_SUMMARY = 200;

/** Everything that the site shows, and its docs in sections for the search. */
export interface SiteContent extends Content {
  readonly pictures: Pictures;
  readonly sections: ReadonlyMap<Doc, readonly Section[]>;
}

/** Reads the site's texts and pictures from `apps/web/content` and the repository's docs. */
export async function readContent(root: string): Promise<SiteContent> {
  const content = path.join(root, 'apps/web/content');
  const pictures = await readPictures(path.join(content, 'pictures'));
  const { groups, decisions, sections } = readDocs(root);
  return {
    posts: readFolder(path.join(content, 'blog'), toPost).sort(
      (a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug),
    ),
    features: readFolder(path.join(content, 'features'), (slug, document): Feature & { order: number } => {
      const picture = pictures.get(`${slug}.webp`);
      return {
        ...toArticle(slug, document),
        order: Number(document.facts['order'] ?? Number.MAX_SAFE_INTEGER),
        facts: (document.facts['facts'] ?? '').split(' | ').filter((fact) => fact !== ''),
        picture: picture ? { ...picture, description: document.facts['picture'] ?? '' } : null,
      };
    }).sort((a, b) => a.order - b.order),
    policies: readFolder(
      path.join(content, 'policies'),
      (slug, document): Policy => ({
        ...toArticle(slug, document),
        changed: document.facts['changed'] ?? '',
      }),
    ),
    docs: groups,
    decisions,
    pictures,
    sections,
  };
}

function readFolder<Item>(folder: string, toItem: (slug: string, document: Document) => Item): Item[] {
  return globSync('*.md', { cwd: folder })
    .sort()
    .map((file) =>
      toItem(
        file.replace(/\.md$/, ''),
        readMarkdown(readFileSync(path.join(folder, file), 'utf8'), { resolve: resolveOnSite }),
      ),
    );
}

/** Posts and pages link to other pages of the site by their address. */
function resolveOnSite(href: string): string {
  if (/^(?:https:\/\/|mailto:|\/|#)/.test(href)) return href;
  throw new Error(`'${href}' is no address of the site: begin it with '/', '#' or 'https://'.`);
}

function toArticle(slug: string, { facts, body, title }: Document) {
  return { slug, title: facts['title'] ?? title ?? slug, summary: facts['summary'] ?? '', body };
}

function toPost(slug: string, document: Document): Post {
  const words = document.sections.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return {
    ...toArticle(slug, document),
    date: document.facts['date'] ?? '',
    tags: readList(document.facts['tags']),
    minutesToRead: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
  };
}

/** `docs/guide/settings.md` is at `/docs/settings`, `docs/operations/running.md` at `/docs/operations/running`. */
function toDocPath(file: string): string {
  const place = file
    .replace(/^docs\/(?:guide\/)?/, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
    .toLowerCase();
  return `/docs/${place}`;
}

function readDocs(root: string) {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((file) => file.replaceAll(path.sep, '/'))
      .sort();
  const taken = new Set<string>();
  const groups = DOC_GROUPS.map(({ title, summary, files }) => ({
    title,
    summary,
    files: files.flatMap(find).filter((file) => !taken.has(file) && taken.add(file)),
  }));
  const decisionFiles = find(DECISIONS);
  const known = new Set([...taken, ...decisionFiles]);
  const sections = new Map<Doc, readonly Section[]>();
  const read = (file: string): Doc => {
    const document = readMarkdown(nameProduct(readFileSync(path.join(root, file), 'utf8')), {
      resolve: (href) => resolveDoc(href, file, { root, known }),
    });
    const [slug] = path.basename(file).split('.');
    const doc: Doc = {
      ...toArticle(slug ?? file, document),
      summary: shorten(document.sections.find(({ text }) => text !== '')?.text ?? ''),
      path: toDocPath(file),
      headings: document.headings,
    };
    sections.set(doc, document.sections);
    return doc;
  };
  return {
    groups: groups.map(({ files, ...group }): DocGroup => ({ ...group, docs: files.map(read) })),
    decisions: decisionFiles.map(read).reverse(),
    sections,
  };
}

/** The docs are read in the repository too, where they call the product by its first name. */
function nameProduct(source: string): string {
  return source
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/\bDayloom\b/g, '{product}') : part))
    .join('');
}

/**
 * Links between Markdown files become links between pages. A link to a file that has no page here, such as source
 * code, becomes plain text; one to a Markdown file that does not exist is a fault.
 */
function resolveDoc(
  href: string,
  file: string,
  { root, known }: { readonly root: string; readonly known: ReadonlySet<string> },
): string | null {
  if (/^(?:https?:\/\/|mailto:|#)/.test(href)) return href;
  const [target = '', hash] = href.split('#', 2);
  const found = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
  if (found.replace(/\/$/, '') === 'docs/decisions') return '/docs/decisions';
  if (found === 'README.md') return '/docs';
  if (!known.has(found)) {
    if (found.endsWith('.md') && !existsSync(path.join(root, found)))
      throw new Error(`${file} links to ${href}, which does not exist`);
    return null;
  }
  return toDocPath(found) + (hash === undefined ? '' : `#${hash}`);
}

function shorten(text: string): string {
  if (text.length <= LONGEST_SUMMARY) return text;
  const sentence = /^.{60,}?[.?!](?=\s)/.exec(text)?.[0];
  if (sentence && sentence.length <= LONGEST_SUMMARY) return sentence;
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST_SUMMARY - 4))} ...`;
}
