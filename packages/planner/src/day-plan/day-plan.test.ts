import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import {
  type DayPlan,
  type Habit,
  type Instance,
  InvalidInstance,
  parseDayPlan,
  parseInstance,
  planDays,
  prepare,
  scoreDays,
  withDailyCap,
} from '../index.ts';

const numRuns = Math.ceil(Number(process.env.PLANNER_RUNS ?? 400) / 4);

/** A week without any of the optional fields except those in `parts`. */
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

describe('the instance of a day plan', () => {
  it('keeps travel time before and after a meeting free', () => {
    const busy = [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: 30, travelAfter: 60 }];
    const { busy: found } = prepare(days({ busy, buffers: { before: 10, after: 5 } }));
    expect(found).toEqual([{ start: at(2, '10:00'), end: at(2, '11:00'), before: 40, after: 65 }]);
  });

  it('spreads a habit over different days, and counts the times already done', () => {
    const found = prepare(days({ habits: [{ ...run, done: ['2026-03-03'] }] })).tasks;
    // Monday to Sunday, three times a week, one already done: two left for Mon, Wed, Thu, Fri.
    expect(found.map(({ id, notBefore, due }) => [id, notBefore, due])).toEqual([
      ['run#2026-W10.1', at(2, '08:00'), at(5, '00:00')],
      ['run#2026-W10.2', at(5, '00:00'), at(7, '00:00')],
    ]);
    const plan = planDays(days({ habits: [run] })).plan;
    expect(new Set(plan.blocks.map(({ start }) => start.slice(0, 10))).size).toBe(3);
  });

  it('ignores days without hours, and plans a share of the times in an incomplete week', () => {
    const closed = days({ habits: [run], hours: { work: {} } });
    expect(prepare(closed).tasks).toEqual([]);
    // Saturday to Tuesday: 2 of 7 days in the first week, 2 of 7 in the second.
    const late = days({ start: at(7, '08:00'), end: at(11, '00:00'), habits: [{ ...run, timesPerWeek: 7 }] });
    expect(prepare(late).tasks.map(({ id }) => id)).toEqual(['run#2026-W11.1', 'run#2026-W11.2']);
  });

  it('names weeks at the turn of the year by ISO 8601', () => {
    const newYear = days({
      start: '2026-12-28T00:00:00Z',
      end: '2027-01-11T00:00:00Z',
      habits: [{ ...run, timesPerWeek: 1 }],
    });
    expect(prepare(newYear).tasks.map(({ id }) => id)).toEqual(['run#2026-W53.1', 'run#2027-W01.1']);
  });

  it('reserves focus time for each week', () => {
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

  it('multiplies durations by what was learned', () => {
    const durations = [
      { category: 'write', factor: 1.6 },
      { category: null, factor: 0.5 },
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

  it('opens hours for a single time', () => {
    const opened = [{ hours: 'work', start: at(7, '10:00'), end: at(7, '12:00') }];
    const { plan } = planDays(
      days({ opened, tasks: [task('tidy', { notBefore: at(7, '00:00'), minutes: 120 })] }),
    );
    expect(toNotes(plan.blocks)).toEqual(['tidy 07 10:00-12:00']);
  });
});

describe('a date with its own hours', () => {
  it('is planned by them, and a closed date is not planned', () => {
    const overrides = { work: { '2026-03-03': [], '2026-03-04': [['18:00', '24:00']] } } as const;
    const tasks = [task('tidy', { notBefore: at(3, '00:00'), minutes: 120 })];
    expect(toNotes(planDays(days({ overrides, tasks })).plan.blocks)).toEqual(['tidy 04 18:00-20:00']);
  });
});

describe('the limits of a day', () => {
  const tasks = Array.from({ length: 10 }, (_, index) => task(`t${index}`, { minutes: 60 }));

  it('plans no more than the daily cap', () => {
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

  it('keeps work at its preferred time of day under a cap', () => {
    const liked = tasks.map((one) => ({ ...one, prefer: [['13:00', '17:00']] as const }));
    const { plan } = planDays(days({ tasks: liked, dailyCapMinutes: 120 }));
    expect(plan.blocks.every(({ start }) => Number(start.slice(11, 13)) >= 13)).toBe(true);
  });

  it('adds a break where work would go on too long', () => {
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

  it('counts pinned work and never moves it', () => {
    const locked = [{ task: 't0', start: at(2, '09:00'), end: at(2, '10:00') }];
    const capped = days({ tasks, locked, dailyCapMinutes: 60, breaks: { afterMinutes: 60, minutes: 30 } });
    const { plan } = planDays(capped);
    expect(plan.blocks.some(({ start }) => start.startsWith('2026-03-02'))).toBe(false);
    expect(scoreDays(capped, plan).days).toEqual([]);
  });

  it('violates neither limit in any week', () => {
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

describe('reading', () => {
  const text = {
    ...days({ habits: [run] }),
    busy: [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: 15 }],
  };

  it('accepts its own output, and the plain format under the other name', () => {
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
    [{ durations: [{ category: null, factor: 0 }] }, 'durations[0].factor'],
    [{ opened: [{ hours: 'work', start: at(2, '10:00'), end: at(2, '10:00') }] }, 'opened[0]'],
    [{ busy: [{ start: at(2, '10:00'), end: at(2, '11:00'), travelBefore: -1 }] }, 'busy[0].travelBefore'],
  ])('says what is wrong where: %j', (wrong, path) => {
    const read = () => parseDayPlan({ ...text, ...wrong });
    expect(read).toThrow(InvalidInstance);
    expect(read).toThrow(path);
  });
});

describe('a daily cap of one set of hours', () => {
  it('limits only the work in it, and keeps the bound of the plan without it', () => {
    const evening = [['18:00', '21:00']] as const;
    const tasks = [
      ...Array.from({ length: 4 }, (_, index) => task(`desk${index}`, { minutes: 120 })),
      task('piano', { minutes: 120, hours: 'home' }),
    ];
    const plain = days({ tasks });
    const capped: DayPlan = {
      ...plain,
      hours: { ...plain.hours, home: { mon: evening, tue: evening } },
      dailyCapMinutes: 240,
      dailyCapHours: 'work',
    };
    const found = planDays(capped, { iterations: 300 });
    expect(scoreDays(capped, found.plan)).toMatchObject({ violations: [], days: [] });
    const onMonday = found.plan.blocks.filter(({ start }) => start.startsWith('2026-03-02'));
    expect(onMonday.map(({ task: id }) => id.replace(/\d/, '')).sort()).toEqual(['desk', 'desk', 'piano']);
    expect(found.bound ?? 0).toBeLessThanOrEqual(found.cost);
    const { dailyCapHours: _all, ...everything } = capped;
    expect(scoreDays(everything, found.plan).days).toMatchObject([{ constraint: 'C1' }]);
  });

  it('closes full days also where hours were opened for once', () => {
    const tasks = Array.from({ length: 3 }, (_, index) =>
      task(`t${index}`, { minutes: 60, due: at(3, '00:00') }),
    );
    const capped: DayPlan = {
      ...days({ tasks, opened: [{ hours: 'work', start: at(2, '19:00'), end: at(3, '01:00') }] }),
      dailyCapMinutes: 120,
      dailyCapHours: 'work',
    };
    const { plan } = planDays(capped, { iterations: 100 });
    expect(scoreDays(capped, plan)).toMatchObject({ violations: [], days: [] });
    expect(plan.blocks).toHaveLength(3);
  });
});

it('ends where the zone skips a day, whose hours lie on the next one', () => {
  const instance = week({
    zone: 'Pacific/Apia',
    start: '2011-12-29T23:00:00Z',
    end: '2011-12-31T20:00:00Z',
    hours: { work: { fri: [['09:00', '17:00']] } },
    tasks: ['one', 'two', 'three'].map((id) => task(id)),
  });
  const { plan } = planDays(withDailyCap(instance, { minutes: 120, hours: 'work' }), { iterations: 30 });
  expect(plan.blocks.length).toBeGreaterThan(0);
});
