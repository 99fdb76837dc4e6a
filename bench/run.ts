import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const known = [
  'start',
  'slots',
  'planner',
  'sync',
  'server',
  'web',
  'drag',
  'faults',
  'overload',
  'replan',
  'round-trip',
  'booking',
  'reminders',
  'dashboard',
  'language',
  'chat',
];
const [name, ...rest] = process.argv.slice(2);
const chosen = name ? [name] : known;

for (const bench of chosen) {
  const file = path.join(here, `${bench}.ts`);
  if (!known.includes(bench) || !existsSync(file)) {
    console.error(`Unknown bench '${bench}'. Known: ${known.join(', ')}.`);
    process.exit(2);
  }
  const { run } = (await import(pathToFileURL(file).href)) as {
    run: (rest: readonly string[]) => Promise<void>;
  };
  await run(rest);
}
