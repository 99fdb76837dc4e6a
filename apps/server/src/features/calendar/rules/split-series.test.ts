import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventRecurrence, EventTime } from '../model/event.ts';
import { type EventRecord, toRecurrenceId } from '../model/event-record.ts';
import { expandOccurrences } from '../model/occurrences.ts';
import { planEventChange, planEventRemoval } from './edit.ts';

const HOME = 'Europe/Berlin';
const context = { homeTimeZone: HOME, isConnected: true };
const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2028, 11, 1) };
const berlin = (at: string): EventTime => ({ at, timeZone: HOME });

function series(
  recurrence: Partial<EventRecurrence>,
  start = berlin('20261201T100000'),
  end = berlin('20261201T110000'),
): EventRecord {
  return {
    id: 'master',
    calendarId: 'calendar',
    uid: 'series',
    recurrenceId: null,
    sequence: 0,
    title: 'Choir',
    description: '',
    location: '',
    status: 'confirmed',
    isBusy: true,
    isAllDay: !start.at.includes('T'),
    start,
    end,
    recurrence: { rules: [], exceptionRules: [], rdates: [], exdates: [], ...recurrence },
    details: {},
    zoneDefinition: null,
    source: null,
    version: 1,
  };
}

interface Shown {
  readonly startsAt: number;
  readonly text: string;
}

function shown(calendarObjects: readonly (readonly EventRecord[])[]): Shown[] {
  return calendarObjects
    .flatMap((records) =>
      expandOccurrences(records, window, HOME).occurrences.map(({ eventId, startsAt, endsAt }) => ({
        startsAt,
        text: `${new Date(startsAt).toISOString().slice(0, 16)}/${new Date(endsAt).toISOString().slice(0, 16)} ${records.find(({ id }) => id === eventId)?.title}`,
      })),
    )
    .sort((a, b) => a.startsAt - b.startsAt);
}

const toTexts = (all: readonly Shown[]) => all.map(({ text }) => text);

/** Renames from an instance on. Returns the records of each part and the shown occurrences of both. */
function renamedFrom(calendarObject: readonly EventRecord[], recurrenceId: string) {
  const edit = planEventChange(
    calendarObject,
    'master',
    { scope: 'following', recurrenceId, title: 'Band' },
    context,
  );
  const parts = edit.calendarObjects.map(({ records }) => records);
  return { parts, texts: toTexts(shown(parts)) };
}

/** The expected result: no instance moves, and from `instant` on each has the new title. */
function expectedFrom(calendarObject: readonly EventRecord[], instant: number): string[] {
  return shown([calendarObject]).map(({ startsAt, text }) =>
    startsAt < instant ? text : text.replace('Choir', 'Band'),
  );
}

