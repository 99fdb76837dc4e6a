import { describe, expect, it } from 'vitest';
import { at } from '../../fixtures/week.ts';
import {
  describeChunking,
  describeFix,
  describeFixEffect,
  describeGap,
  describeOverload,
  describeRisk,
  listChunking,
  type Overload,
  type Wording,
  withLatenessFromDeadline,
} from '../index.ts';

const wording: Wording = { getName: (id) => id.toUpperCase(), formatTime: (instant) => instant.slice(8, 16) };
const now = at(2, '08:00');

describe('describeOverload', () => {
  const overload: Overload = {
    deadlines: 'hard',
    from: now,
    to: at(5, '17:00'),
    neededMinutes: 480,
    freeMinutes: 360,
    tasks: ['a', 'b', 'c'].map((task) => ({ task, minutes: 160 })),
  };
  const described = (parts: Partial<Overload>) => describeOverload({ ...overload, ...parts }, wording, now);

  it('names the end, the free time and the time needed', () => {
    expect(described({})).toBe('A, B and C need 8 h before 05T17:00; 6 h exist.');
    expect(described({ dailyCapMinutes: 180 })).toBe(
      'A, B and C need 8 h before 05T17:00; 6 h exist, with at most 3 h a day.',
    );
    expect(described({ from: at(3, '09:00'), freeMinutes: 60 })).toBe(
      'A, B and C need 8 h between 03T09:00 and 05T17:00; 1 h exists.',
    );
    expect(
      described({ freeMinutes: 0, deadlines: 'soft', neededMinutes: 45, tasks: overload.tasks.slice(1) }),
    ).toBe('B and C need 45 min before 05T17:00; nothing is free.');
  });

  it('names tasks that may not begin before they are due', () => {
    const parts = { from: at(6, '09:00'), freeMinutes: 0 };
    expect(described({ ...parts, tasks: overload.tasks.slice(0, 1) })).toBe(
      'A is due before 05T17:00, and cannot begin before 06T09:00.',
    );
    expect(described(parts)).toBe('A, B and C are due before 05T17:00, and cannot begin before 06T09:00.');
  });

  it('counts work in hours, and limits the number of names', () => {
    const tasks = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((task) => ({ task, minutes: 300 }));
    expect(described({ deadlines: 'horizon', neededMinutes: 2400, freeMinutes: 2130, tasks })).toBe(
      'A, B, C, D, E and 3 more need 40 h in the days planned, until 05T17:00; 35 h 30 exist.',
    );
    expect(described({ tasks: tasks.slice(0, 6) })).toContain('D, E and F need');
  });
});

describe('describeChunking', () => {
  const problem = {
    task: 'a',
    chunkMinutes: 180,
    mostMinutes: 240,
    leftMinutes: 360,
    addsUp: true,
    longestGapMinutes: 120,
    freeMinutes: 720,
    alone: true,
  };

  it('names chunks that do not add up', () => {
    const odd = { ...problem, leftMinutes: 300, addsUp: false, alone: false };
    expect(describeChunking(odd, wording)).toBe(
      "'A' needs 5 h, and no number of pieces of 3 h to 4 h adds up to that.",
    );
    expect(describeChunking({ ...odd, mostMinutes: 180 }, wording)).toBe(
      "'A' needs 5 h, and no number of pieces of 3 h adds up to that.",
    );
  });

  it('says once what is the same for several tasks', () => {
    const names = { ...wording, getName: (task: string) => task.toUpperCase() };
    const list = (tasks: readonly string[], change: object = {}) =>
      listChunking(
        tasks.map((task) => ({ ...problem, ...change, task })),
        names,
      );
    expect(list(['a', 'b'])).toEqual([
      "'A' and 'B' need 3 h at a stretch each, and the longest gap is 2 h, though there are 12 h free in all.",
    ]);
    expect(list(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], { addsUp: false, alone: false })).toEqual([
      "'A', 'B', 'C', 'D', 'E' and 3 more need 6 h each, and no number of pieces of 3 h to 4 h adds up to that.",
    ]);
    expect(
      listChunking(
        [
          { ...problem, task: 'a' },
          { ...problem, task: 'b', chunkMinutes: 150 },
        ],
        names,
      ),
    ).toEqual([
      "'A' needs 3 h at a stretch, and the longest gap is 2 h, though there are 12 h free in all.",
      "'B' needs 2 h 30 at a stretch, and the longest gap is 2 h, though there are 12 h free in all.",
    ]);
  });

  it('distinguishes gaps that are too short from gaps taken by other work', () => {
    expect(describeChunking(problem, wording)).toBe(
      "'A' needs 3 h at a stretch, and the longest gap is 2 h, though there are 12 h free in all.",
    );
    expect(describeChunking({ ...problem, longestGapMinutes: 240, alone: false }, wording)).toBe(
      "'A' needs 3 h at a stretch, and the gaps that are long enough go to other work, though there are 12 h free in all.",
    );
    expect(describeChunking({ ...problem, longestGapMinutes: 720, alone: false }, wording)).toBe(
      "'A' needs 3 h at a stretch, and the only gap that is long enough goes to other work.",
    );
  });
});

describe('describeRisk', () => {
  it('distinguishes late work from unplanned work', () => {
    expect(describeRisk({ task: 'a', shortMinutes: 0, lateMinutes: 1500 }, wording)).toBe(
      "'A' will be 1 day 1 h late.",
    );
    expect(describeRisk({ task: 'a', shortMinutes: 1500, lateMinutes: 9000 }, wording)).toBe(
      "25 h of 'A' don't fit.",
    );
    expect(describeRisk({ task: 'a', shortMinutes: 60, lateMinutes: 0 }, wording)).toBe(
      "1 h of 'A' doesn't fit.",
    );
    expect(describeRisk({ task: 'a', shortMinutes: 1500, lateMinutes: 0 }, wording, true)).toBe(
      "25 h of 'A' don't fit before the deadline.",
    );
  });
});

