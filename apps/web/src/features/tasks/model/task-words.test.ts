import type { Task } from '@dayloom/contracts';
import { describeRepeat } from '@dayloom/language/recurrence-words';
import { describe, expect, it } from 'vitest';
import { formatMinutes } from '#lib/format-minutes.ts';
import { groupTasks } from './groups.ts';
import { findMinutes } from './minutes.ts';
import { provisionalTask } from './quick-add.ts';
import {
  describeDue,
  describePlacement,
  describePlanned,
  describeRowPlace,
  takesPlace,
} from './task-words.ts';
import type { TimeContext } from './time-context.ts';

/** Wednesday 18 November 2026, 9:00 in Berlin. */
const context: TimeContext = {
  now: new Date('2026-11-18T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  homeTimeZone: 'Europe/Berlin',
  workingHours: { fri: [['09:00', '15:00']] },
};
const aTask = (change: Partial<Task> = {}): Task => ({
  ...provisionalTask({ title: 'Task' }, context.now),
  ...change,
});
const planned = (startsAt: string, endsAt: string, blockCount = 1) => ({
  blockId: 'b1',
  startsAt,
  endsAt,
  blockCount,
  places: [{ startsAt, endsAt }],
});

describe('deadlines', () => {
  it.each<[Partial<Task>, string, string]>([
    [{ dueOn: '2026-11-18' }, 'Today', 'soft'],
    [{ dueOn: '2026-11-19' }, 'Tomorrow', 'calm'],
    [{ dueOn: '2026-11-20', dueKind: 'hard' }, 'Fri, hard', 'hard'],
    [{ dueOn: '2026-11-27' }, 'Nov 27', 'calm'],
    [{ dueOn: '2027-01-02' }, 'Jan 2, 2027', 'calm'],
    [{ dueOn: '2026-11-16' }, 'Overdue, Nov 16', 'hard'],
    [{ dueAt: '2026-11-18T07:30:00Z' }, 'Overdue, today 8:30 AM', 'hard'],
    [{ dueAt: '2026-11-18T16:00:00Z' }, 'Today 5:00 PM', 'soft'],
    [{ dueOn: '2026-11-16', status: 'done' }, 'Nov 16', 'calm'],
  ])('%o', (change, text, urgency) => {
    const words = describeDue(aTask(change), context);
    expect(words && { ...words, text: words.text.replaceAll('\u202f', ' ') }).toEqual({ text, urgency });
  });

  it('are absent without one', () => {
    expect(describeDue(aTask(), context)).toBeNull();
  });

  it('are not overdue for one of several times a week: a missed one gives way to the next', () => {
    const run = { hasFlexibleDays: true, recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH' };
    expect(describeDue(aTask({ ...run, dueOn: '2026-11-17' }), context)).toBeNull();
    expect(describeDue(aTask({ ...run, dueOn: '2026-11-18' }), context)).toMatchObject({ text: 'Today' });
  });

  it('name the home zone to viewers elsewhere, and change at its midnight', () => {
    // 23:30 on Wednesday in New York is 5:30 on Thursday in Berlin.
    const abroad = { ...context, now: new Date('2026-11-19T04:30:00Z'), timeZone: 'America/New_York' };
    expect(describeDue(aTask({ dueOn: '2026-11-19' }), abroad)).toEqual({
      text: 'Today (Berlin)',
      urgency: 'soft',
    });
  });
});

it('takes place at a time if its place is all that its limits allow', () => {
  const [startAfter, dueAt] = ['2026-11-19T14:00:00.000Z', '2026-11-19T15:00:00.000Z'];
  const dentist = aTask({ startAfter, dueAt, planned: planned(startAfter, dueAt) });
  expect(takesPlace(dentist)).toBe(true);
  expect(takesPlace({ ...dentist, planned: null })).toBe(false);
  expect(
    takesPlace({ ...dentist, planned: planned('2026-11-19T16:00:00.000Z', '2026-11-19T17:00:00.000Z') }),
  ).toBe(false);
  // Work that is planned until its deadline.
  expect(takesPlace({ ...dentist, startAfter: null })).toBe(false);
});

describe('places', () => {
  it("link to their block on the viewer's day", () => {
    const place = describePlanned(planned('2026-11-19T23:30:00Z', '2026-11-20T00:30:00Z', 3), context);
    expect(place?.text.replaceAll('\u202f', ' ')).toBe('Fri 12:30 AM, 3 blocks');
    expect(place?.href).toBe('/calendar-flow?date=2026-11-20&block=b1');
    expect(describePlanned(planned('2026-11-18T07:30:00Z', '2026-11-18T09:00:00Z'), context)?.text).toBe(
      'Now',
    );
  });

  it('show the risk in a row', () => {
    const late = aTask({ planned: planned('2026-11-18T07:30:00Z', '2026-11-18T09:00:00Z', 2), risk: 'late' });
    expect(describeRowPlace(late, context)?.text).toBe('Now, late');
  });

  it('are a sentence in the sheet', () => {
    const task = aTask({ planned: planned('2026-11-19T13:15:00Z', '2026-11-19T14:45:00Z') });
    const described = (change: Partial<Task>, sentence?: string) =>
      describePlacement(
        { ...task, ...change },
        sentence
          ? [
              {
                taskId: task._id,
                occurrenceOn: null,
                title: '',
                shortMinutes: 0,
                lateMinutes: 0,
                isHard: true,
                sentence,
              },
            ]
          : [],
        context,
      );
    expect(described({}).text.replaceAll('\u202f', ' ')).toBe('Planned Tomorrow 2:15 PM–3:45 PM');
    expect(described({ planned: null })).toEqual({ text: 'Not planned yet', urgency: 'calm' });
    expect(described({ planned: null }, 'No room.')).toEqual({ text: 'No room.', urgency: 'hard' });
  });
});

describe('groups', () => {
  const tasks = [
    aTask({ title: 'later', dueOn: '2026-12-24', project: 'home' }),
    aTask({ title: 'none', priority: 1 }),
    aTask({ title: 'friday', dueOn: '2026-11-20', project: 'Work' }),
    aTask({ title: 'overdue', dueOn: '2026-11-10', project: 'work' }),
    aTask({
      title: 'planned today',
      dueOn: '2026-11-27',
      planned: planned('2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z'),
    }),
  ];
  const described = (grouping: 'date' | 'project' | 'priority') =>
    groupTasks(tasks, grouping, 'upcoming', context).map((group) => [
      group.title,
      group.tasks.map(({ title }) => title),
    ]);

  it('by date: where it is planned, else when it is due', () => {
    expect(described('date')).toEqual([
      ['Overdue', ['overdue']],
      ['Today', ['planned today']],
      ['Friday', ['friday']],
      ['Later', ['later']],
      ['No date', ['none']],
    ]);
  });

  it("count of a day only that day's blocks, also those of tasks that began before", () => {
    const today = planned('2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z');
    const friday = { startsAt: '2026-11-20T12:00:00Z', endsAt: '2026-11-20T12:45:00Z' };
    const split = aTask({ durationMinutes: 480, planned: { ...today, places: [...today.places, friday] } });
    const groups = groupTasks([...tasks.slice(0, 3), split], 'date', 'upcoming', context);
    expect(groups.map(({ title, minutes }) => [title, minutes])).toEqual([
      ['Today', 60],
      ['Friday', 45],
      ['Later', 30],
      ['No date', 30],
    ]);
  });

  it('by project, ignoring case, and by priority', () => {
    expect(described('project').map(([title]) => title)).toEqual(['#home', '#work', 'No project']);
    expect(described('priority').map(([title]) => title)).toEqual(['Priority 1', 'Priority 3']);
  });

  it('by completion: the latest first', () => {
    const done = ['2026-11-01T10:00:00Z', '2026-11-18T07:00:00Z', '2026-11-17T10:00:00Z'].map((completedAt) =>
      aTask({ status: 'done', completedAt }),
    );
    expect(groupTasks(done, 'date', 'done', context).map(({ title }) => title)).toEqual([
      'Today',
      'Yesterday',
      'Earlier',
    ]);
  });
});

describe('lengths', () => {
  it.each([
    ['90', 90],
    ['45 min', 45],
    ['1h30', 90],
    ['1 h 30', 90],
    ['1:30', 90],
    ['1.5 h', 90],
    ['1,5 hours', 90],
    ['2 h 15 min', 135],
    ['0', null],
    ['soon', null],
    ['99999', null],
  ])('%s', (text, minutes) => {
    expect(findMinutes(text)).toBe(minutes);
  });

  it('parse what they format', () => {
    for (const minutes of [5, 59, 60, 75, 600, 10_080])
      expect(findMinutes(formatMinutes(minutes))).toBe(minutes);
  });
});

it.each([
  ['FREQ=WEEKLY', 'every week'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Fri'],
  ['FREQ=MONTHLY;BYMONTHDAY=22', 'every month on the 22nd'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on the 1st and 15th'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=4', 'every year on 4 Mar'],
  ['FREQ=DAILY;INTERVAL=3;UNTIL=20270601', 'every 3 days until 1 Jun 2027'],
  ['FREQ=HOURLY', 'repeats'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last working day'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2', 'repeats'],
])('%s is described as %s', (rule, words) => {
  expect(describeRepeat(rule)).toBe(words);
});

it.each([
  ['FREQ=WEEKLY;BYDAY=TU,TH', 'twice a week'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', '3 times a week'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;COUNT=5', '3 times every 2 weeks, 5 times'],
  ['FREQ=WEEKLY', 'every week'],
])('%s on any days is described as %s', (rule, words) => {
  expect(describeRepeat(rule, { hasFlexibleDays: true })).toBe(words);
});
