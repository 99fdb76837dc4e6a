import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SHARED_DIR = path.resolve(root, process.env.SHARED_DIR ?? '../shared');

/**
 * The absolute path of a file or folder in the conformance data next to the project (`SHARED_DIR`), or null
 * if it is absent. A test that gets null runs the project's own cases and says so.
 */
export function sharedPath(...parts: string[]): string | null {
  const file = path.join(SHARED_DIR, ...parts);
  return existsSync(file) ? file : null;
}
