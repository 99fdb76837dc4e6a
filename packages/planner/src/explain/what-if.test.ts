import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import { DEFAULT_WEIGHTS, formatInstant } from '../format/format.ts';
import { type ForcedChoice, type Instance, plan, scorePlan, whatIf } from '../index.ts';

const steps = { iterations: 200 };
const choice = fc.record({
  kind: fc.constantFrom('at' as const, 'within' as const, 'without' as const),
  which: fc.nat(100),
  slot: fc.nat(400),
  length: fc.integer({ min: 1, max: 12 }),
});

describe('whatIf, for any choice', () => {
  it('follows the choice, violates nothing else, and never beats a proven optimum', () => {
    fc.assert(
      fc.property(randomInstance(6), choice, (instance, { kind, which, slot, length }) => {
        const wanted = instance.tasks[which % Math.max(1, instance.tasks.length)];
        if (!wanted) return;
        const best = plan(instance, { iterations: 400 });
        const start = toInstant(instance, slot);
        const end = toInstant(instance, slot + length);
        const asked: ForcedChoice =
          kind === 'at'
            ? { kind, task: wanted.id, start, minutes: length * instance.slotMinutes }
            : kind === 'within'
              ? { kind, task: wanted.id, from: start, to: end }
              : { kind, task: wanted.id };
        const answer = findAnswer(() => whatIf(instance, best.plan, asked, steps));
        expect(answer === null).toBe(kind === 'at' && !isAllowedPlace(instance, wanted.id, slot, length));
        if (answer === null) return;
        const own = answer.plan.blocks.filter((block) => block.task === wanted.id);
        const isInside = own.every((block) => block.start >= start && block.end <= end);
        const isObeyed = {
          at: own.some((block) => block.start === start && block.end <= end),
          within: isInside,
          without: own.length === 0,
        };
        expect(isObeyed[kind]).toBe(true);
        const { violations, ...score } = scorePlan(instance, answer.plan);
        expect(violations.filter(({ task: id }) => kind !== 'at' || id !== wanted.id)).toEqual([]);
        expect(answer).toMatchObject({
          cost: score.cost,
          price: score.cost - best.cost,
          atRisk: score.atRisk,
        });
        expect(Object.values(answer.terms).reduce((sum, term) => sum + term, 0)).toBe(answer.price);
        const isComparable = best.bound === best.cost && violations.length === 0;
        expect(isComparable ? answer.price : 0).toBeGreaterThanOrEqual(0);
      }),
      runs(150),
    );
  });

  it('keeps the predecessors of the block, even if leaving them out is cheaper', () => {
    const errand = task('errand', { minutes: 30, prefer: [['20:00', '21:00']] });
    const trip = task('trip', { minutes: 180, priority: 1, after: ['errand'] });
    const weights = { ...DEFAULT_WEIGHTS, unplanned: 10, prefer: 100, flow: 0 };
    const instance = week({ tasks: [errand, trip], weights });
    const found = plan(instance, steps);
    const [block] = found.plan.blocks.filter((one) => one.task === 'trip');
    const minutes = (Date.parse(block!.end) - Date.parse(block!.start)) / 60_000;
    const there: ForcedChoice = { kind: 'at', task: 'trip', start: block!.start, minutes };
    expect(whatIf(instance, found.plan, there, steps)).toMatchObject({ breaks: [], price: 0 });
  });

  it('charges nothing for the current place', () => {
    fc.assert(
      fc.property(randomInstance(6), fc.nat(100), (instance, which) => {
        const found = plan(instance, { iterations: 100 });
        const block = found.plan.blocks[which % Math.max(1, found.plan.blocks.length)];
        if (!block) return;
        const minutes = (Date.parse(block.end) - Date.parse(block.start)) / 60_000;
        const there: ForcedChoice = { kind: 'at', task: block.task, start: block.start, minutes };
        expect(whatIf(instance, found.plan, there, steps)).toMatchObject({ breaks: [] });
        expect(whatIf(instance, found.plan, there, steps).price).toBeLessThanOrEqual(0);
        const whole: ForcedChoice = {
          kind: 'within',
          task: block.task,
          from: instance.start,
          to: instance.end,
        };
        expect(whatIf(instance, found.plan, whole, steps).price).toBeLessThanOrEqual(0);
      }),
      runs(60),
    );
  });
});

/** Null if the choice is impossible. */
function findAnswer<Answer>(ask: () => Answer): Answer | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toInstant(instance: Instance, slot: number): string {
  return formatInstant(Date.parse(instance.start) + slot * instance.slotMinutes * 60_000);
}

/** The task has work left to place, and the place is inside the horizon and not pinned. */
function isAllowedPlace(instance: Instance, id: string, slot: number, length: number): boolean {
  const wanted = instance.tasks.find((one) => one.id === id)!;
  const toMinutes = ({ start, end }: { start: string; end: string }) =>
    (Date.parse(end) - Date.parse(start)) / 60_000;
  const pinned = instance.locked
    .filter((block) => block.task === id)
    .reduce((sum, block) => sum + toMinutes(block), 0);
  const slots = Math.min(length, (wanted.minutes - pinned) / instance.slotMinutes);
  const [start, end] = [toInstant(instance, slot), toInstant(instance, slot + slots)];
  return (
    slots > 0 &&
    end <= instance.end &&
    instance.locked.every((block) => block.end <= start || end <= block.start)
  );
}

