import { spawnSync } from 'node:child_process';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Instance, Plan } from '@dayloom/planner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPath } from '../../../scripts/shared-dir.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../packages/planner/fixtures/instances', import.meta.url));
const scorer = sharedPath('planner', 'score.mjs');
let folder = '';
const file = (name: string, content: unknown): string => {
  const place = path.join(folder, name);
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
  return place;
};
const run = (program: string, args: string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
};
const dayloom = (...args: string[]) => run(main, args);
const read = (name: string): Instance =>
  JSON.parse(readFileSync(path.join(fixtures, name), 'utf8')) as Instance;

const ordinary = path.join(fixtures, 'ordinary-week.json');
const steps = ['--iterations', '200'];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-planning-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A week in Berlin with too much work before Thursday noon. */
const WORK = [
  ['09:00', '12:00'],
  ['13:00', '17:00'],
];
const crunch = {
  ...read('ordinary-week.json'),
  id: 'crunch',
  zone: 'Europe/Berlin',
  slotMinutes: 30,
  start: '2026-03-04T07:00:00Z',
  end: '2026-03-07T07:00:00Z',
  hours: { work: { wed: WORK, thu: WORK, fri: WORK } },
  buffers: { before: 0, after: 0 },
  busy: [{ start: '2026-03-04T12:00:00Z', end: '2026-03-04T16:00:00Z' }],
  locked: [],
  previous: null,
  tasks: (
    [
      ['slides', 240, 1],
      ['report', 180, 2],
    ] as const
  ).map(([id, minutes, priority]) => ({
    id,
    minutes,
    priority,
    category: '',
    hours: 'work',
    notBefore: null,
    due: '2026-03-05T11:00:00Z',
    dueKind: 'hard',
    minChunk: 60,
    maxChunk: 180,
    after: [],
    prefer: [],
  })),
};

describe('dayloom plan', () => {
  it('prints one plan, from a file or stdin, the same for the same iterations and seed', () => {
    const { status, stdout, stderr } = dayloom('plan', ...steps, '--seed', '3', ordinary);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ format: 'schedplan/1', instance: 'ordinary-week' });
    expect(dayloom('plan', ...steps, '--seed', '3', ordinary).stdout).toBe(stdout);
    const text = readFileSync(ordinary, 'utf8');
    expect(run(main, ['plan', ...steps, '--seed', '3', '-'], text).stdout).toBe(stdout);
  });

  it('writes DIR/ID.json for each, and creates the folder', () => {
    const out = path.join(folder, 'new', 'plans');
    const files = ['ordinary-week.json', 'chained.json'].map((name) => path.join(fixtures, name));
    expect(dayloom('plan', '--budget-ms', '20', '--out', out, ...files)).toMatchObject({
      status: 0,
      stdout: '',
    });
    expect(readdirSync(out).sort()).toEqual(['chained.json', 'ordinary-week.json']);
  });

  it.each<[string, () => string[]]>([
    ['no instance given', () => []],
    ['more than one instance needs --out DIR', () => [ordinary, ordinary]],
    [
      '--budget-ms and --iterations exclude each other',
      () => ['--budget-ms', '5', '--iterations', '5', ordinary],
    ],
    ["--seed: expected a whole number, found 'x'", () => ['--seed', 'x', ordinary]],
    ['Unknown option', () => ['--fast', ordinary]],
    ['no such file', () => [path.join(folder, 'absent.json')]],
    ['is not JSON', () => [file('text.json', '{')]],
    [
      'wrong.json: tasks[0].minutes: 50 is not a multiple of 30',
      () => [file('wrong.json', { ...crunch, tasks: [{ ...crunch.tasks[0], minutes: 50 }] })],
    ],
    ['id: "../x" cannot name a file', () => ['--out', folder, file('up.json', { ...crunch, id: '../x' })]],
    ['is also the id of', () => ['--out', folder, ordinary, ordinary]],
  ])('says in one line: %s', (message, args) => {
    const { status, stdout, stderr } = dayloom('plan', ...args());
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      status: 2,
      stdout: '',
      lines: 1,
    });
    expect(stderr).toContain(message);
  });
});

