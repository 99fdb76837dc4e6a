import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canMeetDeadlines, simplify } from '../../fixtures/earliest-due.ts';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, week } from '../../fixtures/week.ts';
import { formatInstant } from '../format/format.ts';
import { computeDeadlineSlack, type Instance } from '../index.ts';

const WEEK_MINUTES = 10_080;

function withBusy(instance: Instance, start: number, end: number): Instance {
  const busy = { start: formatInstant(start), end: formatInstant(end), before: 0, after: 0 };
  return { ...instance, busy: [...instance.busy, busy] };
}

describe('computeDeadlineSlack', () => {
  it('spares exactly what earliest due date first can do without', () => {
    const seen = { spared: 0, refused: 0 };
    fc.assert(
      fc.property(randomInstance(6), fc.nat(), fc.integer({ min: 1, max: 200 }), (given, place, length) => {
        const simple = simplify(given);
        const tasks = simple.tasks.map((one) => ({ ...one, dueKind: 'hard' as const }));
        const instance: Instance = { ...simple, tasks };
        if (!canMeetDeadlines(instance)) return;
        const slotMs = instance.slotMinutes * 60_000;
        const first = Date.parse(instance.start);
        const slots = (Date.parse(instance.end) - first) / slotMs;
        const start = first + (place % slots) * slotMs;
        const end = Math.min(Date.parse(instance.end), start + length * slotMs);
        const canSpare = computeDeadlineSlack(instance, WEEK_MINUTES).canSpare(start, end);
        if (canSpare) seen.spared++;
        else seen.refused++;
        expect(canSpare).toBe(canMeetDeadlines(withBusy(instance, start, end)));
      }),
      runs(400),
    );
    expect(Math.min(seen.spared, seen.refused)).toBeGreaterThan(0);
  });

  const full = week({ tasks: [task('Report', { minutes: 6 * 60, due: at(2, '17:00'), dueKind: 'hard' })] });
  const canSpare = (instance: Instance, from: string, to: string) =>
    computeDeadlineSlack(instance, WEEK_MINUTES).canSpare(Date.parse(from), Date.parse(to));

  it('gives away the hour that is left before a due date, and not two', () => {
    expect(canSpare(full, at(2, '10:00'), at(2, '11:00'))).toBe(true);
    expect(canSpare(full, at(2, '10:00'), at(2, '12:00'))).toBe(false);
    expect(canSpare(full, at(3, '10:00'), at(3, '12:00'))).toBe(true);
  });

  it('does not guard soft due dates', () => {
    const soft = { ...full, tasks: full.tasks.map((one) => ({ ...one, dueKind: 'soft' as const })) };
    expect(canSpare(soft, at(2, '09:00'), at(2, '17:00'))).toBe(true);
  });

  it('gives away nothing before a due date that cannot be met, and everything after it', () => {
    const over = week({
      tasks: [task('Report', { minutes: 8 * 60, due: at(2, '17:00'), dueKind: 'hard' })],
    });
    expect(canSpare(over, at(2, '10:00'), at(2, '10:30'))).toBe(false);
    expect(canSpare(over, at(2, '18:00'), at(2, '19:00'))).toBe(true);
    expect(canSpare(over, at(3, '10:00'), at(3, '10:30'))).toBe(true);
  });
});
