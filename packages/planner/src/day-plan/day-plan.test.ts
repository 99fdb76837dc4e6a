import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import {
  type DayPlan,
  finishChances,
  type Habit,
  type Instance,
  InvalidInstance,
  parseDayPlan,
  parseInstance,
  planDays,
  prepare,
  scoreDays,
} from '../index.ts';

const numRuns = Math.ceil(Number(process.env.PLANNER_RUNS ?? 400) / 4);

/** A week whose additions are all absent, but for what is given. */
function days(parts: Partial<DayPlan> = {}): DayPlan {
  return {
    ...week(),
    format: 'dayplan/1',
    dailyCapMinutes: null,
    breaks: null,
    habits: [],
    focus: [],
    durations: [],
    ...parts,
  };
}

const run: Habit = {
  id: 'run',
  minutes: 60,
  timesPerWeek: 3,
  hours: 'work',
  prefer: [],
  priority: 3,
  category: '',
  done: [],
};

describe('the instance behind a day plan', () => {
  it('keeps the way to a meeting and back free', () => {
    const busy = [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: 30, travelAfter: 60 }];
    const { busy: found } = prepare(days({ busy, buffers: { before: 10, after: 5 } }));
    expect(found).toEqual([{ start: at(2, '10:00'), end: at(2, '11:00'), before: 40, after: 65 }]);
  });

  it('spreads a habit over different days, and counts what was done', () => {
    const found = prepare(days({ habits: [{ ...run, done: ['2026-03-03'] }] })).tasks;
    // Monday to Sunday; three times a week, once done: two of Mon, Wed, Thu, Fri.
    expect(found.map(({ id, notBefore, due }) => [id, notBefore, due])).toEqual([
      ['run#2026-W10.1', at(2, '08:00'), at(5, '00:00')],
      ['run#2026-W10.2', at(5, '00:00'), at(7, '00:00')],
    ]);
    const plan = planDays(days({ habits: [run] })).plan;
    expect(new Set(plan.blocks.map(({ start }) => start.slice(0, 10))).size).toBe(3);
  });

  it('asks nothing of days without hours, and a share of weeks cut off', () => {
    const closed = days({ habits: [run], hours: { work: {} } });
    expect(prepare(closed).tasks).toEqual([]);
    // From Saturday to Tuesday: 2 of 7 days, then 2 of 7.
    const late = days({ start: at(7, '08:00'), end: at(11, '00:00'), habits: [{ ...run, timesPerWeek: 7 }] });
    expect(prepare(late).tasks.map(({ id }) => id)).toEqual(['run#2026-W11.1', 'run#2026-W11.2']);
  });

  it('knows the weeks of a year that begins in the one before', () => {
    const newYear = days({
      start: '2026-12-28T00:00:00Z',
      end: '2027-01-11T00:00:00Z',
      habits: [{ ...run, timesPerWeek: 1 }],
    });
    expect(prepare(newYear).tasks.map(({ id }) => id)).toEqual(['run#2026-W53.1', 'run#2027-W01.1']);
  });

  it('reserves focus time by the week', () => {
    const focus = [
      {
        id: 'deep',
        minutesPerWeek: 240,
        minChunk: 90,
        maxChunk: 120,
        hours: 'work',
        prefer: [],
        priority: 2,
        category: 'deep',
      },
    ] as const;
    const { plan } = planDays(days({ focus }));
    expect(toNotes(plan.blocks)).toEqual(['deep#2026-W10 02 09:00-11:00', 'deep#2026-W10 02 13:00-15:00']);
  });

  it('takes as long as things have taken', () => {
    const durations = [
      { category: 'write', factor: 1.6, spread: 0 },
      { category: null, factor: 0.5, spread: 0 },
    ];
    const tasks = [
      task('essay', { minutes: 90, category: 'write' }),
      task('mail', { minutes: 60, minChunk: 30, maxChunk: 60 }),
    ];
    expect(
      prepare(days({ tasks, durations })).tasks.map(({ minutes, minChunk, maxChunk }) => [
        minutes,
        minChunk,
        maxChunk,
      ]),
    ).toEqual([
      [150, 150, 150],
      [30, 30, 60],
    ]);
  });

  it('opens hours once', () => {
    const opened = [{ hours: 'work', start: at(7, '10:00'), end: at(7, '12:00') }];
    const { plan } = planDays(
      days({ opened, tasks: [task('tidy', { notBefore: at(7, '00:00'), minutes: 120 })] }),
    );
    expect(toNotes(plan.blocks)).toEqual(['tidy 07 10:00-12:00']);
  });
});

describe('a date with hours of its own', () => {
  it('is planned by those, and a closed one not at all', () => {
    const overrides = { work: { '2026-03-03': [], '2026-03-04': [['18:00', '24:00']] } } as const;
    const tasks = [task('tidy', { notBefore: at(3, '00:00'), minutes: 120 })];
    expect(toNotes(planDays(days({ overrides, tasks })).plan.blocks)).toEqual(['tidy 04 18:00-20:00']);
  });
});

