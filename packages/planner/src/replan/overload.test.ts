import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPlans, shortenInstance } from '../../fixtures/all-plans.ts';
import { canMeetDeadlines, simplify } from '../../fixtures/earliest-due.ts';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, week } from '../../fixtures/week.ts';
import {
  type Deadlines,
  findOverload,
  type Instance,
  type PlanScore,
  plan,
  planDays,
  withDailyCap,
} from '../index.ts';
import { toModel } from '../model/slot-model.ts';

const KINDS: readonly Deadlines[] = ['hard', 'horizon', 'soft'];

describe('findOverload on any instance', () => {
  it('is never refuted by a plan', () => {
    fc.assert(
      fc.property(randomInstance(8), fc.nat(), (instance, seed) => {
        const tries = [0, 30, 200].map((iterations) => plan(instance, { iterations, seed }));
        for (const deadlines of KINDS) {
          const proof = findOverload(toModel(instance), deadlines);
          expect(proof !== null && tries.some((score) => refutes(instance, score, deadlines))).toBe(false);
        }
      }),
      runs(80),
    );
  });

  it('is never refuted by a plan with a daily cap', () => {
    fc.assert(
      fc.property(randomInstance(8), fc.integer({ min: 1, max: 8 }), (instance, halfHours) => {
        const cap = { minutes: halfHours * 30, hours: instance.tasks[0]?.hours ?? 'work' };
        const score = planDays(withDailyCap(instance, cap), { iterations: 30 });
        for (const deadlines of KINDS) {
          const proof = findOverload(toModel(instance), deadlines, cap);
          expect(proof !== null && refutes(instance, score, deadlines)).toBe(false);
          // What is proven without the cap is proven with it, too.
          expect(proof === null && findOverload(toModel(instance), deadlines) !== null).toBe(false);
        }
      }),
      runs(40),
    );
  });

  it('is not refuted by any plan of a small instance', () => {
    fc.assert(
      fc.property(randomInstance(3), (instance) => {
        const tiny = shortenInstance(instance, 6);
        const claims = KINDS.filter((deadlines) => findOverload(toModel(tiny), deadlines) !== null);
        if (claims.length === 0) return;
        for (const { score } of allPlans(tiny))
          expect(claims.filter((deadlines) => refutes(tiny, score, deadlines))).toEqual([]);
      }),
      runs(30),
    );
  });

  it('finds a proof exactly if earliest due date first fails, for work in single slots', () => {
    fc.assert(
      fc.property(randomInstance(6), (given) => {
        const instance = simplify(given);
        const tasks = instance.tasks.map((one) => ({ ...one, dueKind: 'hard' as const }));
        const hard: Instance = { ...instance, tasks };
        expect(findOverload(toModel(hard), 'hard') === null).toBe(canMeetDeadlines(hard));
      }),
      runs(200),
    );
  });

  it('counts needed and free minutes correctly', () => {
    fc.assert(
      fc.property(randomInstance(8), (instance) => {
        for (const deadlines of KINDS) {
          const proof = findOverload(toModel(instance), deadlines);
          if (proof === null) continue;
          const sum = proof.tasks.reduce((total, { minutes }) => total + minutes, 0);
          expect(proof.neededMinutes).toBe(sum);
          expect(proof.freeMinutes).toBeLessThan(sum);
          // A proof counts only the hours that its tasks may use.
          const names = new Set(
            proof.tasks.map((one) => instance.tasks.find(({ id }) => id === one.task)!.hours),
          );
          const used = toModel(instance).hours.filter(({ name }) => names.has(name));
          const { busy, locked, startMs, slotMinutes } = toModel(instance);
          const slotAt = (instant: string) => (Date.parse(instant) - startMs) / (slotMinutes * 60_000);
          let free = 0;
          for (let slot = slotAt(proof.from); slot < slotAt(proof.to); slot++)
            if (busy[slot] === 0 && locked[slot] === -1 && used.some(({ open }) => open[slot] === 1)) free++;
          expect(proof.freeMinutes).toBe(free * slotMinutes);
          const inHours = Date.parse(proof.to) - Date.parse(proof.from);
          expect(proof.freeMinutes).toBeLessThanOrEqual(Math.max(0, inHours / 60_000));
          expect(new Set(proof.tasks.map((one) => one.task)).size).toBe(proof.tasks.length);
        }
      }),
      runs(80),
    );
  });
});

/** Whether a plan does what the proof says is impossible. */
function refutes(instance: Instance, { atRisk }: Pick<PlanScore, 'atRisk'>, deadlines: Deadlines): boolean {
  const isShort = new Set(atRisk.filter((risk) => risk.shortMinutes > 0).map((risk) => risk.task));
  if (deadlines === 'hard')
    return instance.tasks.every((one) => one.due === null || one.dueKind === 'soft' || !isShort.has(one.id));
  if (deadlines === 'horizon') return isShort.size === 0;
  // Tasks already overdue at the start of the horizon are late in every plan.
  return (
    isShort.size === 0 &&
    atRisk.every((risk) => {
      const { due } = instance.tasks.find((one) => one.id === risk.task)!;
      return due !== null && Date.parse(due) <= Date.parse(instance.start);
    })
  );
}

