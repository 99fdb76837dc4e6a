import { expect, it } from 'vitest';
import { trimContract } from './trim-contracts.ts';

const TASK = `import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, succeeded } from './values.ts';
export const limits = { most: 3 };
export const names = Object.keys(limits);
const Title = z.string().max(limits.most);
export const Task = z.object({ Id, title: Title }).meta({ id: 'Task' });
const change = endpoint({ method: 'PATCH', path: '/tasks/:id', media: 'text/csv', summary: 'Change', access: 'user', body: Task, response: z.object({ ...succeeded, task: Task }) });
export const taskApi = { change, put: endpoint({ ...change, method: 'PUT' }) };
`;

/** Runs the module without its schemas, as the bundler leaves it: nothing uses them. */
function run(code: string) {
  const body = code
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^(?:export )?const \w+ = \/\* @__PURE__ \*\/ \(\(\) => \(z\..*$/gm, '')
    .replaceAll(/^export /gm, '');
  // oxlint-disable-next-line typescript/no-implied-eval -- runs what the bundler would
  const load = new Function('endpoint', `${body}; return { taskApi, limits, names };`);
  return load((one: unknown) => one) as { taskApi: object; limits: object; names: string[] };
}

it('keeps of an endpoint what a page needs to call it', () => {
  const called = { path: '/tasks/:id', media: 'text/csv' };
  expect(run(trimContract(TASK)).taskApi).toEqual({
    change: { method: 'PATCH', ...called },
    put: { method: 'PUT', ...called },
  });
});

it('keeps constants declared next to schemas', () => {
  expect(run(trimContract(TASK))).toMatchObject({ limits: { most: 3 }, names: ['most'] });
});

it('lets the bundler leave out a schema as a whole', () => {
  expect(trimContract(TASK)).toContain(
    "export const Task = /* @__PURE__ */ (() => (z.object({ Id, title: Title }).meta({ id: 'Task' })))();",
  );
});
