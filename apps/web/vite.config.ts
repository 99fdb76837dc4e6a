import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Connect, defineConfig, minify, type Plugin, transformWithOxc } from 'vite';
import { createCodeSplitting } from './code-splitting.ts';
import entries from './entries.json' with { type: 'json' };
import { siteInDevelopment } from './site/in-development.ts';
import { entryFor } from './src/lib/find-entry.ts';
import { darkColors, lightColors, toVariable } from './src/ui/tokens.ts';
import { trimContracts } from './trim-contracts.ts';
import { importSingleIcons } from './trim-libraries.ts';

/** The server replaces this placeholder with a fresh nonce in every page it sends. */
const CSP_NONCE = '__CSP_NONCE__';
/** A fixed name, because the identity provider's pages use the file too. */
const TEXT_FACE = 'fonts/inter-latin.woff2';
const server = process.env['DAYLOOM_SERVER'] ?? 'http://127.0.0.1:3000';
const proxy = Object.fromEntries(
  ['/api', '/oidc', '/config.json', '/sandbox'].map((path) => [
    path,
    { target: server, changeOrigin: false },
  ]),
);

/** Serves each page path the HTML of its entry, by the same table as the server (entries.json). */
function entryPages(): Plugin {
  const rewrite: Connect.NextHandleFunction = (request: IncomingMessage, _response, next) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isFile = /\.[a-z0-9]+$/i.test(url.pathname) || url.pathname.startsWith('/@');
    const isProxied = Object.keys(proxy).some((prefix) => url.pathname.startsWith(prefix));
    if (wantsPage && !isFile && !isProxied) request.url = `/${entryFor(url.pathname)}.html${url.search}`;
    next();
  };
  return {
    name: 'dayloom-entry-pages',
    configureServer: (vite) => void vite.middlewares.use(rewrite),
    configurePreviewServer: (vite) => void vite.middlewares.use(rewrite),
  };
}

/**
 * Preloads the Latin font with the page, so that the text does not change its font while it is read. The app loads it
 * after its first page (src/lib/text-face.ts).
 */
function preloadTextFace(): Plugin {
  return {
    name: 'dayloom-preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (path.endsWith('/app.html')) return [];
        const face = Object.keys(bundle ?? {}).find((file) => file === TEXT_FACE);
        if (!face) return [];
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${face}`,
              crossorigin: true,
              // After the scripts: without them there is no text to read.
              fetchpriority: 'low',
            },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

/**
 * Paints the page's loading text before the style sheets are loaded: a link in the head would block it.
 * The app's script still runs after them.
 */
function paintBeforeStyles(): Plugin {
  return {
    name: 'dayloom-paint-before-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle) return html.replaceAll('__PRODUCT_NAME__', 'Dayloom');
        if (!path.endsWith('/app.html')) return html;
        const links: string[] = [];
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          links.push(link);
          return '';
        });
        return rest.replace('</body>', `${links.join('')}\n  </body>`);
      },
    },
  };
}

/**
 * Pages that are complete HTML have their styles in it and are painted without a second request. Those of the site can
 * be used without their script, which leaves the line to the pictures.
 */
function inlineStyles(): Plugin {
  return {
    name: 'dayloom-inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle || !/\/(?:booking|site)\.html$/.test(path)) return html;
        const complete = html.replace(
          /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g,
          (link, file: string) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset' || typeof sheet.source !== 'string') return link;
            return `<style nonce="${CSP_NONCE}">${sheet.source}</style>`;
          },
        );
        return path.endsWith('/site.html')
          ? complete.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
          : complete;
      },
    },
  };
}

/** A script with all that it imports, to be written into a page. */
async function bundleScript(file: string): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const [chunk] = result && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built.`);
  // Within HTML, this would end the script.
  return chunk.code.trim().replaceAll('</script', String.raw`<\/script`);
}

/**
 * Booking pages begin with what the server has written into them (docs/decisions/0069). Their scripts are asked for
 * after the first frame, so that they take neither the line nor the processor before it. Hidden pages have no frames,
 * and those in a frame of another site nothing to paint. Each file runs in a task of its own, and the entry when a
 * worker has loaded the data of `Intl`, so that no task is long.
 */
