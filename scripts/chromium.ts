import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether the browser really starts: a leftover wrapper script does not answer `--version`. */
function works(path: string | undefined): path is string {
  if (!path || !existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;
}

/** The location of a program on the path. */
export function onPath(name: string): string | undefined {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim();
  return found || undefined;
}

function known(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ];
  return candidates.find(works);
}

/**
 * The path of a Chromium for tests: `CHROMIUM_PATH`, the system's, else Debian's (installed when root), else
 * the one that Playwright downloads. Throws with instructions if none is available.
 */
export function getChromium(): string {
  const present = known();
  if (present) return present;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium from Debian (once) ...');
    const install =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null';
    spawnSync('sh', ['-c', install], { stdio: 'inherit' });
    const installed = known();
    if (installed) return installed;
  }
  spawnSync('npx', ['playwright-core', 'install', 'chromium'], { stdio: 'inherit' });
  const listed = spawnSync(
    process.execPath,
    ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
    { encoding: 'utf8' },
  ).stdout?.trim();
  if (works(listed)) return listed;
  throw new Error('No Chromium found. Install one (apt-get install chromium) or set CHROMIUM_PATH to it.');
}
