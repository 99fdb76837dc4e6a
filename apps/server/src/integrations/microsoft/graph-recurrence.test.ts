import { expand, findCalendarTime } from '@dayloom/time/recurrence';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { describe, expect, it } from 'vitest';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { expand as expandInSandbox } from '../../../../sandbox/src/graph/graph-times.ts';
import { parseGraphRule, toGraphRecurrence } from './graph-recurrence.ts';

const ZONE = 'Europe/Berlin';
const timed = (at: string): EventTime => ({ at, timeZone: ZONE });
const day = (at: string): EventTime => ({ at, timeZone: null });

function received(rule: string, start: EventTime, more: Partial<RemoteEvent['recurrence']> = {}) {
  const recurrence = { rules: [rule], exceptionRules: [], rdates: [], exdates: [], ...more };
  return toGraphRecurrence({ start, recurrence, zoneDefinition: null } as unknown as RemoteEvent, ZONE);
}

const toDateTimeTimeZone = ({ at }: EventTime): Graph.DateTimeTimeZone => ({
  dateTime: at.replace(
    /^(....)(..)(..)(?:T(..)(..)(..))?$/,
    (_all, y, m, d, h = '00', min = '00', s = '00') => `${y}-${m}-${d}T${h}:${min}:${s}`,
  ),
  timeZone: ZONE,
});

/** 24 November 2026 is a Tuesday, the fourth and last of its month. */
const TUESDAY = timed('20261124T100000');

type Case = [rule: string, start: EventTime, pattern: Graph.RecurrencePattern];
const both: Case[] = [
  ['FREQ=DAILY', TUESDAY, { type: 'daily', interval: 1 }],
  ['FREQ=DAILY;INTERVAL=3', TUESDAY, { type: 'daily', interval: 3 }],
  [
    'FREQ=WEEKLY;BYDAY=TU,TH',
    TUESDAY,
    { type: 'weekly', interval: 1, daysOfWeek: ['tuesday', 'thursday'], firstDayOfWeek: 'monday' },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU',
    TUESDAY,
    { type: 'weekly', interval: 2, daysOfWeek: ['sunday', 'tuesday'], firstDayOfWeek: 'sunday' },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU',
    TUESDAY,
    { type: 'weekly', interval: 2, daysOfWeek: ['sunday', 'tuesday'], firstDayOfWeek: 'monday' },
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=24', TUESDAY, { type: 'absoluteMonthly', interval: 1, dayOfMonth: 24 }],
  [
    'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    timed('20261231T100000'),
    { type: 'absoluteMonthly', interval: 1, dayOfMonth: 31 },
  ],
  [
    'FREQ=MONTHLY;BYDAY=4TU',
    TUESDAY,
    { type: 'relativeMonthly', interval: 1, index: 'fourth', daysOfWeek: ['tuesday'] },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1TU',
    TUESDAY,
    { type: 'relativeMonthly', interval: 2, index: 'last', daysOfWeek: ['tuesday'] },
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    timed('20261130T100000'),
    {
      type: 'relativeMonthly',
      interval: 1,
      index: 'last',
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    },
  ],
  [
    'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24',
    TUESDAY,
    { type: 'absoluteYearly', interval: 1, dayOfMonth: 24, month: 11 },
  ],
  [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
    day('20280229'),
    { type: 'absoluteYearly', interval: 1, dayOfMonth: 29, month: 2 },
  ],
  [
    'FREQ=YEARLY;BYMONTH=11;BYDAY=-1TU',
    TUESDAY,
    { type: 'relativeYearly', interval: 1, index: 'last', daysOfWeek: ['tuesday'], month: 11 },
  ],
];

describe("Outlook's patterns", () => {
  it.each(both)('%s, both ways', (rule, start, pattern) => {
    expect(received(rule, start).pattern).toEqual(pattern);
    expect(parseGraphRule({ pattern, range: { type: 'noEnd' } }, start)).toBe(rule);
  });

  it.each(both)('%s has the days of its pattern in the sandbox', (rule, start) => {
    const time = findCalendarTime(start.at, start.timeZone);
    if (!time) throw new Error('No time.');
    const days = expand({ start: time, rules: [rule] }, { limit: 40, floatingTimeZone: ZONE });
    const begins = toDateTimeTimeZone(start);
    const recurrence = received(rule, start);
    const there = expandInSandbox(
      {
        start: begins,
        end: begins,
        recurrence: { ...recurrence, range: { ...recurrence.range, recurrenceTimeZone: ZONE } },
      },
      days[0]?.startsAt ?? 0,
      (days.at(-1)?.startsAt ?? 0) + 1,
    );
    expect(there.map(({ startsAt }) => startsAt)).toEqual(days.map(({ startsAt }) => startsAt));
  });

  it.each([
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=24'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4', 'FREQ=MONTHLY;BYDAY=4TU'],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24'],
    ['freq=weekly;byday=tu;wkst=su', 'FREQ=WEEKLY;BYDAY=TU'],
  ])('%s is equivalent to the returned %s', (rule, back) => {
    expect(parseGraphRule(received(rule, TUESDAY), TUESDAY)).toBe(back);
  });

  it('reads the last day of the month as the 31st', () => {
    expect(received('FREQ=MONTHLY;BYMONTHDAY=-1', timed('20261130T100000')).pattern).toMatchObject({
      dayOfMonth: 31,
    });
  });
});

