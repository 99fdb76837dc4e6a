import type { EventChange } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import type { EventTime } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
import { expandOccurrences } from '../model/occurrences.ts';
import { readRemoteEvent, toRemoteEvent } from '../model/remote-event.ts';
import { planEventChange, planEventRemoval } from './edit.ts';

const HOME = 'Europe/Berlin';
const window = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2027, 11, 1) };
const timed = (at: string, timeZone = HOME): EventTime => ({ at, timeZone });
const day = (at: string): EventTime => ({ at, timeZone: null });

function series(rule: string, start: EventTime, end: EventTime): EventRecord[] {
  return [
    {
      id: 'master',
      calendarId: 'calendar',
      uid: 'series',
      recurrenceId: null,
      sequence: 0,
      title: 'Choir',
      description: '',
      location: '',
      status: 'confirmed',
      isBusy: !start.timeZone,
      isAllDay: start.timeZone === null,
      start,
      end,
      recurrence: { rules: [rule], exceptionRules: [], rdates: [], exdates: [] },
      details: {},
      zoneDefinition: null,
      source: null,
      version: 1,
    },
  ];
}

/** The occurrences of all calendar objects. */
function shown(calendarObjects: readonly (readonly EventRecord[])[], home = HOME): string[] {
  return calendarObjects
    .flatMap((calendarObject) =>
      expandOccurrences(calendarObject, window, home).occurrences.map(({ eventId, startsAt }) => {
        const { title, location } = calendarObject.find(({ id }) => id === eventId) as EventRecord;
        return `${new Date(startsAt).toISOString().slice(0, 16)} ${title}${location && ` @ ${location}`}`;
      }),
    )
    .sort();
}

const listRecords = (edit: ReturnType<typeof planEventChange>) =>
  edit.calendarObjects.map(({ records }) => records);

/** Applies the edits one after the other, each to the series or to one of its overrides. */
function edited(calendarObject: readonly EventRecord[], ...changes: readonly Partial<EventChange>[]) {
  return changes.reduce<readonly (readonly EventRecord[])[]>(
    (calendarObjects, change) =>
      calendarObjects.flatMap((records, part) =>
        part === calendarObjects.length - 1
          ? listRecords(
              planEventChange(records, records[0]?.id ?? '', change as EventChange, {
                homeTimeZone: HOME,
                isConnected: false,
              }),
            )
          : [records],
      ),
    [calendarObject],
  );
}

const mondays = () =>
  series('FREQ=WEEKLY;BYDAY=MO;COUNT=3', timed('20270315T090000'), timed('20270315T100000'));
const [FIRST, SECOND] = ['2027-03-15T08:00:00.000Z', '2027-03-22T08:00:00.000Z'];

