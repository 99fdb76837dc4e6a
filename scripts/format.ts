import { spawnSync } from 'node:child_process';

const { status } = spawnSync('biome', ['check', '--write', '.'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
