import path from 'node:path';
import { build } from 'vite';

/** Builds the web app's entries into apps/web/dist. */
export async function buildWeb(root: string): Promise<void> {
  await build({ root: path.join(root, 'apps/web'), logLevel: 'warn' });
}
