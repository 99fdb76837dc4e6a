import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

interface Budgets {
  /** Bytes of script before the first screen of an entry, or of a part that a page loads at once, by its key in the manifest. */
  readonly entries: Readonly<Record<string, number>>;
  /** Files of script that a page of the app may load. */
  readonly files: number;
  /** Bytes of script before the first screen of a page of the app, by its path. */
  readonly pages: Readonly<Record<string, number>>;
  /** Bytes of script of any page, with what it shows right after its first screen. */
  readonly withNext: number;
}

/** What exceeds the budgets of the built web app (`apps/web/budgets.json`), measured by its manifest. */
export function listExceeded(root: string): string[] {
  const web = path.join(root, 'apps/web');
  const readJson = (file: string) => JSON.parse(readFileSync(path.join(web, file), 'utf8'));
  const manifest: Readonly<Record<string, Chunk>> = readJson('dist/.vite/manifest.json');
  const { entries, files, pages, withNext }: Budgets = readJson('budgets.json');
  // What the server loads with each page, too (`PageModules` there).
  const pageModules: Readonly<Record<string, { first: readonly string[]; next?: readonly string[] }>> =
    readJson('pages.json');
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
  for (const [page, { first, next = [] }] of Object.entries(pageModules)) {
    const measured = measure(['app.html', ...first]);
    const budget = pages[page];
    if (budget === undefined) problems.push(`${page}: has no budget`);
    else if (measured.bytes > budget)
      problems.push(`${page}: ${measured.bytes} bytes of script, ${budget} allowed`);
    const complete = measure(['app.html', ...first, ...next]);
    if (next.length > 0 && complete.bytes > withNext)
      problems.push(
        `${page}: ${complete.bytes} bytes of script with what it shows next, ${withNext} allowed`,
      );
    if (measured.files > files) problems.push(`${page}: ${measured.files} files of script, ${files} allowed`);
  }
  const circle = findCircle(manifest);
  if (circle)
    problems.push(`Chunks import each other, and may run before what they need: ${circle.join(', ')}`);
  return problems;
}

/** Chunks that import each other, by their files; null if there are none. */
function findCircle(manifest: Readonly<Record<string, Chunk>>): string[] | null {
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): string[] | null => {
    if (path.includes(key)) return path.slice(path.indexOf(key)).map((one) => manifest[one]?.file ?? one);
    if (done.has(key)) return null;
    for (const next of manifest[key]?.imports ?? []) {
      const circle = visit(next, [...path, key]);
      if (circle) return circle;
    }
    done.add(key);
    return null;
  };
  for (const key of Object.keys(manifest)) {
    const circle = visit(key, []);
    if (circle) return circle;
  }
  return null;
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
