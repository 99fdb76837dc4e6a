import { expect, test } from 'vitest';
import { listBrokenPromises, listNodes } from './result-types.ts';

const check = (text: string, path = 'apps/server/src/a.ts') =>
  listBrokenPromises({ path, text }, listNodes({ path, text }));

test.each([
  'function getTask(): Task | null {}',
  'async function getTask(): Promise<Task | undefined> {}',
  'export const getTask = (id: string): Promise<(Task) | null> => read(id);',
  'const getTask: (id: string) => Task | null = read;',
  'interface Tasks { getTask(id: string): Task | null }',
  'interface Tasks { getTask: (id: string) => Task | null }',
  'class Tasks { getTask(): Task | null {} }',
  'class Tasks { #getTask = (): Task | null => null }',
  'const tasks = { getTask: (): Task | null => null };',
  'declare function getTask(): Task | null;',
  'interface Tasks { get(id: string): Task | null }',
])('get… does not return nothing: %s', (text) => {
  expect(check(`\n${text}`)).toEqual([
    expect.stringMatching(/^apps\/server\/src\/a\.ts:2: get(?:Task)? may return nothing/),
  ]);
});

test.each([
  'Task[]',
  'readonly Task[]',
  'Promise<Task[]>',
  'Promise<ReadonlyMap<string, Task>>',
  'Set<Task>',
  'ReadonlyArray<Task>',
  '[from: number, to: number]',
  'Task | readonly Task[]',
])('find… does not return many: %s', (type) => {
  expect(check(`function findTasks(): ${type} {}`)).toEqual([
    'apps/server/src/a.ts:1: findTasks returns many: say list…',
  ]);
});

test.each(['string', 'Promise<number>', 'boolean', 'string | null'])(
  'list… does not return a single value: %s',
  (type) => {
    expect(check(`const listNames = (): ${type} => make();`)).toEqual([
      'apps/server/src/a.ts:1: listNames does not return many: say format…, describe… or to…',
    ]);
  },
);

test.each([
  'function getTask(): Promise<Task> {}',
  'function findTask(): Task | undefined {}',
  'function findTasks(): Task[] | null {}',
  "function findTasks(): { kind: 'none' } | { kind: 'several'; tasks: Task[] } {}",
  'function findIndex(): number {}',
  'function listTasks(): Promise<readonly Task[]> {}',
  'function listTasks(): Promise<{ tasks: Task[]; after: string | null }> {}',
  'function getter(): Task | null {}',
  'function finder(): Task[] {}',
  'const listed = (): string => name;',
  'const getTask = (read: () => Task | null) => read() ?? fail();',
])('accepts %s', (text) => {
  expect(check(text)).toEqual([]);
});

test('a library may prescribe a name in one file only', () => {
  const text = 'interface Graph { getModuleInfo(id: string): Info | null }';
  expect(check(text, 'apps/web/code-splitting.ts')).toEqual([]);
  expect(check(text)).toHaveLength(1);
});
