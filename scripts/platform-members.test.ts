import { expect, test } from 'vitest';
import { listUnusedMembers } from './platform-members.ts';

const CONTEXT = `export interface Platform { db: Db; clock: Clock; log: Log; jobs: Jobs }
export type DbContext = Pick<Platform, 'db' | 'clock'>;`;

/** The unused members of the function `work`. */
function check(text: string, others: Record<string, string> = {}): string[] {
  const sources = { 'platform/context.ts': CONTEXT, 'features/a/operations.ts': text, ...others };
  const problems = listUnusedMembers(
    Object.entries(sources).map(([path, source]) => ({
      path: `apps/server/src/${path}`,
      text: path.startsWith('platform/')
        ? source
        : `import type { DbContext, Platform } from '#platform/context.ts';\n${source}`,
    })),
  );
  return problems.flatMap(
    (problem) => / nor what it calls uses (.*):/.exec(problem)?.[1]?.split(', ') ?? problem,
  );
}

test.each([
  ["function work(platform: Pick<Platform, 'db' | 'log'>) { platform.db.read(); }", ['log']],
  ['export const work = ({ db }: DbContext) => db.read();', ['clock']],
  ["async function work({ db, ...rest }: DbContext & Pick<Platform, 'log'>) { db(rest.log); }", ['clock']],
  ['interface Own extends DbContext { own: Own }\nfunction work({ own }: Own) { own(); }', ['db', 'clock']],
  [
    "type Own = Omit<Platform, 'log'> & { own: Own };\nfunction work(own: Own) { own.own(own.jobs, own.db); }",
    ['clock'],
  ],
  ['function work(platform: DbContext) { const { db } = platform; db(); }', ['clock']],
  [
    'function work(platform: DbContext, tx: Tx) { read({ ...platform, db: tx }); }\nfunction read({ db, clock }: DbContext) { db(clock); }',
    ['db'],
  ],
  [
    'function work(platform: DbContext) { return () => read(platform); }\nfunction read({ db }: { readonly db: Db }) { db(); }',
    ['clock'],
  ],
])('%s', (text, unused) => {
  expect(check(text)).toEqual(unused);
});

test('members that a function of another file uses count as used', () => {
  const others = {
    'features/b/operations.ts': `export function read(platform: DbContext) { again(platform); }
      function again({ db, clock }: DbContext) { db(clock); read({ db, clock }); }`,
  };
  const text = `import { read } from '../b/operations.ts';
    function work(platform: Platform) { read(platform); }`;
  expect(check(text, others)).toEqual(['log', 'jobs']);
});

test.each([
  'function work(platform: DbContext) { return platform; }',
  'function work(platform: DbContext) { service.read(platform); }',
  'function work(platform: DbContext) { return { platform }; }',
  'function work(platform: DbContext, name: string) { return platform[name]; }',
  'function work({ db, clock }: DbContext) { db(clock); }',
  'function work(own: { db: Db; log: Log }) { own.db(); }',
])('%s has no problem', (text) => {
  expect(check(text)).toEqual([]);
});

test('a problem names its place', () => {
  const text =
    "import type { DbContext } from '../platform/context.ts';\n\nexport function work({ db }: DbContext) {}";
  const files = { 'platform/context.ts': CONTEXT, 'identity/work.ts': text };
  const sources = Object.entries(files).map(([path, source]) => ({
    path: `apps/server/src/${path}`,
    text: source,
  }));
  expect(listUnusedMembers(sources)).toEqual([
    'apps/server/src/identity/work.ts:3: neither work nor what it calls uses clock: do not take it',
  ]);
});
