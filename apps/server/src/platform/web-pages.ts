import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isBookingPath } from '@dayloom/contracts/usernames';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { escapeHtml } from './html.ts';
import { linkPageScripts, type PageModules } from './page-scripts.ts';
import { type InlineSources, type SiteFile, SiteFiles } from './site-files.ts';

/** The manifest of the installed app (W3C Web Application Manifest). It names the product. */
const MANIFEST = 'manifest.webmanifest';
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NAME_PLACEHOLDER = /__PRODUCT_NAME__/g;
const DEFAULT_PRODUCT_NAME = 'Dayloom';
const NONCE_BYTES = 16;
/** What `site/404.html` is served as, with status 404, at every unknown address. */
const MISSING_PAGE = '/404';

/** The entries whose pages are made in the browser; those of the site are rendered when it is built. */
type Entry = 'app' | 'booking';

/** Which entry of the web app serves which paths. The development server uses it too. */
export interface EntryMap {
  /** Exact paths. A trailing `/*` matches everything below. */
  readonly app: readonly string[];
  readonly site: readonly string[];
  readonly booking: readonly string[];
}

export interface SecurityOptions {
  /** Other origins to which the page may connect: an external issuer, an API on another host. */
  readonly connectTo: readonly string[];
  /** Origins whose scripts and frames the page may embed: the payment provider's, if used. */
  readonly embed?: readonly string[];
  /** Whether pages of other sites may show this page in a frame. */
  readonly isEmbeddable?: boolean;
}

/** What other sites show of a page that somebody shares: OpenGraph, and oEmbed for those that embed it. */
export interface PageCard {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly pictureUrl: string | null;
  readonly oEmbedUrl: string;
}

/** A page that everybody may read, as it is sent. */
export interface PublicPage {
  readonly card: PageCard;
  /** HTML that is shown until the page's script has run. */
  readonly content: string;
  /** What the script would ask the API for first, by names that it knows. */
  readonly responses: Readonly<Record<string, object | null>>;
}

interface PageOptions extends SecurityOptions {
  /** The scripts that pages of the app load with their HTML. */
  readonly pageModules?: PageModules;
  /** The product name that the page shows before its script has loaded the configuration. */
  readonly productName?: string;
  /** The server's address, for the links of public pages that have to be absolute. */
  readonly publicUrl: string;
  /** The new path for the page of a former username; null when it has not moved. */
  readonly movedTo?: (username: string) => Promise<string | null>;
  /** The booking page of these usernames, joined by `+`, with what its address asks for; null when there is none. */
  readonly describe?: (usernames: string, query: URLSearchParams) => Promise<PublicPage | null>;
  /** The response of `/config.json`: such pages have it with them. */
  readonly clientConfig?: () => object;
}

/**
 * Scripts and styles load only from our own files, or inline by a nonce or a hash (W3C Content Security Policy Level 3):
 * `inline` has the sources that allow them.
 */
