import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMANDS = [
  'slots',
  'expand',
  'parse-ics',
  'quick-add',
  'dates',
  'plan',
  'score',
  'explain',
  'diagnose',
];
const main = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';
const file = (name: string, text: string) => {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
};
const dayloom = (args: string[], input?: string) => {
  const env = { ...process.env };
  delete env.DEBUG;
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env,
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
};
const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const request = {
  format: 'slots/1',
  timeZone: 'Europe/Berlin',
  workingHours: [{ days: [1], start: '09:00', end: '10:00' }],
  overrides: [],
  busy: [{ start: '2026-06-01T07:00:00.000Z', end: '2026-06-01T07:10:00.000Z' }],
  window: { start: '2026-06-01T00:00:00.000Z', end: '2026-06-02T00:00:00.000Z' },
  now: '2026-01-01T00:00:00.000Z',
  slotMinutes: 30,
  stepMinutes: 15,
};
const slots = ['2026-06-01T07:15:00.000Z', '2026-06-01T07:30:00.000Z'];

describe('dayloom', () => {
  it('prints its usage', () => {
    expect(dayloom(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('parse-ics'),
      stderr: '',
    });
    for (const command of COMMANDS) {
      expect(dayloom([command, '--help'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`dayloom ${command}`),
      });
    }
    const { status, stdout, stderr } = dayloom([]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    for (const command of COMMANDS) expect(stderr).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
    expect(stderr.split('\n').length).toBeLessThanOrEqual(25);
  });
  it('reports a mistake in one line', () => {
    const bad: string[][] = [
      ['nonsense'],
      ['constructor'],
      ['slots'],
      ['slots', 'a', 'b'],
      ['slots', '--what', 'a'],
      ['slots', path.join(folder, 'absent.json')],
      ['slots', folder],
      ['slots', file('no.json', '{')],
      ['slots', file('wrong.json', JSON.stringify({ ...request, stepMinutes: 7 }))],
      ['expand', path.join(folder, 'absent.jsonl')],
      ['quick-add'],
      ['quick-add', '--what'],
      ['quick-add', file('list.jsonl', '[]')],
      ['parse-ics'],
      ['parse-ics', path.join(folder, 'absent.ics')],
    ];
    for (const args of bad) {
      const { status, stdout, stderr } = dayloom(args);
      expect({ args, status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
        args,
        status: 2,
        stdout: '',
        lines: 1,
      });
      expect(stderr).toMatch(/^dayloom: ./);
    }
  });
  it.runIf(process.platform === 'linux')('says at once where no folder can be made', () => {
    const instance = fileURLToPath(
      new URL('../../../packages/planner/fixtures/instances/ordinary-week.json', import.meta.url),
    );
    // Node's own recursive mkdir never returns there.
    const { status, stderr } = dayloom([
      'plan',
      '--iterations',
      '1',
      '--out',
      '/proc/dayloom/plans',
      instance,
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('--out /proc/dayloom/plans');
  });

  it('ignores a closed pipe', async () => {
    const line = JSON.stringify({ id: 1, dtstart: '20200101T000000', rrule: 'FREQ=DAILY', limit: 5000 });
    const many = file('many.jsonl', `${line}\n`.repeat(200));
    const child = spawn(process.execPath, [main, 'expand', many]);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
  });
});

describe('slots', () => {
  it('answers a request, from a file or stdin', () => {
    expect(dayloom(['slots', file('request.json', JSON.stringify(request))])).toEqual({
      status: 0,
      stdout: `${JSON.stringify(slots)}\n`,
      stderr: '',
    });
    expect(dayloom(['slots', '-'], JSON.stringify({ instance: request }))).toMatchObject({
      status: 0,
      stdout: `${JSON.stringify(slots)}\n`,
    });
  });
  it('answers line by line, and names an invalid one', () => {
    const lines = [
      JSON.stringify(request),
      JSON.stringify({ instance: { ...request, overrides: [{ date: '2026-06-01' }] } }),
    ];
    expect(answers(dayloom(['slots', '--jsonl', file('two.jsonl', `${lines.join('\n')}\n`)]).stdout)).toEqual(
      [slots, []],
    );
    const broken = dayloom(['slots', '--jsonl', file('broken.jsonl', `${lines[0]}\nnot json\n`)]);
    expect(broken).toMatchObject({ status: 2, stderr: expect.stringContaining('line 2') });
    const wrong = dayloom([
      'slots',
      '--jsonl',
      file('wrong.jsonl', `\n${JSON.stringify({ ...request, now: 5 })}\n`),
    ]);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringMatching(/line 2: now /) });
  });
});

describe('expand', () => {
  const expand = (...rows: object[]) =>
    answers(
      dayloom(['expand', file('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))]).stdout,
    );
  it('expands rules', () => {
    expect(
      expand(
        {
          id: 'a',
          dtstart: '20260307T023000',
          tzid: 'America/New_York',
          rrule: 'FREQ=DAILY;COUNT=3',
          exdate: ['20260309T023000'],
          rdate: ['20260401T120000Z'],
        },
        {
          id: 2,
          dtstart: '2026-01-01',
          rrule: 'FREQ=WEEKLY;BYDAY=MO',
          from: '2030-01-01',
          to: '2030-01-15T00:00:00Z',
        },
        { id: 'c', dtstart: '20260101T000000Z', tzid: null, rrule: 'FREQ=DAILY', limit: 1 },
        { id: 'd', dtstart: '20260101T000000', tzid: 'Mars/X', rrule: 'FREQ=DAILY' },
        { id: 'e', dtstart: '20260101T000000', rrule: 'FREQ=NEVER' },
        { id: 'f', rrule: 'FREQ=DAILY' },
        { id: 'g', dtstart: '20260101', rrule: 'FREQ=SECONDLY;COUNT=900000000;BYDAY=MO', from: '2090-01-01' },
      ),
    ).toEqual([
      {
        id: 'a',
        starts: ['2026-03-07T07:30:00.000Z', '2026-03-08T07:30:00.000Z', '2026-04-01T12:00:00.000Z'],
      },
      { id: 2, starts: ['2030-01-07T00:00:00.000Z', '2030-01-14T00:00:00.000Z'] },
      { id: 'c', starts: ['2026-01-01T00:00:00.000Z'] },
      { id: 'd', error: expect.stringContaining('Mars/X') },
      { id: 'e', error: expect.stringContaining('NEVER') },
      { id: 'f', error: expect.stringContaining('dtstart') },
      { id: 'g', error: expect.stringContaining('too many steps') },
    ]);
  });
  it('combines the events of a calendar', () => {
    const ics = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:a',
      'DTSTART;TZID=W. Europe Standard Time:20260105T090000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:a',
      'RECURRENCE-ID;TZID=W. Europe Standard Time:20260106T090000',
      'DTSTART;TZID=W. Europe Standard Time:20260110T100000',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:a',
      'RECURRENCE-ID:20260107T080000Z',
      'DTSTART:20260107T080000Z',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:b',
      'DTSTART:20260101T090000',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:c',
      'RECURRENCE-ID:20260201T080000Z',
      'DTSTART:20260202T080000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    expect(expand({ id: 1, ics, tzid: 'Asia/Tokyo' })).toEqual([
      {
        id: 1,
        starts: [
          '2026-01-01T00:00:00.000Z',
          '2026-01-05T08:00:00.000Z',
          '2026-01-08T08:00:00.000Z',
          '2026-01-10T09:00:00.000Z',
          '2026-02-02T08:00:00.000Z',
        ],
      },
    ]);
  });
});

describe('quick-add', () => {
  const now = '2026-11-23T14:20:00Z';
  const timeZone = 'America/New_York';
  const quickAdd = (...rows: object[]) =>
    dayloom(['quick-add', '-'], rows.map((row) => JSON.stringify(row)).join('\n'));

  it('reads a task from each line', () => {
    const { status, stdout, stderr } = quickAdd(
      { id: 1, text: 'yoga tue/thu 6pm-7pm #health p2', now, timeZone, locale: 'en-US' },
      { id: 'b', text: 'report by 3/12 !hard', now, timeZone: 'Europe/London', locale: 'en-GB' },
      { id: 'c', text: 'call the bank tomorrow 7:30', now, timeZone },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const nothing = {
      durationMinutes: null,
      dueOn: null,
      dueAt: null,
      dueKind: 'soft',
      startAfter: null,
      takesPlaceAt: null,
      priority: null,
      project: null,
      recurrenceRule: null,
      hours: null,
      timeOfDay: null,
      doubt: null,
    };
    expect(answers(stdout)).toEqual([
      {
        ...nothing,
        id: 1,
        title: 'yoga',
        durationMinutes: 60,
        takesPlaceAt: '2026-11-24T23:00:00Z',
        priority: 2,
        project: 'health',
        recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH',
        hours: 'personal',
      },
      { ...nothing, id: 'b', title: 'report', dueOn: '2026-12-03', dueKind: 'hard' },
      {
        ...nothing,
        id: 'c',
        title: 'call the bank',
        takesPlaceAt: '2026-11-24T12:30:00Z',
        doubt: '7:30 am or 7:30 pm?',
      },
    ]);
  });

  it('answers an invalid line with its error, and the others all the same', () => {
    const { status, stdout } = quickAdd(
      { id: 1, now, timeZone },
      { id: 2, text: 'x', now: 'soon', timeZone },
      { id: 3, text: 'x', now, timeZone: 'Mars/Base' },
      { id: 4, text: 'x', now, timeZone, locale: 7 },
      { id: 5, text: 'x'.repeat(20_001), now, timeZone },
      { text: 'x', now, timeZone },
    );
    expect(status).toBe(0);
    expect(answers(stdout)).toEqual([
      { id: 1, error: 'text is missing and is not a text' },
      { id: 2, error: 'now "soon" is not an instant' },
      { id: 3, error: 'timeZone "Mars/Base" is not a time zone' },
      { id: 4, error: 'locale 7 is not a text' },
      { id: 5, error: 'text has more than 20000 characters' },
      expect.objectContaining({ id: null, title: 'x' }),
    ]);
    const broken = dayloom(['quick-add', '-'], '{"id":1}\nnot json\n');
    expect(broken).toMatchObject({ status: 2, stderr: expect.stringContaining('line 2') });
  });
});

describe('dates', () => {
  it('finds the date, time or repetition of each line', () => {
    const row = { reference: '2026-11-23T09:00:00', timeZone: 'Europe/Berlin' };
    const rows = [
      { id: 1, text: 'meet Sam next Tuesday from 2 to 3:30', ...row },
      { id: 2, text: 'every other Friday at 9', ...row },
      { id: 3, text: 'thank you', ...row },
      { id: 4, text: 'tomorrow', reference: 'noon' },
      { id: 5, text: 'tomorrow', reference: '2026-13-30' },
      { id: 6, text: 'tomorrow', reference: '2026-12-31', timeZone: 'Mars/Base' },
      { id: 7 },
    ];
    const { status, stdout } = dayloom(['dates', '-'], rows.map((one) => JSON.stringify(one)).join('\n'));
    const nothing = { start: null, end: null, grain: null, rrule: null };
    expect(status).toBe(0);
    expect(answers(stdout)).toEqual([
      { id: 1, start: '2026-12-01T14:00:00', end: '2026-12-01T15:30:00', grain: 'minute', rrule: null },
      { id: 2, ...nothing, rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0' },
      { id: 3, ...nothing },
      { id: 4, error: 'reference "noon" is not a local time' },
      { id: 5, error: 'reference "2026-13-30" is not a local time' },
      { id: 6, error: 'timeZone "Mars/Base" is not a time zone' },
      { id: 7, error: 'text is missing and is not a text' },
    ]);
  });
});

describe('understand', () => {
  it('lists what each line asks for, with its words and times', () => {
    const row = { now: '2026-11-23T08:00:00Z', timeZone: 'Europe/Berlin' };
    const rows = [
      { id: 1, text: 'move my dentist appointment to Friday at 3 pm', ...row },
      { id: 2, text: 'what is the weather tomorrow', ...row },
      { id: 3, text: 'hello', now: 'soon' },
      { id: 4, text: 'hello', now: row.now, timeZone: 'Mars/Base' },
    ];
    const { status, stdout } = dayloom(
      ['understand', '-'],
      rows.map((one) => JSON.stringify(one)).join('\n'),
    );
    expect(status).toBe(0);
    expect(answers(stdout)).toEqual([
      {
        id: 1,
        intent: 'update_event',
        slots: expect.objectContaining({ title: ['dentist appointment'] }),
        confidence: expect.any(Number),
        resolved: { start: '2026-11-27T15:00:00', end: null, grain: 'hour', rrule: null },
      },
      expect.objectContaining({ id: 2, intent: 'other' }),
      { id: 3, error: 'now "soon" is not an instant' },
      { id: 4, error: 'timeZone "Mars/Base" is not a time zone' },
    ]);
  });
});

describe('parse-ics', () => {
  it('prints no control characters', () => {
    const binary = file('binary.ics', '\u007fELF\u0000\u0002\u001b[31mred\u009b\n');
    const { stdout } = dayloom(['parse-ics', binary]);
    const [{ problems }] = answers(stdout) as [{ problems: { message: string }[] }];
    expect(problems[0]?.message).toBe('Text outside of a calendar: \\x7fELF\\x00\\x02\\x1b[31mred\\x9b');
    expect(stdout.trimEnd()).not.toMatch(/\p{Cc}/u);
    const { stderr } = dayloom(['parse-ics', path.join(folder, 'no\u001b[31m.ics')]);
    expect(stderr.trimEnd()).not.toMatch(/\p{Cc}/u);
  });

  it('counts and reports problems', () => {
    const good = file(
      'good.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260101\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n',
    );
    const bad = file('bad.ics', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:someday\n');
    const { status, stdout } = dayloom(['parse-ics', good, bad]);
    expect(status).toBe(0);
    expect(answers(stdout)).toEqual([
      { file: good, events: 1, todos: 1, problems: [] },
      {
        file: bad,
        events: 1,
        todos: 0,
        problems: expect.arrayContaining([{ line: 3, message: expect.stringContaining('someday') }]),
      },
    ]);
  });
});
