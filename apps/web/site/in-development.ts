import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { entryFor } from '../src/lib/find-entry.ts';
import { readTextFace, TEXT_FACE_PATH } from './text-face.ts';

const WEB = path.join(import.meta.dirname, '..');
const ROOT = path.join(WEB, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.json': 'application/json',
};

const linkSheet = (sheet: string) =>
  `<link rel="stylesheet" href="/src/features/site/components/site-${sheet}.css" />`;

/** Renders the public site for each request of the development server, which reloads when a text changes. */
export function siteInDevelopment(): Plugin {
  return {
    name: 'dayloom-site-in-development',
    apply: 'serve',
    configureServer(vite) {
      const texts = [path.join(WEB, 'content'), path.join(ROOT, 'docs'), path.join(WEB, 'site')];
      vite.watcher.add(texts);
      vite.watcher.on('change', (file) => {
        if (texts.some((folder) => file.startsWith(folder))) vite.ws.send({ type: 'full-reload' });
      });
      const origin = () => vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
      const load = async () => {
        // By Vite, so that changes of these modules are seen without a restart.
        const [{ readContent }, site] = await Promise.all([
          vite.ssrLoadModule('/site/read-content.ts') as Promise<typeof import('./read-content.ts')>,
          vite.ssrLoadModule('/site/render-site.ts') as Promise<typeof import('./render-site.ts')>,
        ]);
        const content = await readContent(ROOT);
        return { content, pages: site.listPages(content), ...site };
      };
      vite.middlewares.use((request, response, next) => {
        const pathname = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/(?<=.)\/+$/, '');
        if (pathname === TEXT_FACE_PATH)
          return void response.setHeader('content-type', 'font/woff2').end(readTextFace());
        const extension = path.extname(pathname);
        const isPage = extension === '' && (request.headers.accept ?? '').includes('text/html');
        const isPicture = pathname.startsWith('/assets/') && extension === '.webp';
        if (request.method !== 'GET' || (!isPage && !isPicture && !(extension in TYPES))) return next();
        if (isPage && entryFor(pathname) !== 'site') return next();
        const send = (type: string, text: string | Buffer, status = 200) => {
          response.statusCode = status;
          response.setHeader('content-type', type).end(text);
        };
        const fill = (text: string) =>
          text.replaceAll('__PRODUCT_NAME__', 'Dayloom').replaceAll('__ORIGIN__', origin());
        const answer = async () => {
          const { content, pages, renderOthers, renderPage } = await load();
          if (isPicture) {
            const picture = [...content.pictures.values()].find(({ address, small }) =>
              [address, small.address].includes(pathname),
            );
            return picture ? send('image/webp', picture.bytes) : next();
          }
          if (!isPage) {
            const other = renderOthers(content, pages)[pathname];
            return other === undefined ? next() : send(TYPES[extension] ?? 'text/plain', fill(other));
          }
          const found = pages.find((page) => page.path === pathname && !page.isHidden);
          const page = found ?? pages.at(-1);
          if (!page) return next();
          const template = readFileSync(path.join(WEB, 'site.html'), 'utf8');
          const html = await vite.transformIndexHtml('/site.html', renderPage(page, template, linkSheet));
          return send('text/html; charset=utf-8', fill(html), found ? 200 : 404);
        };
        answer().then(() => null, next);
      });
    },
  };
}