describe('dayloom plan with an obstacle', () => {
  it('keeps the old plan if it cannot write a complete one, and leaves no partial file', () => {
    const out = path.join(folder, 'in-the-way');
    mkdirSync(path.join(out, 'ordinary-week.json'), { recursive: true });
    const { status, stderr } = dayloom('plan', ...steps, '--out', out, ordinary);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `dayloom: --out ${out}: cannot write ordinary-week.json: is a directory\n`,
    });
    expect(readdirSync(out)).toEqual(['ordinary-week.json']);
  });

  it('writes the target of a link, and never in place', () => {
    const out = path.join(folder, 'linked');
    mkdirSync(out);
    const target = file('target.json', 'before');
    const before = openSync(target, 'r');
    symlinkSync(target, path.join(out, 'ordinary-week.json'));
    expect(dayloom('plan', ...steps, '--out', out, ordinary).status).toBe(0);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ instance: 'ordinary-week' });
    expect(lstatSync(path.join(out, 'ordinary-week.json')).isSymbolicLink()).toBe(true);
    // A process that has the old file open can still read all of it.
    expect(readFileSync(before, 'utf8')).toBe('before');
    closeSync(before);
  });

  it('reports a mistake in one line', () => {
    const described = (...args: string[]) => {
      const { status, stderr } = dayloom('plan', ...args);
      expect(status).toBe(2);
      return stderr;
    };
    expect(described('--budget-ms', '-1', ordinary)).toBe(
      "dayloom: --budget-ms: expected a whole number, found '-1'\n",
    );
    expect(described(ordinary, '--seed')).toContain('--seed');
    const known = file('known.txt', '');
    expect(described('--out', known, ordinary)).toBe(`dayloom: --out ${known}: is not a folder\n`);
    expect(described('--out', '', ordinary)).toBe('dayloom: --out: expected a folder\n');
    const latin = path.join(folder, 'latin.json');
    writeFileSync(
      latin,
      Buffer.from(JSON.stringify({ ...read('ordinary-week.json'), id: 'café' }), 'latin1'),
    );
    expect(described(latin)).toBe(`dayloom: ${latin} is not UTF-8\n`);
  });

  it.runIf(process.platform === 'linux')('says so where nothing can be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, 'plan', ...steps, ordinary], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'dayloom: cannot write to stdout: no space is left\n',
    });
  });
});

describe('dayloom score', () => {
  const planFile = (name: string): string =>
    file(`plan-${name}`, dayloom('plan', ...steps, path.join(fixtures, name)).stdout);

  it('reports the cost of a plan, like the reference', () => {
    for (const name of readdirSync(fixtures)) {
      const instance = path.join(fixtures, name);
      const plan = planFile(name);
      const { status, stdout } = dayloom('score', instance, plan);
      const own = JSON.parse(stdout) as object;
      expect({ status, own }).toMatchObject({ status: 0, own: { ok: true, errors: [] } });
      const theirs = scorer === null ? own : JSON.parse(run(scorer, [instance, plan]).stdout);
      expect(own).toEqual(theirs);
    }
  });

  it('exits with 1 for a plan that violates a constraint, and names it', () => {
    const instance = file('crunch.json', crunch);
    const blocks = [
      { task: 'slides', start: '2026-03-04T08:00:00Z', end: '2026-03-04T12:30:00Z' },
      { task: 'nobody', start: '2026-03-04T08:00:00Z', end: '2026-03-04T09:00:00Z' },
    ];
    const plan: Plan = { format: 'schedplan/1', instance: 'other', blocks };
    const { status, stdout } = dayloom('score', instance, file('bad.json', plan));
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      errors: [
        'H0: the plan is for another instance',
        'H3: slides 2026-03-04T08:00:00Z',
        'H4: slides 2026-03-04T08:00:00Z',
        'H7: slides 2026-03-04T08:00:00Z',
        'H1: nobody 2026-03-04T08:00:00Z',
        'H9: slides',
      ],
    });
  });

  it('reports a mistake in one line', () => {
    const wrong = file('no-plan.json', { format: 'schedplan/1', instance: 'x', blocks: [{ task: 'a' }] });
    for (const [args, message] of [
      [[ordinary], 'give an instance and a plan'],
      [['--fast', ordinary, wrong], 'unknown option --fast'],
      [[ordinary, wrong], 'no-plan.json: blocks[0].start: expected a UTC instant'],
      [[wrong, wrong], 'no-plan.json: format: expected one of "schedbench/1"'],
    ] as const) {
      const { status, stdout, stderr } = dayloom('score', ...args);
      expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
        status: 2,
        stdout: '',
        lines: 1,
      });
      expect(stderr).toContain(message);
    }
  });
});

