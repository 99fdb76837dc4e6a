import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, createLogger } from 'vite';
import { TEXT_FACE_PATH } from '../apps/web/site/text-face.ts';
import { writeSite } from '../apps/web/site/write-site.ts';
import { removeOldBuilds } from './kept-builds.ts';

/** Below this size a compressed copy is not worth a second file. */
const WORTH_COMPRESSING_BYTES = 1_024;

/** Builds the web app's entries into apps/web/dist, with compressed copies for the server. */
async function buildWeb(root: string): Promise<void> {
  const web = path.join(root, 'apps/web');
  // File systems may know the time of a file to two seconds only.
  const startedAt = Math.floor(Date.now() / 2_000) * 2_000;
  // A server that runs meanwhile goes on with the files of the build before.
  await build({
    root: web,
    logLevel: 'warn',
    customLogger: createQuietLogger(),
    build: { emptyOutDir: false },
  });
  await writeSite(root);
  for (const file of globSync('dist/**/*.{js,css,svg}', { cwd: web })) {
    const full = path.join(web, file);
    const { size, mtimeMs } = statSync(full);
    if (size < WORTH_COMPRESSING_BYTES || mtimeMs < startedAt) continue;
    const bytes = readFileSync(full);
    writeFileSync(`${full}.gz`, gzipSync(bytes, { level: 9 }));
    // With the highest quality, its default.
    writeFileSync(`${full}.br`, brotliCompressSync(bytes));
  }
  removeOldBuilds(path.join(web, 'dist'), startedAt);
}

/** Warnings only, and not the one about the font that is made after the bundler has run. */
function createQuietLogger() {
  const logger = createLogger('warn');
  const warnOnce = logger.warnOnce.bind(logger);
  logger.warnOnce = (message, options) => {
    if (!message.includes(TEXT_FACE_PATH)) warnOnce(message, options);
  };
  return logger;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildWeb(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
}