export function contentSecurityPolicy(
  inline: InlineSources,
  { connectTo, embed = [], isEmbeddable = false }: SecurityOptions,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline.scripts, ...embed].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connectTo, ...embed].join(' ')}`,
    `frame-src ${["'self'", ...connectTo, ...embed].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbeddable ? '*' : "'none'"}`,
  ].join('; ');
}

function matches(pattern: string, pathname: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === pathname;
  const stem = pattern.slice(0, -2);
  return pathname === stem || pathname.startsWith(`${stem}/`);
}

/** Serves the built web app: files unchanged, rendered pages as they are, and the others with a fresh nonce. */
export async function serveWebPages(
  app: FastifyInstance,
  dist: string,
  entries: EntryMap,
  options: PageOptions,
): Promise<void> {
  const productName = options.productName ?? DEFAULT_PRODUCT_NAME;
  const name = escapeHtml(productName);
  const site = new SiteFiles(path.join(dist, 'site'), { productName, publicUrl: options.publicUrl });
  const pages = new Map<Entry, string>();
  for (const entry of ['app', 'booking'] as const) {
    const file = path.join(dist, `${entry}.html`);
    if (existsSync(file))
      pages.set(
        entry,
        readFileSync(file, 'utf8').replace(NAME_PLACEHOLDER, () => name),
      );
  }
  const manifest = path.join(dist, '.vite/manifest.json');
  const links =
    options.pageModules && existsSync(manifest)
      ? linkPageScripts(
          JSON.parse(readFileSync(manifest, 'utf8')),
          options.pageModules,
          (file) => statSync(path.join(dist, file), { throwIfNoEntry: false })?.size ?? 0,
        )
      : null;
  const manifestFile = path.join(dist, MANIFEST);
  if (existsSync(manifestFile)) {
    const inJson = JSON.stringify(productName).slice(1, -1);
    const named = readFileSync(manifestFile, 'utf8').replace(NAME_PLACEHOLDER, () => inJson);
    app.get(`/${MANIFEST}`, async (_request, reply) =>
      reply.type('application/manifest+json').header('cache-control', 'no-cache').send(named),
    );
  }
  const respond: Respond = async (request, reply) => {
    const allowed = app.allowedMethods(request.url);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      throw new AppError('method_not_allowed', `This address accepts only ${allowed.join(', ')}.`);
    }
    // Not parsed with `URL`, which reads text after two leading slashes as a host.
    const [address = '', search = ''] = request.url.split(/(?=\?)/s, 2);
    const pathname = address.replace(/(?<=^\/|[^/])\/+$/, '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead && pathname !== MISSING_PAGE ? site.find(pathname) : undefined;
    if (file) return sendSiteFile(request, reply, file, options);
    if (!isPageRequest(request)) throw new AppError('not_found', 'There is nothing at this address.');
    const found = (['app', 'booking'] as const).find((entry) =>
      entries[entry].some((pattern) => matches(pattern, pathname)),
    );
    // A booking page has one path segment: a username, or several joined by `+`.
    const isPerson = !found && isBookingPath(pathname.slice(1)) && !isSitePath(pathname);
    const moved = isPerson ? await options.movedTo?.(pathname.slice(1)) : null;
    if (moved) return reply.header('cache-control', 'no-store').redirect(`/${moved}${search}`, 302);
    const query = new URLSearchParams(search);
    const page = isPerson ? await options.describe?.(pathname.slice(1), query) : null;
    const entry = found ?? (page ? 'booking' : null);
    if (entry === null) return sendMissingPage(request, reply);
    const plain = pages.get(entry);
    const isEmbeddable = isPerson && query.has('embed');
    const data = { config: options.clientConfig?.(), ...page?.responses };
    if (isEmbeddable) reply.removeHeader('x-frame-options');
    const { first = '', next = '' } = links?.pages.get(pathname) ?? {};
    const linked =
      entry === 'app' && links ? withLinks(plain, links.entry, search ? first : first + next) : plain;
    // In a frame of another site the page looks different.
    const describe = (html: string) =>
      page ? describePage(html, page.card, isEmbeddable ? '' : page.content, data) : html;
    return sendPage(reply, linked, { ...options, isEmbeddable }, describe);
  };
  const isSitePath = (pathname: string) => entries.site.some((pattern) => matches(pattern, pathname));
  /** Unknown paths lead to the home page (spec, Screens and routes); programs see that nothing is there. */
  const sendMissingPage = (request: FastifyRequest, reply: FastifyReply) => {
    const missing = site.find(MISSING_PAGE);
    if (!missing) throw notBuilt();
    return sendSiteFile(request, reply.code(404), missing, options);
  };
  // A route, so that pages are compressed. Other methods have no route and come to the second handler.
  app.get('/*', respond);
  app.setNotFoundHandler(respond);
  if (existsSync(dist)) await serveFiles(app, dist, respond);
}

/** Responds to a request that matches no file. */
type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the files of the build, those compressed by the build if the browser accepts them. The few files outside of
 * `assets` have a route each; a route for each of the hundreds inside would take half of a server's start.
 */
async function serveFiles(app: FastifyInstance, dist: string, respond: Respond): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', 'site/**', 'assets/**', '**/.vite/**', '**/*.br', '**/*.gz', MANIFEST],
    setHeaders(reply, file) {
      // Pages of other sites load the script that embeds a booking page.
      if (/^embed\.js(?:\.br|\.gz)?$/.test(path.relative(dist, file)))
        reply.header('cross-origin-resource-policy', 'cross-origin');
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const assets = path.join(dist, 'assets');
  if (!existsSync(assets)) return;
  // Listed once: no other name reaches the file system.
  const names = new Set(readdirSync(assets).filter((name) => !/\.(?:br|gz)$/.test(name)));
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    async handler(request, reply) {
      const { file } = request.params;
      return names.has(file) ? reply.sendFile(`/assets/${file}`) : respond(request, reply);
    },
    errorHandler(error, request, reply) {
      // The browser has left.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
      else app.errorHandler(error, request, reply);
    },
  });
}

/** A missing path with a file extension is a missing file, unless a browser requests a page of that name. */
function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const pathname = request.url.replace(/[?#].*/s, '');
  if (/^\/(?:api|oidc|sandbox|assets|fonts|\.well-known)(?:\/|$)/.test(pathname)) return false;
  const isFile = /\.[a-z0-9]{2,5}$/i.test(pathname);
  return !isFile || (request.headers.accept?.includes('text/html') ?? false);
}

function notBuilt(): AppError {
  return new AppError('unavailable', 'The web app is not built. Run `npm run build`.');
}

async function sendSiteFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  security: SecurityOptions,
): Promise<FastifyReply> {
  if (file.kind === 'nonces') return sendPage(reply, file.html, security);
  if (file.kind === 'page') {
    reply.header('content-security-policy', contentSecurityPolicy(file.inline, security));
  }
  return file.content.send(request, reply);
}

/** `describe` adds what people have written, in which nothing is replaced. */
function sendPage(
  reply: FastifyReply,
  html: string | undefined,
  security: SecurityOptions,
  describe = (page: string) => page,
): FastifyReply {
  if (html === undefined) throw notBuilt();
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const sources = [`'nonce-${nonce}'`];
  return reply
    .header('content-security-policy', contentSecurityPolicy({ scripts: sources, styles: sources }, security))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(describe(html.replace(NONCE_PLACEHOLDER, nonce)));
}

/** Replaces the links of the build, which name small files first, with the entry's. */
function withLinks(html: string | undefined, entry: string, page: string): string | undefined {
  return html
    ?.replace(/<link rel="modulepreload"[^<>]*>/g, '')
    .replace('<head>', () => `<head>${entry}`)
    .replace('</head>', () => `${page}</head>`);
}

const NO_INDEX = '<meta name="robots" content="noindex" />';

/**
 * Adds the card to the head of a page: https://ogp.me and the discovery of https://oembed.com. A page with a card is for
 * everybody, so search engines may list it. Pages of links with a token have none. The content and the data let it be
 * read before its script has run, and let the script begin without further requests.
 */
function describePage(html: string, card: PageCard, content: string, data: object): string {
  const properties = {
    'og:type': 'website',
    'og:title': card.title,
    'og:description': card.description,
    'og:url': card.url,
    ...(card.pictureUrl === null ? {} : { 'og:image': card.pictureUrl }),
  };
  const tags = [
    ...Object.entries(properties).map(
      ([name, text]) => `<meta property="${name}" content="${escapeHtml(text)}" />`,
    ),
    '<meta name="twitter:card" content="summary" />',
    `<meta name="description" content="${escapeHtml(card.description)}" />`,
    `<link rel="canonical" href="${escapeHtml(card.url)}" />`,
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(card.oEmbedUrl)}" title="${escapeHtml(card.title)}" />`,
  ].join('');
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(card.title)}</title>`)
    .replace(NO_INDEX, '')
    .replace('</head>', () => `${tags}</head>`)
    .replace(ROOT, () => `<div id="root">${content}</div>${toDataBlock(data)}`);
}

const ROOT = '<div id="root"></div>';

/** Data for the script of the page. Browsers do not run it, so it needs no nonce; nothing in it can end the element. */
const toDataBlock = (data: object) =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
