import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import { type CalendarTime, findCalendarTime, formatLocal } from '../calendar-time.ts';
import { type ExpandQuery, expand, type RecurringItem } from './expand.ts';
import { InvalidRecurrenceRule, parseRule } from './rule.ts';
import { RecurrenceTooCostly } from './rule-times.ts';

const time = (text: string, timeZone: string | null = null) =>
  findCalendarTime(text, timeZone) as CalendarTime;
const starts = (item: RecurringItem, query: ExpandQuery = {}) =>
  expand(item, query).map(({ local }) => formatLocal(local, item.start.isDate));
const NEW_YORK = 'America/New_York';

describe('expand', () => {
  it('moves skipped times forward and uses the earlier of doubled ones', () => {
    const daily = { start: time('20260307T023000', NEW_YORK), rules: ['FREQ=DAILY;COUNT=3'] };
    expect(starts(daily)).toEqual(['20260307T023000', '20260308T033000', '20260309T023000']);
    const autumn = expand({ start: time('20261031T013000', NEW_YORK), rules: ['FREQ=DAILY;COUNT=2'] });
    expect(autumn[1]?.startsAt).toBe(Date.parse('2026-11-01T05:30:00Z'));
  });
  it('gives times that a gap makes equal once, in order', () => {
    const item = { start: time('20260308T013000', NEW_YORK), rules: ['FREQ=MINUTELY;INTERVAL=30;COUNT=5'] };
    expect(starts(item)).toEqual([
      '20260308T013000',
      '20260308T030000',
      '20260308T033000',
      '20260308T040000',
      '20260308T043000',
    ]);
  });
  it('gives a start that does not match its rule once, first, and counts it', () => {
    const item = { start: time('20260101T090000'), rules: ['FREQ=WEEKLY;BYDAY=MO;COUNT=3'] };
    expect(starts(item)).toEqual(['20260101T090000', '20260105T090000', '20260112T090000']);
    expect(starts(item, { startOccurs: 'by-rule' })).toEqual([
      '20260105T090000',
      '20260112T090000',
      '20260119T090000',
    ]);
  });
  it('counts a start that matches once', () => {
    expect(starts({ start: time('20260105T090000'), rules: ['FREQ=WEEKLY;BYDAY=MO;COUNT=2'] })).toEqual([
      '20260105T090000',
      '20260112T090000',
    ]);
  });
  it('counts the same in a range far from the start', () => {
    for (const rule of [
      'FREQ=DAILY;COUNT=4000',
      'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=1000',
      'FREQ=HOURLY;INTERVAL=5;COUNT=9000',
      'FREQ=DAILY;BYHOUR=6,18;COUNT=5000',
      'FREQ=MONTHLY;BYDAY=2TU;COUNT=90',
    ]) {
      const item = { start: time('20200101T090000', NEW_YORK), rules: [rule] };
      const all = expand(item, { limit: 20_000 });
      const from = Date.parse('2024-06-01T00:00:00Z');
      for (const startOccurs of ['always', 'by-rule'] as const) {
        const every = expand(item, { limit: 20_000, startOccurs });
        const later = expand(item, { limit: 20_000, from, startOccurs });
        expect(
          later.map(({ startsAt }) => startsAt),
          `${rule} ${startOccurs}`,
        ).toEqual(every.map(({ startsAt }) => startsAt).filter((at) => at >= from));
      }
      expect(all.length).toBeGreaterThan(80);
    }
  });
  it('handles weeks that cross the new year', () => {
    const item = {
      start: time('20160101T090000Z'),
      rules: ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR,SA,SU;COUNT=6'],
    };
    expect(starts(item)).toEqual([
      '20160101T090000',
      '20160102T090000',
      '20160103T090000',
      '20210101T090000',
      '20210102T090000',
      '20210103T090000',
    ]);
  });

  it('counts weekdays within their year or month only', () => {
    const first = (rule: string, limit: number) =>
      starts({ start: time('20260101'), rules: [rule] }, { limit, startOccurs: 'by-rule' });
    expect(first('FREQ=YEARLY;BYDAY=53WE', 3)).toEqual(['20311231', '20361231', '20421231']);
    expect(first('FREQ=YEARLY;BYDAY=-53WE', 3)).toEqual(['20310101', '20360102', '20420101']);
    expect(first('FREQ=YEARLY;INTERVAL=5;BYDAY=53TH,-53TH', 3)).toEqual(['20260101', '20261231', '20710101']);
    expect(first('FREQ=MONTHLY;BYDAY=5TH', 3)).toEqual(['20260129', '20260430', '20260730']);
    expect(first('FREQ=MONTHLY;BYDAY=6TH;UNTIL=20400101', 3)).toEqual([]);
  });

  it('ignores times of day in all-day rules', () => {
    const item = {
      start: time('20260101'),
      rules: ['FREQ=DAILY;BYHOUR=9,18;BYMINUTE=30;BYSECOND=5;COUNT=3'],
    };
    expect(starts(item)).toEqual(['20260101', '20260102', '20260103']);
  });

  it('counts a start that one of two rules gives for that rule only', () => {
    const rules = ['FREQ=WEEKLY;BYDAY=MO;COUNT=2', 'FREQ=WEEKLY;BYDAY=TU;COUNT=2'];
    const days = ['20260105T090000', '20260106T090000', '20260112T090000', '20260113T090000'];
    expect(starts({ start: time('20260105T090000'), rules })).toEqual(days);
    expect(starts({ start: time('20260105T090000'), rules: rules.toReversed() })).toEqual(days);
    // DTSTART counts once, as neither rule gives it.
    expect(starts({ start: time('20260104T090000'), rules })).toEqual([
      '20260104T090000',
      '20260105T090000',
      '20260106T090000',
      '20260113T090000',
    ]);
  });

  it("includes the whole day of an UNTIL that is a date, in the event's zone", () => {
    const until = (timeZone: string) =>
      starts({ start: time('20260105T220000', timeZone), rules: ['FREQ=DAILY;UNTIL=20260107'] });
    for (const timeZone of [NEW_YORK, 'Asia/Tokyo', 'UTC'])
      expect(until(timeZone)).toEqual(['20260105T220000', '20260106T220000', '20260107T220000']);
  });

  it('unites rules and dates, and removes exceptions', () => {
    const item: RecurringItem = {
      start: time('20260105T090000', 'Europe/Berlin'),
      rules: ['FREQ=WEEKLY;COUNT=3', 'FREQ=MONTHLY;BYMONTHDAY=6;COUNT=2'],
      exceptionRules: ['FREQ=WEEKLY;INTERVAL=2;COUNT=2'],
      rdates: [
        time('20260110T120000', 'Europe/Berlin'),
        { ...time('20260111T120000Z'), end: time('20260111T133000Z') },
        time('20260112T080000Z'),
      ],
      exdates: [time('20260206T080000Z')],
    };
    const found = expand(item);
    expect(found.map(({ local }) => formatLocal(local, false))).toEqual([
      '20260106T090000',
      '20260110T120000',
      '20260111T130000',
      '20260112T090000',
    ]);
    expect(found[2]?.endsAt).toBe(Date.parse('2026-01-11T13:30:00Z'));
  });
  it('removes a whole day for an EXDATE that is a date', () => {
    const item = {
      start: time('20260105T090000', NEW_YORK),
      rules: ['FREQ=DAILY;COUNT=3'],
      exdates: [time('20260106')],
    };
    expect(starts(item)).toEqual(['20260105T090000', '20260107T090000']);
  });
  it('moves changed occurrences and leaves out cancelled ones', () => {
    const item: RecurringItem = {
      start: time('20260105T090000', NEW_YORK),
      rules: ['FREQ=DAILY;COUNT=4'],
      overrides: [
        { recurrenceId: time('20260106T090000', NEW_YORK), start: time('20260110T150000', NEW_YORK) },
        { recurrenceId: time('20260107T140000Z'), start: time('20260107T140000Z'), isCancelled: true },
      ],
    };
    expect(starts(item)).toEqual(['20260105T090000', '20260108T090000', '20260110T150000']);
    const moved = expand(item).at(-1);
    expect(moved).toMatchObject({ override: 0, originallyAt: Date.parse('2026-01-06T14:00:00Z') });
    expect(expand(item, { from: Date.parse('2026-01-10T00:00:00Z') })).toHaveLength(1);
    expect(
      expand(item, { from: Date.parse('2026-01-06T00:00:00Z'), to: Date.parse('2026-01-07T00:00:00Z') }),
    ).toEqual([]);
  });
  it('moves this and all later ones', () => {
    const item: RecurringItem = {
      start: time('20260306T090000', NEW_YORK),
      rules: ['FREQ=DAILY;COUNT=5'],
      overrides: [
        {
          recurrenceId: time('20260308T090000', NEW_YORK),
          start: time('20260308T103000', NEW_YORK),
          isThisAndFuture: true,
        },
      ],
    };
    expect(starts(item)).toEqual([
      '20260306T090000',
      '20260307T090000',
      '20260308T103000',
      '20260309T103000',
      '20260310T103000',
    ]);
    const from = Date.parse('2026-03-09T14:00:00Z');
    expect(starts(item, { from, limit: 1 })).toEqual(['20260309T103000']);
  });
  it('ends an endless rule at a cancelled future', () => {
    const cancelled = time('20260308T090000', NEW_YORK);
    const item: RecurringItem = {
      start: time('20260306T090000', NEW_YORK),
      rules: ['FREQ=DAILY'],
      overrides: [{ recurrenceId: cancelled, start: cancelled, isCancelled: true, isThisAndFuture: true }],
    };
    expect(starts(item)).toEqual(['20260306T090000', '20260307T090000']);
  });
  it('ends all-day events on the day of UNTIL, in any zone', () => {
    const item = { start: time('20260101'), rules: ['FREQ=DAILY;UNTIL=20260103T000000Z'] };
    expect(starts(item, { floatingTimeZone: NEW_YORK })).toEqual(['20260101', '20260102', '20260103']);
  });
  it('reads floating times in the requested zone', () => {
    const found = expand({ start: time('20260101T090000') }, { floatingTimeZone: 'Asia/Tokyo' });
    expect(found[0]?.startsAt).toBe(Date.parse('2026-01-01T00:00:00Z'));
  });
  it('applies every part of a yearly rule', () => {
    const yearly = (rule: string) =>
      starts({ start: time('20260101'), rules: [rule] }, { limit: 5, startOccurs: 'by-rule' });
    expect(yearly('FREQ=YEARLY;BYDAY=SU,2MO')).toEqual([
      '20260104',
      '20260111',
      '20260112',
      '20260118',
      '20260125',
    ]);
    expect(yearly('FREQ=YEARLY;BYYEARDAY=100;BYDAY=FR')).toEqual([
      '20260410',
      '20320409',
      '20370410',
      '20430410',
      '20540410',
    ]);
    expect(yearly('FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=13;COUNT=3')).toEqual([
      '20260513',
      '20300513',
      '20310513',
    ]);
    const week52 = { start: time('20220101'), rules: ['FREQ=YEARLY;BYWEEKNO=52;BYDAY=SU'] };
    expect(starts(week52, { from: Date.parse('2023-01-01'), limit: 2 })).toEqual(['20230101', '20231231']);
    expect(yearly('FREQ=YEARLY;BYDAY=SU,2MO;BYSETPOS=-1;UNTIL=20280601')).toEqual(['20261227', '20271226']);
  });
  it('omits or moves dates that a month lacks (RFC 7529)', () => {
    const monthly = (skip: string) =>
      starts({
        start: time('20260131T090000'),
        rules: [`RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=${skip};COUNT=3`],
      });
    expect(monthly('OMIT')).toEqual(['20260131T090000', '20260331T090000', '20260531T090000']);
    expect(monthly('BACKWARD')).toEqual(['20260131T090000', '20260228T090000', '20260331T090000']);
    expect(monthly('FORWARD')).toEqual(['20260131T090000', '20260301T090000', '20260331T090000']);
    const skipping = (rule: string) =>
      starts(
        { start: time('20260102'), rules: [`RSCALE=GREGORIAN;${rule}`] },
        { limit: 3, startOccurs: 'by-rule' },
      );
    expect(skipping('FREQ=MONTHLY;BYMONTHDAY=30;SKIP=BACKWARD')).toEqual([
      '20260130',
      '20260228',
      '20260330',
    ]);
    expect(skipping('FREQ=MONTHLY;BYMONTHDAY=30;SKIP=FORWARD')).toEqual(['20260130', '20260301', '20260330']);
    expect(skipping('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31;SKIP=FORWARD')).toEqual([
      '20260131',
      '20260501',
      '20260731',
    ]);
    expect(skipping('FREQ=MONTHLY;INTERVAL=6;BYMONTH=2;BYMONTHDAY=31;SKIP=FORWARD')).toEqual([]);
    expect(skipping('FREQ=MONTHLY;BYMONTHDAY=29;BYDAY=SU;SKIP=FORWARD')).toEqual([
      '20260301',
      '20260329',
      '20261129',
    ]);
    expect(skipping('FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=30,31;SKIP=FORWARD')).toEqual([
      '20260430',
      '20260501',
      '20270430',
    ]);
    expect(skipping('FREQ=MONTHLY;BYMONTHDAY=29;BYDAY=SA;SKIP=BACKWARD')).toEqual([
      '20260228',
      '20260829',
      '20270529',
    ]);
    expect(skipping('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD')).toEqual([
      '20260228',
      '20270228',
      '20280229',
    ]);
    expect(() => skipping('FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31;SKIP=FORWARD')).toThrow(
      InvalidRecurrenceRule,
    );
  });
});

