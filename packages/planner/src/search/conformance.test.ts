import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import { type Instance, type Plan, parseInstance, plan, scorePlan } from '../index.ts';

interface Scorer {
  score(instance: Instance, plan: Plan): { errors: string[]; cost: number };
}

const scorerFile = sharedPath('planner', 'score.mjs');
const scorer = scorerFile ? ((await import(scorerFile)) as Scorer) : null;
const folder =
  sharedPath('planner', 'instances') ?? fileURLToPath(new URL('../../fixtures/instances', import.meta.url));
if (!scorer) console.info('No conformance data: planning our own fixtures, checked by our own scorer only.');

const STEPS = 40;

describe('the example instances', () => {
  it.each(readdirSync(folder))('plans %s within its constraints', (file) => {
    const instance = parseInstance(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    const result = plan(instance, { iterations: STEPS });
    const { violations, ...own } = scorePlan(instance, result.plan);
    expect(violations).toEqual([]);
    expect(result).toMatchObject(own);
    expect(scorer?.score(instance, result.plan) ?? { errors: [], ...own }).toMatchObject({
      errors: [],
      ...own,
    });
  });
});
