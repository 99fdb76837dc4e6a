// The entry point of all commands. It has no dependencies and runs on Node >= 20. It installs the packages of
// the lock file if they are missing or stale, continues on the Node of the `node` package, builds the web app
// if its sources changed, and runs the command.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './follow-parent.mjs';

const REQUIRED_NODE_MAJOR = 24;
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const [command = 'start', ...args] = process.argv.slice(2);

const scripts = {
  start: 'apps/server/src/main.ts',
  backup: 'apps/server/src/backup.ts',
  restore: 'apps/server/src/restore.ts',
  dev: 'scripts/dev.ts',
  build: null,
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  bench: 'bench/run.ts',
  docs: 'scripts/docs.ts',
  format: 'scripts/format.ts',
  pictures: 'scripts/pictures.ts',
  dayloom: 'apps/cli/src/main.ts',
};

if (!(command in scripts)) {
  console.error(`Unknown command '${command}'. Known: ${Object.keys(scripts).join(', ')}.`);
  process.exit(2);
}

installIfStale();
if (Number(process.versions.node.split('.')[0]) < REQUIRED_NODE_MAJOR) handOver();
else {
  if (['start', 'build', 'test', 'bench', 'pictures'].includes(command)) buildIfStale();
  const script = scripts[command];
  if (script) {
    process.argv = [process.execPath, path.join(root, script), ...args];
    await import(pathToFileURL(path.join(root, script)).href);
  }
}

/** Progress goes to stderr: stdout belongs to the command (`dayloom plan x.json > plan.json`). */
function say(text) {
  process.stderr.write(`${text}\n`);
}

function sha(...parts) {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
}

function stampFile(name) {
  return path.join(root, 'node_modules', `.dayloom-${name}`);
}

function isStamped(name, value) {
  return fs.existsSync(stampFile(name)) && fs.readFileSync(stampFile(name), 'utf8') === value;
}

function installIfStale() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const value = sha(lock, process.platform, process.arch);
  if (isStamped('install', value)) return;
  say('Installing packages (once, about a minute) ...');
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (result.status !== 0) {
    say('npm ci failed. Check the network and the registry (npm config get registry), then try again.');
    process.exit(result.status ?? 1);
  }
  fs.writeFileSync(stampFile('install'), value);
}

/** Runs this file again on the bundled Node and forwards signals. */
function handOver() {
  const node = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (!fs.existsSync(node)) {
    say(`${node} is missing. Remove node_modules and try again: it comes with the 'node' package.`);
    process.exit(1);
  }
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    DAYLOOM_PARENT_PID: String(process.pid),
  };
  const child = spawn(node, [fileURLToPath(import.meta.url), command, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function buildIfStale() {
  const inputs = fs
    .globSync(
      [
        'apps/web/{src,public,site,content}/**/*',
        '{docs/**/*,*}.md',
        'apps/web/*.{html,ts,json}',
        'packages/*/src/**/*.ts',
        'package-lock.json',
      ],
      {
        cwd: root,
      },
    )
    .filter((file) => !file.includes('.test.'))
    .sort();
  const state = inputs.map((file) => {
    const { mtimeMs, size } = fs.statSync(path.join(root, file));
    return `${file} ${mtimeMs} ${size}`;
  });
  const value = sha(state.join('\n'));
  if (isStamped('build', value) && fs.existsSync(path.join(root, 'apps/web/dist/app.html'))) return;
  say('Building the web app ...');
  // In a separate process, which takes the bundler's memory and its NODE_ENV with it.
  const result = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  fs.writeFileSync(stampFile('build'), value);
}
