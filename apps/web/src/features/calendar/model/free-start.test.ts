import { describe, expect, it } from 'vitest';
import { computeFreeStart } from './free-start.ts';
import type { GridItem } from './grid-item.ts';

const HOUR = 3_600_000;
const local = (hour: number, minute = 0) => new Date(2026, 10, 30, hour, minute).toISOString();

const item = (startsAt: string, endsAt: string, change: Partial<GridItem> = {}): GridItem => ({
  id: startsAt,
  kind: 'event',
  sourceId: startsAt,
  look: 'event',
  title: 'Meeting',
  label: 'Event',
  color: null,
  badge: null,
  note: null,
  progress: null,
  isMovable: true,
  isInteractive: true,
  isRecurring: false,
  startsAt,
  endsAt,
  startsOn: null,
  endsOn: null,
  ...change,
});

describe('a free place for a task', () => {
  it('is the wanted time, or the next half hour in which nothing is', () => {
    const meetings = [item(local(9), local(9, 30)), item(local(10, 15), local(11))];
    expect(computeFreeStart(local(9), HOUR, [])).toBe(local(9));
    expect(computeFreeStart(local(9), HOUR / 2, meetings)).toBe(local(9, 30));
    expect(computeFreeStart(local(9), HOUR, meetings)).toBe(local(11));
  });

  it('is the wanted time on a full day', () => {
    expect(computeFreeStart(local(9), HOUR, [item(local(0), local(23, 30))])).toBe(local(9));
  });

  it('does not keep clear of whole days and of what is only proposed', () => {
    const items = [
      item(local(0), local(24), { startsOn: '2026-11-30', endsOn: '2026-12-01' }),
      item(local(9), local(10), { look: 'proposed' }),
    ];
    expect(computeFreeStart(local(9), HOUR, items)).toBe(local(9));
  });
});
