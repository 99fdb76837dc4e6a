import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';
import { freePort } from '../apps/server/src/platform/free-port.ts';

/** `npm run dev`: Vite with hot reload, in front of a server that restarts when its sources change. */
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const port = Number(process.env.PORT ?? 3000);
const behind = await freePort('localhost');
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', path.join(root, 'apps/server/src/main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(behind), PUBLIC_URL: publicUrl },
  },
);
process.env.DAYLOOM_SERVER = `http://localhost:${behind}`;
const vite = await createVite({
  root: path.join(root, 'apps/web'),
  server: { port, strictPort: true, host: 'localhost' },
});
await vite.listen();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void vite.close();
    server.kill(signal);
  });
}
server.on('exit', (code) => process.exit(code ?? 0));
