import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { serveWebPages } from './web-pages.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
write(
  'app.html',
  '<head><script nonce="__CSP_NONCE__"></script><link rel="modulepreload" href="/assets/small.js"></head><body></body>',
);
write('assets/shared.js', 'x'.repeat(30));
write('assets/tasks.js', 'x'.repeat(20));
write('assets/start.js', 'x'.repeat(10));
write('assets/start.js.br', 'compressed');
write(
  'site/index.html',
  '<head><title>__PRODUCT_NAME__</title><link rel="canonical" href="__ORIGIN__/"><script type="application/ld+json">{"name":"__PRODUCT_NAME__"}</script></head>',
);
write('site/blog/a-post.html', '<head><title>A post</title></head>');
write(
  'site/features.html',
  '<head><script>theme()</script><style>p { margin: 0 }</style><script src="/x.js"></script></head>',
);
write('site/pomodoro.html', '<head><script nonce="__CSP_NONCE__"></script></head>');
write('site/blog/feed.xml', '<feed><title>__PRODUCT_NAME__</title><id>__ORIGIN__/blog</id></feed>');
write('site/robots.txt', 'Sitemap: __ORIGIN__/sitemap.xml');
write('site/404.html', '<head><title>Nothing is here</title></head>');
write(
  'booking.html',
  '<head><title>Booking</title><meta name="robots" content="noindex" /></head><body><div id="root"></div></body>',
);
write('manifest.webmanifest', '{"name":"__PRODUCT_NAME__"}');
write('embed.js', '(() => {})();');
write('embed.js.gz', 'compressed');
write(
  '.vite/manifest.json',
  JSON.stringify({
    'app.html': { file: 'assets/app.js', imports: ['_small.js', '_start.js'] },
    '_small.js': { file: 'assets/small.js' },
    '_start.js': { file: 'assets/start.js', css: ['assets/start.css'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['_start.js'], css: ['assets/shared.css'] },
    'src/tasks.tsx': { file: 'assets/tasks.js', imports: ['_start.js', '_shared.js'] },
  }),
);

const app = Fastify();
app.decorate('allowedMethods', () => []);
await serveWebPages(
  app,
  folder,
  { app: ['/tasks', '/chat', '/later'], site: ['/', '/blog/*'], booking: ['/p/*'] },
  {
    connectTo: [],
    productName: 'Loom & "Co"',
    publicUrl: 'https://plan.example.org',
    clientConfig: () => ({ productName: 'Loom' }),
    pageModules: {
      '/tasks': { first: ['src/tasks.tsx'] },
      '/chat': { first: [], next: ['src/tasks.tsx'] },
    },
    describe: async (usernames) =>
      usernames === 'maya'
        ? {
            card: {
              title: 'Book time with Maya "M" <b>',
              description: '$& and more',
              url: 'https://book.example.org/maya',
              pictureUrl: null,
              oEmbedUrl: 'https://book.example.org/api/oembed?url=a&b',
            },
            content: '<h1>Maya $& __CSP_NONCE__</h1>',
            responses: { response: { bio: '</script><script>alert(1)</script> $&' } },
          }
        : null,
  },
);
const load = async (url: string) => {
  const { body, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  return {
    body,
    nonce,
    preloaded: [...body.matchAll(/modulepreload.*?href="([^"]+)"/g)].map(([, file]) => file),
    styles: [...body.matchAll(/rel="preload" as="style".*?href="([^"]+)"/g)].map(([, file]) => file),
  };
};

it('loads the files of a page after those of the entry, each once, the largest first', async () => {
  const { body, nonce, preloaded, styles } = await load('/tasks?task=1');
  expect(preloaded).toEqual([
    '/assets/start.js',
    '/assets/small.js',
    '/assets/shared.js',
    '/assets/tasks.js',
  ]);
  expect(styles).toEqual(['/assets/shared.css']);
  expect(body).not.toContain('__CSP_NONCE__');
  expect(body.split(`nonce="${nonce}"`)).toHaveLength(7);
  expect((await load('/tasks/')).preloaded).toEqual(preloaded);
});

it('loads what a page shows next at low priority, unless the address asks for something else', async () => {
  const { body, preloaded } = await load('/chat');
  expect(preloaded).toEqual([
    '/assets/start.js',
    '/assets/small.js',
    '/assets/shared.js',
    '/assets/tasks.js',
  ]);
  expect(body.match(/<link [^>]*fetchpriority="low"[^>]*>/g)).toHaveLength(3);
  expect((await load('/chat?tab=other')).preloaded).toEqual(['/assets/start.js', '/assets/small.js']);
});

it('loads nothing more with other pages', async () => {
  expect((await load('/later')).preloaded).toEqual(['/assets/start.js', '/assets/small.js']);
  expect((await load('/')).preloaded).toEqual([]);
});

it('names the product in the manifest of the installed app', async () => {
  const { headers, body } = await app.inject({ url: '/manifest.webmanifest' });
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(JSON.parse(body)).toEqual({ name: 'Loom & "Co"' });
});

describe('a page of the public site', () => {
  it('was rendered by the build, and has this server in its text, links and data', async () => {
    const { body } = await app.inject({ url: '/' });
    expect(body).toContain('<title>Loom &#38; &#34;Co&#34;</title>');
    expect(body).toContain('<link rel="canonical" href="https://plan.example.org/">');
    expect(JSON.parse(/ld\+json">([^<]*)/.exec(body)?.[1] ?? '')).toEqual({ name: 'Loom & "Co"' });
    const feed = await app.inject({ url: '/blog/feed.xml' });
    expect(feed.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(feed.body).toContain('<id>https://plan.example.org/blog</id>');
    expect((await app.inject({ url: '/robots.txt' })).body).toBe(
      'Sitemap: https://plan.example.org/sitemap.xml',
    );
  });

  it('allows the inline scripts and styles of rendered pages by their hashes', async () => {
    const { headers } = await app.inject({ url: '/features' });
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(headers['content-security-policy']).toContain(
      `script-src 'self' ${hash('theme()')}; style-src 'self' ${hash('p { margin: 0 }')};`,
    );
  });

  it('allows no inline script without a nonce, and is sent again only if it has changed', async () => {
    const { statusCode, headers } = await app.inject({ url: '/blog/a-post/' });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
    const { body, nonce } = await load('/pomodoro');
    expect(body).toBe(`<head><script nonce="${nonce}"></script></head>`);
    const again = await app.inject({
      url: '/blog/a-post',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['/blog/none', '/elsewhere/at/all', '/nobody', '/404', '/site/index'])(
    '%s is none: everybody gets the page that goes home, with status 404',
    async (url) => {
      for (const headers of [{}, { accept: 'text/html' }, { 'if-none-match': '*' }]) {
        const { statusCode, body } = await app.inject({ url, headers });
        expect([statusCode, body]).toEqual([404, '<head><title>Nothing is here</title></head>']);
      }
    },
  );

  it('keeps the templates of the build to itself', async () => {
    const { statusCode } = await app.inject({ url: '/site/blog/feed.xml' });
    expect(statusCode).toBe(404);
  });
});

describe('a booking page', () => {
  it('has a card for sites where it is shared', async () => {
    const { body } = await load('/maya');
    expect(body).toContain('<title>Book time with Maya &#34;M&#34; &#60;b&#62;</title>');
    expect(body).toContain('<meta property="og:description" content="$&#38; and more" />');
    expect(body).toContain('href="https://book.example.org/api/oembed?url=a&#38;b"');
    expect(body).not.toContain('og:image');
    expect((await load('/p/AbCdEf123')).body).toContain('<title>Booking</title>');
  });

  it('may be listed by search engines, under one address; a link with a token may not', async () => {
    const { body } = await load('/maya?date=2026-11-20');
    expect(body).not.toContain('noindex');
    expect(body).toContain('<link rel="canonical" href="https://book.example.org/maya" />');
    expect((await load('/p/AbCdEf123')).body).toContain('noindex');
  });

  it('is the only page that other sites may show in a frame, and only when asked for', async () => {
    const policies = async (url: string) => {
      const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await policies('/maya?type=30-min&embed=1')).toBe('*');
    expect(await policies('/maya')).toBe("'none'");
    expect(await policies('/tasks?embed=1')).toBe("'none'");
    expect(await policies('/?embed=1')).toBe("'none'");
  });

  it('is embedded by a script that every site may load', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const { statusCode, headers } = await app.inject({
        url: '/embed.js',
        headers: { 'accept-encoding': encoding },
      });
      expect([statusCode, headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
  });
});

describe('the page of a person', () => {
  it('can be read before its script has run, which begins with the data that came along', async () => {
    const { body } = await load('/maya');
    expect(body).toContain('<div id="root"><h1>Maya $& __CSP_NONCE__</h1></div>');
    const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toEqual({
      config: { productName: 'Loom' },
      response: { bio: '</script><script>alert(1)</script> $&' },
    });
    // In the frame of another site it looks different.
    expect((await load('/maya?embed=1')).body).toContain('<div id="root"></div>');
    expect((await load('/p/token')).body).not.toContain('page-data');
  });
});

describe('a hashed file of the build', () => {
  const ask = async (method: 'GET' | 'HEAD', url: string, encoding = 'identity') => {
    const { statusCode, headers, body } = await app.inject({
      method,
      url,
      headers: { 'accept-encoding': encoding },
    });
    return { statusCode, body, cache: headers['cache-control'], encoding: headers['content-encoding'] };
  };
  const cache = 'public, max-age=31536000, immutable';

  it('is kept by browsers forever, and sent as the build compressed it', async () => {
    const plain = { statusCode: 200, body: 'x'.repeat(10), cache, encoding: undefined };
    expect(await ask('GET', '/assets/start.js')).toEqual(plain);
    expect(await ask('GET', '/assets/start.js', 'gzip')).toEqual(plain);
    const compressed = { statusCode: 200, body: 'compressed', cache, encoding: 'br' };
    expect(await ask('GET', '/assets/start.js', 'br')).toEqual(compressed);
    expect(await ask('HEAD', '/assets/start.js', 'br')).toEqual({ ...compressed, body: '' });
  });

  it('has no other address, and nothing else is found in its folder', async () => {
    const addresses = [
      'start.js.br',
      'missing.js',
      '..%2fapp.html',
      '%2e%2e/app.html',
      '%2e%2e%2fapp.html',
      '..%5capp.html',
      '',
    ];
    const answers = await Promise.all(addresses.map((address) => ask('GET', `/assets/${address}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 404));
  });
});