describe('hostile rules', () => {
  const sixty = Array.from({ length: 60 }, (_, i) => i).join();
  const rules: [string, ExpandQuery][] = [
    ['FREQ=SECONDLY', { from: Date.parse('2050-01-01'), to: Date.parse('2050-01-02') }],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=SECONDLY;COUNT=1000000000;BYDAY=MO', { from: Date.parse('2060-01-01') }],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=FR', {}],
    ['FREQ=HOURLY;INTERVAL=7;BYHOUR=3;BYDAY=MO', {}],
    ['FREQ=HOURLY;INTERVAL=2;BYHOUR=1', {}],
    ['FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30', {}],
    ['FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3', {}],
    ['FREQ=MONTHLY;BYMONTHDAY=8;BYSETPOS=2;RSCALE=GREGORIAN;SKIP=FORWARD', {}],
    ['FREQ=YEARLY;BYYEARDAY=1;BYMONTHDAY=31', {}],
    ['FREQ=SECONDLY;BYSETPOS=2', {}],
    ['FREQ=YEARLY;INTERVAL=999999999999999', {}],
    ['FREQ=SECONDLY;INTERVAL=999999999999999', {}],
    [
      `FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;BYMINUTE=${sixty};BYSECOND=${sixty};BYSETPOS=-1,1`,
      {},
    ],
    [`FREQ=YEARLY;BYDAY=SU,2MO;BYHOUR=0,1,2,3,4,5;BYMINUTE=${sixty};BYSECOND=${sixty};BYSETPOS=-1,1`, {}],
    [`FREQ=HOURLY;BYMINUTE=${sixty};BYSECOND=${sixty};COUNT=999999999`, { from: Date.parse('2090-01-01') }],
  ];
  it('give the first of many times at once', () => {
    const weeks = Array.from({ length: 53 }, (_, i) => i + 1).join();
    const hours = Array.from({ length: 24 }, (_, i) => i).join();
    const everySecond = `BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=${hours};BYMINUTE=${sixty};BYSECOND=${sixty}`;
    const started = process.cpuUsage();
    const item = {
      start: time('20200101T000000', NEW_YORK),
      rules: [`FREQ=YEARLY;INTERVAL=2;BYWEEKNO=${weeks};${everySecond}`],
    };
    const found = expand(item, { from: Date.parse('2026-02-01T00:00:00Z'), limit: 3 });
    expect(found.map(({ startsAt }) => startsAt - Date.parse('2026-02-01T00:00:00Z'))).toEqual([
      0, 1000, 2000,
    ]);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  it('end quickly, with a result or a clear error', () => {
    for (const [rule, query] of rules) {
      const started = process.cpuUsage();
      const outcome = getOutcome(() =>
        expand({ start: time('20200101T000000', NEW_YORK), rules: [rule] }, query),
      );
      expect(outcome === 'answered' || outcome instanceof RecurrenceTooCostly, `rule ${rule}`).toBe(true);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000, `${rule}: milliseconds`).toBeLessThan(2500);
    }
  });
  it('stop at the end of the calendar', () => {
    expect(starts({ start: time('99991230T000000'), rules: ['FREQ=DAILY'] })).toEqual([
      '99991230T000000',
      '99991231T000000',
    ]);
    expect(starts({ start: time('99970902T090000'), rules: ['FREQ=YEARLY;COUNT=5'] })).toHaveLength(3);
  });
  it('find rare occurrences', () => {
    expect(
      starts(
        { start: time('20200101T000000'), rules: ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'] },
        { limit: 2, startOccurs: 'by-rule' },
      ),
    ).toEqual(['20440229T000000', '20720229T000000']);
  });
  it('list many occurrences, and distant ones', () => {
    const start = time('20200101T090000', NEW_YORK);
    const expandRule = (rule: string, query: ExpandQuery = {}) => expand({ start, rules: [rule] }, query);
    for (const rule of [
      'FREQ=DAILY;COUNT=20000',
      'FREQ=HOURLY;COUNT=20000',
      'FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=20000',
    ])
      expect(expandRule(rule).length, `rule ${rule}`).toBe(20_000);
    expect(expandRule('FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1;COUNT=5000')).toHaveLength(5000);
    const [from, to] = [Date.parse('2070-01-01T05:00:00Z'), Date.parse('2071-01-01T05:00:00Z')];
    expect(expandRule('FREQ=DAILY;COUNT=20000', { from, to })).toHaveLength(365);
    const [year9000, nextDay] = [Date.parse('9000-01-01T05:00:00Z'), Date.parse('9000-01-02T05:00:00Z')];
    expect(expandRule('FREQ=MINUTELY', { from: year9000, to: nextDay })).toHaveLength(1440);
    expect(expandRule('FREQ=SECONDLY', { from: year9000, to: nextDay })).toHaveLength(86_400);
  });
  it('are rejected if they are invalid', () => {
    for (const rule of [
      '',
      'FREQ=FOO',
      'BYDAY=MO',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;COUNT=-1',
      'FREQ=DAILY;BYMONTH=13',
      'FREQ=DAILY;BYDAY=XX',
      'FREQ=DAILY;UNTIL=20260230',
      'FREQ=DAILY;BYMONTHDAY=0',
      'garbage',
      'FREQ=YEARLY;BYDAY=99MO',
      `FREQ=DAILY;BYHOUR=${'1,'.repeat(5000)}1`,
    ]) {
      expect(() => parseRule(rule), `rule ${rule}`).toThrow(InvalidRecurrenceRule);
    }
  });
});

describe('conformance', () => {
  interface Row {
    id: string;
    dtstart: string;
    tz: string | null;
    rrule: string;
    expected: string[];
    finite: boolean;
    ambiguous: boolean;
  }
  const shared = sharedPath('recurrence', 'rules.jsonl');
  const file = shared ?? new URL('../../fixtures/rules.jsonl', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const clear = rows.filter((row) => !row.ambiguous);
  it(`follows ${clear.length} rules`, () => {
    if (!shared) console.info('recurrence: shared rules are absent, only our own were run');
    for (const row of clear) {
      const limit = row.expected.length + (row.finite ? 5 : 0);
      const item = { start: time(row.dtstart, row.tz), rules: [row.rrule] };
      const found = expand(item, { limit, startOccurs: 'by-rule' }).map(({ local }) =>
        formatLocal(local, row.expected[0]?.length === 8),
      );
      expect(found, `${row.id} ${row.rrule}`).toEqual(row.expected);
    }
  });
});

function getOutcome(action: () => unknown): unknown {
  try {
    action();
    return 'answered';
  } catch (error) {
    return error;
  }
}
