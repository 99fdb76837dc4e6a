import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const ROOT = path.join(import.meta.dirname, '..');
/** Inside the repository, so that the page finds the packages. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/common-page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown',
};

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="A post of the blog, rendered in the browser." />
    <title>A post</title>
  </head>
  <body><div id="root"></div><script type="module" src="/main.tsx"></script></body>
</html>`;

/** What a tutorial would have: the router, the post loaded by an effect, Markdown parsed in the browser. */
const MAIN = `import { marked } from 'marked';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import '@fontsource-variable/inter/opsz.css';
import './page.css';

function Post() {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void fetch('/post.md').then((response) => response.text()).then(setText);
  }, []);
  if (text === null) return <p>Loading ...</p>;
  return <article dangerouslySetInnerHTML={{ __html: marked.parse(text.replace(/^---[^]*?---/, '# A post'), { async: false }) }} />;
}

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <header><Link to="/">Home</Link></header>
    <main><Routes><Route path="*" element={<Post />} /></Routes></main>
  </BrowserRouter>,
);
`;

const CSS = `body { margin: 0 auto; max-width: 680px; padding: 20px; background: #0f0e15; color: #f2f0f8; font: 17px/28px "Inter Variable", sans-serif; }
a { color: #8cc4ff; }`;

/** Builds a post of the blog as a React page that is rendered in the browser, and serves it on loopback. */
export async function openCommonPage(post: string): Promise<{ address: string; close: () => Promise<void> }> {
  mkdirSync(path.join(FOLDER, 'public'), { recursive: true });
  const files = { 'index.html': HTML, 'main.tsx': MAIN, 'page.css': CSS };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(FOLDER, name), text);
  const markdown = readFileSync(path.join(ROOT, `apps/web/content/blog/${post}.md`), 'utf8');
  writeFileSync(path.join(FOLDER, 'public/post.md'), markdown);
  await build({ root: FOLDER, configFile: false, logLevel: 'error' });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const extension = path.extname(name) || '.html';
    const file = extension === '.html' ? 'index.html' : name;
    try {
      const bytes = readFileSync(path.join(FOLDER, 'dist', path.normalize(file)));
      const isText = extension !== '.woff2';
      response.setHeader('content-type', TYPES[extension] ?? 'application/octet-stream');
      if (isText) response.setHeader('content-encoding', 'gzip');
      response.end(isText ? gzipSync(bytes) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