describe('withLatenessFromDeadline', () => {
  const instance = {
    start: at(3, '08:00'),
    tasks: [
      { id: 'past', due: at(2, '17:00') },
      { id: 'ahead', due: at(4, '17:00') },
      { id: 'open', due: null },
    ],
  };
  const late = (task: string, lateMinutes = 60) =>
    withLatenessFromDeadline({ task, shortMinutes: 0, lateMinutes }, instance);

  it('counts what passed before the plan begins', () => {
    expect(late('past').lateMinutes).toBe(15 * 60 + 60);
    expect(late('ahead').lateMinutes).toBe(60);
    expect(late('open').lateMinutes).toBe(60);
    expect(late('past', 0).lateMinutes).toBe(0);
  });
});

describe('describeFix', () => {
  it('is an imperative', () => {
    const event = { start: at(3, '10:00'), end: at(3, '11:30') };
    const to = { start: at(4, '09:00'), end: at(4, '10:30') };
    const due = at(6, '17:00');
    expect([
      describeFix({ kind: 'drop', task: 'a' }, wording),
      describeFix({ kind: 'shorten', task: 'a', minutes: 90, byMinutes: 120 }, wording),
      describeFix(
        { kind: 'extend-hours', opening: { hours: 'work', start: at(5, '17:00'), end: at(5, '18:30') } },
        wording,
      ),
      describeFix({ kind: 'move-deadline', task: 'a', due, dueKind: 'soft' }, wording),
      describeFix({ kind: 'move-deadline', task: 'a', due, dueKind: 'hard' }, wording),
      describeFix({ kind: 'split', task: 'a', minChunk: 30 }, wording),
      describeFix({ kind: 'move-meeting', event, to }, wording),
      describeFix({ kind: 'move-meeting', event, to }, { ...wording, findEventName: () => 'Team sync' }),
      describeFix({ kind: 'move-meeting', event, to }, { ...wording, findEventName: () => null }),
    ]).toEqual([
      "Drop 'A'.",
      "Shorten 'A' by 2 h, to 1 h 30.",
      'Work 1 h 30 more, from 05T17:00.',
      "Move the deadline of 'A' to 06T17:00.",
      "Move the hard deadline of 'A' to 06T17:00.",
      "Let 'A' be done in pieces of 30 min or more.",
      'Move the meeting (1 h 30) from 03T10:00 to 04T09:00.',
      "Move 'Team sync' from 03T10:00 to 04T09:00.",
      'Move the meeting (1 h 30) from 03T10:00 to 04T09:00.',
    ]);
  });
});

describe('describeFixEffect', () => {
  const fix = { kind: 'drop', task: 'z' } as const;
  const late = (task: string, lateMinutes: number) => ({ task, shortMinutes: 0, lateMinutes });
  const short = (task: string, shortMinutes: number, lateMinutes = 0) => ({
    task,
    shortMinutes,
    lateMinutes,
  });

  it('names what improves, what gets worse and what stays at risk', () => {
    const before = [
      late('a', 120),
      late('b', 300),
      short('c', 180),
      short('d', 60),
      late('e', 30),
      short('z', 60),
    ];
    const described = (helps: string[], atRisk: typeof before) =>
      describeFixEffect({ fix: fix, helps, atRisk }, before, wording);
    expect(described(['a', 'z'], [])).toBe('Everything would be done in time.');
    expect(described(['a', 'b', 'z'], [late('b', 60), ...before.slice(2, 5)])).toBe(
      "'A' would be in time and 'B' would be 1 h late instead of 5 h. 3 other tasks stay at risk.",
    );
    expect(
      described(['c', 'd', 'z'], [...before.slice(0, 2), short('c', 60), late('d', 45), late('e', 90)]),
    ).toBe(
      "Only 1 h of 'C' would not fit instead of 3 h and 'D' would fit, 45 min late, " +
        "but 'E' would be 1 h 30 late. 2 other tasks stay at risk.",
    );
    expect(described(['z', 'd'], [late('a', 120), short('f', 30)])).toBe(
      "'D' would fit, but 30 min of 'F' would not fit. One other task stays at risk.",
    );
    expect(described(['b', 'z'], [late('b', 299), late('e', 1500)])).toContain("'B' would be 4 h 59 late");
    const nearly = [late('a', 3030)];
    expect(describeFixEffect({ fix: fix, helps: ['a'], atRisk: [late('a', 3010)] }, nearly, wording)).toBe(
      'Nothing else would change.',
    );
    expect(described(['z'], before.slice(0, 5))).toBe('5 other tasks stay at risk as before.');
    expect(described(['a', 'b', 'c', 'd', 'z'], [before[4]!])).toBe(
      "'A' and 'B' would be in time and 'C' and 'D' would fit. One other task stays at risk.",
    );
  });
});

describe('describeGap', () => {
  it('rounds up, so that the claim stays true', () => {
    expect(describeGap(1000, 1000)).toBe('The best possible plan: proven.');
    expect(describeGap(10_210_000, 10_000_000)).toBe('At most 3 % from the best possible.');
    expect(describeGap(10_030_000, 10_000_000)).toBe('At most 0.3 % from the best possible.');
    expect(describeGap(10_030_001, 10_000_000)).toBe('At most 0.4 % from the best possible.');
    expect(describeGap(10_000_001, 10_000_000)).toBe('At most 0.1 % from the best possible.');
    expect(describeGap(30_000_000, 10_000_000)).toBe('How close it is to the best possible is not known.');
    expect(describeGap(1000, null)).toBe('How close it is to the best possible is not known.');
  });
});
