import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

interface Budgets {
  /** Bytes of script before the first screen of an entry, by its key in the manifest. */
  readonly entries: Readonly<Record<string, number>>;
  /** Files of script that a page of the app may load. */
  readonly files: number;
  /** Bytes of script that a page of the app loads until it is complete, by its path. */
  readonly pages: Readonly<Record<string, number>>;
}

/** What exceeds the budgets of the built web app (`apps/web/budgets.json`), measured by its manifest. */
export function findExceeded(root: string): string[] {
  const web = path.join(root, 'apps/web');
  const readJson = (file: string) => JSON.parse(readFileSync(path.join(web, file), 'utf8'));
  const manifest: Readonly<Record<string, Chunk>> = readJson('dist/.vite/manifest.json');
  const { entries, files, pages }: Budgets = readJson('budgets.json');
  // What the server loads with each page, too.
  const pageModules: Readonly<Record<string, readonly string[]>> = readJson('pages.json');
  const measure = (keys: readonly string[]) => {
    const scripts = listScripts(manifest, keys);
    const sizes = scripts.map((file) => gzipSync(readFileSync(path.join(web, 'dist', file))).length);
    return { files: scripts.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  const problems: string[] = [];
  for (const [entry, budget] of Object.entries(entries)) {
    const { bytes } = measure([entry]);
    if (bytes > budget)
      problems.push(`${entry}: ${bytes} bytes of script before the first screen, ${budget} allowed`);
  }
  for (const [page, modules] of Object.entries(pageModules)) {
    const measured = measure(['app.html', ...modules]);
    const budget = pages[page];
    if (budget === undefined) problems.push(`${page}: has no budget`);
    else if (measured.bytes > budget)
      problems.push(`${page}: ${measured.bytes} bytes of script, ${budget} allowed`);
    if (measured.files > files) problems.push(`${page}: ${measured.files} files of script, ${files} allowed`);
  }
  return problems;
}

/** The scripts of the chunks and of everything that they import. Lazy modules are not part of it. */
function listScripts(manifest: Readonly<Record<string, Chunk>>, keys: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no '${key}'.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...files].filter((file) => file.endsWith('.js'));
}
