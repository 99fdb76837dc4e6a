import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuickAdd, type QuickAdd } from './index.ts';

/** Wednesday 4 March 2026, 11:00 in Berlin. */
const NOW = Date.parse('2026-03-04T10:00:00Z');
const berlin = { now: NOW, timeZone: 'Europe/Berlin' };

/** Tested separately. */
const OTHER_FIELDS: readonly string[] = ['tokens', 'hours', 'timeOfDay', 'doubt', 'choices', 'firstOn'];

/** The result without absent fields. */
function said(text: string, options = berlin): Partial<QuickAdd> {
  return Object.fromEntries(
    Object.entries(parseQuickAdd(text, options)).filter(
      ([name, value]) =>
        !OTHER_FIELDS.includes(name) &&
        value !== null &&
        value !== false &&
        !(name === 'dueKind' && value === 'soft'),
    ),
  );
}

const rangeIn = (text: string, part: string) => ({
  from: text.indexOf(part),
  to: text.indexOf(part) + part.length,
});

describe('a typed line', () => {
  it.each<[string, Partial<QuickAdd>]>([
    [
      'Report ~2h #work p1 by Fri !hard every week',
      {
        title: 'Report',
        durationMinutes: 120,
        project: 'work',
        priority: 1,
        dueOn: '2026-03-06',
        dueKind: 'hard',
        recurrenceRule: 'FREQ=WEEKLY',
      },
    ],
    [
      'Call the plumber 20 min tomorrow',
      { title: 'Call the plumber', durationMinutes: 20, dueOn: '2026-03-05' },
    ],
    [
      'Gym 1 h three times a week',
      {
        title: 'Gym',
        durationMinutes: 60,
        recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
        hasFlexibleDays: true,
      },
    ],
    [
      'Taxes 6 h by 30 Nov, chunks of 1 h',
      { title: 'Taxes', durationMinutes: 360, chunkMinutes: 60, isSplittable: true, dueOn: '2026-11-30' },
    ],
    [
      'Taxes 6h split by 30 Nov',
      { title: 'Taxes', durationMinutes: 360, isSplittable: true, dueOn: '2026-11-30' },
    ],
    ['Banana split 1h', { title: 'Banana split', durationMinutes: 60 }],
    [
      'Finish the report, 3 h, by Friday',
      { title: 'Finish the report', durationMinutes: 180, dueOn: '2026-03-06' },
    ],
    ['Pay rent every month on the 1st', { title: 'Pay rent', recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=1' }],
    [
      'Standup notes daily 15m',
      { title: 'Standup notes', durationMinutes: 15, recurrenceRule: 'FREQ=DAILY' },
    ],
    ['Water plants every other day', { title: 'Water plants', recurrenceRule: 'FREQ=DAILY;INTERVAL=2' }],
    ['Review PR in 2 days p2', { title: 'Review PR', dueOn: '2026-03-06', priority: 2 }],
    ['Send invoice tomorrow 5pm', { title: 'Send invoice', takesPlaceAt: '2026-03-05T16:00:00Z' }],
    [
      'Meeting notes (30 min) #ops/team',
      { title: 'Meeting notes', durationMinutes: 30, project: 'ops/team' },
    ],
    ['Buy milk, eggs, bread tomorrow', { title: 'Buy milk, eggs, bread', dueOn: '2026-03-05' }],
    ['Milk, tomorrow, eggs', { title: 'Milk, eggs', dueOn: '2026-03-05' }],
    ['tomorrow call Bob at 5pm', { title: 'call Bob', takesPlaceAt: '2026-03-05T16:00:00Z' }],
    [
      'Thesis from 1 Dec until 5 Dec 2h30 priority 3',
      {
        title: 'Thesis',
        durationMinutes: 150,
        startsOn: '2026-12-01',
        startAfter: '2026-11-30T23:00:00Z',
        dueOn: '2026-12-05',
        priority: 3,
      },
    ],
    [
      'Weekly report every Friday until 1 June',
      { title: 'Weekly report', recurrenceRule: 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20260601' },
    ],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('lines with a clock time', () => {
  it.each<[string, string | null]>([
    ['dentist on 2 December at 9:30', '2026-12-02T08:30:00Z'],
    ['dentist at 9:30 on 2 December', '2026-12-02T08:30:00Z'],
    ['tomorrow call Bob at 5pm', '2026-03-05T16:00:00Z'],
    ['Lunch Friday @ noon', '2026-03-06T11:00:00Z'],
    ['Gym 2-3pm tomorrow', '2026-03-05T13:00:00Z'],
    ['Gym 2-3pm tomorrow 1h', '2026-03-05T13:00:00Z'],
    ['Send invoice tomorrow 5pm', '2026-03-05T16:00:00Z'],
    // The first of a repetition.
    ['Standup every day at 9:30', '2026-03-05T08:30:00Z'],
    // Deadlines, windows, parts of a day, and tasks without a single time.
    ['Report by Friday at 5pm', null],
    ['Call Ann not before Friday at 9:30', null],
    ['Read at night tomorrow', null],
    ['Gym 2-5pm tomorrow 1h', null],
    ['Paint on Friday at 9:30 4 h, chunks of 1 h', null],
    ['Drive to Rome on Friday at 9:30 30 h', null],
    ['Report tomorrow', null],
  ])('%s', (text, instant) => {
    expect(parseQuickAdd(text, berlin).takesPlaceAt).toBe(instant);
  });
});

describe('durations', () => {
  it.each<[string, number]>([
    ['Read 1h30', 90],
    ['x 1h 30m', 90],
    ['x 1 h and 15 min', 75],
    ['90min', 90],
    ['x 2.5h', 150],
    ['x 2,5 hours', 150],
    ['x 1½ h', 90],
    ['x 1 1/2 h', 90],
    ['x 1:45h', 105],
    ['half an hour', 30],
    ['x for a quarter of an hour', 15],
    ['x an hour and a half', 90],
    ['x two hours', 120],
    ['x takes 45 minutes', 45],
  ])('%s', (text, minutes) => {
    expect(parseQuickAdd(text, berlin).durationMinutes).toBe(minutes);
  });

  it.each<[string, string, string]>([
    ['Archive 400h', 'Archive', '400h'],
    ['Nothing 0h today', 'Nothing', '0h'],
    ['Wait 0 min', 'Wait', '0 min'],
    ['Wait for 99999 hours', 'Wait', 'for 99999 hours'],
    ['Taxes in chunks of 200 h', 'Taxes', 'in chunks of 200 h'],
  ])('%s is out of range: neither a length nor a part of the title', (text, title, problem) => {
    expect(parseQuickAdd(text, berlin)).toMatchObject({
      title,
      durationMinutes: null,
      chunkMinutes: null,
      tokens: expect.arrayContaining([{ kind: 'problem', ...rangeIn(text, problem), text: problem }]),
    });
  });

  it('asks whether a late hour before a day is a length or a time', () => {
    const { choices } = parseQuickAdd('Call the plumber 19h friday', berlin);
    expect(choices.map(({ label }) => label)).toEqual(['19 hours long', 'At 7:00 pm']);
    expect(parseQuickAdd('Thesis 20h by friday', berlin).doubt).toBeNull();
  });

  it('prefers a possible length to an impossible one, and keeps other words', () => {
    expect(said('Celebrate 400 hours, 1 h')).toEqual({ title: 'Celebrate 400 hours', durationMinutes: 60 });
    expect(parseQuickAdd('Archive 400h', { ...berlin, ignore: [{ from: 8, to: 12 }] })).toMatchObject({
      title: 'Archive 400h',
      tokens: [],
    });
  });

  it.each([
    'Swim 500 m',
    'Swim 500m',
    'Run 5 km',
    '2 apples',
    'Chapter 12',
    'version 1.2',
    'iPhone 15',
    'Buy 3 tickets by 10 people',
    '1:1 with Ann',
    // A text that is only a problem is also the title.
    '0 min',
    '99999 h',
  ])('none in: %s', (text) => {
    expect(said(text)).toEqual({ title: text });
  });
});

it.each<[string, string, number]>([
  ['File taxes by 4/15 !!!', 'File taxes', 1],
  ['File taxes !!', 'File taxes', 2],
])('marks at the end are a priority: %s', (text, title, priority) => {
  expect(parseQuickAdd(text, berlin)).toMatchObject({ title, priority });
});

describe('days that repeat without every', () => {
  it.each<[string, string, string]>([
    ['Lawn mon, wed and sat evenings', 'Lawn', 'FREQ=WEEKLY;BYDAY=MO,WE,SA'],
    ['Bins thursday nights', 'Bins', 'FREQ=WEEKLY;BYDAY=TH'],
    ['Yoga MWF 7am', 'Yoga', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Class TuTh 10:00', 'Class', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ])('%s', (text, title, recurrenceRule) => {
    expect(parseQuickAdd(text, berlin)).toMatchObject({ title, recurrenceRule });
  });
});

describe('a time of day that is left over', () => {
  it.each(['Meds 8am and 8pm daily', 'Meds 8am thursday and 8pm'])('is asked about: %s', (text) => {
    expect(parseQuickAdd(text, berlin).doubt).toMatch(/^Is “\dpm” its time\?$/);
  });
  it('is not asked about a time within a name', () => {
    expect(parseQuickAdd('Prepare for the 9am meeting tomorrow', berlin).doubt).toBeNull();
  });
});

describe('deadlines', () => {
  it.each<[string, string]>([
    ['x today', '2026-03-04'],
    ['x by Wed', '2026-03-04'],
    ['x next Friday', '2026-03-13'],
    ['x day after tomorrow', '2026-03-06'],
    ['x before Friday', '2026-03-05'],
    // A Wednesday.
    ['x before Wednesday', '2026-03-10'],
    ['x by the 15th', '2026-03-15'],
    ['x due 3/9', '2026-03-09'],
    ['x 2026-04-01', '2026-04-01'],
    ['x by Mar 3', '2027-03-03'],
    ['x by 3 March 2028', '2028-03-03'],
    ['x by Fri, 6 March', '2026-03-06'],
    ['x by the third of March', '2027-03-03'],
    ['x end of month', '2026-03-31'],
    ['x by the end of the week', '2026-03-06'],
    ['x next week', '2026-03-13'],
    ['x this weekend', '2026-03-08'],
    ['x by April', '2026-04-01'],
    ['x in three weeks', '2026-03-25'],
    ['x 4 months from tomorrow', '2026-07-05'],
    ['x deadline: Friday', '2026-03-06'],
  ])('%s is on a date', (text, dueOn) => {
    expect(said(text)).toEqual({ title: 'x', dueOn });
  });

  it.each<[string, string]>([
    ['x by 5', '2026-03-04T16:00'],
    ['x by midnight', '2026-03-04T23:00'],
    ['x by noon Friday', '2026-03-06T11:00'],
    ['x Wednesday evening next week', '2026-03-11T20:00'],
    ['x tomorrow morning', '2026-03-05T11:00'],
    ['x by eod', '2026-03-04T16:00'],
    ['x within 2 hours', '2026-03-04T12:00'],
    ['x eod', '2026-03-04T16:00'],
  ])('%s is at a time', (text, dueAt) => {
    expect(said(text)).toEqual({ title: 'x', dueAt: `${dueAt}:00Z` });
  });

  it.each<[string, string]>([
    ['x 8 tonight', '2026-03-04T19:00'],
    ['x 9 tomorrow', '2026-03-05T08:00'],
    ['x day after tomorrow 5pm', '2026-03-06T16:00'],
    ['x on Saturday for 9am', '2026-03-07T08:00'],
    ['x 12:15p', '2026-03-04T11:15'],
    ['x at 13h30', '2026-03-04T12:30'],
    ['x in a quarter of an hour', '2026-03-04T10:15'],
    ['x in 2 hours', '2026-03-04T12:00'],
    ['x at 10', '2026-03-05T09:00'],
    ['x half past 3 tomorrow', '2026-03-05T14:30'],
    ['x next Friday at 3', '2026-03-13T14:00'],
  ])('%s takes place at a time', (text, instant) => {
    expect(said(text)).toEqual({ title: 'x', takesPlaceAt: `${instant}:00Z` });
  });

  it("uses the user's end of day", () => {
    expect(said('x by eod', { ...berlin, workdayEnd: '18:30' } as typeof berlin).dueAt).toBe(
      '2026-03-04T17:30:00Z',
    );
  });

  it.each([
    'May I go',
    'Talk to May',
    'sat down',
    'sun cream',
    'Second draft',
    'March for the trees',
    'room 12/5',
    'Read chapter 9',
    'Book flight to May concert',
    'at Friday’s',
    'Lunch 12-14',
    'Fix #123',
    'Sell C# book',
    'Read the Daily Mail',
    'Ask for 5 quotes',
    'from home',
    'after lunch',
    "Finish today's report",
  ])('none in: %s', (text) => {
    expect(parseQuickAdd(text, berlin)).toMatchObject({ title: text, tokens: [] });
  });

  it('does not read the number of a chapter as a time', () => {
    expect(said('Read chapter 9 tomorrow')).toEqual({ title: 'Read chapter 9', dueOn: '2026-03-05' });
  });
});

describe('from one time to another', () => {
  it.each<[string, string, string, number]>([
    ['x 12:30-13:15', '2026-03-04T11:30', '2026-03-04T12:15', 45],
    ['x 2-3pm', '2026-03-04T13:00', '2026-03-04T14:00', 60],
    ['x 2 – 3:30 pm tomorrow', '2026-03-05T13:00', '2026-03-05T14:30', 90],
    ['x tomorrow 11-1pm', '2026-03-05T10:00', '2026-03-05T12:00', 120],
    ['x on Friday from 9am to 5pm', '2026-03-06T08:00', '2026-03-06T16:00', 480],
    ['x Fri 9-10am', '2026-03-06T08:00', '2026-03-06T09:00', 60],
    ['x between 2 and 4:30pm tomorrow', '2026-03-05T13:00', '2026-03-05T15:30', 150],
    ['x 12:30-1:15', '2026-03-04T11:30', '2026-03-04T12:15', 45],
    ['x 9am-5:30', '2026-03-05T08:00', '2026-03-05T16:30', 510],
    ['x 22:00-01:00', '2026-03-04T21:00', '2026-03-05T00:00', 180],
    ['x 10p-12a', '2026-03-04T21:00', '2026-03-04T23:00', 120],
    // The time has passed today, so it is tomorrow's.
    ['x 9:00-10:00', '2026-03-05T08:00', '2026-03-05T09:00', 60],
    ['x tonight from 7 to 7:30pm', '2026-03-04T18:00', '2026-03-04T18:30', 30],
    ['x around 3-4pm', '2026-03-04T14:00', '2026-03-04T15:00', 60],
  ])('%s', (text, startsAt, endsAt, durationMinutes) => {
    expect(said(text)).toEqual({ title: 'x', takesPlaceAt: `${startsAt}:00Z`, durationMinutes });
    expect(Date.parse(`${endsAt}:00Z`) - Date.parse(`${startsAt}:00Z`)).toBe(durationMinutes * 60_000);
  });

  it('is a window for what takes less time', () => {
    expect(said('x 2-5pm 1h')).toEqual({
      title: 'x',
      startAfter: '2026-03-04T13:00:00Z',
      dueAt: '2026-03-04T16:00:00Z',
      durationMinutes: 60,
    });
  });

  it('reads the wall clock of the day, across a clock change', () => {
    const saturday = { now: Date.parse('2026-03-28T09:00:00Z'), timeZone: 'Europe/Berlin' };
    expect(said('x tomorrow 2-5pm', saturday)).toMatchObject({
      takesPlaceAt: '2026-03-29T12:00:00Z',
      durationMinutes: 180,
    });
  });

  it('combines with other phrases', () => {
    expect(said('Gym 7-8am mon wed fri #health')).toMatchObject({
      title: 'Gym',
      durationMinutes: 60,
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
      project: 'health',
    });
    expect(said('Draft 2-3pm by 6pm')).toMatchObject({
      title: 'Draft',
      startAfter: '2026-03-04T13:00:00Z',
      dueAt: '2026-03-04T17:00:00Z',
    });
  });

  it.each([
    'Lunch 12-14',
    'Read 10-20',
    'Score 3-2',
    'Pages 2.30-2.45',
    'Ratio 10:20:30-40:50',
    'x 25:00-26:00',
  ])('none in: %s', (text) => {
    expect(parseQuickAdd(text, berlin)).toMatchObject({ title: text, tokens: [] });
  });
});

describe('starts', () => {
  it.each<[string, string]>([
    ['x after Monday', '2026-03-10'],
    ['x not before 1 Dec', '2026-12-01'],
    ['x from 1 Dec', '2026-12-01'],
    ['x starting tomorrow', '2026-03-05'],
    ['x no earlier than next week', '2026-03-09'],
  ])('%s', (text, startsOn) => {
    const { title, dueOn, ...rest } = parseQuickAdd(text, berlin);
    expect({ title, dueOn }).toEqual({ title: 'x', dueOn: null });
    expect(rest.startsOn).toBe(startsOn);
    expect(Date.parse(rest.startAfter ?? '')).toBe(Date.parse(`${startsOn}T00:00:00+01:00`));
  });

  it('may name a time', () => {
    expect(said('x after 3pm')).toEqual({ title: 'x', startAfter: '2026-03-04T14:00:00Z' });
  });
});

describe('repeats', () => {
  it('keeps an exception that the rule cannot say in the title', () => {
    expect(said('x every 2 days except Sunday')).toEqual({
      title: 'x except Sunday',
      recurrenceRule: 'FREQ=DAILY;INTERVAL=2',
    });
  });

  it.each<[string, string]>([
    ['x every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['x every Mon and Thu', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['x every Friday, Monday and Wed', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['x on Mondays', 'FREQ=WEEKLY;BYDAY=MO'],
    ['x every weekend', 'FREQ=WEEKLY;BYDAY=SA,SU'],
    ['x due by the 1st of every month', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['x every weekday except Wednesday', 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR'],
    ['x every day except on Saturdays and Sundays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['x daily, but not weekends', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['x every 2 weeks on Tue', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['x every other Friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['x biweekly', 'FREQ=WEEKLY;INTERVAL=2'],
    ['x once a week', 'FREQ=WEEKLY'],
    ['x every 3 months', 'FREQ=MONTHLY;INTERVAL=3'],
    ['x every quarter', 'FREQ=MONTHLY;INTERVAL=3'],
    ['x on the last day of every month', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['x on the first Monday of every month', 'FREQ=MONTHLY;BYDAY=1MO'],
    ['x monthly on the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['x every year on 3 May', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3'],
    ['x annually', 'FREQ=YEARLY'],
    ['x every morning', 'FREQ=DAILY'],
    ['x mon wed fri', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['x Tue, Thu', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['x on Mon & Thu', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['x Sat and Sun', 'FREQ=WEEKLY;BYDAY=SA,SU'],
    ['x mon/wed/fri', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ])('%s', (text, recurrenceRule) => {
    expect(said(text)).toEqual({ title: 'x', recurrenceRule });
  });
});

describe('times a week', () => {
  it.each<[string, Partial<QuickAdd>]>([
    ['x twice a week', { recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH' }],
    ['x 3x a week', { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR' }],
    [
      'x 3 times a week in the morning 30 min',
      { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR', durationMinutes: 30 },
    ],
    ['x four times per week, evenings', { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR' }],
  ])('%s, on any days', (text, reading) => {
    expect(said(text)).toEqual({ title: 'x', hasFlexibleDays: true, ...reading });
  });

  it.each<[string, string]>([
    ['x once a week', 'FREQ=WEEKLY'],
    ['x 7 times a week', 'FREQ=DAILY'],
    ['x twice a month', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
  ])('%s has no days to choose', (text, recurrenceRule) => {
    expect(said(text)).toEqual({ title: 'x', recurrenceRule });
  });
});

describe('adverbs and adjectives of repetition', () => {
  it.each<[string, Partial<QuickAdd>]>([
    ['Finish the quarterly report 3h', { title: 'Finish the quarterly report', durationMinutes: 180 }],
    ['weekly report 1h by Friday', { title: 'weekly report', durationMinutes: 60, dueOn: '2026-03-06' }],
    ['monthly newsletter draft', { title: 'monthly newsletter draft' }],
    ['Prepare daily standup notes', { title: 'Prepare daily standup notes' }],
    ['1h daily report', { title: 'daily report', durationMinutes: 60 }],
    ['Prepare weekly 1:1 notes', { title: 'Prepare weekly 1:1 notes' }],
    ['biweekly sync agenda', { title: 'biweekly sync agenda' }],
    ['Report weekly 2h', { title: 'Report', recurrenceRule: 'FREQ=WEEKLY', durationMinutes: 120 }],
    ['Report, weekly, with charts', { title: 'Report, with charts', recurrenceRule: 'FREQ=WEEKLY' }],
    ['Vitamins daily with breakfast', { title: 'Vitamins with breakfast', recurrenceRule: 'FREQ=DAILY' }],
    ['Backup monthly #ops', { title: 'Backup', recurrenceRule: 'FREQ=MONTHLY', project: 'ops' }],
    ['Tidy daily until 1 June', { title: 'Tidy', recurrenceRule: 'FREQ=DAILY;UNTIL=20260601' }],
    ['Daily: stretch', { title: 'stretch', recurrenceRule: 'FREQ=DAILY' }],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('lengths before other words', () => {
  it.each<[string, Partial<QuickAdd>]>([
    [
      'Q3 plan 90m before end of month',
      { title: 'Q3 plan', durationMinutes: 90, dueOn: parseQuickAdd('x before end of month', berlin).dueOn },
    ],
    ['Slides 2h before Friday', { title: 'Slides', durationMinutes: 120, dueOn: '2026-03-05' }],
    ['Pack 2h before the flight', { title: 'Pack 2h before the flight' }],
    ['Walk 2 hours after lunch', { title: 'Walk 2 hours after lunch' }],
    ['Walk 30m after lunch', { title: 'Walk after lunch', durationMinutes: 30 }],
    ['Walk 30m after the call', { title: 'Walk 30m after the call' }],
    ['watch 60 Minutes', { title: 'watch 60 Minutes' }],
    ['review the 60 Minutes piece', { title: 'review the 60 Minutes piece' }],
    ['Yoga 30 Minutes', { title: 'Yoga', durationMinutes: 30 }],
    ['Yoga Class 1 Hour', { title: 'Yoga Class', durationMinutes: 60 }],
  ])('%s', (text, expected) => {
    const { dueOn, ...rest } = said(text);
    expect({ ...rest, ...(dueOn && { dueOn }) }).toMatchObject(expected);
    expect(rest.durationMinutes).toBe(expected.durationMinutes);
  });
});

describe('urgent tasks', () => {
  it.each(['Call Ana asap', 'ASAP call Ana', 'Call Ana as soon as possible'])('%s', (text) => {
    expect(said(text)).toMatchObject({ priority: 1 });
    expect(said(text).title?.toLowerCase()).toBe('call ana');
  });

  it("are recognised with a label's mark, and other marked words stay in the title", () => {
    expect(said('Call Ana tomorrow !p1')).toMatchObject({ title: 'Call Ana', priority: 1 });
    expect(said('Buy milk !organic tomorrow')).toMatchObject({ title: 'Buy milk !organic' });
    expect(said('Buy milk !organic tomorrow')).not.toHaveProperty('priority');
    expect(said('Read about .NET by Friday!')).toMatchObject({ title: 'Read about .NET!' });
  });

  it('keep an explicit priority', () => {
    expect(said('Call Ana asap p2')).toMatchObject({ priority: 2 });
  });
});

describe('days that are listed without every', () => {
  it.each([
    'x by Mon or Tue',
    'x Mon or Tue',
    'x between Mon and Wed',
    'x next Sat and Sun',
    'x Sat and Sun next week',
    'x by Mon and Tue',
    'x Fri, 6 March',
  ])('are the days of one week in: %s', (text) => {
    expect(parseQuickAdd(text, berlin).recurrenceRule).toBeNull();
  });

  it('need to be two', () => {
    expect(said('Gym mon')).toEqual({ title: 'Gym', dueOn: '2026-03-09' });
    expect(said('Gym mon, Monday').recurrenceRule).toBeUndefined();
    expect(said('Gym 1h mon wed fri')).toEqual({
      title: 'Gym',
      durationMinutes: 60,
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    });
  });
});

describe('zones and calendars', () => {
  it('uses the wall clock of the day it names, across a clock change', () => {
    // Berlin switches to summer time on 29 March 2026.
    const friday = { now: Date.parse('2026-03-27T09:00:00Z'), timeZone: 'Europe/Berlin' };
    expect(said('x Saturday 9am', friday).takesPlaceAt).toBe('2026-03-28T08:00:00Z');
    expect(said('x Monday 9am', friday).takesPlaceAt).toBe('2026-03-30T07:00:00Z');
    // 02:30 does not exist on Sunday: half an hour after the start of the gap.
    expect(said('x Sunday at 2:30am', friday).takesPlaceAt).toBe('2026-03-29T01:30:00Z');
    // Two hours of elapsed time.
    const night = { now: Date.parse('2026-03-29T00:30:00Z'), timeZone: 'Europe/Berlin' };
    expect(said('x in 2 hours', night).takesPlaceAt).toBe('2026-03-29T02:30:00Z');
    // Whole minutes, whatever the second.
    expect(said('x in 2 hours', { ...night, now: night.now + 59_000 }).takesPlaceAt).toBe(
      '2026-03-29T02:30:00Z',
    );
  });

  it('handles the lengths of months', () => {
    const lateJanuary = { now: Date.parse('2027-01-31T12:00:00Z'), timeZone: 'UTC' };
    expect(said('x in a month', lateJanuary).dueOn).toBe('2027-02-28');
    expect(said('x by the 30th', lateJanuary).dueOn).toBe('2027-03-30');
    expect(said('x end of next month', lateJanuary).dueOn).toBe('2027-02-28');
    expect(said('x by 29 Feb', lateJanuary).dueOn).toBe('2028-02-29');
    expect(said('x by 30 Feb', lateJanuary)).toEqual({ title: 'x by 30 Feb' });
  });

  it('uses the local date of the zone', () => {
    const now = Date.parse('2026-03-04T23:30:00Z');
    expect(said('x tomorrow', { now, timeZone: 'Pacific/Auckland' }).dueOn).toBe('2026-03-06');
    expect(said('x tomorrow', { now, timeZone: 'America/Los_Angeles' }).dueOn).toBe('2026-03-05');
  });
});

describe('tokens', () => {
  it('keep the whole text as the title if nothing else is left', () => {
    expect(parseQuickAdd('tomorrow 5pm', berlin)).toMatchObject({
      title: 'tomorrow 5pm',
      takesPlaceAt: '2026-03-05T16:00:00Z',
    });
    expect(parseQuickAdd('#work p1', berlin)).toMatchObject({
      title: '#work p1',
      project: 'work',
      priority: 1,
    });
    expect(parseQuickAdd('   ', berlin).title).toBe('');
  });

  it('turn back into text if they are ignored', () => {
    const text = 'Plan the daily at 5pm';
    const [daily] = parseQuickAdd(text, berlin).tokens;
    expect(daily).toEqual({ kind: 'recurrence', from: 9, to: 14, text: 'daily' });
    expect(parseQuickAdd(text, { ...berlin, ignore: [daily!] })).toMatchObject({
      title: 'Plan the daily',
      recurrenceRule: null,
      takesPlaceAt: '2026-03-04T16:00:00Z',
    });
  });

  const piece = fc.constantFrom(
    ...'Report,call,#work,#,p1,!hard,~2h,20 min,half an hour,by,Fri,tomorrow,at 5pm,on,next week,30 Nov,31/12,every,week,three times a week,until,in 2 days,from,after,the 15th,of,every month,mon wed,2-3pm,12:30-13:15,400h,0h,1h30,chunks of,1 h,Mai,May,12:15p,8 tonight,9,é,🎉,(,),,,.,-,/'.split(
      ',',
    ),
  );
  const line = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ maxLength: 60 }),
  );
  const options = fc.record({
    now: fc
      .date({ min: new Date('1975-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
      .map(Number),
    timeZone: fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'UTC',
    ),
  });

  it('are disjoint slices of any text in order, and the title is never lost', () => {
    fc.assert(
      fc.property(line, options, (text, given) => {
        const { title, tokens, dueOn, dueAt, durationMinutes } = parseQuickAdd(text, given);
        let reached = 0;
        for (const token of tokens) {
          expect(token.from).toBeGreaterThanOrEqual(reached);
          expect(token.to).toBeGreaterThan(token.from);
          expect(text.slice(token.from, token.to)).toBe(token.text);
          reached = token.to;
        }
        expect(title === '').toBe(text.trim() === '');
        expect(dueOn !== null && dueAt !== null).toBe(false);
        expect(dueOn ?? '2000-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(dueAt ?? '2000-01-01T00:00:00Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        expect(durationMinutes ?? 1).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
  });

  it('leave the text unchanged if all are ignored', () => {
    fc.assert(
      fc.property(line, options, (text, given) => {
        const all = [{ from: 0, to: text.length }];
        const { tokens, title } = parseQuickAdd(text, { ...given, ignore: all });
        expect(tokens).toEqual([]);
        expect(title.replace(/[\s,;:–—-]/g, '')).toBe(text.replace(/[\s,;:–—-]/g, ''));
      }),
      { numRuns: 500 },
    );
  });
});

describe('typing errors', () => {
  it.each<[string, Partial<QuickAdd>, string[]]>([
    ['haircut sat11am', { title: 'haircut', takesPlaceAt: '2026-03-07T10:00:00Z' }, ['sat11am']],
    ['gym 6:30pmtonight', { title: 'gym', takesPlaceAt: '2026-03-04T17:30:00Z' }, ['6:30pmtonight']],
    ['rent byfriday', { title: 'rent', dueOn: '2026-03-06' }, ['byfriday']],
    ['wenesday report by frday', { title: 'wenesday report', dueOn: '2026-03-06' }, ['by frday']],
    ['tax mar26', { title: 'tax', dueOn: '2026-03-26' }, ['mar26']],
    [
      'call tommorow at 10;30',
      { title: 'call', takesPlaceAt: '2026-03-05T09:30:00Z' },
      ['tommorow at 10;30'],
    ],
    ['eat a sundae and sundry febs', { title: 'eat a sundae and sundry febs' }, []],
    ['read octobre and “frday” news', { title: 'read octobre and “frday” news' }, []],
  ])('of dates and times are read: %s', (text, expected, tokens) => {
    expect(said(text)).toEqual(expected);
    expect(parseQuickAdd(text, berlin).tokens.map((token) => token.text)).toEqual(tokens);
  });

  it('stay as they were typed if they are ignored', () => {
    const text = 'frday notes sat11am';
    const ignore = [rangeIn(text, 'frday')];
    const read = parseQuickAdd(text, { ...berlin, ignore });
    expect(read).toMatchObject({ title: 'frday notes', takesPlaceAt: '2026-03-07T10:00:00Z' });
    expect(read.tokens).toMatchObject([{ from: 12, to: 19, text: 'sat11am' }]);
  });
});

describe('words that compete for a date', () => {
  it.each([
    ['call moved from 2 to 3 on Friday', ['Only 3', '2 - 3']],
    ['dentist moved from Tuesday to Thursday', ['Only Thursday', 'Tuesday - Thursday']],
    ['report on 15 March from 1 April', ['on 15 March', 'from 1 April']],
    ['minutes 27 Feb', ['Yes', 'No']],
    ['webinar 1400 Thursday', ['Yes', 'No']],
    ['call Ana at 9 and Tom at 11 tomorrow', ['9', '11']],
    ['leave on Friday of next month', ['on Friday', 'next month']],
    ['trip 3 weeks on 9 March', ['Yes']],
    ['conference 12 or 13 March', ['Yes']],
    ['conference March 12 or 13', ['Yes']],
    ['reply to Ana’s note of 12 March before then', ['Yes']],
  ])('are asked about: %s', (text, labels) => {
    expect(parseQuickAdd(text, berlin).choices.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    'pay 1500 Friday',
    'flight LH 1430 Friday',
    'read chapter 7 on Friday',
    'towels and 2 caps on 6 March',
  ])('are no plain numbers: %s', (text) => {
    expect(parseQuickAdd(text, berlin)).toMatchObject({ dueOn: '2026-03-06', doubt: null });
  });
});

describe('the first day of a repetition', () => {
  it.each([
    ['yoga tue/thu', '2026-03-05'],
    ['rent every 1st', '2026-04-01'],
    ['standup notes daily', '2026-03-04'],
    ['walk every morning', '2026-03-04'],
    ['swim every Monday from 16 March', '2026-03-16'],
    ['payroll last working day of the month', '2026-03-31'],
    ['payroll last working day of the month from 1 May', '2026-05-29'],
    ['closing first working day of the month from 1 August', '2026-08-03'],
    ['meds nightly', '2026-03-04'],
  ])('of %j is %s', (text, day) => {
    expect(parseQuickAdd(text, berlin).firstOn).toBe(day);
  });

  it('is the next day once today is over', () => {
    const noon = { ...berlin, now: Date.parse('2026-03-04T11:00:00Z') };
    expect(parseQuickAdd('walk every morning', noon).firstOn).toBe('2026-03-05');
  });

  it.each(['report weekly', 'yoga tue/thu 6pm', 'report every Friday by 5pm', 'yoga Thursday'])(
    'is not needed for %j',
    (text) => {
      expect(parseQuickAdd(text, berlin).firstOn).toBeNull();
    },
  );
});