describe('a series that is split at an additional date (RDATE)', () => {
  const rdate = berlin('20261210T150000');
  const weekly = 'FREQ=WEEKLY;COUNT=6';
  const at = '2026-12-10T14:00:00.000Z';

  it('moves no instance, and its second part follows the rule from its next date on', () => {
    const master = series({ rules: [weekly], rdates: [berlin('20261203T150000'), rdate] });
    const { parts, texts } = renamedFrom([master], at);
    expect(texts).toEqual(expectedFrom([master], Date.parse(at)));
    const [[first] = [], [second] = []] = parts;
    expect(first?.recurrence).toEqual({
      rules: ['FREQ=WEEKLY;UNTIL=20261210T135959Z'],
      exceptionRules: [],
      rdates: [berlin('20261203T150000')],
      exdates: [],
    });
    expect(second).toMatchObject({ start: berlin('20261215T100000'), end: berlin('20261215T110000') });
    expect(second?.recurrence).toEqual({
      rules: ['FREQ=WEEKLY;COUNT=4'],
      exceptionRules: [],
      rdates: [rdate],
      exdates: [],
    });
  });

  it('moves all of the second part when the added date is moved', () => {
    const master = series({ rules: [weekly], rdates: [rdate] });
    const edit = planEventChange(
      [master],
      'master',
      {
        scope: 'following',
        recurrenceId: at,
        startsAt: '2026-12-10T14:30:00Z',
        endsAt: '2026-12-10T15:30:00Z',
      },
      context,
    );
    expect(toTexts(shown(edit.calendarObjects.map(({ records }) => records)))).toEqual([
      '2026-12-01T09:00/2026-12-01T10:00 Choir',
      '2026-12-08T09:00/2026-12-08T10:00 Choir',
      '2026-12-10T14:30/2026-12-10T15:30 Choir',
      '2026-12-15T09:30/2026-12-15T10:30 Choir',
      '2026-12-22T09:30/2026-12-22T10:30 Choir',
      '2026-12-29T09:30/2026-12-29T10:30 Choir',
      '2027-01-05T09:30/2027-01-05T10:30 Choir',
    ]);
  });

  it('starts there with a new rule', () => {
    const master = series({ rules: [weekly], rdates: [rdate] });
    const edit = planEventChange(
      [master],
      'master',
      { scope: 'following', recurrenceId: at, recurrenceRule: 'FREQ=DAILY;COUNT=2' },
      context,
    );
    expect(toTexts(shown(edit.calendarObjects.map(({ records }) => records)))).toEqual([
      '2026-12-01T09:00/2026-12-01T10:00 Choir',
      '2026-12-08T09:00/2026-12-08T10:00 Choir',
      '2026-12-10T14:00/2026-12-10T15:00 Choir',
      '2026-12-11T14:00/2026-12-11T15:00 Choir',
    ]);
  });

  it('keeps the length of the additional date', () => {
    const end = berlin('20261210T180000');
    const master = series({ rules: [weekly], rdates: [{ ...rdate, end }] });
    const { texts } = renamedFrom([master], at);
    expect(texts).toEqual(expectedFrom([master], Date.parse(at)));
    expect(texts).toContain('2026-12-10T14:00/2026-12-10T17:00 Band');
  });

  it.each([
    ['COUNT', 'FREQ=WEEKLY;COUNT=2'],
    ['UNTIL', 'FREQ=WEEKLY;UNTIL=20261208T090000Z'],
  ])('adds nothing to a rule that has ended before by %s', (_name, rule) => {
    const master = series({ rules: [rule], rdates: [rdate, berlin('20261217T150000')] });
    const { parts, texts } = renamedFrom([master], at);
    expect(texts).toEqual(expectedFrom([master], Date.parse(at)));
    expect(parts[0]?.[0]?.recurrence?.rules).toEqual([rule]);
    expect(parts[1]?.[0]?.recurrence?.rules).toEqual([]);
  });

  it('gives each part the exceptions and changed instances that belong to it', () => {
    const other = (recurrenceId: string, start: EventTime): EventRecord => ({
      ...series({}),
      id: recurrenceId,
      recurrenceId,
      recurrence: null,
      title: `Own ${recurrenceId.slice(5, 10)}`,
      start,
      end: {
        ...start,
        at: start.at.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) + 1).padStart(2, '0')}`),
      },
    });
    const master = series({
      rules: [weekly],
      rdates: [rdate],
      exdates: [berlin('20261208T100000'), berlin('20261229T100000')],
    });
    const records = [
      master,
      other('2026-12-01T09:00:00.000Z', berlin('20261201T120000')),
      other('2026-12-10T14:00:00.000Z', berlin('20261210T160000')),
      other('2026-12-22T09:00:00.000Z', berlin('20261222T120000')),
    ];
    const { parts, texts } = renamedFrom(records, at);
    expect(texts).toEqual(
      expectedFrom(records, Date.parse(at)).map((text) => text.replace(/ Own 12-(?:10|22)$/, ' Band')),
    );
    expect(parts.map((part) => part.map(({ recurrenceId }) => recurrenceId))).toEqual([
      [null, '2026-12-01T09:00:00.000Z'],
      [null, '2026-12-10T14:00:00.000Z', '2026-12-22T09:00:00.000Z'],
    ]);
    expect(parts.map(([head]) => head?.recurrence?.exdates.map(({ at: time }) => time))).toEqual([
      ['20261208T100000'],
      ['20261229T100000'],
    ]);
  });

  it('can be split again before the rule begins', () => {
    const master = series(
      { rules: ['FREQ=WEEKLY;COUNT=3'], rdates: [berlin('20261203T150000'), rdate] },
      berlin('20261215T100000'),
      berlin('20261215T110000'),
    );
    const { texts } = renamedFrom([master], at);
    expect(texts).toEqual(expectedFrom([master], Date.parse(at)));
    const whole = renamedFrom([master], '2026-12-03T14:00:00.000Z');
    expect(whole.parts).toHaveLength(1);
    const removal = planEventRemoval([master], 'master', { scope: 'following', recurrenceId: at }, context);
    expect(toTexts(shown(removal.calendarObjects.map(({ records }) => records)))).toEqual([
      '2026-12-03T14:00/2026-12-03T15:00 Choir',
    ]);
  });

  it('splits an all-day series by days', () => {
    const day = (text: string): EventTime => ({ at: text, timeZone: null });
    const master = series(
      { rules: ['FREQ=WEEKLY;COUNT=4'], rdates: [day('20261210')] },
      day('20261201'),
      day('20261202'),
    );
    const { texts } = renamedFrom([master], '2026-12-10');
    expect(texts).toEqual(expectedFrom([master], Date.parse('2026-12-09T23:00:00Z')));
  });
});

describe('splitting a series with several rules', () => {
  it('keeps the remaining count of each rule', () => {
    const master = series({
      rules: ['FREQ=DAILY;INTERVAL=2;COUNT=5'],
      exceptionRules: ['FREQ=DAILY;INTERVAL=4;COUNT=2'],
    });
    const at = '2026-12-07T09:00:00.000Z';
    expect(renamedFrom([master], at).texts).toEqual(expectedFrom([master], Date.parse(at)));
  });

  it('is refused if no second part can follow them all', () => {
    const master = series({ rules: ['FREQ=WEEKLY;COUNT=6', 'FREQ=MONTHLY;COUNT=3'] });
    expect(() => renamedFrom([master], '2026-12-15T09:00:00.000Z')).toThrow(/cannot be split/);
  });
});

it('a floating series stays as it is when its parts are read in another zone', () => {
  const floating = (at: string): EventTime => ({ at, timeZone: null });
  const master = series(
    { rules: ['FREQ=DAILY;COUNT=6'] },
    floating('20261201T070000'),
    floating('20261201T073000'),
  );
  const { parts } = renamedFrom([master], '2026-12-04T06:00:00.000Z');
  const startsIn = (zone: string, calendarObjects: readonly (readonly EventRecord[])[]) =>
    calendarObjects
      .flatMap((records) =>
        expandOccurrences(records, window, zone).occurrences.map(({ startsAt }) => startsAt),
      )
      .sort((a, b) => a - b);
  for (const zone of [HOME, 'Asia/Tokyo', 'America/New_York'])
    expect(startsIn(zone, parts)).toEqual(startsIn(zone, [[master]]));
});

it('no split of any series moves an instance', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((date) => String(date).padStart(2, '0'));
  const time = fc
    .tuple(fc.constantFrom('202612', '202701', '202703'), day, fc.constantFrom('020000', '100000', '150000'))
    .map(([month, date, hour]) => berlin(`${month}${date}T${hour}`));
  const rule = fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('', ';COUNT=1', ';COUNT=4', ';COUNT=9', ';UNTIL=20270110T090000Z'),
      fc.constantFrom('', ';BYDAY=TU,TH', ';BYHOUR=2,10'),
    )
    .map(([frequency, interval, end, by]) => `FREQ=${frequency};INTERVAL=${interval}${end}${by}`);
  fc.assert(
    fc.property(
      rule,
      time,
      fc.uniqueArray(time, { maxLength: 3, selector: ({ at }) => at }),
      fc.uniqueArray(time, { maxLength: 3, selector: ({ at }) => at }),
      fc.nat(),
      (text, start, rdates, exdates, position) => {
        const end = {
          ...start,
          at: start.at.replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) + 1).padStart(2, '0')}`),
        };
        const master = series({ rules: [text], rdates, exdates }, start, end);
        const all = shown([[master]]);
        const chosen = all[position % Math.min(all.length, 12)];
        if (!chosen) return;
        const id = toRecurrenceId(chosen.startsAt, false, HOME);
        expect(renamedFrom([master], id).texts).toEqual(expectedFrom([master], chosen.startsAt));
        const removal = planEventRemoval(
          [master],
          'master',
          { scope: 'following', recurrenceId: id },
          context,
        );
        expect(toTexts(shown(removal.calendarObjects.map(({ records }) => records)))).toEqual(
          toTexts(all.filter(({ startsAt }) => startsAt < chosen.startsAt)),
        );
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);