describe('dayloom explain', () => {
  const block = (task: string, day: number, from: string, to: string) => ({
    task,
    start: `2026-03-0${day}T${from}:00Z`,
    end: `2026-03-0${day}T${to}:00Z`,
  });
  const plan = {
    format: 'schedplan/1',
    instance: 'crunch',
    blocks: [
      block('slides', 4, '08:00', '11:00'),
      block('slides', 5, '08:00', '09:00'),
      block('report', 5, '09:00', '11:00'),
    ],
  };

  it('explains each block, in the zone of the instance', () => {
    const { status, stdout } = dayloom(
      'explain',
      file('crunch.json', crunch),
      file('plan.json', plan),
      'slides',
    );
    expect(status).toBe(0);
    expect(`\n${stdout}`).toMatchInlineSnapshot(`
      "
      Wed 4 Mar, 09:00-12:00
        Why here:
          First place that fits.
          Ends 1 day before the hard deadline.
        Earlier:
          Wed 4 Mar, 08:00-09:00  Outside the hours for this task.

      Thu 5 Mar, 09:00-10:00
        Why here:
          First place that fits.
          Done 2 h before the hard deadline.
        Earlier:
          Wed 4 Mar, 09:00-12:00  Another part of this task is here.
          Wed 4 Mar, 13:00-17:00  Something is in the calendar.
        Next best:
          Thu 5 Mar, 10:00-11:00  Waits 1 h longer, cuts the work into more parts and takes the place of 'report'.
      "
    `);
  });

  it('names unplanned and pinned work', () => {
    const locked = [block('report', 5, '15:00', '16:00')];
    const instance = file('pinned.json', { ...crunch, locked });
    const short = file('short.json', { ...plan, blocks: plan.blocks.slice(0, 2) });
    expect(dayloom('explain', instance, short, 'report').stdout).toBe(
      "Thu 5 Mar, 16:00-17:00: pinned.\n\n2 h of 'report' don't fit.\n",
    );
  });

  it('prints the same as JSON', () => {
    const { stdout } = dayloom(
      'explain',
      '--json',
      file('crunch.json', crunch),
      file('plan.json', plan),
      'report',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      task: 'report',
      pinned: [],
      risk: { task: 'report', shortMinutes: 60 },
      blocks: [
        {
          block: plan.blocks[2],
          merits: expect.arrayContaining([{ kind: 'first-fit' }, { kind: 'last-chance' }]),
        },
      ],
    });
  });

  it('reports a mistake in one line', () => {
    const instance = file('crunch.json', crunch);
    const good = file('plan.json', plan);
    const broken = file('broken.json', { ...plan, blocks: [block('slides', 4, '08:00', '08:30')] });
    const other = file('other.json', { ...plan, instance: 'other' });
    for (const [args, message] of [
      [[instance, good], 'give an instance, a plan and a task'],
      [[instance, good, 'nobody'], 'no task is called "nobody"'],
      [[instance, broken, 'slides'], 'broken.json: the plan is not feasible (H7, slides)'],
      [[instance, other, 'slides'], 'other.json: the plan is not feasible (it is for another instance)'],
    ] as const) {
      const { status, stdout, stderr } = dayloom('explain', ...args);
      expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
        status: 2,
        stdout: '',
        lines: 1,
      });
      expect(stderr).toContain(message);
    }
  });
});

