import { DAY_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { DEFAULT_WEIGHTS, type Instance } from '../format/format.ts';
import { parseInstance } from '../format/parse-instance.ts';
import { plan } from './plan.ts';

/** Far more work than fits, in weeks that are always open: one free stretch from beginning to end. */
function overloadedOpenWeeks(count: number, weeks: number): Instance {
  const start = Date.UTC(2026, 5, 8);
  const instant = (day: number) => new Date(start + day * DAY_MS).toISOString().replace('.000Z', 'Z');
  const allDay = [['00:00', '24:00']];
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return parseInstance({
    format: 'schedbench/1',
    id: 'open-weeks',
    family: 'open',
    seed: 1,
    zone: 'UTC',
    slotMinutes: 5,
    start: instant(0),
    end: instant(7 * weeks),
    hours: { open: Object.fromEntries(days.map((day) => [day, allDay])) },
    buffers: { before: 0, after: 0 },
    busy: [],
    locked: [],
    previous: null,
    weights: DEFAULT_WEIGHTS,
    tasks: Array.from({ length: count }, (_, number) => ({
      id: `t${number}`,
      minutes: 30 + 5 * ((number * 37) % 60),
      priority: 1 + (number % 4),
      category: `c${number % 3}`,
      hours: 'open',
      notBefore: null,
      due: instant(number % (7 * weeks)),
      dueKind: 'soft',
      minChunk: 15,
      maxChunk: 120,
      after: [],
      prefer: [],
    })),
  });
}

describe('weeks that are always open', () => {
  it('does not scan a whole stretch for each task', () => {
    const instance = overloadedOpenWeeks(800, 8);
    const began = process.cpuUsage();
    const usedMs = () => {
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    const { plan: made } = plan(instance, { budgetMs: 200, clock: usedMs });
    expect(made.blocks.length).toBeGreaterThan(100);
    // It took 18 seconds with such a scan.
    expect(usedMs()).toBeLessThan(4_000);
  });
});
