import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseQuickAdd, type QuickAdd } from './index.ts';

/** A typed line with the reading that its writer means. */
interface Line {
  readonly id: string;
  readonly text: string;
  readonly now: string;
  readonly timeZone: string;
  readonly locale: string;
  /** `asks`: whether the line should ask, in whatever words. */
  readonly expected: Partial<QuickAdd> & { readonly asks: boolean };
}

const DATES = ['dueOn', 'dueAt', 'startAfter', 'takesPlaceAt'] as const;
const LEAST_EXACT = 0.97;
const MOST_WRONG = 0.005;
/** Milliseconds for a line, on average, on a busy machine. */
const MOST_MS = 5;

function readLines(name: string): Line[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const parse = ({ text, now, timeZone, locale }: Line) =>
  parseQuickAdd(text, { now: Date.parse(now), timeZone, locale });

function findDifference({ expected, ...line }: Line): string | null {
  const { asks, ...fields } = expected;
  const read = parse({ expected, ...line });
  const different = Object.entries(fields)
    .filter(([name, value]) => read[name as keyof QuickAdd] !== value)
    .map(([name, value]) => `${name} is ${read[name as keyof QuickAdd]} for ${value}`);
  if ((read.doubt !== null) !== asks) different.push(`asks ${read.doubt ?? 'nothing'}`);
  return different.length === 0 ? null : `${line.id} ${line.text}: ${different.join(', ')}`;
}

/** A wrong date or time without a question: nobody would notice. */
function isSilentlyWrong(line: Line): boolean {
  const read = parse(line);
  return read.doubt === null && DATES.some((name) => read[name] !== line.expected[name]);
}

describe.each([
  ['quick-add.jsonl', 480],
  ['quick-add-held-out.jsonl', 50],
])('the lines of %s', (name, least) => {
  const lines = readLines(name);

  it('are read as they are meant', () => {
    expect(lines.length).toBeGreaterThanOrEqual(least);
    const differences = lines.map(findDifference).filter((difference) => difference !== null);
    const exact = 1 - differences.length / lines.length;
    console.info(`${name}: ${(100 * exact).toFixed(1)} % of ${lines.length} lines exact`, differences);
    expect(exact).toBeGreaterThanOrEqual(LEAST_EXACT);
  });

  it('have no wrong date or time that is not asked about', () => {
    const wrong = lines.filter(isSilentlyWrong).map(({ id, text }) => `${id} ${text}`);
    expect(wrong.length / lines.length, wrong.join('\n')).toBeLessThan(MOST_WRONG);
  });

  it('take a few milliseconds each', () => {
    const start = performance.now();
    for (const line of lines) parse(line);
    expect((performance.now() - start) / lines.length).toBeLessThan(MOST_MS);
  });
});
