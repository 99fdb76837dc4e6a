import { spawnSync } from 'node:child_process';
import { onPath } from './chromium.ts';

/**
 * The path of Radicale, a CalDAV server for tests of the adapter: `RADICALE_PATH`, the system's, else
 * Debian's (installed when root). Null, with a message, if it is not available: its tests are skipped then.
 */
export function findRadicale(): string | null {
  const present = process.env.RADICALE_PATH ?? onPath('radicale');
  if (present) return present;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Radicale from Debian (once) ...');
    const install =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends radicale >/dev/null';
    spawnSync('sh', ['-c', install], { stdio: 'inherit' });
    const installed = onPath('radicale');
    if (installed) return installed;
  }
  console.warn(
    'No Radicale found: nothing is tried against it. Install it (apt-get install radicale) to do so.',
  );
  return null;
}
