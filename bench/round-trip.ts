import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Row {
  readonly place: string;
  readonly action: string;
  readonly tried: number;
  readonly refused: number;
  readonly failed: number;
}

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Every unusual calendar object x every action x every server; `npm test` runs a sample of these. With names after
 * it (`npm run bench round-trip xandikos sabre`) only these servers.
 */
export async function run(servers: readonly string[] = []): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-round-trip-'));
  const report = path.join(folder, 'report.jsonl');
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'feature',
        '--reporter=dot',
        ...(servers.length > 0 ? servers : ['']).map(
          (server) => `apps/server/src/integrations/test/round-trip/${server}`,
        ),
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, ROUND_TRIP: 'all', ROUND_TRIP_REPORT: report },
      },
    );
    const rows = readFileSync(report, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
    console.log(
      '\nserver                       action                       objects  not whole  refused by the server',
    );
    for (const { place, action, tried, refused, failed } of rows)
      console.log(
        `${place.replace(/^events (?:at|in) /, '').padEnd(28)} ${action.padEnd(28)} ${String(tried).padStart(7)}  ${String(failed).padStart(9)}  ${String(refused).padStart(21)}`,
      );
    const total = (pick: (row: Row) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
    console.log(
      `${total(({ tried }) => tried)} round trips (do, undo, redo, undo), ${total(({ failed }) => failed)} not whole`,
    );
    if (status !== 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