function paintBeforeScript(): Plugin {
  return {
    name: 'dayloom-paint-before-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, path }) {
        if (!bundle || !path.endsWith('/booking.html')) return html;
        let entry = '';
        const imported: string[] = [];
        const rest = html
          .replace(/\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g, (_link, file: string) => {
            imported.push(file);
            return '';
          })
          .replace(/\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/, (_script, file: string) => {
            entry = file;
            return '';
          });
        const start = `
          const files = ${JSON.stringify(imported)};
          const start = async () => {
            for (const href of [...files, "${entry}"])
              document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }));
            const intl = new Promise((done) => {
              const worker = new Worker("/first-intl.js");
              worker.onmessage = worker.onerror = () => done(worker.terminate());
            }).catch(() => {});
            for (const file of files) {
              await import(file);
              await new Promise((done) => setTimeout(done));
            }
            await intl;
            import("${entry}");
          };
          if (document.hidden || !document.getElementById("root").firstChild) start();
          else requestAnimationFrame(() => setTimeout(start));`.replace(/\n\s+/g, ' ');
        const firstTimes = await bundleScript(`${import.meta.dirname}/src/entries/first-times.ts`);
        const scripts = [firstTimes, `{${start} }`]
          .map((code) => `<script nonce="${CSP_NONCE}">${code}</script>`)
          .join('');
        return rest.replace('</body>', () => `${scripts}\n  </body>`);
      },
    },
  };
}

/** Replaces `@tokens;` in base.css with the colour variables of both themes. Paper is light. */
function tokenVariables(): Plugin {
  const variables = (colors: Readonly<Record<string, string>>) =>
    Object.entries(colors)
      .map(([token, color]) => `${toVariable(token)}:${color}`)
      .join(';');
  const light = variables(lightColors);
  const rules = [
    `:root{color-scheme:dark;${variables(darkColors)}}`,
    `:root[data-theme="light"]{color-scheme:light;${light}}`,
    `@media print{:root:root{color-scheme:light;${light}}}`,
  ];
  return {
    name: 'dayloom-token-variables',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('/ui/base.css') ? code.replace('@tokens;', rules.join('')) : null;
    },
  };
}

