import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, week } from '../../fixtures/week.ts';
import {
  describeFix,
  diagnose,
  type Fix,
  type Instance,
  listFixes,
  parseInstance,
  plan,
  planDays,
  scorePlan,
  withDailyCap,
  withFix,
} from '../index.ts';

const steps = { iterations: 40 };

describe('fixes of any instance', () => {
  it('all help, and give a valid instance with a feasible plan', () => {
    fc.assert(
      fc.property(randomInstance(7), (instance) => {
        const { plan: found, atRisk } = plan(instance, steps);
        const ways = listFixes(instance, found, steps);
        expect(atRisk.length > 0 || ways.length === 0).toBe(true);
        expect(ways.map(({ price }) => price)).toEqual(
          ways.map(({ price }) => price).toSorted((a, b) => a - b),
        );
        for (const way of ways) {
          expect(parseInstance(structuredClone(way.instance))).toEqual(way.instance);
          const after = scorePlan(way.instance, way.plan);
          expect(after.violations).toEqual([]);
          expect(after.atRisk).toEqual(way.atRisk);
          expect(way.helps.length).toBeGreaterThan(0);
          for (const id of way.helps) {
            const before = atRisk.find((risk) => risk.task === id)!;
            const now = way.atRisk.find((risk) => risk.task === id) ?? { shortMinutes: 0, lateMinutes: 0 };
            expect(
              now.shortMinutes < before.shortMinutes ||
                (before.shortMinutes === 0 && now.shortMinutes === 0 && now.lateMinutes < before.lateMinutes),
            ).toBe(true);
          }
          // Fixes are sent between worker, page and server as JSON.
          const copy = JSON.parse(JSON.stringify(way.fix)) as Fix;
          expect(withFix(structuredClone(instance), copy)).toEqual(way.instance);
        }
      }),
      runs(40),
    );
  });
});

describe('doing without a task', () => {
  const ids = Array.from({ length: 7 }, (_, index) => `essay-${index}`);
  const instance = week({
    tasks: [
      task('mail', { minutes: 30, minChunk: 30 }),
      ...ids.map((id) =>
        task(id, { due: at(1, '17:00'), dueKind: 'hard', minChunk: 240, minutes: 240, priority: 1 }),
      ),
    ],
  });
  const { plan: found, atRisk } = plan(instance, steps);
  const find = (droppable: string[]) => listFixes(instance, found, { ...steps, droppable });
  const helped = new Set(find([]).flatMap(({ helps }) => helps));
  const left = atRisk.map(({ task: id }) => id).filter((id) => !helped.has(id));

  it('is tried, and rated by planning again, where nothing else helps', () => {
    expect(left).not.toEqual([]);
    const ways = find(ids);
    for (const { task: id } of atRisk) expect(ways.some(({ helps }) => helps.includes(id))).toBe(true);
    const added = ways.filter(({ fix }) => fix.kind === 'drop' && left.includes(fix.task));
    expect(added.map(({ helps }) => helps.length > 0)).toEqual(left.map(() => true));
    for (const way of added)
      expect(scorePlan(way.instance, way.plan)).toMatchObject({ atRisk: way.atRisk, violations: [] });
  });

  it('is not tried of what is in time, or does not exist', () => {
    expect(atRisk.map(({ task: id }) => id)).not.toContain('mail');
    expect(find(['mail', 'nothing']).map(({ fix }) => fix)).toEqual(find([]).map(({ fix }) => fix));
  });
});

