import { expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { describeIssue } from './problems.ts';

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), 5, 'must be text'],
  [z.string().max(300), 'x'.repeat(301), 'must be at most 300 characters'],
  [z.string().max(20_000), 'x'.repeat(20_001), 'must be at most 20,000 characters'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'x', 'must be at least 8 characters'],
  [z.string().startsWith('whsec_'), 'x', 'must begin with whsec_'],
  [z.number(), '5', 'must be a number'],
  [z.coerce.number(), 'five', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().max(4), 5, 'must be at most 4'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.enum(['off', 'on']), 'maybe', 'must be one of off, on'],
  [z.enum(['off', 'on']), undefined, 'is missing'],
  [z.literal('x'), 'y', 'must be x'],
  [z.array(z.string()), 'x', 'must be a list'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.object({}), 'x', 'must be an object'],
  [z.strictObject({}), { more: 1 }, 'must not have more'],
  [z.strictObject({ a: z.string(), b: z.int() }), { a: '', b: 1, c: 1 }, 'must not have c; known are a, b'],
  [z.strictObject({}), { ['x'.repeat(5_000)]: 1 }, `must not have ${'x'.repeat(40)}…`],
  [z.uuid(), 'x', 'must be an id (UUID)'],
  [z.iso.datetime({ offset: true }), 'x', 'must be an instant such as 2026-11-20T16:00:00Z'],
  [z.iso.date(), 'x', 'must be a date such as 2026-11-20'],
  [z.union([z.string(), z.boolean()]), 5, 'is not valid'],
  [z.union([z.email(), z.object({ email: z.email() })]), 'x', 'must be an email address'],
  [z.union([z.uuid(), z.iso.date()]), 'x', 'must be an id (UUID) or a date such as 2026-11-20'],
  // A message of the schema is kept.
  [z.string().min(1, 'A task needs a title'), '', 'A task needs a title'],
])('%# %o', (schema, value, problem) => {
  expect(schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message).toBe(problem);
});

it('the settings of a language model belong together, and its key is not shown', () => {
  const LLM_BASE_URL = 'http://localhost:11434/v1/';
  expect(() => readConfig({ LLM_BASE_URL })).toThrow(
    'LLM_MODEL (not set): is required when LLM_BASE_URL is set',
  );
  expect(() => readConfig({ LLM_MODEL: 'qwen3:8b' })).toThrow('LLM_BASE_URL (not set): is required');
  expect(() => readConfig({ LLM_API_KEY: 'sk-secret' })).toThrow('LLM_BASE_URL (not set): is required');
  expect(() => readConfig({ LLM_BASE_URL: 'localhost:11434', LLM_MODEL: 'x' })).toThrow('LLM_BASE_URL');
  expect(readConfig({ LLM_BASE_URL, LLM_MODEL: 'qwen3:8b' })).toMatchObject({
    LLM_BASE_URL: 'http://localhost:11434/v1',
    LLM_TIMEOUT_SECONDS: 60,
    modes: { 'language model': 'live' },
  });
  expect(readConfig({}).modes).toMatchObject({ 'language model': 'off' });
});

it('an invalid setting is described in the same words', () => {
  expect(() => readConfig({ BILLING: 'maybe' })).toThrow("BILLING ('maybe'): must be one of off, on.");
  expect(() => readConfig({ DATABASE_POOL_SIZE: '1' })).toThrow(
    "DATABASE_POOL_SIZE ('1'): must be at least 2.",
  );
});
