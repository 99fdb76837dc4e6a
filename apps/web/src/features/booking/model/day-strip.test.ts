import { DAY_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { toDayStrip } from './day-strip.ts';

const at = (text: string) => Date.parse(text);
const span = (from: string, to: string) => ({ start: at(from), end: at(to) });
const DAY = at('2026-11-24T00:00:00Z') / DAY_MS;

describe('a day of the visitor', () => {
  it('shows 8 to 18 with what is busy and asked for, in the zone of the visitor', () => {
    const strip = toDayStrip({
      day: DAY,
      timeZone: 'Europe/Berlin',
      busy: [span('2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z')],
      asked: [span('2026-11-24T08:00:00Z', '2026-11-24T09:00:00Z')],
    });
    expect([strip.start, strip.end]).toEqual([at('2026-11-24T07:00:00Z'), at('2026-11-24T17:00:00Z')]);
    expect(strip.parts.map(({ kind, left, width }) => [kind, left, width])).toEqual([
      ['busy', 50, 10],
      ['asked', 10, 10],
    ]);
  });

  it('reaches to early and late times, and a day that is busy as a whole fills it', () => {
    const strip = toDayStrip({
      day: DAY,
      timeZone: 'UTC',
      busy: [span('2026-11-23T00:00:00Z', '2026-11-26T00:00:00Z')],
      asked: [span('2026-11-24T05:30:00Z', '2026-11-24T06:15:00Z')],
    });
    expect([strip.start, strip.end]).toEqual([at('2026-11-24T05:00:00Z'), at('2026-11-24T18:00:00Z')]);
    expect(strip.parts[0]).toMatchObject({ kind: 'busy', left: 0, width: 100 });
  });

  it('leaves out what is on other days', () => {
    const elsewhere = span('2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z');
    expect(toDayStrip({ day: DAY, timeZone: 'UTC', busy: [elsewhere], asked: [] }).parts).toEqual([]);
  });
});