describe('fixes', () => {
  const due = { due: at(3, '17:00'), dueKind: 'hard', minChunk: 60 } as const;
  const crunch = week({
    tasks: [
      task('slides', { ...due, minutes: 360, priority: 1 }),
      task('report', { ...due, minutes: 360, priority: 2 }),
      task('mail', { ...due, minutes: 120, priority: 4 }),
    ],
    busy: [{ start: at(2, '13:00'), end: at(2, '14:00') }],
  });
  const found = plan(crunch, { iterations: 300 });
  const ways = listFixes(crunch, found.plan);
  const wording = { getName: (id: string) => id, formatTime: (instant: string) => instant.slice(8, 16) };

  it('cover every kind, the cheapest first', () => {
    expect(found.atRisk).toEqual([{ task: 'mail', shortMinutes: 60, lateMinutes: 0 }]);
    expect(ways.map(({ fix }) => describeFix(fix, wording))).toEqual([
      'Work 1 h more, from 02T17:00.',
      'Work 1 h more, from 03T08:00.',
      'Move the meeting (1 h) from 02T13:00 to 04T09:00.',
      "Move the hard deadline of 'mail' to 04T17:00.",
      "Shorten 'mail' by 1 h, to 1 h.",
      "Drop 'mail'.",
      "Shorten 'report' by 1 h, to 5 h.",
      "Shorten 'slides' by 1 h, to 5 h.",
      "Drop 'report'.",
      "Drop 'slides'.",
    ]);
    expect(ways.map(({ atRisk }) => atRisk)).toEqual(ways.map(() => []));
    expect(ways[0]!.price).toBeLessThan(0);
  });

  it('shorten a task by what a daily cap leaves no time for', () => {
    const cap = { minutes: 360, hours: 'work' };
    const tasks = [task('thesis', { minutes: 17 * 60, minChunk: 30, due: at(3, '17:00') })];
    const full = week({ tasks });
    const { plan: capped } = planDays(withDailyCap(full, cap), steps);
    const { overloads } = diagnose(full, capped, cap);
    expect(overloads).toMatchObject([{ neededMinutes: 17 * 60, freeMinutes: 12 * 60 }]);
    const shorter = listFixes(full, capped, { cap }).find(({ fix }) => fix.kind === 'shorten');
    expect(shorter).toMatchObject({ fix: { byMinutes: 5 * 60, minutes: 12 * 60 }, atRisk: [] });
  });

  it('shorten a task by what its chunks leave no time for', () => {
    // Pieces of two hours, with a gap between them, fill four of the six and a half free hours of a day.
    const busy = [2, 3].map((day) => ({ start: at(day, '15:00'), end: at(day, '15:30') }));
    const book = task('book', { minutes: 16 * 60, minChunk: 120, maxChunk: 120, due: at(3, '17:00') });
    const full = week({ tasks: [book], busy });
    const now = plan(full, { iterations: 300 });
    expect(diagnose(full, now.plan).overloads).toMatchObject([{ freeMinutes: 13 * 60 }]);
    const shorter = listFixes(full, now.plan).find(({ fix }) => fix.kind === 'shorten');
    expect(shorter).toMatchObject({ fix: { minutes: 8 * 60, byMinutes: 8 * 60 }, atRisk: [] });
  });

  it('are empty if nothing is at risk', () => {
    const calm: Instance = week({ tasks: [task('mail')] });
    expect(listFixes(calm, plan(calm, steps).plan)).toEqual([]);
  });

  it('stop when aborted', () => {
    expect(listFixes(crunch, found.plan, { signal: { aborted: true } })).toEqual([]);
  });

  it('move a meeting to the same kind of hours', () => {
    const evening = [['18:00', '21:00']] as const;
    const home = { mon: evening, tue: evening, wed: evening };
    const hours = { ...crunch.hours, home };
    const mixed = { ...crunch, hours, tasks: [...crunch.tasks, task('piano', { hours: 'home' })] };
    const move = listFixes(mixed, plan(mixed, { iterations: 300 }).plan).find(
      ({ fix }) => fix.kind === 'move-meeting',
    );
    expect(move?.fix).toMatchObject({ to: { start: at(4, '09:00') } });
  });

  it('open only the hours of the tasks at risk: a personal task gets a longer evening, not more work', () => {
    const evening = [['18:00', '19:00']] as const;
    const hours = { ...crunch.hours, home: { mon: evening, tue: evening } };
    const desk = task('desk', { minutes: 60 });
    const piano = task('piano', { hours: 'home', minutes: 180, due: at(2, '22:00'), dueKind: 'hard' });
    const homework = { ...crunch, hours, tasks: [desk, piano] };
    const sets = listFixes(homework, plan(homework, { iterations: 300 }).plan).flatMap(({ fix }) =>
      fix.kind === 'extend-hours' ? [fix.opening.hours] : [],
    );
    expect(new Set(sets)).toEqual(new Set(['home']));
  });

  it('open no hours during a meeting', () => {
    const busy = [...crunch.busy, { start: at(2, '17:30'), end: at(2, '21:00') }];
    const evening = { ...crunch, busy };
    const openings = listFixes(evening, plan(evening, { iterations: 300 }).plan).flatMap(({ fix }) =>
      fix.kind === 'extend-hours' ? [`${fix.opening.start} ${fix.opening.end}`] : [],
    );
    expect(openings).toContain(`${at(2, '17:00')} ${at(2, '17:30')}`);
    expect(openings).not.toContain(`${at(2, '17:00')} ${at(2, '18:00')}`);
  });

  it('move a meeting once, even if it is listed twice', () => {
    const event = { start: at(2, '13:00'), end: at(2, '14:00') };
    const to = { start: at(3, '13:00'), end: at(3, '14:00') };
    const twice = { ...crunch, busy: [{ ...event }, { ...event }] };
    expect(withFix(twice, { kind: 'move-meeting', event, to }).busy).toEqual([to, event]);
  });
});

