import { api, type Endpoint, taskApi } from '@dayloom/contracts';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSerializer, toClosedSchema } from './serialize-response.ts';

const Time = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('date'), on: z.string() }),
    z.object({ kind: z.literal('instant'), at: z.string() }),
  ])
  .meta({ id: 'TestTime' });

const schema = z.object({
  success: z.literal(true),
  name: z.string(),
  at: z.iso.datetime().nullable(),
  count: z.int(),
  note: z.string().optional(),
  person: z.object({ id: z.string() }).nullable(),
  lists: z.array(z.object({ id: z.string() })),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  byView: z.record(z.enum(['all', 'done']), z.int()),
  byDate: z.record(z.string(), z.object({ id: z.string() })),
  priority: z.union([z.literal(1), z.literal(2)]),
  time: Time,
  earlier: Time.nullable(),
});

const answer = {
  success: true,
  name: 'A "quoted" name,\nand a second line \u2028',
  at: '2026-11-20T16:00:00Z',
  count: 3,
  person: { id: '1' },
  lists: [{ id: '2' }],
  pairs: [['09:00', '17:00']],
  byView: { all: 1, done: 0 },
  byDate: { '2026-11-20': { id: '3' } },
  priority: 2,
  time: { kind: 'instant', at: '10:00' },
  earlier: { kind: 'date', on: '2026-11-20' },
};

const serialize = createSerializer(schema);

it('writes what the schema declares, as JSON.stringify does', () => {
  expect(JSON.parse(serialize(answer))).toEqual(answer);
  const nulls = { ...answer, at: null, person: null, earlier: null, note: 'x' };
  expect(JSON.parse(serialize(nulls))).toEqual(nulls);
});

it('leaves out every field that the schema does not declare, at any depth', () => {
  const secret = { passwordHash: 'secret' };
  const leaking = {
    ...answer,
    ...secret,
    person: { id: '1', ...secret },
    lists: [{ id: '2', ...secret }],
    byView: { ...answer.byView, ...secret },
    byDate: { '2026-11-20': { id: '3', ...secret } },
    time: { ...answer.time, ...secret },
    earlier: { ...answer.earlier, ...secret },
  };
  const text = serialize(leaking);
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toEqual(answer);
});

it('escapes texts whose schema has a format', () => {
  const at = '","isAdmin":true,"x":"';
  expect(JSON.parse(serialize({ ...answer, at }))).toEqual({ ...answer, at });
});

it('refuses an answer without a required field', () => {
  expect(() => createSerializer(taskApi.remove.response)({ success: true, message: 'Task deleted' })).toThrow(
    'commandId',
  );
});

const responses = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  // Files have no schema.
  .filter(({ response }) => response && !(response instanceof z.ZodUndefined));

it.each(responses)('the answer of $method $path has a serialiser', ({ response }) => {
  expect(fastJson(toClosedSchema(response) as AnySchema)).toBeTypeOf('function');
});

it('every answer of the API is closed, but for options that a browser defines', () => {
  const open: string[] = [];
  const visit = (part: unknown, path: string) => {
    if (!part || typeof part !== 'object') return;
    const entries = Object.entries(part);
    if (entries.length === 0 && !/\.(?:properties|required)$/.test(path)) open.push(path);
    for (const [name, inner] of entries) visit(inner, `${path}.${name}`);
  };
  for (const { method, path, response } of responses) visit(toClosedSchema(response), `${method} ${path}`);
  // The input of a tool was made by its own schema, which is closed.
  const isToolInput = (path: string) => path.endsWith('.actions.items.properties.input.additionalProperties');
  expect(open.filter(isToolInput)).toHaveLength(7);
  // PublicKeyCredentialCreationOptionsJSON and RequestOptionsJSON (WebAuthn, 5.1) come from a library.
  expect(open.filter((path) => !isToolInput(path))).toEqual([
    'POST /user/security/confirmation/options.properties.options.additionalProperties',
    'POST /user/security/passkeys/options.properties.options.additionalProperties',
  ]);
});