/** Puts the script that applies the theme into the head of every page: in a file it would come after the first paint. */
function applyThemeFirst(): Plugin {
  return {
    name: 'dayloom-apply-theme-first',
    async transformIndexHtml() {
      const file = NAMED_SCRIPTS['theme'] ?? '';
      const { code } = await transformWithOxc(fs.readFileSync(file, 'utf8'), file);
      const script = await minify(file, code);
      return [{ tag: 'script', children: script.code, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Scripts with a name of their own and without imports: the one that other sites load, `/embed.js`, the service
 * worker, which browsers look for at the address where they found it, the theme for the identity provider's pages, and
 * the worker that booking pages start before their scripts.
 */
const NAMED_SCRIPTS: Readonly<Record<string, string>> = {
  embed: `${import.meta.dirname}/src/entries/embed.ts`,
  'first-intl': `${import.meta.dirname}/src/entries/first-intl.ts`,
  'service-worker': `${import.meta.dirname}/src/entries/service-worker.ts`,
  theme: `${import.meta.dirname}/src/entries/theme.ts`,
};

/** Serves them during development, where entries of the build do not exist. */
function namedScripts(): Plugin {
  return {
    name: 'dayloom-named-scripts',
    configureServer(vite) {
      for (const [name, file] of Object.entries(NAMED_SCRIPTS)) {
        vite.middlewares.use(`/${name}.js`, (_request, response, next) => {
          transformWithOxc(fs.readFileSync(file, 'utf8'), file).then(
            ({ code }) => response.setHeader('content-type', 'text/javascript').end(code),
            next,
          );
        });
      }
    },
  };
}

/** Files without a hash that the app needs too. */
const NAMED_FILES = [TEXT_FACE, 'icon.svg', 'manifest.webmanifest'];
/** A path of the app whose page loads nothing but the entry. */
const APP_PAGE = '/r';
const FOCUS_PAGE = '/pomodoro';

/** Lists the files of this build for the service worker (src/entries/service-worker.ts). */
function listPrecachedFiles(): Plugin {
  return {
    name: 'dayloom-list-precached-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['service-worker.js'];
        if (worker?.type !== 'chunk') return;
        const files = new Set<string>();
        const isModule = (path: string) => (id: string | null) => id?.endsWith(path) ?? false;
        const visit = (file: string, withLazyModules: boolean) => {
          const chunk = bundle[file];
          if (files.has(file) || !chunk) return;
          files.add(file);
          if (chunk.type !== 'chunk') return;
          for (const one of chunk.imports) visit(one, withLazyModules);
          if (withLazyModules) for (const one of chunk.dynamicImports) visit(one, true);
          // The page of the focus timer has its styles in its HTML.
          if (!isModule('/apps/web/site.html')(chunk.facadeModuleId))
            for (const one of chunk.viteMetadata?.importedCss ?? []) files.add(one);
          for (const one of chunk.viteMetadata?.importedAssets ?? []) files.add(one);
        };
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (isModule('/apps/web/app.html')(chunk.facadeModuleId)) visit(chunk.fileName, true);
          if (isModule('/apps/web/site.html')(chunk.facadeModuleId)) visit(chunk.fileName, false);
          if (/\/(?:features\/focus\/components|app\/focus-account)/.test(chunk.facadeModuleId ?? ''))
            visit(chunk.fileName, false);
        }
        // Fonts of other scripts are loaded when a text needs them.
        const paths = [...files]
          .filter((file) => !file.endsWith('.woff2'))
          .concat(NAMED_FILES)
          .sort();
        const pages = [
          { address: APP_PAGE, paths: entries.app },
          { address: FOCUS_PAGE, paths: [FOCUS_PAGE] },
        ];
        const content = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' && /\.html$|\/site-focus-.*\.css$/.test(file.fileName)
            ? String(file.source)
            : [],
        );
        const version = createHash('sha256')
          .update(JSON.stringify([paths, content, worker.code]))
          .digest('hex');
        const list = { files: paths.map((file) => `/${file}`), pages, version: version.slice(0, 12) };
        worker.code = `globalThis.PRECACHED=${JSON.stringify(list)};${worker.code}`;
      },
    },
  };
}

export default defineConfig({
  appType: 'mpa',
  plugins: [
    react(),
    tokenVariables(),
    applyThemeFirst(),
    siteInDevelopment(),
    entryPages(),
    paintBeforeStyles(),
    inlineStyles(),
    paintBeforeScript(),
    preloadTextFace(),
    namedScripts(),
    listPrecachedFiles(),
    importSingleIcons(),
    trimContracts(),
  ],
  html: { cspNonce: CSP_NONCE },
  resolve: {
    alias: [
      { find: /^temporal-polyfill$/, replacement: `${import.meta.dirname}/src/lib/temporal.ts` },
      {
        find: /^temporal-polyfill\/fns\/(?:Instant|PlainDateTime|ZonedDateTime)$/,
        replacement: `${import.meta.dirname}/src/lib/temporal-functions.ts`,
      },
    ],
  },
  server: { proxy },
  preview: { proxy },
  build: {
    manifest: true,
    target: 'es2022',
    // Browsers that do not know it ask for the modules when they are imported.
    modulePreload: { polyfill: false },
    // Inlined files would be `data:` addresses, which the content security policy allows for images only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: createCodeSplitting(),
        entryFileNames: ({ name }) => (name in NAMED_SCRIPTS ? '[name].js' : 'assets/[name]-[hash].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.startsWith('inter-latin-opsz-normal'))
            ? TEXT_FACE
            : 'assets/[name]-[hash][extname]',
      },
      input: {
        ...Object.fromEntries(
          fs
            .readdirSync(import.meta.dirname)
            .filter((file) => file.endsWith('.html'))
            .map((file) => [file.replace('.html', ''), `${import.meta.dirname}/${file}`]),
        ),
        ...NAMED_SCRIPTS,
        // Written into the pages of their kind (site/write-site.ts).
        ...Object.fromEntries(
          fs
            .globSync('src/features/site/components/site-*.css', { cwd: import.meta.dirname })
            .map((file) => [path.basename(file, '.css'), path.join(import.meta.dirname, file)]),
        ),
      },
    },
  },
});
