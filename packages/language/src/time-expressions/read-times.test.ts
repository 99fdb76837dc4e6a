import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS } from '@dayloom/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import { pickMain, readTimes, type TimeOptions } from './read-times.ts';

const MONDAY: TimeOptions = { now: Date.parse('2026-11-23T09:00Z'), isMonthFirst: true };
const toText = (time: number | null | undefined) =>
  time == null ? null : new Date(time).toISOString().slice(0, 16);

function read(text: string, options: TimeOptions = MONDAY) {
  const { time, repeat } = pickMain(readTimes(text, options));
  return {
    start: toText(time?.start),
    end: toText(time?.end),
    unit: time?.unit ?? null,
    open: time?.open ?? null,
    rule: repeat?.rule ?? null,
  };
}

function readLines<Line>(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

type Fixture = ReturnType<typeof read> & { readonly text: string };
const fixtures = readLines<Fixture>(
  readFileSync(new URL('../../fixtures/times.jsonl', import.meta.url), 'utf8'),
);

describe('the times of everyday English', () => {
  it.each(fixtures)('$text', ({ text, ...expected }) => {
    expect(read(text)).toEqual(expected);
  });

  it('finds several in one text, each with its place', () => {
    const text = 'move the review from Friday at 3 to next Tuesday at 10:30';
    const { times } = readTimes(`cancel lunch tomorrow; ${text}`, MONDAY);
    expect(times.map(({ start }) => toText(start))[0]).toBe('2026-11-24T00:00');
    expect(times.every(({ from, to }) => from < to)).toBe(true);
  });

  it('reads numbers and years in words as it reads figures', () => {
    const words =
      `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen twenty`.split(/\s+/);
    for (const [at, word] of words.entries()) {
      for (const phrase of [(one: string) => `on March ${one}`, (one: string) => `${one} minutes from now`])
        expect([word, read(phrase(word))]).toEqual([word, read(phrase(`${at + 1}`))]);
      expect([word, read(`meet on ${word} March`)]).toEqual([word, read(`meet on ${at + 1} March`)]);
    }
    for (const year of ['two thousand and twenty-seven', 'two thousand twenty seven', 'twenty twenty seven'])
      expect([year, read(`on june fourteenth ${year} at noon`).start]).toEqual([year, '2027-06-14T12:00']);
    for (const text of ['two may come', 'buy twenty twelve packs', 'she is twenty twenty'])
      expect([text, readTimes(text, MONDAY).times]).toEqual([text, []]);
  });

  it('reads figures in the order of the region', () => {
    expect(read('3/4').start).toBe('2027-03-04T00:00');
    expect(read('3/4', { ...MONDAY, isMonthFirst: false }).start).toBe('2027-04-03T00:00');
  });

  it('reads today until it is over', () => {
    const late = { ...MONDAY, now: Date.parse('2026-11-23T16:30Z') };
    expect(read('today at 5', late).start).toBe('2026-11-23T17:00');
    expect(read('at 9', late).start).toBe('2026-11-23T21:00');
    expect(read('Monday', late).start).toBe('2026-11-30T00:00');
  });

  it('knows the ends of months and years', () => {
    const last = { ...MONDAY, now: Date.parse('2027-01-31T23:59Z') };
    expect(read('tomorrow', last).start).toBe('2027-02-01T00:00');
    expect(read('in a month', last).start).toBe('2027-02-28T23:59');
    expect(read('the 31st', last).start).toBe('2027-01-31T00:00');
    expect(read('next month', last)).toMatchObject({ start: '2027-02-01T00:00', end: '2027-03-01T00:00' });
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...fixtures.flatMap(({ text }) => text.split(' ')),
    '12',
    '1/2',
    'the',
    '9999',
    '٣',
    '😀',
    '-',
  );
  it('is read without an error, in time that grows with its length', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const since = performance.now();
        const { times, repeats } = readTimes(parts.join(' '), MONDAY);
        expect(performance.now() - since).toBeLessThan(2_000);
        for (const { start, end } of times) {
          expect(Number.isFinite(start)).toBe(true);
          expect(end === null || end > start).toBe(true);
        }
        for (const { rule } of repeats) expect(rule).toMatch(/^FREQ=/);
      }),
      { numRuns: 150 },
    );
  });
  it('of any length is read', () => {
    expect(readTimes('every monday at 5 '.repeat(20_000), MONDAY).repeats.length).toBeGreaterThan(0);
  });
});

