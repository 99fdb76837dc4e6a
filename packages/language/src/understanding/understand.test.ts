import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTENTS, type Intent, SLOTS } from './labels.ts';
import { understand } from './understand.ts';

const MONDAY = { now: Date.parse('2026-11-23T09:00Z'), isMonthFirst: true };
/** Requests of no training data, written for this test. */
const MIN_RIGHT = 0.9;

interface Line {
  readonly text: string;
  readonly intent: Intent;
  readonly title?: readonly string[];
  readonly list?: readonly string[];
}
const lines = readFileSync(new URL('../../fixtures/requests.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

describe('requests in everyday English', () => {
  it('are understood', () => {
    const wrong = lines.filter(({ text, intent }) => understand(text, MONDAY).intent !== intent);
    console.log(
      `${lines.length - wrong.length} of ${lines.length} intents right`,
      wrong.map(({ text, intent }) => `${text}: ${understand(text, MONDAY).intent}, not ${intent}`),
    );
    expect(wrong.length).toBeLessThanOrEqual(lines.length * (1 - MIN_RIGHT));
    expect(wrong.filter(({ intent }) => intent === 'other')).toEqual([]);
  });

  it.each(lines.filter(({ title }) => title))('names what "$text" is about', ({ text, title }) => {
    expect(understand(text, MONDAY).slots.title).toEqual(title);
  });

  it('gives the words as they were said, and the times', () => {
    const { slots, times } = understand('Schedule a Design Review with Tom tomorrow at 3 PM', MONDAY);
    expect(slots.attendees).toEqual(['Tom']);
    expect(new Date(times.times[0]?.start ?? 0).toISOString()).toBe('2026-11-24T15:00:00.000Z');
  });
});

describe('words that say when', () => {
  it.each([
    ["cancel the tomorrow's standup", { date: ["tomorrow's"], title: ['standup'] }],
    ['how long is my 4 pm meeting', { time: ['4 pm'], title: ['meeting'] }],
    ['set an alarm for five minutes from now', { time: ['five minutes from now'] }],
    ['do i have a 30 minutes review on friday', { duration: ['30 minutes'], date: ['friday'] }],
    ['send me an alert an hour before my next appointment', { duration: ['an hour'] }],
    ['set an alarm for five o’clock this evening labelled taxi', { title: ['taxi'] }],
    ['clear my day from meetings', { title: ['meetings'] }],
    ['i have a dentist appointment tomorrow', { title: ['dentist appointment'], date: ['tomorrow'] }],
  ])('%s', (text, slots) => {
    expect(understand(text, MONDAY).slots).toMatchObject(slots);
  });
});

describe('any text', () => {
  it('is understood without an error, in words of the text', () => {
    const words = fc.constantFrom(...lines.flatMap(({ text }) => text.split(' ')), '😀', '٣', '\u0001', '');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        const text = parts.join(' ');
        const { intent, confidence, slots } = understand(text, MONDAY);
        expect(INTENTS).toContain(intent);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        for (const slot of SLOTS) for (const said of slots[slot] ?? []) expect(text).toContain(said);
      }),
      { numRuns: 100 },
    );
  });
  it('of any length is understood', () => {
    expect(understand('cancel my meeting '.repeat(20_000), MONDAY).intent).toBe('delete_event');
    expect(understand('', MONDAY).slots).toEqual({});
  });
});