describe('the end of a series, a day in the zone of the series', () => {
  it.each<[string, EventTime, Graph.RecurrenceRange, string]>([
    ['COUNT=5', TUESDAY, { type: 'numbered', numberOfOccurrences: 5 }, 'COUNT=5'],
    // Ten o'clock in Berlin is nine in UTC in winter and eight in summer.
    ['UNTIL=20261201T090000Z', TUESDAY, { type: 'endDate', endDate: '2026-12-01' }, 'UNTIL=20261201T090000Z'],
    ['UNTIL=20270706T235959Z', TUESDAY, { type: 'endDate', endDate: '2027-07-06' }, 'UNTIL=20270706T080000Z'],
    // One minute before the last start, which is therefore excluded.
    ['UNTIL=20261201T085900Z', TUESDAY, { type: 'endDate', endDate: '2026-11-30' }, 'UNTIL=20261130T090000Z'],
    // Midnight in UTC is already the next day in Berlin, and still before ten.
    ['UNTIL=20261201T000000Z', TUESDAY, { type: 'endDate', endDate: '2026-11-30' }, 'UNTIL=20261130T090000Z'],
    // Late in the evening UTC has a different date.
    [
      'UNTIL=20261201T223000Z',
      timed('20261124T233000'),
      { type: 'endDate', endDate: '2026-12-01' },
      'UNTIL=20261201T223000Z',
    ],
    ['UNTIL=20261201', day('20261124'), { type: 'endDate', endDate: '2026-12-01' }, 'UNTIL=20261201'],
  ])('%s', (end, start, range, back) => {
    const recurrence = received(`FREQ=DAILY;${end}`, start);
    expect(recurrence.range).toEqual({
      startDate: '2026-11-24',
      recurrenceTimeZone: ZONE,
      ...range,
    });
    expect(parseGraphRule(recurrence, start)).toBe(`FREQ=DAILY;${back}`);
  });
});

describe('rules that Outlook cannot store', () => {
  it.each([
    ['FREQ=HOURLY', 'more often than once a day'],
    ['FREQ=DAILY;BYHOUR=9,17', 'several hours'],
    ['FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU', 'weekdays of an interval in days'],
    ['FREQ=WEEKLY;BYDAY=MO', 'begins on a day'],
    ['FREQ=WEEKLY;BYMONTH=11', 'leaves out months'],
    ['FREQ=MONTHLY;BYDAY=TU', 'counts weekdays'],
    ['FREQ=MONTHLY;BYDAY=5TU', 'counts weekdays'],
    ['FREQ=MONTHLY;BYDAY=1TU', 'begins on a day'],
    ['FREQ=MONTHLY;BYMONTHDAY=10,24', 'several days'],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', 'from the end'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'a weekday and a date'],
    ['FREQ=YEARLY;BYMONTH=5,11', 'several months'],
    ['FREQ=YEARLY;BYWEEKNO=48', 'weeks or days of the year'],
    ['FREQ=YEARLY;BYDAY=20MO', 'through the year'],
    ['FREQ=NEVER', 'cannot be read'],
  ])('%s: %s', (rule, why) => {
    expect(() => received(rule, TUESDAY)).toThrow(why);
  });

  it('the 31st of months that have one', () => {
    expect(() => received('FREQ=MONTHLY;BYMONTHDAY=31', timed('20261231T100000'))).toThrow('too short');
  });

  it.each([
    [{ rules: ['FREQ=DAILY', 'FREQ=WEEKLY'] }, 'several rules'],
    [{ exceptionRules: ['FREQ=WEEKLY'] }, 'an exclusion rule'],
    [{ rdates: [TUESDAY] }, 'additional dates'],
    [{ rules: [] }, 'without a rule'],
  ])('%j', (more, why) => {
    expect(() => received('FREQ=DAILY', TUESDAY, more)).toThrow(why);
  });
});
