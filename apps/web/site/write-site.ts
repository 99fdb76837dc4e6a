import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readContent } from './read-content.ts';
import { renderSite } from './render-site.ts';

/** Renders the public site into `apps/web/dist`, after the bundler has built its entry. */
export async function writeSite(root: string): Promise<void> {
  const dist = path.join(root, 'apps/web/dist');
  const entry = path.join(dist, 'site.html');
  const files = await renderSite(await readContent(root), readFileSync(entry, 'utf8'));
  for (const [file, content] of files) {
    const full = path.join(dist, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  rmSync(entry);
}
