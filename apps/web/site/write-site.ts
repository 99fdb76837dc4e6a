import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readContent } from './read-content.ts';
import { renderSite } from './render-site.ts';

/** Renders the public site into `apps/web/dist`, after the bundler has built its entry. */
export async function writeSite(root: string): Promise<void> {
  const dist = path.join(root, 'apps/web/dist');
  const entry = path.join(dist, 'site.html');
  const manifest: Readonly<Record<string, { readonly file: string }>> = JSON.parse(
    readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const built = new Map(
    Object.entries(manifest).flatMap(([source, { file }]) => {
      const name = /\/site-(\w+)\.css$/.exec(source)?.[1];
      return name ? [[name, path.join(dist, file)] as const] : [];
    }),
  );
  const files = await renderSite(await readContent(root), readFileSync(entry, 'utf8'), (sheet) => {
    const file = built.get(sheet);
    if (!file) throw new Error(`The build has no style sheet '${sheet}'.`);
    return `<style nonce="__CSP_NONCE__">${readFileSync(file, 'utf8').trim()}</style>`;
  });
  for (const [file, content] of files) {
    const full = path.join(dist, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  for (const file of [entry, ...built.values()]) rmSync(file);
}
