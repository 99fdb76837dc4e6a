import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { serveWebPages } from './web-pages.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
write('app.html', '<head><script nonce="__CSP_NONCE__"></script></head><body></body>');
write('site.html', '<head></head><body></body>');
write(
  '.vite/manifest.json',
  JSON.stringify({
    'app.html': { file: 'assets/app.js', imports: ['_start.js'] },
    '_start.js': { file: 'assets/start.js' },
    '_shared.js': { file: 'assets/shared.js', imports: ['_start.js'] },
    'src/tasks.tsx': { file: 'assets/tasks.js', imports: ['_start.js', '_shared.js'] },
  }),
);

const app = Fastify();
app.decorate('allowedMethods', () => []);
await serveWebPages(
  app,
  folder,
  { app: ['/tasks', '/chat'], site: ['/'], booking: [] },
  { connectTo: [], pageModules: { '/tasks': ['src/tasks.tsx'] } },
);
const load = async (url: string) => {
  const { body, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  return {
    body,
    nonce,
    preloaded: [...body.matchAll(/modulepreload.*?href="([^"]+)"/g)].map(([, file]) => file),
  };
};

it('loads the scripts of a page with the page, but not those that it loads anyway', async () => {
  const { body, nonce, preloaded } = await load('/tasks?task=1');
  expect(preloaded).toEqual(['/assets/tasks.js', '/assets/shared.js']);
  expect(body).not.toContain('__CSP_NONCE__');
  expect(body.split(`nonce="${nonce}"`)).toHaveLength(4);
  expect((await load('/tasks/')).preloaded).toEqual(preloaded);
});

it('loads nothing more with other pages', async () => {
  expect((await load('/chat')).preloaded).toEqual([]);
  expect((await load('/')).preloaded).toEqual([]);
});
