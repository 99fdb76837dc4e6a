import { expect, it } from 'vitest';
import { trimContract } from './trim-contracts.ts';

const VALUES = `import { z } from 'zod';
export const Id = z.uuid();
export const succeeded = { success: z.literal(true) };
`;
const TASK = `import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, succeeded } from './values.ts';
export const limits = { most: 3 };
const Title = z.string().max(limits.most);
export const Task = z.object({ Id, title: Title }).meta({ id: 'Task' });
const change = endpoint({ method: 'PATCH', path: '/tasks/:id', summary: 'Change', body: Task, response: z.object({ ...succeeded, task: Task }) });
export const taskApi = { change, put: endpoint({ ...change, method: 'PUT' }) };
`;

/** Runs the module with stand-ins for its imports; `made` are the schemas in the order in which they are made. */
function run(code: string) {
  const made: string[] = [];
  const z = Object.fromEntries(
    ['uuid', 'literal', 'string', 'object'].map((name) => [
      name,
      (value: unknown) => {
        made.push(name);
        return { name, value, max: (most: number) => ({ name, most }) };
      },
    ]),
  );
  const body = code
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export \{.*\};?$/gm, '')
    .replaceAll(/^export /gm, '');
  // oxlint-disable-next-line typescript/no-implied-eval -- runs what the bundler would
  const load = new Function(
    'z',
    'endpoint',
    'makeId',
    'makeSucceeded',
    `${body}; return { taskApi, limits };`,
  );
  const loaded = load(
    z,
    (one: unknown) => one,
    () => 'an id',
    () => ({ success: 'true' }),
  ) as { taskApi: Record<string, Record<string, unknown>>; limits: object };
  return { ...loaded, made };
}

const trimmed = trimContract(
  TASK,
  new Map([
    ['./values.ts', VALUES],
    ['./endpoint.ts', ''],
  ]),
);
/** As the bundler leaves it: what nothing uses is gone. */
const used = trimmed.replace(/export const Task = .*$/m, '');

it('makes no schema before an answer needs it, and each only once', () => {
  const { taskApi, made, limits } = run(used);
  expect(made).toEqual([]);
  expect(limits).toEqual({ most: 3 });
  const response = taskApi['change']?.['response'];
  expect(response).toMatchObject({
    value: { success: 'true', task: { value: { Id: 'an id', title: { most: 3 } } } },
  });
  expect(made).toEqual(['string', 'object', 'object']);
  expect(taskApi['change']?.['response']).toBe(response);
  expect(taskApi['put']?.['response']).toBe(response);
  expect(made).toHaveLength(3);
});

it('keeps of an endpoint what a page needs to call it', () => {
  const { taskApi } = run(used);
  expect(Object.keys(taskApi['change'] ?? {})).toEqual(['method', 'path', 'response']);
  expect(taskApi['put']).toMatchObject({ method: 'PUT', path: '/tasks/:id' });
});

it('exports a schema under its name too, and lets the bundler leave it out', () => {
  expect(trimmed).toContain('export const Task = /* @__PURE__ */ makeTask();');
});

it('refuses a parameter with the name of a schema, which it could not tell apart', () => {
  const code = `import { z } from 'zod';
const Title = z.string();
export const check = (Title) => Title.length;
`;
  expect(() => trimContract(code, new Map())).toThrow("A parameter has the name of the schema 'Title'.");
});

it('leaves out what only the documentation reads', () => {
  expect(trimmed).toContain('z.object({ Id: makeId(), title: makeTitle() })');
  expect(trimmed).not.toContain('meta');
});
