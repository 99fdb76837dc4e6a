import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** What a page loads by itself (`apps/web/pages.json`), by the keys of the manifest. */
interface PageModules {
  /** Before its first screen. */
  readonly first: readonly string[];
  /** In place of the skeleton of its first screen. */
  readonly next?: readonly string[];
  /** After its first screen, without anybody doing anything. */
  readonly later?: readonly string[];
  /** Names of the workers that it starts by itself. */
  readonly workers?: readonly string[];
  /** The page whose script it loads ahead when the browser is idle. */
  readonly prefetch?: string;
}

interface Budgets {
  /** Bytes of script before the first screen of an entry, or of a part that a page loads at once, by its key in the manifest. */
  readonly entries: Readonly<Record<string, number>>;
  /** Bytes of script before the first screen of a page of the app, by its path. */
  readonly pages: Readonly<Record<string, number>>;
  /** Files of script before the first screen of any page. */
  readonly files: number;
  /** Bytes and files of script that any page loads by itself, before and after its first screen. */
  readonly complete: Measured;
}

interface Measured {
  readonly bytes: number;
  readonly files: number;
}

/** The scripts of a page, by their paths in the build. */
export interface PageScripts {
  readonly page: string;
  readonly first: readonly string[];
  /** With what it loads after its first screen, by itself. */
  readonly complete: readonly string[];
  /** What it loads ahead of the next page, as far as it does not have that itself. */
  readonly prefetched: readonly string[];
}

const WEB = 'apps/web';

const readJson = (root: string, file: string) => JSON.parse(readFileSync(path.join(root, WEB, file), 'utf8'));
const readManifest = (root: string): Manifest => readJson(root, 'dist/.vite/manifest.json');

/** What each page of the app loads, by the manifest of the build. */
export function listPageScripts(root: string): PageScripts[] {
  const manifest = readManifest(root);
  // The server loads the first ones with each page, too (`PageModules` there).
  const pages: Readonly<Record<string, PageModules>> = readJson(root, 'pages.json');
  return Object.entries(pages).map(([page, modules]) => {
    const { first, next = [], later = [], workers = [], prefetch } = modules;
    const scripts = listScripts(manifest, ['app.html', ...first, ...next, ...later]);
    const complete = [...scripts, ...workers.map((name) => findWorker(root, scripts, name))];
    const ahead = prefetch === undefined ? undefined : pages[prefetch];
    return {
      page,
      first: listScripts(manifest, ['app.html', ...first]),
      complete,
      prefetched: ahead
        ? listScripts(manifest, [...ahead.first, ...(ahead.next ?? [])]).filter(
            (file) => !complete.includes(file),
          )
        : [],
    };
  });
}

/** The manifest does not list workers: their names are in the scripts that start them. */
function findWorker(root: string, scripts: readonly string[], name: string): string {
  const address = new RegExp(`assets/${name}-[\\w-]+\\.js`);
  for (const file of scripts) {
    const [found] = address.exec(readFileSync(path.join(root, WEB, 'dist', file), 'utf8')) ?? [];
    if (found) return found;
  }
  throw new Error(`No script of the page starts the worker '${name}'.`);
}

/** Files, and bytes compressed with gzip. */
export function measureScripts(root: string, scripts: readonly string[]): Measured {
  const sizes = scripts.map((file) => gzipSync(readFileSync(path.join(root, WEB, 'dist', file))).length);
  return { files: scripts.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What exceeds the budgets of the built web app (`apps/web/budgets.json`), measured by its manifest. */
export function listExceeded(root: string): string[] {
  const manifest = readManifest(root);
  const budgets: Budgets = readJson(root, 'budgets.json');
  const problems: string[] = [];
  for (const [entry, budget] of Object.entries(budgets.entries)) {
    const { bytes } = measureScripts(root, listScripts(manifest, [entry]));
    if (bytes > budget)
      problems.push(`${entry}: ${bytes} bytes of script before the first screen, ${budget} allowed`);
  }
  for (const { page, first, complete } of listPageScripts(root)) {
    const check = (measured: Measured, allowed: Measured, when: string) => {
      for (const unit of ['bytes', 'files'] as const)
        if (measured[unit] > allowed[unit])
          problems.push(`${page}: ${measured[unit]} ${unit} of script ${when}, ${allowed[unit]} allowed`);
    };
    const budget = budgets.pages[page];
    if (budget === undefined) problems.push(`${page}: has no budget`);
    else
      check(measureScripts(root, first), { bytes: budget, files: budgets.files }, 'before the first screen');
    check(measureScripts(root, complete), budgets.complete, 'with what it loads by itself');
  }
  const circle = findCircle(manifest);
  if (circle)
    problems.push(`Chunks import each other, and may run before what they need: ${circle.join(', ')}`);
  return problems;
}

/** Chunks that import each other, by their files; null if there are none. */
function findCircle(manifest: Manifest): string[] | null {
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
function listScripts(manifest: Manifest, keys: readonly string[]): string[] {
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