describe('findOverload', () => {
  const prove = (parts: Partial<Instance>, deadlines: Deadlines = 'hard') =>
    findOverload(toModel(week(parts)), deadlines);
  const hard = (id: string, minutes: number, due: string, parts: object = {}) =>
    task(id, { minutes, due, dueKind: 'hard', ...parts });

  it('names the first due date with too much work before it, and the tasks due by then', () => {
    const noon = at(2, '12:00');
    const proof = prove({
      tasks: [
        hard('a', 120, noon),
        hard('b', 90, noon),
        hard('c', 60, at(4, '12:00')),
        task('d', { due: noon }),
      ],
    });
    expect(proof).toEqual({
      deadlines: 'hard',
      from: at(2, '08:00'),
      to: noon,
      neededMinutes: 210,
      freeMinutes: 180,
      tasks: [
        { task: 'a', minutes: 120 },
        { task: 'b', minutes: 90 },
      ],
    });
  });

  it('subtracts meetings, and pinned work from both sides', () => {
    const tasks = [hard('a', 120, at(2, '12:00')), task('pin', { minutes: 30 })];
    const busy = [{ start: at(2, '09:00'), end: at(2, '09:30') }];
    const locked = [{ task: 'pin', start: at(2, '10:00'), end: at(2, '10:30') }];
    expect(prove({ tasks, busy, locked })).toBeNull();
    const own = { task: 'a', start: at(2, '11:00'), end: at(2, '11:30') };
    expect(prove({ tasks, busy, locked: [...locked, own] })).toBeNull();
    const more = [...busy, { start: at(2, '11:30'), end: at(2, '12:00') }];
    expect(prove({ tasks, busy: more, locked: [...locked, own] })).toMatchObject({
      neededMinutes: 90,
      freeMinutes: 60,
    });
  });

  it('propagates deadlines and releases along dependencies', () => {
    const tasks = [task('build', { minutes: 120 }), hard('ship', 90, at(2, '12:00'), { after: ['build'] })];
    expect(prove({ tasks })).toMatchObject({
      from: at(2, '08:00'),
      to: at(2, '12:00'),
      neededMinutes: 210,
    });
    const late = [
      task('wait', { notBefore: at(2, '10:00') }),
      hard('go', 90, at(2, '12:00'), { after: ['wait'] }),
    ];
    expect(prove({ tasks: late })).toMatchObject({
      from: at(2, '10:00'),
      to: at(2, '12:00'),
      neededMinutes: 150,
      freeMinutes: 120,
    });
  });

  it('distinguishes hard deadlines, soft deadlines and the horizon', () => {
    const tasks = [task('a', { minutes: 240, due: at(2, '12:00') })];
    expect(prove({ tasks }, 'hard')).toBeNull();
    expect(prove({ tasks }, 'horizon')).toBeNull();
    expect(prove({ tasks }, 'soft')).toMatchObject({ to: at(2, '12:00'), freeMinutes: 180 });
    const month = [task('a', { minutes: 36 * 60, minChunk: 60 })];
    expect(prove({ tasks: month }, 'horizon')).toMatchObject({ freeMinutes: 35 * 60 });
  });

  it('counts no more of a day than the daily cap leaves', () => {
    const cap = { minutes: 300, hours: 'work' };
    const thesis = task('thesis', { minutes: 15 * 60, minChunk: 30, due: at(3, '17:00') });
    const proveCapped = (parts: Partial<Instance>) =>
      findOverload(toModel(week({ tasks: [thesis], ...parts })), 'soft', cap);
    expect(proveCapped({})).toMatchObject({ freeMinutes: 600, dailyCapMinutes: 300 });
    // Pinned work counts, and of the last day only the part until the deadline.
    const mail = task('mail', { minutes: 60 });
    const locked = [{ task: 'mail', start: at(2, '09:00'), end: at(2, '10:00') }];
    const early = { ...thesis, due: at(3, '11:00') };
    expect(proveCapped({ tasks: [early, mail], locked })).toMatchObject({ freeMinutes: 240 + 120 });
    // Other hours are not capped, and hours shorter than the cap need no mention of it.
    const evening = [['18:00', '21:00']] as const;
    const hours = { ...week().hours, home: { mon: evening, tue: evening } };
    const piano = task('piano', { hours: 'home', minutes: 240, minChunk: 30, due: at(3, '17:00') });
    expect(proveCapped({ hours, tasks: [thesis, piano] })).toMatchObject({ freeMinutes: 600 + 180 });
    const short = proveCapped({ tasks: [{ ...thesis, due: at(2, '12:00') }] });
    expect(short).toMatchObject({ freeMinutes: 180 });
    expect(short).not.toHaveProperty('dailyCapMinutes');
  });

  it('reports proofs that end at different dates', () => {
    const tasks = [
      hard('call', 240, at(2, '12:00')),
      task('letter', { minutes: 480, due: at(3, '12:00') }),
      task('book', { minutes: 40 * 60 }),
    ];
    expect(prove({ tasks }, 'hard')).toMatchObject({ to: at(2, '12:00') });
    expect(prove({ tasks }, 'soft')).toMatchObject({ to: at(3, '12:00'), neededMinutes: 720 });
    expect(prove({ tasks }, 'horizon')).toMatchObject({ to: at(9, '08:00'), freeMinutes: 2100 });
  });

  it('gives both dates of a task that may not begin before it is due', () => {
    const tasks = [hard('a', 60, at(3, '12:00'), { notBefore: at(4, '09:00') }), task('b')];
    expect(prove({ tasks })).toMatchObject({
      from: at(4, '09:00'),
      to: at(3, '12:00'),
      freeMinutes: 0,
      tasks: [{ task: 'a', minutes: 60 }],
    });
  });

  it('ignores overdue tasks', () => {
    expect(prove({ tasks: [task('a', { due: at(1, '12:00') })] }, 'soft')).toBeNull();
    expect(prove({ tasks: [hard('a', 60, at(1, '12:00'))] })).toMatchObject({ freeMinutes: 0 });
  });
});
