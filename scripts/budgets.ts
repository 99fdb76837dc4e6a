import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

export interface EntrySize {
  readonly entry: string;
  readonly bytes: number;
  readonly budget: number;
}

/** The gzipped script that each entry of the web app loads before its first screen, with its budget. */
export function measureEntries(root: string): EntrySize[] {
  const web = path.join(root, 'apps/web');
  const manifest = JSON.parse(readFileSync(path.join(web, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const budgets = JSON.parse(readFileSync(path.join(web, 'budgets.json'), 'utf8')) as Record<string, number>;
  return Object.entries(budgets).map(([entry, budget]) => {
    const files = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    visit(`${entry}.html`);
    if (files.size === 0) throw new Error(`The build has no entry '${entry}.html'.`);
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    const bytes = scripts.reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(web, 'dist', file))).length,
      0,
    );
    return { entry, bytes, budget };
  });
}