describe('whatIf', () => {
  const tasks = [
    task('slides', { minutes: 120, priority: 1, due: at(2, '12:00') }),
    task('mail', { minutes: 60, priority: 4 }),
  ];
  const busy = [{ start: at(2, '14:00'), end: at(2, '15:00') }];
  const instance = week({ tasks, busy });
  const { plan: found } = plan(instance, steps);

  it('gives the price by term, and shows what moves', () => {
    expect(toNotes(found.blocks)).toEqual(['slides 02 09:00-11:00', 'mail 02 11:00-12:00']);
    const swapped = whatIf(instance, found, { kind: 'at', task: 'mail', start: at(2, '09:00') }, steps);
    expect(toNotes(swapped.plan.blocks)).toEqual(['mail 02 09:00-10:00', 'slides 02 10:00-12:00']);
    expect(swapped.diff.moved.map((move) => move.task)).toEqual(['mail', 'slides']);
    expect(Object.keys(swapped.terms)).toEqual(['flow']);
    expect(swapped.price).toBeGreaterThan(0);
  });

  it('rounds a start to the grid, and limits the length to what is left', () => {
    const answer = whatIf(
      instance,
      found,
      { kind: 'at', task: 'mail', start: at(3, '09:08'), minutes: 400 },
      steps,
    );
    expect(toNotes(answer.plan.blocks)).toContain('mail 03 09:00-10:00');
  });

  it('names the constraints that the place itself violates', () => {
    const breaks = (choice: ForcedChoice, parts: Partial<Instance> = {}) =>
      whatIf({ ...instance, ...parts }, found, choice, steps).breaks;
    const mailAt = (start: string): ForcedChoice => ({ kind: 'at', task: 'mail', start });
    const mail = (parts: object) => ({ tasks: [tasks[0]!, task('mail', parts)] });
    expect(breaks(mailAt(at(2, '15:00')))).toEqual([]);
    expect(breaks(mailAt(at(2, '14:00')))).toEqual(['H3']);
    expect(breaks(mailAt(at(2, '18:00')))).toEqual(['H4']);
    expect(breaks(mailAt(at(2, '15:00')), mail({ notBefore: at(3, '09:00') }))).toEqual(['H5']);
    expect(breaks(mailAt(at(3, '15:00')), mail({ due: at(3, '12:00'), dueKind: 'hard' }))).toEqual(['H6']);
    expect(breaks({ ...mailAt(at(3, '15:00')), minutes: 30 } as ForcedChoice)).toEqual(['H7']);
    expect(breaks(mailAt(at(2, '09:00')), mail({ after: ['slides'] }))).toEqual(['H10']);
  });

  it('allows the short remainder that pinning leaves', () => {
    const long = week({ tasks: [task('read', { minutes: 180, minChunk: 120, maxChunk: 180 })] });
    const answer = whatIf(
      long,
      plan(long, steps).plan,
      { kind: 'at', task: 'read', start: at(3, '13:00'), minutes: 120 },
      steps,
    );
    expect(toNotes(answer.plan.blocks)).toEqual(['read 02 09:00-10:00', 'read 03 13:00-15:00']);
    expect(answer.breaks).toEqual([]);
  });

  it('keeps predecessors before the block', () => {
    const chain = week({
      tasks: [
        task('test', { priority: 4 }),
        task('ship', { after: ['test'] }),
        task('pitch', { priority: 1 }),
      ],
    });
    const { plan: order } = plan(chain, steps);
    const ask: ForcedChoice = { kind: 'at', task: 'ship', start: at(2, '10:00') };
    const answer = whatIf(chain, order, ask, steps);
    expect(toNotes(answer.plan.blocks)).toEqual([
      'test 02 09:00-10:00',
      'ship 02 10:00-11:00',
      'pitch 02 11:00-12:00',
    ]);
    expect(answer.breaks).toEqual([]);
  });

  it('keeps to a day, and gives the price of that day', () => {
    const tuesday: ForcedChoice = {
      kind: 'within',
      task: 'slides',
      from: at(3, '00:00'),
      to: at(4, '00:00'),
    };
    const answer = whatIf(instance, found, tuesday, steps);
    expect(toNotes(answer.plan.blocks)).toEqual(['mail 02 09:00-10:00', 'slides 03 09:00-11:00']);
    expect(answer.atRisk).toEqual([{ task: 'slides', shortMinutes: 0, lateMinutes: 23 * 60 }]);
    const without = whatIf(instance, found, { kind: 'without', task: 'slides' }, steps);
    expect(toNotes(without.plan.blocks)).toEqual(['mail 02 09:00-10:00']);
  });

  it('rejects impossible choices', () => {
    const locked = [{ task: 'slides', start: at(3, '09:00'), end: at(3, '11:00') }];
    const pinned = week({ tasks, locked });
    const { plan: rest } = plan(pinned, steps);
    const impossible: ForcedChoice[] = [
      { kind: 'without', task: 'nobody' },
      { kind: 'at', task: 'mail', start: at(1, '09:00') },
      { kind: 'at', task: 'mail', start: at(9, '07:30') },
      { kind: 'at', task: 'mail', start: at(3, '10:30') },
      { kind: 'at', task: 'slides', start: at(4, '09:00') },
    ];
    for (const choice of impossible) expect(() => whatIf(pinned, rest, choice, steps)).toThrow(RangeError);
  });
});
