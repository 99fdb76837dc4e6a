import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.ts';
import { getChromium } from './chromium.ts';
import { findRadicale } from './radicale.ts';
import { sharedPath } from './shared-dir.ts';
import { type LevelResult, listSlowest, summarize } from './test-report.ts';
import { UNHANDLED_ERRORS_FILE } from './unhandled-errors.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const LEVELS = ['unit', 'web', 'feature', 'e2e'] as const;

/** Servers and commands that tests start as processes read compiled code from here, and start twice as fast. */
const COMPILE_CACHE = path.join(root, 'node_modules/.cache/node-compile');

/**
 * `npm test [level...]`: all levels, or the named ones ('check' included). The last line has the totals, the
 * lines before it the failures.
 */
const chosen = process.argv.slice(2);
const isChosen = (level: string) => chosen.length === 0 || chosen.includes(level);
const total: LevelResult = { passed: 0, failed: 0, failures: [], durations: [] };
const reports = mkdtempSync(path.join(os.tmpdir(), 'dayloom-reports-'));

console.log(
  sharedPath('spec.md')
    ? 'With the conformance data.'
    : "Without the conformance data: the project's own cases are used.",
);
if (isChosen('check')) {
  for (const { name, problems } of await runChecks()) {
    total[problems ? 'failed' : 'passed'] += 1;
    if (problems) total.failures.push(`check: ${name}`);
  }
}
for (const level of LEVELS.filter(isChosen)) {
  console.log(`\n=== ${level}`);
  const { passed, failed, failures, durations } = runLevel(level);
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
  total.durations.push(...durations);
}
rmSync(reports, { recursive: true, force: true });
if (total.durations.length > 0)
  console.log(['\nThe slowest files:', ...listSlowest(total.durations)].join('\n'));
for (const failure of total.failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** External programs that a level needs, as environment variables. */
function environmentFor(level: (typeof LEVELS)[number]): Record<string, string> {
  if (level === 'e2e') return { CHROMIUM_PATH: getChromium() };
  const radicale = level === 'feature' ? findRadicale() : null;
  return radicale === null ? {} : { RADICALE_PATH: radicale };
}

function runLevel(level: (typeof LEVELS)[number]): LevelResult {
  const report = path.join(reports, `${level}.json`);
  const unhandledErrors = path.join(reports, `${level}-unhandled.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      level,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/unhandled-errors.ts',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        [UNHANDLED_ERRORS_FILE]: unhandledErrors,
        ...environmentFor(level),
      },
    },
  );
  try {
    return summarize(readJson(report), status, root, readJson(unhandledErrors));
  } catch {
    const failures = [`${level}: no report was written (ended with ${status})`];
    return { passed: 0, failed: 1, failures, durations: [] };
  }
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
