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
  [z.uuid(), 'x', 'must be an id (UUID)'],
  [z.iso.datetime({ offset: true }), 'x', 'must be an instant such as 2026-11-20T16:00:00Z'],
  [z.iso.date(), 'x', 'must be a date such as 2026-11-20'],
  [z.union([z.string(), z.boolean()]), 5, 'is not valid'],
  // A message of the schema is kept.
  [z.string().min(1, 'A task needs a title'), '', 'A task needs a title'],
])('%# %o', (schema, value, problem) => {
  expect(schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message).toBe(problem);
});

it('an invalid setting is described in the same words', () => {
  expect(() => readConfig({ BILLING: 'maybe' })).toThrow("BILLING ('maybe'): must be one of off, on.");
  expect(() => readConfig({ DATABASE_POOL_SIZE: '1' })).toThrow(
    "DATABASE_POOL_SIZE ('1'): must be at least 2.",
  );
});
