import os from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * By default vitest reserves one core for its main process, which is mostly idle. On two cores, use both for
 * tests.
 */
const workers = { maxWorkers: Math.max(2, os.availableParallelism() - 1) };
/**
 * More room for young objects (V8's default is 16 MB): tests make many that die young. It saves a twentieth of the CPU
 * time, with a page a tenth. Not for the server: a thread that may use little memory then passes its limit by more
 * than Node allows for, and V8 ends the process instead of the thread.
 */
const execArgv = ['--max-semi-space-size=64'];
/** For tests that hang, not for slow ones: a shared machine may be four times slower. */
const patience = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Tests of the web app in plain TypeScript that need a page all the same. */
const NEEDS_PAGE = 'apps/web/**/*.dom.test.ts';

/**
 * One runner for every level; `scripts/test.ts` runs the projects one after another and adds up the results.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/cli/**/*.test.ts',
            'apps/sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/web/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', NEEDS_PAGE],
          // Pure code: files share what they import. What they stub is put back after each test.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          execArgv,
          ...workers,
          ...patience,
          // No limit for a long run of the planner's properties.
          testTimeout: process.env.PLANNER_RUNS === undefined ? 120_000 : 0,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.tsx', NEEDS_PAGE],
          environment: 'jsdom',
          // Each file has modules of its own: open toasts and other state would leak into the next one.
          setupFiles: ['apps/web/src/test/setup.ts'],
          // The page shows times in the machine's zone.
          env: { TZ: 'UTC' },
          execArgv,
          ...workers,
          ...patience,
        },
      },
      {
        test: {
          name: 'feature',
          // Node itself runs TypeScript.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/src/test/postgres.ts'],
          // Files share what they import, which took a third of the level. Each has servers and databases of its own.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          maxWorkers: 2,
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          // Files share the browser and what they import. Each test has a browser context of its own.
          isolate: false,
          setupFiles: ['e2e/support/after-each.ts'],
          provide: { arePicturesTaken: false },
          // One more than cores: some tests wait for mails that leave after 30 seconds.
          maxWorkers: 3,
          ...patience,
          testTimeout: 300_000,
        },
      },
      {
        // `npm run pictures`. Not a level of the tests: it writes files of the repository.
        test: {
          name: 'pictures',
          include: ['e2e/pictures.spec.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          setupFiles: ['e2e/support/after-each.ts'],
          provide: { arePicturesTaken: true },
          maxWorkers: 1,
          ...patience,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
