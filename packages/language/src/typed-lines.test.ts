import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuickAdd, type QuickAdd, type TextRange } from './index.ts';

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
const MIN_EXACT = 0.97;
const MAX_WRONG = 0.005;
/** Milliseconds for a line, on average, on a busy machine. */
const MAX_MS = 5;

function readLines(name: string): Line[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const parse = ({ text, now, timeZone, locale }: Line, ignore: readonly TextRange[] = []) =>
  parseQuickAdd(text, { now: Date.parse(now), timeZone, locale, ignore });

function findDifference({ expected, ...line }: Line): string | null {
  const { asks, ...fields } = expected;
  const read = parse({ expected, ...line });
  const different = Object.entries(fields)
    .filter(([name, value]) => read[name as keyof QuickAdd] !== value)
    .map(
      ([name, value]) =>
        `${name} is ${JSON.stringify(read[name as keyof QuickAdd])} for ${JSON.stringify(value)}`,
    );
  if ((read.doubt !== null) !== asks) different.push(`asks ${read.doubt ?? 'nothing'}`);
  return different.length === 0 ? null : `${line.id} ${line.text}: ${different.join(', ')}`;
}

/** A wrong date or time without a question: nobody would notice. */
function isSilentlyWrong(line: Line): boolean {
  const read = parse(line);
  return read.doubt === null && DATES.some((name) => read[name] !== line.expected[name]);
}

const SETTINGS = fc.record({
  now: fc.date({ min: new Date('1975-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }).map(Number),
  timeZone: fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
  locale: fc.constantFrom('en-US', 'en-GB', 'de', 'fr-CA', '', '☃', 'x-y-z'),
});

describe('any text', () => {
  const typed = [...readLines('quick-add.jsonl'), ...readLines('quick-add-held-out.jsonl')];
  const pieces = fc.constantFrom(...new Set(typed.flatMap(({ text }) => text.split(' '))));
  const line = fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );

  it('is read without an error, and at most one of a deadline and a place is given', () => {
    fc.assert(
      fc.property(line, SETTINGS, (text, options) => {
        const read = parseQuickAdd(text, options);
        expect(read.takesPlaceAt !== null && (read.dueOn !== null || read.dueAt !== null)).toBe(false);
        expect(read.doubt).not.toBe('');
        expect(read.takesPlaceAt ?? '2026-01-01T00:00:00Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['', ''],
    ['   ', ''],
    ['every', 'every'],
    ['25:00', '25:00'],
    ['rent 24:30', 'rent 24:30'],
    ['work -2h', 'work -2h'],
    ['#work p1 ~2h', '#work p1 ~2h'],
    ['in 999999 days', 'in 999999 days'],
    ['\u{1F600}\u{1F600}', '\u{1F600}\u{1F600}'],
    ['call \u202Eabc\u202C', 'call \u202Eabc\u202C'],
  ])('has a title and no date for %j', (text, title) => {
    const read = parseQuickAdd(text, { now: Date.parse('2026-11-23T09:00:00Z'), timeZone: 'Europe/Paris' });
    expect(read.title).toBe(title);
    expect(DATES.map((name) => read[name])).toEqual([null, null, null, null]);
  });

  it('asks about a day that does not exist', () => {
    const options = { now: Date.parse('2026-11-23T09:00:00Z'), timeZone: 'Europe/Paris' };
    expect(parseQuickAdd('rent by 31 feb', options)).toMatchObject({
      dueOn: null,
      doubt: 'Is “31 feb” its date?',
      choices: [{ label: 'No', text: 'rent by 31 feb' }],
    });
  });

  it.each([
    ['5 aside monday 7', '2026-11-30T18:00:00Z', ['7:00 pm', '7:00 am']],
    ['5-a-side thursday 8', '2026-11-26T19:00:00Z', ['8:00 pm', '8:00 am']],
    ['5 aside monday 6', '2026-11-30T17:00:00Z', []],
    ['dinner monday 7', '2026-11-30T18:00:00Z', []],
  ])('asks for the half of the day if both are usual: %s', (text, takesPlaceAt, labels) => {
    const read = parseQuickAdd(text, { now: Date.parse('2026-11-24T09:00:00Z'), timeZone: 'Europe/Paris' });
    expect({ takesPlaceAt: read.takesPlaceAt, labels: read.choices.map(({ label }) => label) }).toEqual({
      takesPlaceAt,
      labels,
    });
  });

  it.each([
    'daily ',
    '1h before ',
    '1h ago ',
    'by ',
    '1-2 ',
    'mon or ',
    'from dec 1 to ',
    'at 9 ',
    '"',
    'every ',
    'sat11am ',
    'frday ',
    'jan 5, 6 and 7 ',
  ])('takes linear time, also for many of %j', (piece) => {
    const measure = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const [first = {}] = typed;
      const { now, timeZone, locale } = first as Line;
      const start = process.threadCpuUsage();
      parseQuickAdd(text, { now: Date.parse(now), timeZone, locale });
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1_000;
    };
    measure(2_000);
    const measureBest = (length: number) => Math.min(...Array.from({ length: 4 }, () => measure(length)));
    const [short, long] = [measureBest(2_000), measureBest(16_000)];
    // Milliseconds of this thread. Eight times the text: 64 for quadratic time. The constant is for garbage collection.
    expect(long).toBeLessThan(24 * short + 100);
  });
});

describe.each([
  ['quick-add.jsonl', 1660],
  ['quick-add-held-out.jsonl', 190],
])('the lines of %s', (name, least) => {
  const lines = readLines(name);

  it('are read as they are meant', () => {
    expect(lines.length).toBeGreaterThanOrEqual(least);
    const differences = lines.map(findDifference).filter((difference) => difference !== null);
    const exact = 1 - differences.length / lines.length;
    // Who makes the rules does not look at the lines that are held out.
    const shown = name.includes('held-out') ? [] : differences;
    console.info(`${name}: ${(100 * exact).toFixed(1)} % of ${lines.length} lines exact`, ...shown);
    expect(exact).toBeGreaterThanOrEqual(MIN_EXACT);
  });

  it('have no wrong date or time that is not asked about', () => {
    const wrong = lines
      .filter(isSilentlyWrong)
      .map(({ id, text }) => (name.includes('held-out') ? id : `${id} ${text}`));
    expect(wrong.length / lines.length, wrong.join('\n')).toBeLessThan(MAX_WRONG);
  });

  it('have questions whose answers are lines with one reading', () => {
    const fields = ['title', ...DATES, 'durationMinutes'] as const;
    let asked = 0;
    for (const line of lines) {
      const { doubt, choices } = parse(line);
      if (doubt === null) continue;
      asked++;
      const answers = choices.map(({ text, ignore }) => parse({ ...line, text }, ignore));
      const readings = answers.map((read) => fields.map((name) => String(read[name])).join());
      expect(new Set(readings).size, `${line.text}: ${readings.join('; ')}`).toBe(choices.length);
      for (const [index, answer] of answers.entries()) {
        const isKept = choices[index]?.label === 'Keep it';
        expect(answer.doubt === doubt, `${line.text}: ${choices[index]?.text}`).toBe(isKept);
      }
    }
    expect(asked).toBeGreaterThan(0);
  });

  it('take a few milliseconds each', () => {
    const start = performance.now();
    for (const line of lines) parse(line);
    expect((performance.now() - start) / lines.length).toBeLessThan(MAX_MS);
  });
});