describe('a series with a changed instance', () => {
  it('passes on what was not changed in it', () => {
    const calendarObjects = edited(
      mondays(),
      { scope: 'this', recurrenceId: SECOND, title: 'Rehearsal' },
      { scope: 'all', startsAt: '2027-03-15T09:30:00Z', endsAt: '2027-03-15T10:30:00Z' },
      { scope: 'all', location: 'Hall' },
    );
    expect(shown(calendarObjects)).toEqual([
      '2027-03-15T09:30 Choir @ Hall',
      '2027-03-22T09:30 Rehearsal @ Hall',
      '2027-03-29T08:30 Choir @ Hall',
    ]);
  });

  it('leaves a moved instance where it is', () => {
    const calendarObjects = edited(
      mondays(),
      {
        scope: 'this',
        recurrenceId: SECOND,
        startsAt: '2027-03-24T08:00:00Z',
        endsAt: '2027-03-24T09:00:00Z',
      },
      { scope: 'all', startsAt: '2027-03-16T08:00:00Z', endsAt: '2027-03-16T09:00:00Z' },
    );
    expect(shown(calendarObjects).map((line) => line.slice(0, 10))).toEqual([
      '2027-03-16',
      '2027-03-24',
      '2027-03-30',
    ]);
  });

  it.each(['following', 'all'] as const)('changes that instance too if %s is given', (scope) => {
    const calendarObjects = edited(
      mondays(),
      {
        scope: 'this',
        recurrenceId: SECOND,
        startsAt: '2027-03-22T12:00:00Z',
        endsAt: '2027-03-22T13:00:00Z',
        location: 'Attic',
      },
      {
        scope,
        recurrenceId: SECOND,
        startsAt: '2027-03-22T12:45:00Z',
        endsAt: '2027-03-22T13:45:00Z',
        location: 'Hall',
      },
    );
    expect(shown(calendarObjects).slice(1)).toEqual([
      '2027-03-22T12:45 Choir @ Hall',
      '2027-03-29T11:45 Choir @ Hall',
    ]);
  });

  it('drops an override that no longer differs', () => {
    const [calendarObject] = edited(
      mondays(),
      { scope: 'this', recurrenceId: SECOND, title: 'Rehearsal' },
      { scope: 'all', title: 'Band' },
    );
    expect(calendarObject).toHaveLength(1);
  });

  it('loses it with a rule that does not include it', () => {
    const calendarObjects = edited(
      mondays(),
      { scope: 'this', recurrenceId: SECOND, title: 'Rehearsal' },
      { scope: 'all', recurrenceRule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' },
    );
    expect(shown(calendarObjects)).toEqual(['2027-03-15T08:00 Choir', '2027-03-29T07:00 Choir']);
  });

  it.each([
    ['days', { startsOn: '2027-03-15', endsOn: '2027-03-16' }],
    ['another zone', { startsAt: FIRST, endsAt: '2027-03-15T09:00:00Z', timeZone: 'America/New_York' }],
    ['the evening before', { startsAt: '2027-03-14T20:00:00Z', endsAt: '2027-03-14T21:00:00Z' }],
  ])('keeps it once, and deleted ones deleted, as one of %s', (_what, times) => {
    const renamed = edited(mondays(), { scope: 'this', recurrenceId: SECOND, title: 'Rehearsal' });
    const thinned = listRecords(
      planEventRemoval(
        renamed[0] ?? [],
        'master',
        { scope: 'this', recurrenceId: '2027-03-29T07:00:00.000Z' },
        { homeTimeZone: HOME },
      ),
    );
    const calendarObjects = edited(thinned[0] ?? [], { scope: 'all', recurrenceId: FIRST, ...times });
    expect(shown(calendarObjects).map((line) => line.slice(16))).toEqual([' Choir', ' Rehearsal']);
  });

  it('finds it where the last Friday was moved to a Thursday of another week', () => {
    // The last Thursday of September 2027 is the 30th, six days after the last Friday.
    const calendarObject = series(
      'FREQ=MONTHLY;BYDAY=-1FR',
      timed('20270129T090000'),
      timed('20270129T100000'),
    );
    const calendarObjects = edited(
      calendarObject,
      { scope: 'this', recurrenceId: '2027-09-24T07:00:00.000Z', title: 'Party' },
      { scope: 'all', startsAt: '2027-01-28T08:00:00Z', endsAt: '2027-01-28T09:00:00Z' },
    );
    const september = shown(calendarObjects).filter((line) => line.startsWith('2027-09'));
    expect(september).toEqual(['2027-09-30T07:00 Party']);
  });
});

describe('a series that is moved', () => {
  it('shifts its weekday with its new zone', () => {
    const calendarObject = series(
      'FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      timed('20270118T233000'),
      timed('20270118T235900'),
    );
    const calendarObjects = edited(calendarObject, {
      scope: 'all',
      startsAt: '2027-01-18T22:30:00Z',
      endsAt: '2027-01-18T22:59:00Z',
      timeZone: 'Asia/Tokyo',
    });
    expect(shown(calendarObjects)).toEqual(['2027-01-18T22:30 Choir', '2027-01-25T22:30 Choir']);
  });

  it('moves to the day that the user saw, not that of its zone', () => {
    const calendarObject = series(
      'FREQ=WEEKLY;BYDAY=TU;COUNT=2',
      timed('20270119T200000', 'America/New_York'),
      timed('20270119T210000', 'America/New_York'),
    );
    const [records] = edited(calendarObject, { scope: 'all', startsOn: '2027-01-20', endsOn: '2027-01-21' });
    expect(records?.[0]).toMatchObject({
      start: day('20270120'),
      end: day('20270121'),
      recurrence: { rules: ['FREQ=WEEKLY;BYDAY=WE;COUNT=2'] },
    });
  });

  it('keeps its hour after a day that skips it', () => {
    const calendarObject = series('FREQ=DAILY;COUNT=4', timed('20270327T023000'), timed('20270327T030000'));
    const calendarObjects = edited(calendarObject, {
      scope: 'following',
      recurrenceId: '2027-03-28T01:30:00.000Z',
      location: 'Hall',
    });
    expect(shown(calendarObjects).map((line) => line.slice(0, 16))).toEqual([
      '2027-03-27T01:30',
      '2027-03-28T01:30',
      '2027-03-29T00:30',
      '2027-03-30T00:30',
    ]);
  });
});

describe('a series with several times a day', () => {
  const daily = (rule: string) => series(rule, timed('20270315T100000'), timed('20270315T103000'));
  const moved = (rule: string, minutes: number) =>
    edited(daily(rule), {
      scope: 'all',
      startsAt: new Date(Date.UTC(2027, 2, 15, 9, minutes)).toISOString(),
      endsAt: new Date(Date.UTC(2027, 2, 15, 9, 30 + minutes)).toISOString(),
    });

  it.each([
    ['hours', 'FREQ=DAILY;BYHOUR=10,14;COUNT=3', 60, 'FREQ=DAILY;BYHOUR=11,15;COUNT=3'],
    ['minutes within the hour', 'FREQ=DAILY;BYHOUR=10,14;COUNT=3', 20, 'FREQ=DAILY;BYHOUR=10,14;COUNT=3'],
    [
      'hours and a minute',
      'FREQ=DAILY;BYHOUR=10,14;BYMINUTE=0;COUNT=3',
      90,
      'FREQ=DAILY;BYHOUR=11,15;BYMINUTE=30;COUNT=3',
    ],
  ])('moves all of them by %s', (_what, rule, minutes, expected) => {
    const calendarObjects = moved(rule, minutes);
    expect(calendarObjects[0]?.[0]?.recurrence?.rules).toEqual([expected]);
    const later = (text: string) => new Date(Date.parse(`${text.slice(0, 16)}Z`) + minutes * MINUTE_MS);
    expect(shown(calendarObjects)).toEqual(
      shown([daily(rule)]).map((text) => `${later(text).toISOString().slice(0, 16)} Choir`),
    );
  });

  it.each([
    ['over midnight', 'FREQ=DAILY;BYHOUR=10,20;COUNT=3', 300],
    ['to minutes that not all of its hours have', 'FREQ=DAILY;BYHOUR=10,14;BYMINUTE=0,30;COUNT=3', 45],
  ])('is not moved %s, because no rule can express it', (_where, rule, minutes) => {
    expect(() => moved(rule, minutes)).toThrow(/cannot all be moved this way/);
  });
});

describe('an event that ends in another zone than it starts in', () => {
  const end = timed('20270315T070000', 'America/New_York');
  const flight = () => series('FREQ=WEEKLY;COUNT=3', timed('20270315T100000'), end);

  it('keeps both zones when it is moved, and so does an instance of it', () => {
    const times = { startsAt: '2027-03-22T10:00:00Z', endsAt: '2027-03-22T12:30:00Z' };
    const [[all] = []] = edited(flight(), {
      scope: 'all',
      recurrenceId: '2027-03-22T09:00:00.000Z',
      ...times,
    });
    expect(all).toMatchObject({
      start: timed('20270315T110000'),
      end: timed('20270315T083000', 'America/New_York'),
    });
    const [[, one] = []] = edited(flight(), {
      scope: 'this',
      recurrenceId: '2027-03-22T09:00:00.000Z',
      ...times,
    });
    expect(one).toMatchObject({
      start: timed('20270322T110000'),
      end: timed('20270322T083000', 'America/New_York'),
    });
    const [[, renamed] = []] = edited(flight(), {
      scope: 'this',
      recurrenceId: '2027-03-22T09:00:00.000Z',
      title: 'Late',
    });
    expect(renamed?.end).toEqual(timed('20270322T070000', 'America/New_York'));
  });
});

it('an instance with its own length keeps it when it is renamed', () => {
  const [master, ...others] = mondays();
  const rdate = { ...timed('20270317T120000'), end: timed('20270317T123000') };
  const recurrence = { rules: [], exceptionRules: [], exdates: [], ...master?.recurrence, rdates: [rdate] };
  const calendarObject = [{ ...(master as EventRecord), recurrence }, ...others];
  const [[, one] = []] = edited(calendarObject, {
    scope: 'this',
    recurrenceId: '2027-03-17T11:00:00.000Z',
    title: 'Short',
  });
  expect(one?.end).toEqual(timed('20270317T123000'));
});

describe('an instance that differs in kind from its series', () => {
  const days = () => series('FREQ=DAILY;COUNT=3', day('20270315'), day('20270316'));

  it('is identified by its day if it has hours in a series of days, also after a sync', () => {
    const [calendarObject = []] = edited(days(), {
      scope: 'this',
      recurrenceId: '2027-03-16',
      startsAt: '2027-03-16T12:00:00Z',
      endsAt: '2027-03-16T13:00:00Z',
    });
    const back = calendarObject.flatMap(
      (record) =>
        readRemoteEvent(toRemoteEvent(record, HOME), {
          id: record.id,
          calendarId: 'calendar',
          homeTimeZone: HOME,
        }) ?? [],
    );
    expect(back.map(({ recurrenceId }) => recurrenceId)).toEqual([null, '2027-03-16']);
    expect(shown([back])).toEqual(shown([calendarObject]));
  });

  it('is the same day for each user if it is a day in a series of hours', () => {
    const calendarObjects = edited(mondays(), {
      scope: 'this',
      recurrenceId: SECOND,
      startsOn: '2027-03-22',
      endsOn: '2027-03-23',
    });
    expect(shown(calendarObjects, 'America/New_York')).toContain('2027-03-22T04:00 Choir');
    expect(shown(calendarObjects)).toContain('2027-03-21T23:00 Choir');
  });
});

describe('events with the same UID without a series', () => {
  /** Invitations to two instances of a series that is not here, or whose rule cannot be read. */
  const [single, tuesday, friday] = [
    {},
    { id: 'tuesday', recurrenceId: '2027-03-16T08:00:00.000Z' },
    { id: 'friday', recurrenceId: '2027-03-19T08:00:00.000Z' },
  ].map((own) => ({ ...(mondays()[0] as EventRecord), recurrence: null, ...own }));
  const context = { homeTimeZone: HOME, isConnected: true };

  it.each([
    ['two instances', [tuesday, friday]],
    ['an event and an instance', [single, friday]],
  ])('stay when one of them is changed or deleted: %s', (_name, records) => {
    const calendarObject = records as EventRecord[];
    const [changed, other] = calendarObject as [EventRecord, EventRecord];
    const aim = changed.recurrenceId === null ? {} : { recurrenceId: changed.recurrenceId };
    for (const scope of ['this', 'following', 'all'] as const) {
      const edit = planEventChange(
        calendarObject,
        changed.id,
        { title: 'Rehearsal', scope, ...aim },
        context,
      );
      expect(listRecords(edit)).toEqual([
        [expect.objectContaining({ id: changed.id, title: 'Rehearsal' }), other],
      ]);
      expect(edit.eventId).toBe(changed.id);
      const removal = planEventRemoval(calendarObject, changed.id, { scope, ...aim }, context);
      expect(listRecords(removal)).toEqual([[other]]);
    }
  });
});