describe('what a day may hold', () => {
  const tasks = Array.from({ length: 10 }, (_, index) => task(`t${index}`, { minutes: 60 }));

  it('stops a day at its cap', () => {
    const capped = days({ tasks, dailyCapMinutes: 150 });
    const { plan, atRisk } = planDays(capped);
    const perDay = Map.groupBy(plan.blocks, ({ start }) => start.slice(8, 10));
    expect([...perDay.values()].map((list) => list.length)).toEqual([2, 2, 2, 2, 2]);
    expect(atRisk).toEqual([]);
    expect(scoreDays(capped, plan)).toMatchObject({ violations: [], days: [] });
    const without = planDays(days({ tasks })).plan;
    expect(scoreDays(capped, without).days.map(({ constraint, minutes }) => [constraint, minutes])).toEqual([
      ['C1', 270],
      ['C1', 30],
    ]);
  });

  it('keeps the time of day that is liked under a cap', () => {
    const liked = tasks.map((one) => ({ ...one, prefer: [['13:00', '17:00']] as const }));
    const { plan } = planDays(days({ tasks: liked, dailyCapMinutes: 120 }));
    expect(plan.blocks.every(({ start }) => Number(start.slice(11, 13)) >= 13)).toBe(true);
  });

  it('makes a break where the work would go on too long', () => {
    const rested = days({ tasks, breaks: { afterMinutes: 120, minutes: 30 } });
    const { plan } = planDays(rested);
    expect(toNotes(plan.blocks.slice(0, 5)).map((line) => line.slice(3))).toEqual([
      '02 09:00-10:00',
      '02 10:00-11:00',
      '02 13:00-14:00',
      '02 14:00-15:00',
      '02 15:30-16:30',
    ]);
    expect(scoreDays(rested, plan)).toMatchObject({ violations: [], days: [] });
  });

  it('counts pinned work, and never moves it', () => {
    const locked = [{ task: 't0', start: at(2, '09:00'), end: at(2, '10:00') }];
    const capped = days({ tasks, locked, dailyCapMinutes: 60, breaks: { afterMinutes: 60, minutes: 30 } });
    const { plan } = planDays(capped);
    expect(plan.blocks.some(({ start }) => start.startsWith('2026-03-02'))).toBe(false);
    expect(scoreDays(capped, plan).days).toEqual([]);
  });

  it('breaks neither in any week', () => {
    fc.assert(
      fc.property(
        randomInstance(10),
        fc.option(fc.integer({ min: 30, max: 400 })),
        fc.option(
          fc.record({
            afterMinutes: fc.integer({ min: 30, max: 240 }),
            minutes: fc.integer({ min: 1, max: 90 }),
          }),
        ),
        (instance: Instance, dailyCapMinutes, breaks) => {
          const one: DayPlan = { ...days(), ...instance, format: 'dayplan/1', dailyCapMinutes, breaks };
          const { plan } = planDays(one, { iterations: 60 });
          expect(scoreDays(one, plan)).toMatchObject({ violations: [], days: [] });
        },
      ),
      { numRuns },
    );
  });
});

describe('the chance to be done', () => {
  const blocks = [{ task: 'talk', start: at(2, '09:00'), end: at(2, '11:00') }];
  const plan = { format: 'schedplan/1', instance: 'week', blocks } as const;
  const talk = (due: string) =>
    days({
      tasks: [task('talk', { minutes: 120, due })],
      durations: [{ category: null, factor: 1, spread: 0.5 }],
    });

  it('is a half where the deadline is the end of the plan, and rises with the time to spare', () => {
    const chanceUntil = (due: string): number => finishChances(talk(due), plan, { samples: 4000 })[0]!.chance;
    expect(chanceUntil(at(2, '11:00'))).toBeCloseTo(0.5, 1);
    // 150 minutes instead of 120: normal(log(1.25) / 0.5) = 0.672.
    expect(chanceUntil(at(2, '11:30'))).toBeCloseTo(0.672, 1);
    expect(chanceUntil(at(3, '17:00'))).toBeGreaterThan(0.99);
    expect(chanceUntil(at(2, '10:00'))).toBeLessThan(0.15);
  });

  it('is certain where nothing was ever wrong, and none without a place', () => {
    const sure = { ...talk(at(2, '11:00')), durations: [] };
    expect(finishChances(sure, plan)).toEqual([
      { task: 'talk', chance: 1, likelyEnd: '2026-03-02T11:00:00Z' },
    ]);
    expect(finishChances(sure, { ...plan, blocks: [] })).toEqual([
      { task: 'talk', chance: 0, likelyEnd: null },
    ]);
  });
});

describe('reading', () => {
  const text = {
    ...days({ habits: [run] }),
    busy: [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: 15 }],
  };

  it('takes what it writes, and the plain format with another name', () => {
    expect(parseDayPlan(structuredClone(text))).toMatchObject(text);
    const {
      dailyCapMinutes: _cap,
      breaks: _breaks,
      habits: _habits,
      focus: _focus,
      durations: _durations,
      ...plain
    } = days();
    expect(parseDayPlan(plain)).toMatchObject(days());
    expect(parseInstance(structuredClone(prepare(parseDayPlan(text))))).toBeTruthy();
  });

  it.each([
    [{ dailyCapMinutes: 0 }, 'dailyCapMinutes'],
    [{ breaks: { afterMinutes: 60 } }, 'breaks.minutes'],
    [{ habits: [{ ...run, timesPerWeek: 8 }] }, 'habits[0].timesPerWeek'],
    [{ habits: [{ ...run, hours: 'night' }] }, 'habits[0].hours'],
    [{ habits: [run, run] }, 'habits[1].id'],
    [{ habits: [{ ...run, done: ['2026-02-30'] }] }, 'habits[0].done[0]'],
    [{ focus: [{ ...run, minutesPerWeek: 60, minChunk: 90, maxChunk: 60 }] }, 'focus[0].minChunk'],
    [{ durations: [{ category: null, factor: 0, spread: 0 }] }, 'durations[0].factor'],
    [{ opened: [{ hours: 'work', start: at(2, '10:00'), end: at(2, '10:00') }] }, 'opened[0]'],
    [{ busy: [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: -1 }] }, 'busy[0].travelBefore'],
  ])('says what is wrong where: %j', (wrong, path) => {
    const read = () => parseDayPlan({ ...text, ...wrong });
    expect(read).toThrow(InvalidInstance);
    expect(read).toThrow(path);
  });
});