describe('diagnose', () => {
  it('proves what it can, and finds chunk problems in the rest', () => {
    const busy = [2, 3, 4, 5, 6].flatMap((day) => [
      { start: at(day, '10:30'), end: at(day, '12:00') },
      { start: at(day, '14:30'), end: at(day, '17:00') },
    ]);
    const tasks = [
      task('thesis', { minutes: 120 }),
      task('proof', { after: ['thesis'] }),
      task('call', { minutes: 60, due: at(2, '10:00'), dueKind: 'hard' }),
      task('form', { minutes: 60, due: at(2, '10:00'), dueKind: 'hard' }),
    ];
    const instance = week({ tasks, busy });
    const { overloads, chunking, atRisk } = diagnose(instance);
    expect(overloads).toMatchObject([
      { deadlines: 'hard', to: at(2, '10:00'), freeMinutes: 60, neededMinutes: 120 },
    ]);
    // 'proof' waits for 'thesis': it has no problem of its own.
    expect(chunking).toEqual([
      {
        task: 'thesis',
        chunkMinutes: 120,
        mostMinutes: 120,
        leftMinutes: 120,
        addsUp: true,
        longestGapMinutes: 90,
        freeMinutes: 900,
        alone: true,
      },
    ]);
    expect(atRisk.map((risk) => risk.task).sort()).toEqual(['form', 'proof', 'thesis']);
  });

  it('reports work whose chunks do not add up', () => {
    const pieces = { minutes: 90, minChunk: 60, maxChunk: 60 };
    const instance = week({ tasks: [task('book', pieces), task('done', { ...pieces, minutes: 150 })] });
    const locked = [{ task: 'done', start: at(2, '09:00'), end: at(2, '09:30') }];
    expect(diagnose({ ...instance, locked }).chunking).toEqual([
      {
        task: 'book',
        chunkMinutes: 60,
        mostMinutes: 60,
        leftMinutes: 90,
        addsUp: false,
        longestGapMinutes: 240,
        freeMinutes: 2100 - 30,
        alone: false,
      },
    ]);
    const [best] = listFixes(instance, plan(instance, { iterations: 200 }).plan);
    expect(best?.fix).toEqual({ kind: 'split', task: 'book', minChunk: 30 });
  });

  it('finds nothing in a feasible week', () => {
    expect(diagnose(week({ tasks: [task('mail')] }))).toEqual({ overloads: [], chunking: [], atRisk: [] });
  });

  it('reports a proof once if it holds for hard and soft dates', () => {
    const tasks = [task('a', { minutes: 180, due: at(2, '12:00') }), task('b', { due: at(2, '12:00') })];
    expect(diagnose(week({ tasks })).overloads).toMatchObject([{ deadlines: 'soft', to: at(2, '12:00') }]);
  });
});
