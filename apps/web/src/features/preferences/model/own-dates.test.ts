import { describe, expect, it } from 'vitest';
import {
  daysLeft,
  findProblems,
  formatHours,
  newDraft,
  toDates,
  toDraft,
  toGroups,
  withFirstDay,
} from './own-dates.ts';

const off = (date: string) => ({ date, work: [], personal: null });
const evening: [string, string][] = [['18:00', '24:00']];

describe('dates with special hours', () => {
  it('are merged if they are consecutive with the same hours, over the end of a month and year', () => {
    const overrides = [
      off('2027-01-01'),
      off('2026-11-20'),
      off('2026-12-30'),
      off('2026-12-31'),
      { date: '2027-01-02', work: evening, personal: null },
      { date: '2027-01-04', work: evening, personal: null },
    ];
    expect(toGroups(overrides, '2026-11-21').map(({ from, until }) => [from, until])).toEqual([
      ['2026-12-30', '2027-01-01'],
      ['2027-01-02', '2027-01-02'],
      ['2027-01-04', '2027-01-04'],
    ]);
  });

  it('keep their number when the first one moves, even while its year is typed', () => {
    const draft = toDraft({ from: '2026-12-30', until: '2027-01-02', work: [], personal: null });
    expect(withFirstDay(draft, '2026-12-24').until).toBe('2026-12-27');
    const typed = ['0002-12-30', '0020-12-30', '0202-12-30', '2027-12-30'].reduce(withFirstDay, draft);
    expect([typed.from, typed.until]).toEqual(['2027-12-30', '2028-01-02']);
    // With an emptied field the number of days is unknown.
    const emptied = withFirstDay(draft, '');
    expect(emptied.until).toBe('2027-01-02');
    expect(withFirstDay(emptied, '2027-02-01').until).toBe('2027-02-01');
  });

  it('have a description', () => {
    expect(formatHours(null)).toBe('as usual');
    expect(formatHours([])).toBe('closed');
    expect(formatHours([['09:00', '12:30'], ...evening])).toMatch(/^0?9:00.*–12:30.*, .*–.*0?0?:?00/);
  });

  it('survive a round trip through the form', () => {
    const dates = { from: '2026-12-24', until: '2026-12-26', work: [], personal: evening };
    expect(toDates(toDraft(dates))).toEqual(dates);
    expect(toDates(newDraft('2026-12-31'))).toEqual({
      from: '2027-01-01',
      until: '2027-01-01',
      work: [],
      personal: null,
    });
  });

  it.each([
    [{ from: '' }, 'from', 'Enter a date'],
    [{ until: '2026-11-21' }, 'until', 'The last day must not be before the first'],
    [{ from: '0026-12-24', until: '0026-12-24' }, 'until', 'That date is in the past'],
    [{ from: '2026-11-01', until: '2026-11-20' }, 'until', 'That date is in the past'],
    [{ until: '2027-03-01' }, 'until', 'At most 92 days at once'],
    [{ work: { choice: 'other', windows: [] } }, 'work', 'Add hours, or choose Closed'],
    [{ work: { choice: 'other', windows: [['12:00', '09:00']] } }, 'work', 'The end must be after the start'],
    [{ work: { choice: 'usual', windows: [] } }, 'personal', 'Choose other hours for one of the two'],
  ] as const)('report problems of %j', (change, field, problem) => {
    expect(findProblems({ ...newDraft('2026-11-21'), ...change }, '2026-11-21')).toEqual({
      [field]: problem,
    });
  });

  it('may have begun, and end today', () => {
    const running = { ...newDraft('2026-11-21'), from: '2026-11-16', until: '2026-11-21' };
    expect(findProblems(running, '2026-11-21')).toEqual({});
  });

  it.each([
    ['2026-12-24', '2026-12-26', []],
    ['2026-12-20', '2027-01-02', []],
    ['2027-01-01', '2027-01-01', [['2026-12-24', '2026-12-26']]],
    ['2026-12-26', '2026-12-28', [['2026-12-24', '2026-12-25']]],
    ['2026-12-22', '2026-12-24', [['2026-12-25', '2026-12-26']]],
    [
      '2026-12-25',
      '2026-12-25',
      [
        ['2026-12-24', '2026-12-24'],
        ['2026-12-26', '2026-12-26'],
      ],
    ],
  ])('moved to %s–%s free the dates outside', (from, until, left) => {
    const before = { from: '2026-12-24', until: '2026-12-26', work: [], personal: null };
    expect(daysLeft(before, { ...before, from, until }).map((days) => [days.from, days.until])).toEqual(left);
  });
});