interface SharedRow {
  readonly text: string;
  readonly reference: string;
  readonly kind: string;
  readonly core: boolean;
  readonly daypart?: boolean;
  readonly expected: readonly {
    readonly start?: string;
    readonly end?: string;
    readonly grain: string;
    readonly rrule?: Readonly<Record<string, string | number>>;
  }[];
}

const shared = sharedPath('language', 'dates.jsonl');
const DAY = DAY_MS;
const GRAINS: Readonly<Record<string, number>> = { hour: HOUR_MS, minute: 60_000, second: 60_000 };
const toWall = (local: string) => Date.parse(`${local.length === 10 ? `${local}T00:00:00` : local}Z`);
const toTimeOfDay = (clock: string) => Date.parse(`1970-01-01T${clock}Z`);

/** The rules of the data: a day compares dates, an hour hours; ends may differ by one of their grain. */
function isRight(row: SharedRow, { withEnd }: { readonly withEnd: boolean }): boolean {
  const { time } = pickMain(readTimes(row.text, { now: toWall(row.reference), isMonthFirst: true }));
  return row.expected.some(({ start, end, grain }) => {
    if (!time || !start) return false;
    const found = time.end ?? time.start;
    if (grain === 'time') {
      const isStart = Math.abs((time.start % DAY) - toTimeOfDay(start)) < 60_000;
      return isStart && (!withEnd || !end || Math.abs((found % DAY) - toTimeOfDay(end)) <= 60_000);
    }
    const size = row.daypart ? DAY : (GRAINS[grain] ?? DAY);
    const isStart = Math.floor(toWall(start) / size) === Math.floor(time.start / size);
    const slack = grain === 'week' ? 7 * DAY : grain === 'month' ? 31 * DAY : size;
    return isStart && (!withEnd || !end || Math.abs(toWall(end) - found) <= slack);
  });
}

function toParts(rule: string | undefined): string {
  const parts = {
    INTERVAL: '1',
    ...Object.fromEntries((rule ?? '').split(';').map((part) => part.split('='))),
  };
  return JSON.stringify(
    Object.entries(parts)
      .map(([name, value]) => `${name}=${String(value).toLowerCase().split(',').toSorted().join(',')}`)
      .toSorted(),
  );
}

describe.skipIf(!shared)('the lines of other date libraries', () => {
  const rows = shared ? readLines<SharedRow>(readFileSync(shared, 'utf8')) : [];
  const share = (some: readonly SharedRow[], isGood: (row: SharedRow) => boolean) =>
    some.filter(isGood).length / some.length;

  it('everyday ones are read: the start of 88 %, start and end of 75 %', () => {
    const core = rows.filter(({ core: isCore, kind }) => isCore && kind !== 'none' && kind !== 'set');
    expect(share(core, (row) => isRight(row, { withEnd: false }))).toBeGreaterThan(0.88);
    expect(share(core, (row) => isRight(row, { withEnd: true }))).toBeGreaterThan(0.75);
  });
  it('no date is read where none is said, in 97 %', () => {
    const none = rows.filter(({ kind }) => kind === 'none');
    const isNone = ({ text, reference }: SharedRow) => {
      const { times, repeats } = readTimes(text, { now: toWall(reference), isMonthFirst: true });
      return times.length + repeats.length === 0;
    };
    expect(share(none, isNone)).toBeGreaterThan(0.97);
  });
  it('repetitions are read: the rule of 88 %', () => {
    const sets = rows.filter(({ kind, expected }) => kind === 'set' && expected[0]?.rrule);
    const isSame = ({ text, reference, expected }: SharedRow) => {
      const { repeat } = pickMain(readTimes(text, { now: toWall(reference), isMonthFirst: true }));
      const wanted = Object.entries(expected[0]?.rrule ?? {}).map(([name, value]) => `${name}=${value}`);
      return toParts(repeat?.rule) === toParts(wanted.join(';'));
    };
    expect(share(sets, isSame)).toBeGreaterThan(0.88);
  });
});
