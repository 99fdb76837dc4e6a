import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { darkColors, toVariable } from '../apps/web/src/ui/tokens.ts';
import { listViolations } from './architecture.ts';
import { listExceeded } from './budgets.ts';
import { listStalePages } from './docs.ts';
import { listUnusedMembers } from './platform-members.ts';
import { listSiteProblems } from './public-site.ts';
import { listSlowExpressions } from './regular-expressions.ts';
import { listStyleProblems, listUnknownVariables } from './style-sheets.ts';
import { checkGlossary, listNameProblems } from './vocabulary.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

interface Outcome {
  readonly name: string;
  readonly problems: string;
}

/** For tools written in Go: they collect garbage a quarter as often, which saves a fifth of their CPU time. */
const FEWER_COLLECTIONS = { GOGC: '400', GOMEMLIMIT: '6GiB' };

/** Runs a tool of node_modules; if it fails, its output is the problem. */
function tool(command: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', ...FEWER_COLLECTIONS },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `${command} ended with ${code}`));
  });
}

function readFiles(...patterns: string[]) {
  return globSync(patterns, { cwd: root }).map((file) => ({
    path: file.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(root, file), 'utf8'),
  }));
}

function architecture(): string {
  const files = readFiles(
    '{apps,packages}/*/src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}',
    'apps/web/{site/**/,}*.ts',
    '{bench,e2e,scripts}/**/*.{ts,mjs}',
  );
  return listViolations(files)
    .map(({ rule, file, message }) => `${file}: ${message} (${rule})`)
    .join('\n');
}

function vocabulary(): string {
  const files = readFiles(
    '{apps,packages}/*/src/**/*.{ts,tsx}',
    'packages/*/fixtures/**/*.ts',
    'apps/web/{site/**/,}*.ts',
    '{e2e,bench,scripts}/**/*.{ts,mjs}',
  );
  const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  return [
    ...listNameProblems(files),
    ...checkGlossary(glossary).map((problem) => `docs/glossary.md: ${problem}`),
  ].join('\n');
}

/** The parts of the server that are given members of `Platform`. */
function platformMembers(): string {
  const parts = '{platform,identity,features/*/{operations,routes,jobs,tools}}{/**/*,}.ts';
  return listUnusedMembers(
    readFiles(`apps/server/src/${parts}`).filter(({ path: file }) => !file.endsWith('.test.ts')),
  ).join('\n');
}

type Checks = Record<string, () => Promise<string> | string>;

/** They run in processes of their own, in parallel with the other checks. */
const tools: Checks = {
  // One checker: several on two cores check much of the program again, in four times the memory.
  types: () => tool('tsc', '-b', '--checkers', '1'),
  lint: () => tool('oxlint', '--type-aware', '--deny-warnings'),
  format: () => tool('biome', 'check', '.'),
  'unused code': () => tool('knip', '--no-progress'),
};

const ownChecks: Checks = {
  architecture,
  'platform members': platformMembers,
  vocabulary,
  'regular expressions': async () => (await listSlowExpressions(root)).join('\n'),
  'docs drift': () =>
    listStalePages()
      .map((file) => `${file} is out of date: run 'npm run docs'`)
      .join('\n'),
  'style sheets': () => {
    const [sheets, sources] = [readFiles('apps/web/src/**/*.css'), readFiles('apps/web/src/**/*.{ts,tsx}')];
    const variables = Object.keys(darkColors).map(toVariable);
    return [...listStyleProblems(sheets, sources), ...listUnknownVariables(sheets, sources, variables)].join(
      '\n',
    );
  },
  'public site': async () => (await listSiteProblems(root)).join('\n'),
  'byte budgets': () => listExceeded(root).join('\n'),
};

/** Runs the static checks. */
export async function runChecks(): Promise<Outcome[]> {
  const outcomes = await Promise.all([tools, ownChecks].map(runInTurn));
  return outcomes.flat();
}

async function runInTurn(checks: Checks): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const startedAt = performance.now();
    const problems = await check();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${problems ? 'FAIL' : 'ok  '}  ${name} (${seconds} s)${problems ? `\n${problems}\n` : ''}`);
    outcomes.push({ name, problems });
  }
  return outcomes;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const failed = (await runChecks()).filter(({ problems }) => problems);
  process.exit(failed.length > 0 ? 1 : 0);
}
