import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Pages of these last builds find their files, and a server that was started with the one before this. */
const MAX_BUILDS = 5;
const RECORD = '.vite/builds.json';

/**
 * Removes what no page needs any more from the folder of the build. Files whose names have a hash stay for a few builds:
 * open pages load more of their own version later, and a server goes on with the build with which it was started until
 * it is started again. `startedAt`: when this build began, in milliseconds.
 */
export function removeOldBuilds(dist: string, startedAt: number): void {
  const files = globSync('**/*', { cwd: dist, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(path.relative(dist, entry.parentPath), entry.name));
  const written = new Set(files.filter((file) => statSync(path.join(dist, file)).mtimeMs >= startedAt));
  const record = path.join(dist, RECORD);
  const earlier: string[][] = existsSync(record)
    ? JSON.parse(readFileSync(record, 'utf8'))
    : [files.filter((file) => isHashed(file) && !written.has(file))];
  const builds = [[...written].filter(isHashed), ...earlier].slice(0, MAX_BUILDS);
  const kept = new Set(builds.flat());
  for (const file of files) if (!written.has(file) && !kept.has(file)) rmSync(path.join(dist, file));
  writeFileSync(record, JSON.stringify(builds));
}

const isHashed = (file: string) => file.startsWith(`assets${path.sep}`);