describe('dayloom diagnose', () => {
  it('proves the overload, and ranks the fixes', () => {
    const { status, stdout } = dayloom('diagnose', ...steps, file('crunch.json', crunch));
    expect(status).toBe(0);
    expect(`\n${stdout}`).toMatchInlineSnapshot(`
      "
      Too much is due:
        slides and report need 7 h before Thu 5 Mar, 12:00; 6 h exist.

      At risk:
        1 h of 'report' doesn't fit.

      Fixes, the cheapest first:
        1. Move the meeting (4 h) from Wed 4 Mar, 13:00 to Thu 5 Mar, 13:00. Everything would be done in time.
        2. Work 1 h more, from Wed 4 Mar, 17:00. Everything would be done in time.
        3. Work 1 h more, from Thu 5 Mar, 08:00. Everything would be done in time.
        4. Move the hard deadline of 'report' to Fri 6 Mar, 12:00. Everything would be done in time.
        5. Shorten 'report' by 1 h, to 2 h. Everything would be done in time.
        6. Shorten 'slides' by 1 h, to 3 h. Everything would be done in time.
        7. Drop 'report'. Everything would be done in time.
        8. Drop 'slides'. Everything would be done in time.

      The best possible plan: proven.
      "
    `);
  });

  it('prints little for a feasible week', () => {
    const calm = { ...crunch, tasks: [crunch.tasks[0]] };
    expect(dayloom('diagnose', ...steps, file('calm.json', calm)).stdout).toBe(
      'Everything is done in time.\n\nThe best possible plan: proven.\n',
    );
  });

  it('prints the same as JSON', () => {
    const { stdout } = dayloom('diagnose', '--json', '--budget-ms', '200', file('crunch.json', crunch));
    expect(JSON.parse(stdout)).toMatchObject({
      gap: 0,
      overloads: [{ deadlines: 'hard', neededMinutes: 420, freeMinutes: 360 }],
      chunking: [],
      atRisk: [{ task: 'report', shortMinutes: 60 }],
      repairs: expect.arrayContaining([
        expect.objectContaining({ repair: { kind: 'drop', task: 'report' }, helps: ['report'], atRisk: [] }),
      ]),
    });
  });

  it('reports a mistake in one line', () => {
    const { status, stdout, stderr } = dayloom(
      'diagnose',
      file('zone.json', { ...crunch, zone: 'Mars/Base' }),
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^dayloom: \S+zone\.json: zone: unknown time zone "Mars\/Base"\n$/);
    expect(dayloom('diagnose').stderr).toContain('give one instance');
  });
});

describe('a day plan', () => {
  const capped = { ...crunch, id: 'capped', format: 'dayplan/1', dailyCapMinutes: 120, busy: [] };

  it('is planned and scored with the limits of its days', () => {
    const problem = file('capped.json', capped);
    const { status, stdout } = dayloom('plan', ...steps, problem);
    expect(status).toBe(0);
    const scored = dayloom('score', problem, file('capped-plan.json', stdout));
    expect({ status: scored.status, ...JSON.parse(scored.stdout) }).toMatchObject({
      status: 0,
      ok: true,
      errors: [],
    });
    const free = dayloom('plan', ...steps, file('free.json', { ...capped, dailyCapMinutes: null }));
    const over = dayloom('score', problem, file('free-plan.json', free.stdout));
    expect(over.status).toBe(1);
    expect((JSON.parse(over.stdout) as { errors: string[] }).errors[0]).toMatch(
      /^C1: \d+ min too many from /,
    );
  });

  it('is rejected by commands for plain instances, and if it is invalid', () => {
    const problem = file('capped.json', capped);
    const refused = dayloom('diagnose', problem, ...steps);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('dayplan/1 is for plan and score');
    const wrong = dayloom('plan', file('wrong-days.json', { ...capped, breaks: {} }));
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain('breaks.afterMinutes');
  });
});
