import { globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { removeOldBuilds } from './kept-builds.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Builds into a folder, one second after the other. */
function openBuilds() {
  const dist = mkdtempSync(path.join(os.tmpdir(), 'dayloom-builds-'));
  folders.push(dist);
  let second = 1_000;
  return {
    build: (files: readonly string[], isRecorded = true) => {
      second += 1;
      for (const file of ['.vite/manifest.json', ...files]) {
        mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
        writeFileSync(path.join(dist, file), file);
        utimesSync(path.join(dist, file), second, second);
      }
      if (isRecorded) removeOldBuilds(dist, second * 1_000);
    },
    list: () =>
      globSync('**/*.*', { cwd: dist })
        .filter((file) => !file.startsWith('.vite'))
        .sort(),
  };
}

it('keeps what open pages of the build before load later, and nothing else', () => {
  const { build, list } = openBuilds();
  build(['app.html', 'site/old.html', 'assets/app-1.js', 'assets/app-1.js.br', 'assets/react.js']);
  build(['app.html', 'assets/app-2.js', 'assets/react.js']);
  expect(list()).toEqual([
    'app.html',
    'assets/app-1.js',
    'assets/app-1.js.br',
    'assets/app-2.js',
    'assets/react.js',
  ]);
});

it('forgets a build after a few', () => {
  const { build, list } = openBuilds();
  for (let count = 1; count <= 7; count += 1) build(['app.html', `assets/app-${count}.js`]);
  expect(list()).toEqual(['app.html', ...[3, 4, 5, 6, 7].map((count) => `assets/app-${count}.js`)]);
});

it('keeps also those of a build that nobody has recorded', () => {
  const { build, list } = openBuilds();
  build(['app.html', 'assets/app-1.js', 'service-worker.js'], false);
  build(['app.html', 'assets/app-2.js']);
  expect(list()).toEqual(['app.html', 'assets/app-1.js', 'assets/app-2.js']);
});
