import { parseQuickAdd } from '@dayloom/language';
import { describe, expect, it } from 'vitest';
import {
  describeNewTask,
  remainingTokens,
  shiftRanges,
  splitLines,
  toLineParts,
  toNewTask,
} from './quick-add.ts';
import type { TimeContext } from './time-context.ts';

/** Wednesday 18 November 2026, 9:00 in Berlin. */
const context: TimeContext = {
  now: new Date('2026-11-18T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  homeTimeZone: 'Europe/Berlin',
  workingHours: {},
};
const parse = (text: string, ignore: { from: number; to: number }[] = []) =>
  parseQuickAdd(text, { now: context.now.getTime(), timeZone: context.timeZone, ignore });

describe('the line in words', () => {
  it.each([
    [
      'Report ~2h #work p1 by Fri !hard every week',
      ['2 h', 'P1', '#work', 'first due Fri Nov 20 (hard)', 'every week'],
    ],
    ['Taxes 6 h by 30 Nov, chunks of 1 h', ['6 h', 'in chunks of 1 h', 'due Mon Nov 30']],
    ['Pay rent every month on the 1st', ['first due Tue Dec 1', 'every month on the 1st']],
    ['Gym 1 h tue thu', ['1 h', 'from Thu Nov 19', 'first due Thu Nov 19', 'every week on Tue, Thu']],
    ['Walk every morning', ['first due Wed Nov 18', 'every day', 'preferably in the morning']],
    ['Essay 4 h by 30 Nov, split', ['4 h', 'may be split', 'due Mon Nov 30']],
    ['Call mom tomorrow 5pm', ['Tomorrow 5:00 PM', '30 min']],
    ['Sort photos sometime', ['someday']],
    ['x'.repeat(301), ['in full in the notes']],
    ['Buy milk', []],
  ])('%s', (text, words) => {
    expect(describeNewTask(toNewTask(parse(text), 'id', context), context)).toEqual(words);
  });

  it('reserves an hour for a task at a fixed time, or its own duration', () => {
    expect(toNewTask(parse('dentist on 2 December at 9:30'), 'id', context)).toEqual({
      _id: 'id',
      title: 'dentist',
      durationMinutes: 30,
      startAfter: '2026-12-02T08:30:00Z',
      dueAt: '2026-12-02T09:00:00.000Z',
      hours: 'personal',
      takesPlaceAt: '2026-12-02T08:30:00Z',
    });
    expect(toNewTask(parse('Gym 2-3:30pm tomorrow'), 'id', context)).toMatchObject({
      durationMinutes: 90,
      startAfter: '2026-11-19T13:00:00Z',
      dueAt: '2026-11-19T14:30:00.000Z',
      takesPlaceAt: '2026-11-19T13:00:00Z',
    });
  });

  it('pins the first of a repetition, and calls what took place before now late', () => {
    expect(toNewTask(parse('Standup every weekday at 9:15'), 'id', context)).toMatchObject({
      startAfter: '2026-11-18T08:15:00Z',
      takesPlaceAt: '2026-11-18T08:15:00Z',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    });
    expect(toNewTask(parse('Call Ann today at 8am'), 'id', context)).toEqual({
      _id: 'id',
      title: 'Call Ann',
      dueAt: '2026-11-18T07:00:00Z',
    });
  });

  it('sends what the user corrected', () => {
    const corrected = toNewTask(parse('Call mom tomorrow 5pm'), 'id', context, {
      isDeadline: true,
      hours: 'work',
    });
    expect(corrected).toEqual({
      _id: 'id',
      title: 'Call mom',
      dueAt: '2026-11-19T16:00:00Z',
      hours: 'work',
    });
  });

  it('begins a repetition on its first day', () => {
    expect(toNewTask(parse('Yoga tue/thu'), 'id', context)).toMatchObject({
      dueOn: '2026-11-19',
      startAfter: '2026-11-18T23:00:00.000Z',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH',
    });
    expect(toNewTask(parse('Read every evening'), 'id', context)).toMatchObject({
      dueOn: '2026-11-18',
      timeOfDay: 'evening',
      hours: 'personal',
    });
  });

  it('keeps a part of a later day for that day, unless it is a deadline', () => {
    const read = (text: string) => {
      const { dueAt, startAfter } = toNewTask(parse(text), 'id', context);
      return [startAfter, dueAt];
    };
    const [thursday, nineInTheEvening] = ['2026-11-18T23:00:00.000Z', '2026-11-19T20:00:00Z'];
    expect(read('Buy groceries tomorrow evening')).toEqual([thursday, nineInTheEvening]);
    expect(read('Buy groceries by tomorrow evening')).toEqual([undefined, nineInTheEvening]);
    expect(read('Buy groceries this evening')).toEqual([undefined, '2026-11-18T20:00:00Z']);
    expect(read('Write in the morning by tomorrow noon')).toEqual([undefined, '2026-11-19T11:00:00Z']);
  });

  it('begins a daily routine on the next working day, if it is for working hours', () => {
    const weekdays = { fri: [['09:00', '17:00']] } satisfies TimeContext['workingHours'];
    const begin = (text: string, change: Partial<TimeContext> = {}) => {
      const { dueOn, startAfter } = toNewTask(parse(text), 'id', {
        ...context,
        workingHours: weekdays,
        ...change,
      });
      return [dueOn, startAfter];
    };
    const friday = ['2026-11-20', '2026-11-19T23:00:00.000Z'];
    expect(begin('Tidy the desk every day')).toEqual(friday);
    expect(begin('Meditate every day')).toEqual(['2026-11-18', undefined]);
    expect(begin('Report every 2 days')).toEqual(['2026-11-18', undefined]);
    expect(begin('Tidy the desk every day', { workingHours: {} })).toEqual(['2026-11-18', undefined]);
    const overrides = { '2026-11-19': [['10:00', '12:00']] } satisfies TimeContext['overrides'];
    expect(begin('Tidy the desk every day', { overrides })).toEqual([
      '2026-11-19',
      '2026-11-18T23:00:00.000Z',
    ]);
  });

  it('sends only what was said, and chunks that belong together', () => {
    expect(toNewTask(parse('Buy milk'), 'id', context)).toEqual({ _id: 'id', title: 'Buy milk' });
    expect(toNewTask(parse('Taxes 6 h, chunks of 20 min'), 'id', context)).toEqual({
      _id: 'id',
      title: 'Taxes',
      durationMinutes: 360,
      isSplittable: true,
      minChunkMinutes: 20,
      maxChunkMinutes: 20,
    });
  });
});

describe('tokens turned back to text', () => {
  const text = 'Call Fri 10 min';
  const fri = { from: 5, to: 8 };

  it('stay in the title', () => {
    expect(parse(text).dueOn).toBe('2026-11-20');
    expect(parse(text, [fri])).toMatchObject({ title: 'Call Fri', dueOn: null, durationMinutes: 10 });
  });

  it.each([
    ['moves with what is written before it', 'Call Bob Fri 10 min', [{ from: 9, to: 12 }]],
    ['stays with what is written behind it', 'Call Fri 10 minutes', [fri]],
    ['shrinks while it is deleted', 'Call Fr 10 min', [{ from: 5, to: 7 }]],
    ['goes when it is gone', 'Call 10 min', []],
    ['goes when the line is replaced', 'Something else', []],
  ])('%s', (_name, after, expected) => {
    expect(shiftRanges([fri], text, after)).toEqual(expected);
  });
});

describe('the highlighted line', () => {
  const text = 'Report ~2h #work';
  const { tokens } = parse(text);

  it('equals the line, split at the tokens', () => {
    const stretches = toLineParts(text, tokens);
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    expect(stretches.filter(({ kind }) => kind).map(({ kind, text }) => [kind, text])).toEqual([
      ['duration', '~2h'],
      ['project', '#work'],
    ]);
  });

  it('never highlights text that was edited since', () => {
    expect(remainingTokens(tokens, 'Report ~3h #work').map(({ kind }) => kind)).toEqual(['project']);
    expect(remainingTokens(tokens, '')).toEqual([]);
  });
});

it('splits pasted lists into lines without their marks', () => {
  expect(splitLines('- one\r\n* two\n\n 3. three\n- [x] four\nfive - six\n')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five - six',
  ]);
});

it('keeps a long line whole in the notes', () => {
  const text = `${'Ask the landlord about the boiler '.repeat(9)}🙂${'and the window '.repeat(9)}`.trim();
  const { title, notes } = toNewTask(parse(text), 'id', context);
  expect(notes).toBe(text);
  expect(title.length).toBeLessThanOrEqual(300);
  expect(text.startsWith(title)).toBe(true);
  expect(toNewTask(parse('x'.repeat(300)), 'id', context).notes).toBeUndefined();
});
