import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CachedBytes } from './cached-response.ts';
import { escapeHtml } from './html.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};
const NONCE = '__CSP_NONCE__';
/** Data in pages, which browsers do not run. */
const JSON_IN_HTML = /(<script type="application\/ld\+json">)([^<]*)(?=<\/script>)/g;

/** What the pages say about the server that sends them. */
interface SiteOwner {
  readonly productName: string;
  /** Scheme, host and port, without a slash at the end. */
  readonly publicUrl: string;
}

/** Scripts and styles of a page itself, without attributes. */
const INLINE_SCRIPT = /<script>([^<]*)<\/script>/g;
const INLINE_STYLE = /<style>([^<]*)<\/style>/g;

/** What the content security policy allows of a page itself: the hashes of its scripts and styles. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A page with nonces differs with each request; everything else is always the same. */
export type SiteFile =
  | { readonly kind: 'nonces'; readonly html: string }
  | { readonly kind: 'page'; readonly content: CachedBytes; readonly inline: InlineSources }
  | { readonly kind: 'other'; readonly content: CachedBytes };

/**
 * The files that the build has rendered into a folder (`apps/web/site/render-site.ts`), by their address, with this
 * server's name and address in place of the placeholders. `/404` is the page of unknown addresses. Each is read when it
 * is first asked for: to read all of them takes longer than the rest of a start.
 */
export class SiteFiles {
  readonly #folder: string;
  readonly #owner: SiteOwner;
  /** Names of files in the folder, by address. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #read = new Map<string, SiteFile>();

  constructor(folder: string, owner: SiteOwner) {
    this.#folder = folder;
    this.#owner = owner;
    this.#names = new Map(
      globSync('**/*.*', { cwd: folder }).map((name) => [
        `/${name.replaceAll(path.sep, '/').replace(/(?:(?<=^|\/)index)?\.html$/, '')}`,
        name,
      ]),
    );
  }

  find(address: string): SiteFile | undefined {
    const name = this.#names.get(address);
    if (name === undefined) return undefined;
    const file = this.#read.get(name) ?? readSiteFile(path.join(this.#folder, name), this.#owner);
    this.#read.set(name, file);
    return file;
  }
}

function readSiteFile(file: string, owner: SiteOwner): SiteFile {
  const extension = path.extname(file);
  const filled = fill(readFileSync(file, 'utf8'), extension, owner);
  if (filled.includes(NONCE)) return { kind: 'nonces', html: filled };
  const type = TYPES[extension] ?? 'text/plain';
  const bytes = Buffer.from(filled);
  if (extension !== '.html') return { kind: 'other', content: new CachedBytes(bytes, type) };
  // The home page with its styles then fits into what a server may send before the first acknowledgement (RFC 6928).
  const content = new CachedBytes(bytes, type, 'best');
  const inline = { scripts: hashAll(filled, INLINE_SCRIPT), styles: hashAll(filled, INLINE_STYLE) };
  return { kind: 'page', content, inline };
}

const hashAll = (html: string, elements: RegExp) =>
  [...html.matchAll(elements)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

function fill(text: string, extension: string, { productName, publicUrl }: SiteOwner): string {
  const replace = (part: string, escape: (value: string) => string) =>
    part
      .replaceAll('__PRODUCT_NAME__', () => escape(productName))
      .replaceAll('__ORIGIN__', () => escape(publicUrl));
  if (extension === '.json') return replace(text, escapeJson);
  if (extension === '.txt') return replace(text, (value) => value);
  const withData = text.replace(
    JSON_IN_HTML,
    (_, tag: string, json: string) => tag + replace(json, escapeJson),
  );
  return replace(withData, escapeHtml);
}

/** Text inside a JSON string that may be in HTML. */
function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1).replaceAll('<', '\\u003c');
}
