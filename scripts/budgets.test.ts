import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listExceeded, listPageScripts } from './budgets.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const KEYS = {
  'app.html': 'app.js',
  'src/app/routes/tasks.tsx': 'tasks.js',
  'src/app/layout/authenticated-layout.tsx': 'layout.js',
  'src/app/layout/shell-commands.tsx': 'commands.js',
  'src/ui/toast.tsx': 'toast.js',
};

/** A build in which the page imports a shared chunk of the given size. */
function makeBuild(
  budgets: object,
  sharedBytes: number,
  {
    sharedImports = [],
    ...after
  }: {
    sharedImports?: readonly string[];
    next?: readonly string[];
    later?: readonly string[];
    workers?: readonly string[];
  } = {},
): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dayloom-budgets-'));
  folders.push(root);
  const web = path.join(root, 'apps/web');
  mkdirSync(path.join(web, 'dist/.vite'), { recursive: true });
  const chunks = Object.entries(KEYS).map(([key, file]) => [
    key,
    { file, imports: key.endsWith('tasks.tsx') ? ['_shared.js'] : [] },
  ]);
  const manifest = {
    ...Object.fromEntries(chunks),
    '_shared.js': { file: 'shared.js', imports: sharedImports },
  };
  writeFileSync(path.join(web, 'dist/.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(web, 'budgets.json'), JSON.stringify(budgets));
  const { next = [], later = [] } = after;
  const first = Object.keys(KEYS).filter(
    (key) => key.startsWith('src/') && ![...next, ...later].includes(key),
  );
  writeFileSync(path.join(web, 'pages.json'), JSON.stringify({ '/tasks': { first, ...after } }));
  for (const file of Object.values(KEYS)) writeFileSync(path.join(web, 'dist', file), 'export {}');
  // Random bytes do not compress.
  writeFileSync(path.join(web, 'dist/shared.js'), randomBytes(sharedBytes));
  mkdirSync(path.join(web, 'dist/assets'));
  writeFileSync(path.join(web, 'dist/layout.js'), 'new Worker("/assets/planner-B4_x-1.js")');
  writeFileSync(path.join(web, 'dist/assets/planner-B4_x-1.js'), randomBytes(1_000));
  return root;
}

const budgets = {
  entries: { 'app.html': 100 },
  files: 6,
  pages: { '/tasks': 2_000 },
  complete: { bytes: 2_500, files: 6 },
};

it('accepts a build within its budgets', () => {
  expect(listExceeded(makeBuild(budgets, 1_000))).toEqual([]);
});

it('names the page whose script is too large, with what it imports', () => {
  expect(listExceeded(makeBuild(budgets, 3_000))).toEqual([
    expect.stringMatching(/^\/tasks: 3\d{3} bytes of script before the first screen, 2000 allowed$/),
    expect.stringMatching(/^\/tasks: 3\d{3} bytes of script with what it loads by itself, 2500 allowed$/),
  ]);
});

it.each(['next', 'later'])('limits what a page loads %s apart from its first screen', (when) => {
  const after = { [when]: ['src/app/routes/tasks.tsx'] };
  expect(listExceeded(makeBuild(budgets, 2_200, after))).toEqual([]);
  expect(listExceeded(makeBuild(budgets, 3_000, after))).toEqual([
    expect.stringMatching(/^\/tasks: 3\d{3} bytes of script with what it loads by itself, 2500 allowed$/),
  ]);
});

it('counts the workers that a page starts by itself', () => {
  const workers = ['planner'];
  const complete = { bytes: 2_500, files: 7 };
  expect(listExceeded(makeBuild({ ...budgets, complete }, 1_000, { workers }))).toEqual([]);
  expect(listExceeded(makeBuild(budgets, 1_700, { workers }))).toEqual([
    expect.stringMatching(/^\/tasks: 2\d{3} bytes of script with what it loads by itself, 2500 allowed$/),
    '/tasks: 7 files of script with what it loads by itself, 6 allowed',
  ]);
  expect(() => listExceeded(makeBuild(budgets, 1_000, { workers: ['drawer'] }))).toThrow(
    "No script of the page starts the worker 'drawer'.",
  );
});

it('lists what a page loads first, by itself, and ahead of another page', () => {
  const root = makeBuild(budgets, 1_000);
  const web = path.join(root, 'apps/web');
  const [layout, tasks] = ['src/app/layout/authenticated-layout.tsx', 'src/app/routes/tasks.tsx'];
  const pages = {
    '/chat': { first: [layout], later: ['src/ui/toast.tsx'], workers: ['planner'], prefetch: '/tasks' },
    '/tasks': { first: [layout, tasks] },
  };
  writeFileSync(path.join(web, 'pages.json'), JSON.stringify(pages));
  expect(listPageScripts(root)).toEqual([
    {
      page: '/chat',
      first: ['app.js', 'layout.js'],
      complete: ['app.js', 'layout.js', 'toast.js', 'assets/planner-B4_x-1.js'],
      prefetched: ['tasks.js', 'shared.js'],
    },
    {
      page: '/tasks',
      first: ['app.js', 'layout.js', 'tasks.js', 'shared.js'],
      complete: ['app.js', 'layout.js', 'tasks.js', 'shared.js'],
      prefetched: [],
    },
  ]);
});

it('names the page that loads too many files', () => {
  expect(listExceeded(makeBuild({ ...budgets, files: 5 }, 1_000))).toEqual([
    '/tasks: 6 files of script before the first screen, 5 allowed',
  ]);
});

it('names the entry whose first screen needs too much', () => {
  expect(listExceeded(makeBuild({ ...budgets, entries: { 'app.html': 10 } }, 1_000))).toEqual([
    expect.stringMatching(/^app\.html: \d+ bytes of script before the first screen, 10 allowed$/),
  ]);
});

it('refuses a page without a budget', () => {
  expect(listExceeded(makeBuild({ ...budgets, pages: {} }, 1))).toEqual(['/tasks: has no budget']);
});

it('refuses chunks that import each other', () => {
  expect(listExceeded(makeBuild(budgets, 1_000, { sharedImports: ['src/app/routes/tasks.tsx'] }))).toEqual([
    'Chunks import each other, and may run before what they need: tasks.js, shared.js',
  ]);
});
