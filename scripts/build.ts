import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { writeSite } from '../apps/web/site/write-site.ts';

/** Below this size a compressed copy is not worth a second file. */
const WORTH_COMPRESSING_BYTES = 1_024;

/** Builds the web app's entries into apps/web/dist, with compressed copies for the server. */
async function buildWeb(root: string): Promise<void> {
  const web = path.join(root, 'apps/web');
  await build({ root: web, logLevel: 'warn' });
  await writeSite(root);
  for (const file of globSync('dist/**/*.{js,css,svg}', { cwd: web })) {
    const full = path.join(web, file);
    if (statSync(full).size < WORTH_COMPRESSING_BYTES) continue;
    const bytes = readFileSync(full);
    writeFileSync(`${full}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${full}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildWeb(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
}
